"""Presses on the components under a board."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.chat.play.boards import (
    board_reply,
    deal_reply,
    harder_reply,
    offers_resume,
    played_reply,
    resume_reply,
    stored_id,
)
from bot.chat.play.custom_ids import UNDER_QUESTION, WITH_ARGUMENT, BoardAction
from bot.chat.play.progressive_hints import hint_reply
from bot.chat.play.share import replay_reply, win_card_reply
from bot.chat.play.solutions import solution_reply
from bot.chat.play.typed_moves import MOVES, moves_form, play_typed
from bot.chat.play.verdicts import offer_verdicts
from bot.chat.play.views import give_up_question
from bot.chat.responding.audience import boards_are_private
from bot.chat.responding.components import Entries, NotOffered, on_press
from bot.chat.responding.live_boards import shows_board
from bot.chat.responding.mentions import mention
from bot.chat.responding.replies import Reply, text_reply
from bot.i18n import N_, _, ngettext, translate
from bot.models.play import BoardVersion
from bot.service.errors import NotYours, SecretDeal, StaleBoard
from bot.service.play.games import Games
from bot.wording.formatting import format_deal
from engine import Move

if TYPE_CHECKING:
    from bot.chat.responding.context import Context
    from bot.models.play import GameSnapshot

    BoardHandler = Callable[[Context, BoardVersion, str], Awaitable[Reply]]

_OLD_BOARD: Final = N_("That board was out of date. This is the current one.")
_DAY_OVER: Final = N_("This game is over; only your first result of the day counts.")
_NO_MOVE: Final = N_("Nothing can move from {pile} right now.")
_OTHER_GAME: Final = N_("This is about a game you put aside. Type /resume to go back to it first.")
_PLAYED_ON: Final = N_("You played on since then, so nothing was changed.")
_OVER: Final = N_("This game is over already, so nothing was changed.")
_GOES_ON: Final = N_("Your game goes on.")
_TAKEN_UP: Final = N_("Back in this game. {game} waits where you left it.")
_DEAL_TAKEN_UP: Final = N_("Back in this game. The other {game}, {deal}, waits where you left it.")


SharedHandler = Callable[["Context", int, "BoardVersion", BoardAction, str], Awaitable["Reply"]]
"""Takes who pressed, whose board, which version of it, the action and its argument."""

_on_shared_boards: list[SharedHandler] = []


def on_shared_board(handler: SharedHandler) -> SharedHandler:
    """Register what handles presses on boards that belong to no player."""
    _on_shared_boards.append(handler)
    return handler


def on_board(action: BoardAction) -> Callable[[BoardHandler], BoardHandler]:
    """Register an action on the player's own current board; others are shown it, or refused."""

    def register(handler: BoardHandler) -> BoardHandler:
        async def press(context: Context, game_id: int, version: int, argument: str = "") -> Reply:
            board = BoardVersion(game_id, version)
            try:
                return await handler(context, board, argument)
            except NotYours as error:
                if error.owner < 0:
                    [press_shared] = _on_shared_boards
                    return await press_shared(context, error.owner, board, action, argument)
                return text_reply(
                    _(
                        "This is {player}'s game. Type /play to start your own.",
                        player=mention(error.owner),
                    )
                )
            except StaleBoard as stale:
                if action in UNDER_QUESTION:
                    return await _too_late(context, action, board, stale.current)
                if stale.current.game_id == game_id:
                    return await _current_board(context, board, stale.current)
                return await _take_up(
                    context,
                    lambda context: handler(context, board, argument),
                    action,
                    board,
                    stale.current,
                )

        async def choose(
            context: Context, game_id: int, version: int, part: str, values: tuple[str, ...]
        ) -> Reply:
            return await press(context, game_id, version, values[0])

        async def submit(context: Context, game_id: int, version: int, entries: Entries) -> Reply:
            return await press(context, game_id, version, entries[MOVES][0])

        route = f"{{game_id:int}}:{{version:int}}:{action.value}"
        if action is BoardAction.TYPED:
            on_press(route, private=boards_are_private, typed=True)(submit)
        elif action in WITH_ARGUMENT:
            on_press(f"{route}:{{argument}}")(press)
            on_press(f"{{game_id:int}}:{{version:int}}:choose:{action.value}:{{part}}")(choose)
        else:
            on_press(route)(press)
        return handler

    return register


async def _current_board(context: Context, pressed: BoardVersion, current: GameSnapshot) -> Reply:
    """The current position of a game, in response to a press on an earlier one."""
    # What looks like an old board may be a second press made before the first was answered; then
    # there is nothing to say.
    if current.day is not None and current.state.is_final:
        return await board_reply(context, current, notice=_(_DAY_OVER))
    notice = _(_OLD_BOARD) if current.version > pressed.version + 1 else ""
    return await board_reply(context, current, notice=notice)


