"""The rules of a game as a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ui

from bot.chat.replies import Reply
from engine import LAST_DEAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Rules


def rules_page(rules: Rules) -> Reply:
    """A private message that explains a game."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay("\n".join(_lines(rules)))))
    return Reply(view, private=True)


def _lines(rules: Rules) -> Iterator[str]:
    yield f"### {rules.title}"
    yield rules.summary
    yield from (f"- {line}" for line in rules.text)
    level = rules.difficulty
    numbered = f" Deals 1 to {rules.last_deal:,}." if rules.last_deal < LAST_DEAL else ""
    yield f"-# {level.name.capitalize()}: {level.value}.{numbered}"
    if rules.win_rate is not None:
        known = rules.win_rate
        margin = f" ± {known.margin:g}" if known.margin else ""
        yield f"-# {known.percent:g}{margin} % of all deals can be won ({known.source})."
    yield f"-# Source: {rules.source}."
