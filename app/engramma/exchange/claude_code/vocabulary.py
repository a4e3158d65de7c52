"""The words of transcripts that are known to hold no conversation.

They are left out with a reason; a type that stands in none of these lists is reported as unknown.
"""

from __future__ import annotations

BOOKKEEPING_TYPES = frozenset(
    {
        "agent-color",
        "agent-name",
        "agent-setting",
        "atis-latch",
        "attribution-snapshot",
        "bridge-session",
        "content-replacement",
        "cost-state",
        "file-history-delta",
        "file-history-snapshot",
        "frame-link",
        "last-prompt",
        "marble-origami-commit",
        "marble-origami-snapshot",
        "mode",
        "permission-mode",
        "pr-link",
        "progress",
        "relocated",
        "result",
        "speculation-accept",
        "started",
        "tag",
        "task-summary",
        "worktree-state",
    }
)

BOOKKEEPING_ATTACHMENTS = frozenset(
    {
        "agent_listing_delta",
        "auto_mode",
        "auto_mode_exit",
        "batching_reminder_sent",
        "budget_usd",
        "command_permissions",
        "compact_file_reference",
        "compaction_reminder",
        "companion_intro",
        "context_efficiency",
        "date_change",
        "deferred_tools_delta",
        "dynamic_skill",
        "hook_cancelled",
        "hook_success",
        "hook_system_message",
        "invoked_skills",
        "mcp_instructions_delta",
        "plan_mode",
        "plan_mode_exit",
        "plan_mode_reentry",
        "read_truncation_notice",
        "silent_turn_reminder",
        "skill_discovery",
        "skill_listing",
        "task_reminder",
        "task_status",
        "todo_reminder",
        "token_usage",
        "total_tokens_reminder",
        "ultra_effort_enter",
        "ultra_effort_exit",
    }
)

BOOKKEEPING_SYSTEM = frozenset(
    {
        "agents_killed",
        "away_summary",
        "bridge_status",
        "file_snapshot",
        "memory_saved",
        "microcompact_boundary",
        "permission_retry",
        "scheduled_task_fire",
        "session_start",
        "stop_hook_summary",
        "thinking",
        "turn_duration",
    }
)

TITLE_FIELDS = {"custom-title": "customTitle", "ai-title": "aiTitle"}
"""Lines that name their session, and the field that holds the name."""

QUEUE = "queue-operation"
"""What was typed while the agent worked; a later line may say the same again."""

TURN_TYPES = frozenset({"user", "assistant", "system", "attachment", "tool_use", "tool_result", QUEUE})
"""Lines that may hold something that was said or done."""

TRANSCRIPT_TYPES = TURN_TYPES | BOOKKEEPING_TYPES | frozenset(TITLE_FIELDS) | {"summary"}