async def _too_late(
    context: Context, action: BoardAction, asked: BoardVersion, current: GameSnapshot
) -> Reply:
    """The reply to a press under a question about a board that is no longer the current one."""
    if asked.game_id != current.game_id:
        return text_reply(_(_OTHER_GAME))
    if current.state.is_final:
        return replace(await board_reply(context, current), word=_(_OVER))
    word = _(_GOES_ON) if action is BoardAction.KEEP else _(_PLAYED_ON)
    return replace(await board_reply(context, current), word=word)


async def _take_up(
    context: Context,
    act: Callable[[Context], Awaitable[Reply]],
    action: BoardAction,
    pressed: BoardVersion,
    current: GameSnapshot,
) -> Reply:
    """Go back to the game whose board was pressed, and act on it."""
    games = context.services[Games]
    deals = action in (BoardAction.AGAIN, BoardAction.NEW)
    if deals and not current.version and await shows_board(context, current.game_id):
        # A second press made before the first was answered.
        return await board_reply(context, current)
    game = await games.get(pressed.game_id)
    if game.state.is_final and not deals:
        return replace(await board_reply(context, game, notice=_(_OVER)), board=None)
    await games.take_up(context.player, pressed.game_id)
    is_left = bool(current.game.moves) and not current.state.is_final
    if is_left and deals and len(current.game.moves) > 1:
        context = replace(context, left=current)
    elif is_left and not deals:
        context = replace(context, notice=_taken_up(game, current))
    try:
        reply = await act(context)
        # What an earlier game came to stays to be seen.
        return replace(reply, new_message=True) if deals and game.state.is_final else reply
    except StaleBoard as stale:
        return await _current_board(context, pressed, stale.current)


def _taken_up(game: GameSnapshot, left: GameSnapshot) -> str:
    """The notice on a board that was taken up again, about the game that was left for it."""
    title = translate(left.game.rules.name)
    if game.game.rules.id != left.game.rules.id:
        return _(_TAKEN_UP, game=title)
    return _(_DEAL_TAKEN_UP, game=title, deal=format_deal(left))


@on_board(BoardAction.TAP)
async def tap(context: Context, board: BoardVersion, pile: str) -> Reply:
    """Play the pile's move, or select the pile."""
    result = await context.services[Games].tap(
        context.player, pile, context.preferences, expected=board
    )
    if result.moved:
        return await played_reply(context, result.snapshot)
    nothing = result.selected is None
    return await board_reply(
        context,
        result.snapshot,
        selected=result.selected,
        notice=_(_NO_MOVE, pile=pile) if nothing else "",
    )


@on_board(BoardAction.PLAY)
async def play(context: Context, board: BoardVersion, move: str) -> Reply:
    """Play a move."""
    autoplay = context.preferences.autoplay
    snapshot = await context.services[Games].play(
        context.player, Move.parse(move), expected=board, autoplay=autoplay
    )
    return await played_reply(context, snapshot)


