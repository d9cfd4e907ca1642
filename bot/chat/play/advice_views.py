"""Hints, odds and solutions as messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.pictures import gallery
from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.views import question_view
from bot.chat.responding.components import button, row
from bot.chat.responding.replies import Attachment, Reply, message, text_reply
from bot.i18n import N_, _, ngettext, translate
from bot.models.advice import Odds
from bot.models.play import GameState
from bot.wording.formatting import format_deal
from bot.wording.hints import lost_since
from bot.wording.verdicts import guessed, loss_lines
from engine.hidden_cards import has_guesses, has_hidden_cards, is_fully_known
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.chat.responding.components import Component
    from bot.models.advice import Chances, Solution
    from bot.models.play import GameSnapshot


_ALL_CARDS: Final = N_("Going by all the cards, hidden ones too.")
_REDEALS: Final = N_("Going by all the cards, and where a redeal will put them.")
_HINTS_KNOW_LESS: Final = N_("Hints go only by what you have seen, so they may say otherwise.")
NOT_PROVEN_WINNABLE: Final = N_("This deal has not been proven winnable.")


def beyond_view(snapshot: GameSnapshot) -> str:
    """What advice goes by that the player cannot know; empty if they know all."""
    if has_guesses(snapshot.game):
        return guessed(snapshot)
    if is_fully_known(snapshot.game):
        return ""
    return _(_ALL_CARDS) if has_hidden_cards(snapshot.game) else _(_REDEALS)


def lost_view(snapshot: GameSnapshot, lost: Odds, *, all_cards: bool) -> Reply:
    """The private reply to a request for a hint in a lost game, with a way back."""
    text = f"{_('**This game is lost.**')} {lost_since(snapshot, lost)}"
    if all_cards:
        text += f"\n-# {beyond_view(snapshot)}"
    return _with_way_back(snapshot, text, lost.winnable)


def odds_view(snapshot: GameSnapshot, odds: Odds) -> Reply:
    """The private reply to whether a game can still be won."""
    lines = ["### " + _("Can I still win?")]
    if odds.chances is not None:
        lines.append(chances_text(odds.chances))
        return text_reply("\n".join(filter(None, [*lines, goes_on(odds)])))
    match odds.verdict:
        case Outcome.WON:
            lines.append(_("**Yes**, this game can still be won."))
        case Outcome.LOST:
            lines.append(f"{_('**No.**')} {lost_since(snapshot, odds)}")
        case Outcome.UNKNOWN:
            lines.append(maybe(odds))
    lines += filter(None, [goes_on(odds)])
    beyond = beyond_view(snapshot)
    if beyond:
        lines.append(f"-# {beyond} {_(_HINTS_KNOW_LESS)}")
    return _with_way_back(snapshot, "\n".join(lines), odds.winnable)


def maybe(odds: Odds) -> str:
    """That it is not known whether a game can be won."""
    if odds.searched:
        return _("**Maybe.** This game takes too long to work out.")
    return _("**Maybe.** Nothing is certain yet.")


def goes_on(odds: Odds) -> str:
    """That a question is still looked at, or for how long it was; empty once it is settled."""
    if not odds.is_open:
        return ""
    if not odds.searched:
        return "🔎 " + _("Looking for half a minute longer, as long as nobody else asks …")
    seconds = round(odds.searched)
    return "-# " + ngettext(
        "I looked for {number} second.", "I looked for {number} seconds.", seconds
    )


def chances_text(chances: Chances) -> str:
    """In how many arrangements of its unknown cards a game can be won."""
    details = {"won": chances.won, "number": chances.tried, "unknown": chances.unknown}
    if chances.verdict is Outcome.WON:
        return _("**Yes**, however the {unknown} unknown cards lie.", **details)
    if chances.verdict is Outcome.LOST:
        return _("**No**, however the {unknown} unknown cards lie.", **details)
    if chances.is_all:
        text = _(
            "**Perhaps:** it can be won in {won} of all {number} arrangements of the {unknown} "
            "unknown cards.",
            **details,
        )
    else:
        text = _(
            "**Perhaps:** it can be won in {won} of {number} arrangements of the {unknown} unknown "
            "cards, drawn at random.",
            **details,
        )
    left = chances.tried - chances.won - chances.lost
    more = ngettext(
        "{number} of them takes too long to work out.",
        "{number} of them take too long to work out.",
        left,
    )
    return f"{text} {more}" if left else text


def _with_way_back(snapshot: GameSnapshot, text: str, back_to: int | None) -> Reply:
    view = message(ui.TextDisplay(text))
    if back_to is not None:
        route = board_route(snapshot, BoardAction.UNDO_TO, str(back_to))
        label = _("Back to move {number}", number=back_to) if back_to else _("Back to the start")
        view.add_item(row(button(route, label, emoji="↩️", style=discord.ButtonStyle.primary)))
    return Reply(view, private=True)


def lesson_view(
    snapshot: GameSnapshot, solution: Solution, film: Attachment | None, buttons: list[Component]
) -> Reply:
    """The move that lost a game and a better one, as a film if there is one, and the ways on."""
    heading = _("Why {game}, {deal}, was lost", **_names(snapshot))
    beyond = beyond_view(snapshot)
    explained = "\n".join(loss_lines(snapshot, solution))
    lines = [f"### {heading}", explained, beyond and f"-# {beyond}"]
    view = message(ui.TextDisplay("\n".join(filter(None, lines))))
    if film is not None:
        view.add_item(gallery((film.filename, explained)))
    if buttons:
        view.add_item(row(*buttons))
    return Reply(view, () if film is None else (film,), private=True)


def solution_question(snapshot: GameSnapshot) -> Reply:
    """Ask whether to give up the game to see how it is won."""
    text = _(
        "Show how {game}, {deal}, is won? The game then counts as given up, and dealt again it "
        "does not count.",
        **_names(snapshot),
    )
    return question_view(snapshot, text, BoardAction.SOLUTION, _("Show it and give up"))


def no_solution(snapshot: GameSnapshot, odds: Odds) -> Reply:
    """Say why there is no solution."""
    if odds.chances is not None:
        text = ngettext(
            "How to win cannot be shown: {number} card is unknown. Your game is unchanged.",
            "How to win cannot be shown: {number} cards are unknown. Your game is unchanged.",
            odds.chances.unknown,
        )
        lines = [text, chances_text(odds.chances), goes_on(odds)]
        return text_reply("\n".join(filter(None, lines)))
    if odds.verdict is Outcome.LOST:
        text = _(
            "**There is no solution.** {since} Your game is unchanged.",
            since=lost_since(snapshot, odds),
        )
    elif not odds.searched:
        text = _(
            "No way to win {game}, {deal}, has been found yet. Your game is unchanged.",
            **_names(snapshot),
        )
    else:
        text = _(
            "How to win {game}, {deal}, takes too long to work out. Your game is unchanged.",
            **_names(snapshot),
        )
    beyond = beyond_view(snapshot)
    lines = [text, goes_on(odds), beyond and f"-# {beyond}"]
    return text_reply("\n".join(filter(None, lines)))


def _names(snapshot: GameSnapshot) -> dict[str, object]:
    return {"game": translate(snapshot.game.rules.name), "deal": format_deal(snapshot)}


WATCH: Final = "watch"
"""The last part of the route of the button that plays the animation."""
_FILENAME: Final = "solution.txt"
_FAR: Final = 10
"""How many moves the buttons for several moves step."""


def solution_view(
    snapshot: GameSnapshot,
    solution: Solution,
    step: int,
    picture: Attachment | None,
    alt: str,
    *,
    is_animated: bool = False,
    is_active: bool,
) -> Reply:
    """A solution at one of its moves, which can be dealt again if it is of the active game."""
    title = translate(snapshot.game.rules.name)
    heading = _("How to win {game}, {deal}", game=title, deal=format_deal(snapshot))
    lines = [f"### {heading}", _summary(snapshot, solution)]
    if not is_animated:
        lines.append(_step_line(solution, step))
    if snapshot.state is not GameState.WON and (note := guessed(snapshot)):
        lines.append(f"-# {note}")
    view = message(ui.TextDisplay("\n".join(lines)))
    if picture is not None:
        view.add_item(gallery((picture.filename, alt)))
    for buttons in _buttons(snapshot, solution, step, is_animated=is_animated, is_active=is_active):
        view.add_item(row(*buttons))
    view.add_item(ui.File(f"attachment://{_FILENAME}"))
    record = Attachment(_FILENAME, solution.game.record().encode())
    attachments = (record,) if picture is None else (picture, record)
    return Reply(view, attachments, private=True)


def _step_line(solution: Solution, step: int) -> str:
    """Which move the board is after."""
    if step == 0:
        return _("**Start:** the cards as they are dealt.")
    game = solution.game
    return _(
        "**Move {number} of {moves}:** {move}",
        number=step,
        moves=len(game.moves),
        move=translate(game.boards[step - 1].describe(game.moves[step - 1])),
    )


def _buttons(
    snapshot: GameSnapshot, solution: Solution, step: int, *, is_animated: bool, is_active: bool
) -> tuple[list[Component], ...]:
    """The buttons to other moves, and those to the animation and the deal."""
    last = len(solution.game.moves)

    def to(target: int, name: str, label: str, emoji: str | None = None) -> Component:
        target = min(max(target, 0), last)
        # The name tells apart buttons that lead to the same move.
        route = f"{snapshot.game_id}:solution:{target}:{name}"
        is_here = target == step and not is_animated
        return button(route, label, emoji=emoji, disabled=is_here)

    steps = [
        to(step - _FAR, "far-back", f"−{_FAR}"),
        to(step - 1, "back", _("Previous"), "◀️"),
        to(step + 1, "next", _("Next"), "▶️"),
        to(step + _FAR, "far-next", f"+{_FAR}"),
    ]
    watch = f"{snapshot.game_id}:solution:{step}:{WATCH}"
    others = [
        to(0, "start", _("Start"), "⏮️"),
        to(last, "end", _("End"), "⏭️"),
        button(watch, _("Watch"), emoji="🎞️", disabled=is_animated),
    ]
    if is_active:
        again = board_route(snapshot, BoardAction.AGAIN)
        others.append(button(again, _("Same deal again"), emoji="🔁"))
    return steps, others


def _summary(snapshot: GameSnapshot, solution: Solution) -> str:
    """Which of the moves are the player's own, and whether the game was given up."""
    if snapshot.state is GameState.WON:
        return ngettext(
            "You won it yourself, in {number} move.",
            "You won it yourself, in {number} moves.",
            solution.own,
        )
    found = len(solution.game.moves) - solution.own
    given_up = _("The game is given up.")
    if solution.own == 0:
        from_deal = ngettext(
            "From the start, in {number} move.", "From the start, in {number} moves.", found
        )
        return f"{from_deal} {given_up}"
    own = ngettext("After your first move:", "After your first {number} moves:", solution.own)
    more = ngettext("won in {number} more move.", "won in {number} more moves.", found)
    return f"{own} {more} {given_up}"
