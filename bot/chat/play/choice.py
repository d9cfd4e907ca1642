"""Games to choose from, for players who did not say which one they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui
from discord.utils import escape_markdown, escape_mentions

from bot.chat.games.formatting import format_difficulty
from bot.chat.games.names import MAX_SUGGESTED, MatchKind
from bot.chat.games.offers import format_demands
from bot.chat.games.traits import NO_WIN_COUNTS, WinCounts, explain_difficulty
from bot.chat.responding.components import button, row
from bot.chat.responding.replies import Reply, message
from bot.i18n import _, translate
from engine.errors import excerpt

if TYPE_CHECKING:
    from bot.chat.games.names import FoundGames
    from engine import Rules
    from engine.rules import Difficulty


def choice_view(typed: str, found: FoundGames, wins: WinCounts = NO_WIN_COUNTS) -> Reply:
    """A question with a button for each game that may be meant."""
    games = found.games[:MAX_SUGGESTED]
    quoted = escape_mentions(escape_markdown(excerpt(typed)))
    lines = [_question(quoted, found), *(_line(rules, wins) for rules in games)]
    buttons = [
        button(f"deal:{rules.id}", translate(rules.name), style=ButtonStyle.primary)
        for rules in games
    ]
    return Reply(message(ui.TextDisplay("\n".join(lines)), row(*buttons)), private=True)


def difficulty_notice(found: FoundGames, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """The line that says which game was chosen for a difficulty; empty if none was asked for."""
    if found.difficulty is None:
        return ""
    return _(
        "{difficulty}: **{game}**, {meaning}.",
        difficulty=format_difficulty(found.difficulty, capitalized=True),
        game=translate(found.games[0].name),
        meaning=explain_difficulty(found.games[0], wins),
    )


def grade_notice(rules: Rules, grade: Difficulty | None) -> str:
    """The line that says how hard a deal is among those of its game, if it was compared."""
    if grade is None:
        return _(
            "Deals of **{game}** could not be compared just now: this one is any of them.",
            game=translate(rules.name),
        )
    return _(
        "{difficulty}: this deal of **{game}**, compared with others that can be won.",
        difficulty=format_difficulty(grade, capitalized=True),
        game=translate(rules.name),
    )


def surprise_notice(rules: Rules, wins: WinCounts = NO_WIN_COUNTS) -> str:
    """The line that says which game was chosen for somebody who named none."""
    return f"🎲 **{translate(rules.name)}** · {format_demands(rules, wins)}"


def _question(typed: str, found: FoundGames) -> str:
    if found.by_traits:
        return _("“{text}”: how about one of these?", text=typed)
    if found.kind is MatchKind.SEVERAL:
        return _("Which game do you mean by “{text}”?", text=typed)
    if not typed:
        return _("Which game would you like to play?")
    if found.difficulty is None:
        return _("There is no game called “{text}” here. How about one of these?", text=typed)
    return _(
        "There is no “{text}” at the level “{difficulty}”. How about one of these?",
        text=typed,
        difficulty=format_difficulty(found.difficulty),
    )


def _line(rules: Rules, wins: WinCounts) -> str:
    return f"- {translate(rules.name)} · {format_demands(rules, wins)} · {_(rules.summary)}"