@on_board(BoardAction.TYPE)
async def ask_for_moves(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Show the form to type moves in."""
    return moves_form((await _current(context, board)).board_version)


on_board(BoardAction.TYPED)(play_typed)


@on_board(BoardAction.BACK)
async def back(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Show the board without a selected pile."""
    return await board_reply(context, await _current(context, board))


@on_board(BoardAction.UNDO)
async def undo(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Take the last move back."""
    autoplay = context.preferences.autoplay
    return await board_reply(
        context,
        await context.services[Games].undo(context.player, expected=board, autoplay=autoplay),
    )


@on_board(BoardAction.REDO)
async def redo(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Play the move taken back last again."""
    games = context.services[Games]
    return await board_reply(context, await games.redo(context.player, expected=board))


@on_board(BoardAction.UNDO_TO)
async def undo_to(context: Context, board: BoardVersion, moves: str) -> Reply:
    """Take moves back until a number of them is left."""
    count = int(moves) if moves.isascii() and moves.isdigit() else 0
    snapshot = await context.services[Games].undo_to(context.player, count, expected=board)
    word = ngettext("Took back {number} move.", "Took back {number} moves.", snapshot.steps)
    return replace(await board_reply(context, snapshot), word=word)


@on_board(BoardAction.FINISH)
async def finish(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Win the rest of the game."""
    games = context.services[Games]
    return await played_reply(context, await games.finish(context.player, expected=board))


@on_board(BoardAction.GIVE_UP)
async def give_up(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Give the game up, after the question."""
    snapshot = await context.services[Games].give_up(context.player, expected=board)
    reply = replace(await board_reply(context, snapshot), word=_("Given up."))
    return await offer_verdicts(context, snapshot, reply)


@on_board(BoardAction.ASK)
async def ask(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Ask whether to give the game up."""
    return give_up_question(await _current(context, board))


@on_board(BoardAction.KEEP)
async def keep(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Go on with the game, after the question."""
    reply = await board_reply(context, await _current(context, board))
    return replace(reply, word=_(_GOES_ON))


@on_board(BoardAction.AGAIN)
async def again(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Deal the same deal again."""
    snapshot = await context.services[Games].restart(
        context.player, expected=board, place=context.place
    )
    return await board_reply(context, snapshot)


@on_board(BoardAction.NEW)
async def new(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Deal another deal of the game, as hard as this one if that was compared with others."""
    current = await _current(context, board)
    rules = current.game.rules
    return await deal_reply(context, rules.id, expected=board, grade=current.grade)


@on_board(BoardAction.HINT)
async def hint(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Show a hint."""
    return await hint_reply(context, await _current(context, board), all_cards=False)


@on_board(BoardAction.PEEK)
async def peek(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Show a hint that uses the cards the player cannot see."""
    return await hint_reply(context, await _current(context, board), all_cards=True)


@on_board(BoardAction.SOLUTION)
async def solution(context: Context, board: BoardVersion, _argument: str) -> Reply:
    """Show how the game is won, after the question."""
    # The solution replaces the question, which is private already.
    return replace(await solution_reply(context, await _current(context, board)), private=False)


@on_press("{game_id:int}:practise:{moves:int}", updates=False, private=boards_are_private)
@offers_resume
async def practise(context: Context, game_id: int, moves: int) -> Reply:
    """Go back to a move of a finished game, in a new one that does not count."""
    games = context.services[Games]
    return await board_reply(
        context, await games.practise(context.player, game_id, moves, context.place)
    )


@on_press("{game_id:int}:line", updates=False, private=True)
async def winning_line(context: Context, game_id: int) -> Reply:
    """Show how a finished game is won."""
    snapshot = await context.services[Games].get_own(context.player, game_id)
    return await solution_reply(context, snapshot)


@on_press("{game_id:int}:{version:int}:replay")
async def replay(context: Context, game_id: int, version: int) -> Reply:
    """Show the replay of anybody's game."""
    return await replay_reply(context, await context.services[Games].get(game_id))


@on_press("{game_id:int}:{version:int}:clip")
async def clip(context: Context, game_id: int, version: int) -> Reply:
    """Show the moves that decided anybody's win."""
    snapshot = await context.services[Games].get(game_id)
    return await replay_reply(context, snapshot, is_clip=True)


@on_press("{game_id:int}:harder", updates=False, private=boards_are_private)
@offers_resume
async def harder(context: Context, game_id: int) -> Reply:
    """Deal a deal that is a bit harder than one that was won."""
    won = await context.services[Games].get_own(context.player, game_id)
    if won.is_secret:
        raise SecretDeal
    return await harder_reply(context, won.game.rules.id, won.deal_number)


@on_press("{game_id:int}:{version:int}:share")
async def share(context: Context, game_id: int, version: int) -> Reply:
    """Share the card of a win."""
    snapshot = await context.services[Games].get_own(context.player, game_id)
    return await win_card_reply(context, snapshot)


@on_press("deal:{rules_id}", updates=False, private=boards_are_private)
@offers_resume
async def deal(context: Context, rules_id: str) -> Reply:
    """Deal a game to the player who presses the button."""
    return await deal_reply(context, rules_id)


@on_press("deal:{rules_id}:{deal_number:int}", updates=False, private=boards_are_private)
@offers_resume
async def deal_again(context: Context, rules_id: str, deal_number: int) -> Reply:
    """Deal the deal of a shared win to the player who presses the button."""
    snapshot = await context.services[Games].start(
        context.player, rules_id, deal_number, context.place, winnable=True
    )
    return await board_reply(context, snapshot)


async def _current(context: Context, board: BoardVersion) -> GameSnapshot:
    """The player's active game at the version that was pressed on."""
    return await context.services[Games].expect(context.player, board)


@on_press("resume", updates=False, private=boards_are_private)
@on_press("resume:{game_id}", updates=False, private=boards_are_private)
async def resume(context: Context, game_id: str = "", values: tuple[str, ...] = ()) -> Reply:
    """Resume a game chosen from the list, or go back to the one that was put aside."""
    if not game_id and not values:
        raise NotOffered
    return await resume_reply(context, stored_id(game_id or values[0]))
