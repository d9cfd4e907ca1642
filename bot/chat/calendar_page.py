"""The games of the days to come, as a message."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from discord import ui

from bot.chat.replies import Reply
from bot.chat.wording import level_of, title_of
from bot.i18n import _, weekday
from bot.service import game_of
from engine import rules_of

_DAYS: Final = 14


def calendar_page(today: date) -> Reply:
    """Which game each of the next days has; private.

    Args:
        today: the first of them.
    """
    lines = [f"### {_('The calendar of the days')}"]
    for later in range(_DAYS):
        day = today + timedelta(days=later)
        game = game_of(day)
        line = f"{title_of(game)} ({level_of(rules_of(game).difficulty)})"
        lines.append(f"{weekday(day)} · {f'**{line}**' if day == today else line}")
    about = _(
        "Monday is easy, Sunday hard. Each is the same deal for everybody, proven to be winnable."
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(ui.TextDisplay("\n".join([*lines, f"-# {about}"]))))
    return Reply(view, private=True)
