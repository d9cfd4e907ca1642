"""Games to choose from, for players who did not say which one they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import ButtonStyle, ui
from discord.utils import escape_markdown, escape_mentions

from bot.chat.components import button, row
from bot.chat.difficulties import NO_WINS, Wins, difficulty_of, meaning_of
from bot.chat.game_names import MAX_SUGGESTED, Fit
from bot.chat.messages.formatting import format_difficulty
from bot.chat.messages.replies import Reply, message
from bot.i18n import _
from engine.errors import excerpt

if TYPE_CHECKING:
    from bot.chat.game_names import FoundGames
    from engine import Rules


def choice_view(typed: str, found: FoundGames, wins: Wins = NO_WINS) -> Reply:
    """A question with a button for each game that may be meant.

    Args:
        typed: what the player typed.
        found: the games that it may mean.
        wins: what was won where that is asked.
    """
    games = found.games[:MAX_SUGGESTED]
    quoted = escape_mentions(escape_markdown(excerpt(typed)))
    lines = [_question(quoted, found), *(_line(rules, wins) for rules in games)]
    buttons = [
        button(f"deal:{rules.id}", _(rules.title), style=ButtonStyle.primary) for rules in games
    ]
    return Reply(message(ui.TextDisplay("\n".join(lines)), row(*buttons)), private=True)


def difficulty_notice(found: FoundGames, wins: Wins = NO_WINS) -> str:
    """The line that says which game was chosen for a difficulty; empty if none was asked for."""
    if found.difficulty is None:
        return ""
    return _(
        "{difficulty}: **{game}**, {meaning}.",
        difficulty=format_difficulty(found.difficulty, capitalized=True),
        game=_(found.games[0].title),
        meaning=meaning_of(found.games[0], wins),
    )


def _question(typed: str, found: FoundGames) -> str:
    if found.fit is Fit.SEVERAL:
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


def _line(rules: Rules, wins: Wins) -> str:
    difficulty = format_difficulty(difficulty_of(rules, wins))
    return f"- {_(rules.title)} · {difficulty} · {_(rules.summary)}"
