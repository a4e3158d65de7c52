"""One line of a transcript into the turns that it holds: who speaks, in which words, with which tools.

Looks at a single line only; how lines hang together is the outline's business.
"""

from __future__ import annotations

from typing import Any

from engramma.exchange.claude_code import vocabulary
from engramma.exchange.claude_code.messages import Parts, agent_reading, user_reading
from engramma.exchange.claude_code.notices import attachment_reading, queue_reading, system_reading
from engramma.exchange.claude_code.tools import result_text
from engramma.exchange.claude_code.turn import Reading, Turn
from engramma.model.session import Role


def read_turns(line: dict[str, Any]) -> Reading:
    """The turns of a line whose type is one of `TURN_TYPES`."""
    match line.get("type"):
        case "user":
            return user_reading(line)
        case "assistant":
            return agent_reading(line)
        case "system":
            return system_reading(line)
        case "attachment":
            return attachment_reading(line)
        case vocabulary.QUEUE:
            return queue_reading(line)
        case "tool_use":
            calls = Parts()
            calls.add_call(line)
            return Reading((calls.turn(),))
        case "tool_result":
            speaker = str(line.get("name") or "")
            return Reading((Turn(Role.TOOL, result_text(line, line.get("toolUseResult")), speaker),))
    return Reading(left_out=("no turn",))
