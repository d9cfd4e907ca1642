"""The board message, the question before giving up, and the list of unfinished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.formatting import (
    board_goal,
    format_cards,
    format_deal,
    format_duration,
    format_help,
    format_moves,
    game_title,
    missed_word,
)
from bot.chat.games.pictures import gallery
from bot.chat.play.buttons import board_rows
from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.rows import offers_moves
from bot.chat.responding.components import button, row, select
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import (
    GOLD,
    GREEN,
    GREY,
    MAX_COMPONENTS,
    MAX_OPTION_TEXT,
    MAX_OPTIONS,
    ORANGE,
    Attachment,
    Reply,
    message,
    text_reply,
)
from bot.i18n import _, card_label, moment, ngettext, translate
from bot.models.play import Experience, GameState
from bot.service.play.moves import distinct_moves
from engine.rules import Scoring, Win
from rendering import Picture
from rendering.encoding.gif import Animation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.responding.components import Component
    from bot.models.daily import DailyDeal
    from bot.models.play import GameSnapshot, GameSummary
    from engine import Board

_COMPONENTS_WITH_RULES: Final = 6
"""The components of a board message besides its rows: container, section with heading and button,
status and picture."""
_COLOURS: Final = {
    GameState.PLAYING: GREEN,
    GameState.STUCK: ORANGE,
    GameState.WON: GOLD,
    GameState.GIVEN_UP: GREY,
}


def board_view(
    snapshot: GameSnapshot,
    picture: Picture | Animation | None,
    *,
    selected: str | None = None,
    notice: str = "",
    offers_peek: bool = False,
    offers_daily: bool = False,
    following: DailyDeal | None = None,
) -> Reply:
    """The message that shows a board.

    Args:
        picture: its picture, animated or not; None shows the board as text.
        selected: the pile selected to move from, if any.
        notice: a sentence above the picture.
        offers_peek: whether a hint without the hidden cards is shown, and one with them offered.
        offers_daily: whether the day's deal is offered after a win.
        following: the deal of today that is offered after one of them is won.
    """
    attachments: tuple[Attachment, ...] = ()
    rows = board_rows(
        snapshot,
        selected,
        offers_peek=offers_peek,
        offers_daily=offers_daily,
        following=following,
    )
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS[snapshot.state])
    heading = f"### {_(snapshot.game.rules.title)} · {format_deal(snapshot)}"
    below = "\n".join(filter(None, (_facts(snapshot, selected), _status(snapshot, notice))))
    if _explains_rules(snapshot) and _has_room_for_rules(rows):
        rules = button(f"rules:{snapshot.game.rules.id}", _("Rules"))
        # Beside the button the facts would wrap on a phone, at times, and move what is below.
        container.add_item(ui.Section(heading, accessory=rules))
        container.add_item(ui.TextDisplay(below))
    else:
        container.add_item(ui.TextDisplay(f"{heading}\n{below}"))
    if picture is None:
        container.add_item(ui.TextDisplay(f"```\n{_as_text(snapshot.game.board)}\n```"))
    else:
        file = _file(snapshot, picture)
        attachments = (file,)
        container.add_item(gallery((file.filename, picture.alt)))
    for components in rows:
        container.add_item(row(*components))
    return Reply(message(container), attachments, board=snapshot.board_version)


def _explains_rules(snapshot: GameSnapshot) -> bool:
    """Whether a board offers the rules: while the first game of its kind goes on."""
    return snapshot.experience is not Experience.SAME_GAME and not snapshot.state.is_final


def _has_room_for_rules(rows: Sequence[Sequence[Component]]) -> bool:
    return sum(1 + len(one) for one in rows) + _COMPONENTS_WITH_RULES <= MAX_COMPONENTS


def _file(snapshot: GameSnapshot, picture: Picture | Animation) -> Attachment:
    name = f"board-{snapshot.game_id}-{snapshot.version}"
    match picture:
        case Animation(gif=content):
            return Attachment(f"{name}.gif", content)
        case Picture(png=content):
            return Attachment(f"{name}.png", content)


def _as_text(board: Board) -> str:
    """The board, a pile a line: face-down cards are ``??``, and the stock's only counted."""
    stock = board.piles.get("s", ())
    lines = (line for line in str(board).splitlines() if not line.startswith("s: "))
    return "\n".join([f"s: {format_cards(len(stock))}", *lines] if stock else lines)


