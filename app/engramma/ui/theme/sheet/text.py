"""Style rules of labels: the type scale and tones chosen by the properties `textRole` and `tone`."""

from __future__ import annotations

from engramma.ui.theme.current import Theme
from engramma.ui.theme.metrics import TYPE_SCALE


def rules(theme: Theme) -> str:
    """One rule for each text role and tone; families and digit features stay those of the widget's font."""
    c, m = theme.tokens, theme.metrics
    tones = {
        "primary": c.text,
        "secondary": c.text_secondary,
        "muted": c.text_muted,
        "accent": c.accent,
        "ok": c.ok,
        "warning": c.warning,
        "danger": c.danger,
    }
    lines = []
    for role, style in TYPE_SCALE.items():
        size = f"font-size: {m.text_px(role)}px; font-weight: {style.weight};"
        lines.append(f'QLabel[textRole="{role.value}"] {{ {size} }}')
    lines += [f'QLabel[tone="{tone}"] {{ color: {colour}; }}' for tone, colour in tones.items()]
    lines.append(f"QLabel:disabled {{ color: {c.text_disabled}; }}")
    return "\n".join(lines)
