"""Small files as the assistants write them, one for each format; made up here for the tests."""

from __future__ import annotations

import json
from typing import Any


def node(name: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    """A node of a ChatGPT conversation; `more` goes into the message."""
    message = {
        "id": name,
        "author": {"role": role, "name": more.pop("tool", None), "metadata": {}},
        "create_time": more.pop("at", 1_750_000_000.5),
        "content": {"content_type": "text", "parts": [text]},
        "metadata": {},
        "recipient": "all",
        **more,
    }
    return {"id": name, "parent": parent, "children": [], "message": message}


def chat(*nodes: dict[str, Any], current: str = "", **more: Any) -> dict[str, Any]:
    """A ChatGPT conversation of these nodes; the first one is its root."""
    mapping = {item["id"]: item for item in nodes}
    for item in nodes:
        if item["parent"] in mapping:
            mapping[item["parent"]]["children"].append(item["id"])
    return {
        "title": "Bread",
        "create_time": 1_750_000_000.0,
        "update_time": 1_750_000_900.0,
        "conversation_id": "c-1",
        "mapping": mapping,
        "current_node": current or nodes[-1]["id"],
        **more,
    }


def as_bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")


def as_lines(*values: Any) -> bytes:
    return b"".join(as_bytes(value) + b"\n" for value in values)


def chatgpt_file() -> bytes:
    return as_bytes(
        [
            chat(
                {"id": "root", "parent": None, "children": [], "message": None},
                node("q", "root", "user", "How long does rye dough rest?"),
                node("wrong", "q", "assistant", "One hour.", at=1_750_000_010),
                node("right", "q", "assistant", "Twelve hours.", at=1_750_000_020),
                node("save", "right", "assistant", "Bakes rye bread.\nOwns no mixer.", recipient="bio"),
                node("saved", "save", "tool", "Model set context updated.", tool="bio"),
            )
        ]
    )


def claude_ai_file() -> bytes:
    return as_bytes(
        [
            {
                "uuid": "t-1",
                "name": "Rye",
                "summary": "About rye.",
                "created_at": "2026-02-01T09:00:00.000000Z",
                "updated_at": "2026-02-01T09:10:00.000000Z",
                "chat_messages": [
                    {
                        "uuid": "m1",
                        "parent_message_uuid": "00000000-0000-4000-8000-000000000000",
                        "sender": "human",
                        "text": "Which flour?",
                        "content": [{"type": "text", "text": "Which flour?"}],
                        "created_at": "2026-02-01T09:00:00.000000Z",
                        "attachments": [{"file_name": "list.txt", "extracted_content": "rye, wheat"}],
                    },
                    {
                        "uuid": "m2",
                        "parent_message_uuid": "m1",
                        "sender": "assistant",
                        "text": "",
                        "content": [
                            {"type": "thinking", "thinking": "Let me look."},
                            {"type": "text", "text": "Dark rye."},
                            {"type": "tool_use", "name": "search", "input": {"query": "rye"}},
                            {"type": "tool_result", "content": [{"type": "text", "text": "found"}]},
                        ],
                        "created_at": "2026-02-01T09:01:00.000000Z",
                    },
                ],
            },
            {
                "conversations_memory": "**Kitchen**\n\nBakes on Sundays.",
                "project_memories": {"p-1": "Owns a mill."},
            },
            {
                "uuid": "p-1",
                "name": "Bakery",
                "prompt_template": "Be brief.",
                "docs": [{"filename": "a", "content": "b"}],
            },
        ]
    )


def codex_line(kind: str, payload: dict[str, Any], *, second: int = 0) -> dict[str, Any]:
    return {"timestamp": f"2026-01-02T03:04:{second:02}.000Z", "type": kind, "payload": payload}


def codex_file() -> bytes:
    def item(second: int, **payload: Any) -> dict[str, Any]:
        return codex_line("response_item", payload, second=second)

    return as_lines(
        codex_line("session_meta", {"id": "s-1", "cwd": "/home/someone/shop"}),
        codex_line("turn_context", {"model": "m-1"}),
        codex_line("event_msg", {"type": "user_message", "message": "List the files."}, second=1),
        item(2, type="message", role="user", content=[{"type": "input_text", "text": "List the files."}]),
        item(3, type="reasoning", summary=[{"type": "summary_text", "text": "Look."}], encrypted_content="x"),
        item(4, type="function_call", name="shell", arguments='{"command":["ls","-a"]}', call_id="k"),
        item(
            5,
            type="function_call_output",
            call_id="k",
            output='{"output":"a.txt","metadata":{"exit_code":0}}',
        ),
        item(6, type="message", role="assistant", content=[{"type": "output_text", "text": "One file."}]),
        codex_line("compacted", {"message": "One file was listed."}, second=7),
    )


def gemini_file() -> bytes:
    return as_lines(
        {"sessionId": "g-1", "projectHash": "ab", "startTime": "2026-04-29T21:39:22Z", "kind": "main"},
        {
            "id": "u",
            "timestamp": "2026-04-29T21:39:33Z",
            "type": "user",
            "content": [{"text": "List files."}],
        },
        {"$set": {"lastUpdated": "2026-04-29T21:40:00Z"}},
        {
            "id": "a",
            "timestamp": "2026-04-29T21:39:35Z",
            "type": "gemini",
            "content": "One moment.",
            "thoughts": [{"subject": "Plan", "description": "ls"}],
            "model": "g-3",
            "toolCalls": [{"id": "k", "name": "shell", "args": {"command": "ls"}, "resultDisplay": "a.txt"}],
        },
    )


def takeout_file() -> bytes:
    def entry(title: str, time: str, html: str = "") -> dict[str, Any]:
        made = {"header": "Gemini Apps", "title": title, "time": time, "products": ["Gemini Apps"]}
        return made | ({"safeHtmlItem": [{"html": html}]} if html else {})

    return as_bytes(
        [
            entry(
                "Prompted How long?", "2026-03-10T18:12:00.000Z", "<p>A <b>day</b>.</p><script>bad()</script>"
            ),
            entry("Prompted A recipe for dough", "2026-03-10T18:00:00.000Z", "<ul><li>flour<li>water</ul>"),
            entry("Gave feedback: Good response", "2026-03-10T18:13:00.000Z"),
        ]
    )


def cursor_file() -> bytes:
    def line(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
        return {"role": role, "message": {"content": list(blocks)}}

    call = {"type": "tool_use", "id": "k", "name": "Shell", "input": {"command": "ls"}}
    return as_lines(
        line(
            "user",
            {"type": "text", "text": "<user_info>\nx\n</user_info>\n<user_query>\nrun ls\n</user_query>"},
        ),
        line(
            "assistant", {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Running."}, call
        ),
        line(
            "user",
            {"type": "tool_result", "tool_use_id": "k", "content": [{"type": "text", "text": "a.txt"}]},
        ),
        {"type": "turn_ended", "status": "success"},
    )


def copilot_file() -> bytes:
    def event(name: str, parent: str | None, kind: str, **data: Any) -> dict[str, Any]:
        return {
            "type": kind,
            "data": data,
            "id": name,
            "timestamp": "2025-12-18T23:00:00.000Z",
            "parentId": parent,
        }

    request = {"toolCallId": "k", "name": "shell", "arguments": '{"command":"ls"}'}
    return as_lines(
        event("e1", None, "session.start", sessionId="p-1", context={"cwd": "/home/someone/shop"}),
        event("e2", "e1", "user.message", content="List the files", attachments=[]),
        event("e3", "e2", "assistant.turn_start", turnId="1"),
        event("e4", "e3", "assistant.message", content="Listing.", toolRequests=[request], model="m-1"),
        event(
            "e5", "e4", "tool.execution_start", toolCallId="k", toolName="shell", arguments={"command": "ls"}
        ),
        event(
            "e6",
            "e5",
            "tool.execution_complete",
            toolCallId="k",
            success=False,
            result={"content": "no such"},
        ),
        event("e7", "e6", "session.error", message="Rate limit"),
    )


def openclaw_file() -> bytes:
    def message(name: str, parent: str, role: str, content: Any, **more: Any) -> dict[str, Any]:
        made = {"type": "message", "id": name, "parentId": parent, "timestamp": "2026-02-24T10:00:03Z"}
        return made | {"message": {"role": role, "content": content, **more}}

    call = {"type": "toolCall", "id": "k", "name": "run", "arguments": {"command": "git status"}}
    return as_lines(
        {"type": "session", "id": "o-1", "version": 3, "timestamp": "2026-02-24T10:00:00Z", "cwd": "/tmp/x"},
        {"type": "model_change", "id": "mc", "parentId": "o-1", "timestamp": "2026-02-24T10:00:01Z"},
        message("m1", "o-1", "user", [{"type": "text", "text": "Status?"}]),
        message("x1", "m1", "assistant", [{"type": "text", "text": "A try that was taken back."}]),
        message("m2", "m1", "assistant", [{"type": "text", "text": "Looking."}, call], model="m-1"),
        message("m3", "k", "toolResult", "clean", toolCallId="k", toolName="run", isError=False),
        {
            "type": "compaction",
            "id": "c1",
            "parentId": "m3",
            "timestamp": "2026-02-24T10:01:00Z",
            "summary": "All clean.",
        },
    )


def hermes_file() -> bytes:
    return as_bytes(
        {
            "session_id": "h-1",
            "model": "m-1",
            "session_start": "2026-04-29T20:00:00Z",
            "last_updated": "2026-04-29T20:00:04Z",
            "cwd": "/tmp/h",
            "messages": [
                {"role": "user", "content": "Sum it up."},
                {
                    "role": "assistant",
                    "content": "",
                    "tool_calls": [{"id": "k", "function": {"name": "ls", "arguments": "{}"}}],
                },
                {"role": "tool", "tool_call_id": "k", "content": "a.txt"},
                {"role": "assistant", "content": "One file."},
            ],
        }
    )


def role_lines_file() -> bytes:
    return as_lines(
        {"role": "user", "content": "Hello", "timestamp": 1_750_000_000},
        {"role": "assistant", "content": "Hi"},
        {"messages": [{"from": "human", "value": "Q"}, {"from": "gpt", "value": "A"}]},
    )


SAMPLES: dict[str, bytes] = {
    "chatgpt": chatgpt_file(),
    "claude-ai": claude_ai_file(),
    "codex": codex_file(),
    "gemini-cli": gemini_file(),
    "gemini-takeout": takeout_file(),
    "cursor": cursor_file(),
    "copilot-cli": copilot_file(),
    "openclaw": openclaw_file(),
    "hermes": hermes_file(),
    "role-lines": role_lines_file(),
}