def _facts(snapshot: GameSnapshot, selected: str | None) -> str:
    """The line below the title: whose game it is and how far, or where to move what is selected."""
    game = snapshot.game
    facts = [
        mention(snapshot.player),
        format_moves(len(game.moves)),
        _progress_of(game.board),
    ]
    # By default each card home scores one point, so the score would only repeat that.
    if game.rules.scoring != Scoring():
        facts.append(_("score {score}", score=game.score))
    if snapshot.winnable and not snapshot.state.is_final:
        facts.append(_("winnable"))
    if selected is not None:
        # A line of its own would move the picture.
        chosen = _selection(snapshot, selected)
        question = (
            _("**{chosen}**: with which card?", chosen=chosen)
            if game.rules.foundations.groups
            else _("**{chosen}**: where to?", chosen=chosen)
        )
        facts = [format_moves(len(game.moves)), question]
    return f"-# {' · '.join(facts)}"


def _progress_of(board: Board) -> str:
    """How far a board is, by what wins it."""
    rules, counts = board.rules, {"home": board.home_count, "cards": board.rules.card_count}
    if rules.win is Win.ONE_PILE:
        piles = sum(bool(board.stacks[pile.index]) for pile in board.compiled.tableau)
        return ngettext("{number} pile left", "{number} piles left", piles)
    if rules.win is Win.CLEARED or board.compiled.deals_to_foundation:
        cards = sum(len(board.stacks[pile.index]) for pile in board.compiled.tableau)
        return ngettext("{number} card to clear", "{number} cards to clear", cards)
    if rules.win is Win.ROWS:
        return _("{home} of {cards} cards in place", **counts)
    if rules.foundations.groups:
        return _("{home} of {cards} cards discarded", **counts)
    return _("{home} of {cards} cards home", **counts)


def _status(snapshot: GameSnapshot, notice: str) -> str:
    """What is to be said of the board, in lines; empty for nothing."""
    lines = (*_first_steps(snapshot), _state(snapshot), board_goal(snapshot), notice)
    return "\n".join(line for line in lines if line)


def _first_steps(snapshot: GameSnapshot) -> tuple[str, ...]:
    """What to tap and what the colours mean, for as long as a player's first game goes on."""
    if snapshot.experience is not Experience.NONE or snapshot.state.is_final:
        return ()
    rules = snapshot.game.rules
    if offers_moves(snapshot.game.board.compiled):
        return (_("Tap the move you want to play."),)
    if rules.foundations.groups:
        return (
            _("Tap a **green** pile to discard its card."),
            _("If it has several partners, you choose."),
        )
    if rules.foundations.is_single:
        return (_("Tap a **green** pile to play its card."),)
    return (
        _("Tap the pile you want to move from."),
        _("**Green** can go home, **grey** moves."),
    )


def _state(snapshot: GameSnapshot) -> str:
    """The line on the state of the game; empty while it is being played."""
    moves, time = len(snapshot.game.moves), format_duration(snapshot.elapsed)
    match snapshot.state:
        case GameState.WON:
            won = ngettext(
                "🎉 **Won** in {number} move and {time}.",
                "🎉 **Won** in {number} moves and {time}.",
                moves,
                time=time,
            )
            used = format_help(snapshot)
            return f"{won}\n-# {_('With {help}.', help=used)}" if used else won
        case GameState.STUCK:
            return _("**Stuck:** no moves left. Take some back, or start a new deal.")
        case GameState.GIVEN_UP:
            return ngettext(
                "Given up after {number} move and {time}.",
                "Given up after {number} moves and {time}.",
                moves,
                time=time,
            )
        case GameState.PLAYING:
            return ""


