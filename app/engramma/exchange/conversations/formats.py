"""All formats of assistants' conversations, for the sniffer."""

from __future__ import annotations

from engramma.exchange.chatgpt.export import ChatGptFormat
from engramma.exchange.claude_ai.export import ClaudeAiFormat
from engramma.exchange.codex.rollout import CodexFormat
from engramma.exchange.copilot_cli import CopilotCliFormat
from engramma.exchange.cursor.editor import CursorEditorFormat
from engramma.exchange.cursor.store import CursorStoreFormat
from engramma.exchange.cursor.transcript import CursorTranscriptFormat
from engramma.exchange.format import Format
from engramma.exchange.gemini.cli_session import GeminiCliFormat
from engramma.exchange.gemini.takeout import GeminiTakeoutFormat
from engramma.exchange.hermes import HermesFormat
from engramma.exchange.openai_agents import OpenAiAgentsFormat
from engramma.exchange.openclaw import OpenClawFormat
from engramma.exchange.role_lines import RoleLinesFormat

CONVERSATION_FORMATS: tuple[Format, ...] = (
    ChatGptFormat(),
    ClaudeAiFormat(),
    CodexFormat(),
    GeminiCliFormat(),
    GeminiTakeoutFormat(),
    CursorTranscriptFormat(),
    CursorStoreFormat(),
    CursorEditorFormat(),
    CopilotCliFormat(),
    OpenAiAgentsFormat(),
    OpenClawFormat(),
    HermesFormat(),
    RoleLinesFormat(),
)