def _selection(snapshot: GameSnapshot, selected: str) -> str:
    """What is selected: ``7♥ from 3``, or ``Pile 3`` while the number of cards is open."""
    moves = distinct_moves(snapshot.game).get(selected, ())
    if any(move.count > 1 for move in moves):
        return _("Pile {name}", name=selected)
    card = card_label(snapshot.game.board.piles[selected][-1])
    return _("{card} from {pile}", card=card, pile=selected)


def give_up_question(snapshot: GameSnapshot) -> Reply:
    """Ask whether to give up a game."""
    board = snapshot.board_version
    buttons = row(
        button(
            board_route(board, BoardAction.GIVE_UP),
            _("Give up"),
            style=discord.ButtonStyle.danger,
        ),
        button(board_route(board, BoardAction.KEEP), _("Keep playing")),
    )
    return Reply(message(ui.TextDisplay(_give_up_text(snapshot)), buttons), private=True)


def _give_up_text(snapshot: GameSnapshot) -> str:
    """The question, and what the answer means: a game without a move counts nowhere."""
    game = snapshot.game
    names = {"game": _(game.rules.title), "deal": format_deal(snapshot)}
    if not (snapshot.has_one_result or game.moves or snapshot.undos):
        return _("Give up {game}, {deal}? You have not made a move, so it does not count.", **names)
    return ngettext(
        "Give up {game}, {deal}, after {number} move? It counts as not won, and you cannot go "
        "back to it.",
        "Give up {game}, {deal}, after {number} moves? It counts as not won, and you cannot go "
        "back to it.",
        len(game.moves),
        **names,
    )


def put_aside(snapshot: GameSnapshot) -> Reply:
    """Say that a game was put aside for another, and offer to go back to it."""
    text = ngettext(
        "You put **{game} · {deal}** aside after {number} move.",
        "You put **{game} · {deal}** aside after {number} moves.",
        len(snapshot.game.moves),
        game=_(snapshot.game.rules.title),
        deal=format_deal(snapshot),
    )
    back = button(f"resume:{snapshot.game_id}", _("Go back to it"), emoji="↩️")
    return Reply(message(ui.TextDisplay(text), row(back)), private=True)


def played_word(snapshot: GameSnapshot) -> str:
    """What a typed action has played, and how many cards autoplay has added."""
    game = snapshot.game
    first = len(game.moves) - snapshot.steps
    played = f"**{translate(game.boards[first].describe(game.moves[first]))}**"
    more = snapshot.steps - 1
    if more:
        followed = ngettext("{number} more card went home.", "{number} more cards went home.", more)
        played = f"{played} · {followed}"
    return "\n".join(filter(None, (played, missed_word(snapshot))))


def undone_word(snapshot: GameSnapshot) -> str:
    """Which move was taken back."""
    game = snapshot.game
    move = translate(game.board.describe(game.undone[-1]))
    return _("Taken back: **{move}**", move=move)


def unfinished_games(summaries: Sequence[GameSummary]) -> Reply:
    """List a player's unfinished games, to resume one."""
    if not summaries:
        return text_reply(_("You have no unfinished games. Type /play to start one."))
    options = [
        discord.SelectOption(
            label=summary_title(one)[:MAX_OPTION_TEXT],
            description=_progress(one),
            value=str(one.game_id),
        )
        for one in summaries[:MAX_OPTIONS]
    ]
    count = ngettext(
        "You have {number} unfinished game.", "You have {number} unfinished games.", len(summaries)
    )
    menu = select("resume", options, placeholder=_("Resume a game"))
    return Reply(message(ui.TextDisplay(count), row(menu)), private=True)


def summary_title(summary: GameSummary) -> str:
    """A stored game's title and deal."""
    return f"{game_title(summary.rules_id)} · {format_deal(summary)}"


def _progress(summary: GameSummary) -> str:
    last = _("last played {when} UTC", when=moment(summary.updated_at))
    active = " · " + _("current game") if summary.is_active else ""
    return f"{format_moves(summary.moves)}, {last}{active}"
