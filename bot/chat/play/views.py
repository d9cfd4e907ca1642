"""The board message, what is said of a win, giving up, and the list of unfinished games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import discord
from discord import ui

from bot.chat.games.pictures import add_entry, gallery
from bot.chat.play.board_texts import (
    NO_REMARKS,
    Remarks,
    board_texts,
    board_title,
    new_game_summary,
    open_reserve,
)
from bot.chat.play.buttons import NO_OFFERS, Offers, board_rows
from bot.chat.play.custom_ids import BoardAction, board_route
from bot.chat.play.verdicts import verdict_buttons
from bot.chat.responding.components import PREFIX, button, row, select
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
    inline,
    message,
    text_reply,
)
from bot.i18n import _, moment, ngettext, translate
from bot.i18n.texts import board_lines, picture_strings
from bot.models.play import GameState
from bot.wording.formatting import (
    format_cards,
    format_deal,
    format_moves,
    game_title,
    missed_word,
)
from rendering import Picture, scene_of
from rendering.board.alt import describe_changes
from rendering.encoding.gif import Animation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chat.play.rows import Row
    from bot.chat.responding.components import Component
    from bot.models.play import BoardVersion, GameSnapshot, GameSummary
    from engine import Game


_COMPONENTS: Final = 3
"""The components of a board message besides its rows: container, title and picture."""
_COMPONENTS_OF_ROW: Final = 2
"""How many a row with one button takes."""
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
    remarks: Remarks = NO_REMARKS,
    offers: Offers = NO_OFFERS,
) -> Reply:
    """The message that shows a board, as text without a picture."""
    attachments: tuple[Attachment, ...] = ()
    rows = board_rows(snapshot, selected, offers)
    if not snapshot.game.undone:
        # Beside the title they would make it wrap on a phone, and what is below move.
        if new_game_summary(snapshot):
            rows = _with_rules(snapshot, rows)
        elif remarks.left is not None and selected is None and not snapshot.state.is_final:
            rows = _with_way_back(snapshot, rows, remarks.left)
    container = ui.Container[ui.LayoutView](accent_colour=_COLOURS[snapshot.state])
    texts = board_texts(snapshot, selected, remarks)
    room = MAX_COMPONENTS - sum(1 + len(one) for one in rows) - _COMPONENTS
    more = None if remarks.verdict is None else verdict_buttons(snapshot, remarks.verdict)
    if more and room > len(more):
        rows = _with_more(rows, more, is_over=snapshot.state.is_final)
        room -= 1 + len(more)
    above, below = texts.above, texts.below
    if picture is not None and not snapshot.state.is_final:
        below = "\n".join(filter(None, (below, open_reserve(snapshot.game))))
    if below and not room:
        above, below = f"{above}\n{below}", ""
    room -= bool(below)
    container.add_item(ui.TextDisplay(f"{texts.title}\n{above}"))
    if picture is None:
        container.add_item(ui.TextDisplay(_as_text(snapshot.game)))
        if _offers_typing(snapshot) and room >= _COMPONENTS_OF_ROW:
            rows.append([_type_button(snapshot)])
    else:
        file = _file(snapshot, picture)
        attachments = (file,)
        container.add_item(gallery((file.filename, picture.alt)))
    if below:
        container.add_item(ui.TextDisplay(below))
    for components in rows:
        container.add_item(row(*components))
    return Reply(message(container), attachments, board=snapshot.board_version)


def _with_more(rows: Sequence[Row], more: Row, *, is_over: bool) -> list[Row]:
    """Rows with more keys: in the place of the first that has no live key, or below them.

    While a game goes on there is no row more: then they are beside Undo.
    """
    place = next((number for number, row in enumerate(rows) if _is_dead(row)), len(rows))
    if place == len(rows) and not is_over:
        return [*rows[:-1], [rows[-1][0], *more]]
    return [*rows[:place], more, *rows[place + 1 :]]


def _is_dead(row: Row) -> bool:
    return all(isinstance(one, ui.Button) and one.disabled for one in row)


def _offers_typing(snapshot: GameSnapshot) -> bool:
    """Whether a board of text has a button for those who would rather type than press."""
    return not (snapshot.state.is_final or snapshot.is_shared)


def _type_button(snapshot: GameSnapshot) -> Component:
    """The button below a board of text that opens the form for moves."""
    route = board_route(snapshot.board_version, BoardAction.TYPE)
    return button(route, _("Type moves"), emoji="⌨️")


def _with_rules(snapshot: GameSnapshot, rows: Sequence[Row]) -> list[Row]:
    """Rows with the rules of a new game in the place of Redo."""
    rules = button(f"rules:{snapshot.game.rules.id}", _("Rules"))
    redo = f"{PREFIX}{board_route(snapshot, BoardAction.REDO)}"
    return [[rules if one.custom_id == redo else one for one in components] for components in rows]


def _with_way_back(snapshot: GameSnapshot, rows: Sequence[Row], left: GameSnapshot) -> list[Row]:
    """Rows with a way back to the game put aside, in the place of what is missed least."""
    way_back = button(f"resume:{left.game_id}", _("Previous game"), emoji="↩️")
    *piles, (undo, _redo, advice, *others) = rows
    if not snapshot.game.moves:
        return [*piles, [way_back, advice, *others]]
    # With one more the row would wrap on a phone.
    return [*piles, [undo, way_back, advice]]


def _file(snapshot: GameSnapshot, picture: Picture | Animation) -> Attachment:
    name = f"board-{snapshot.game_id}-{snapshot.version}"
    match picture:
        case Animation(gif=content):
            return Attachment(f"{name}.gif", content)
        case Picture(png=content):
            return Attachment(f"{name}.png", content)


def text_of_board(snapshot: GameSnapshot) -> Reply:
    """A board as text alone, for one reader."""
    text = f"{board_title(snapshot)}\n{_as_text(snapshot.game)}"
    return Reply(message(ui.TextDisplay(text)), private=True)


def _as_text(game: Game) -> str:
    """What has just changed, and a block of the board: ``??`` is face down, the stock counted."""
    board = game.board
    changes = describe_changes(scene_of(game), picture_strings())
    stock = board.piles.get("s", ())
    lines = (line for line in board_lines(board).splitlines() if not line.startswith("s: "))
    counted = [f"s: {format_cards(len(stock))}"] if stock else []
    return "\n".join([*filter(None, [changes]), "```", *counted, *lines, "```"])


def give_up_question(snapshot: GameSnapshot) -> Reply:
    """Ask whether to give up a game."""
    return question_view(snapshot, _give_up_text(snapshot), BoardAction.GIVE_UP, _("Give up"))


def question_view(
    board: BoardVersion | GameSnapshot, text: str, action: BoardAction, label: str
) -> Reply:
    """Ask in private whether to do what ends a game, or to keep playing."""
    end = button(board_route(board, action), label, style=discord.ButtonStyle.danger)
    keep = button(board_route(board, BoardAction.KEEP), _("Keep playing"))
    return Reply(message(ui.TextDisplay(text), row(end, keep)), private=True)


def _give_up_text(snapshot: GameSnapshot) -> str:
    """The question, and what the answer means: a game without a move counts nowhere."""
    game = snapshot.game
    names = {"game": translate(game.rules.name), "deal": format_deal(snapshot)}
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


def played_word(snapshot: GameSnapshot, typed: int = 1) -> str:
    """How many of the typed moves were played, the last of them, and what autoplay has added."""
    game, typed = snapshot.game, min(typed, snapshot.steps)
    last = len(game.moves) - snapshot.steps + typed - 1
    played = ngettext(
        "Played: **{move}**",
        "Played {number} moves, the last: **{move}**",
        typed,
        move=translate(game.boards[last].describe(game.moves[last])),
    )
    more = snapshot.steps - typed
    if more:
        followed = ngettext("{number} more card went home.", "{number} more cards went home.", more)
        played = f"{played} · {followed}"
    return "\n".join(filter(None, (played, missed_word(snapshot))))


def undone_word(snapshot: GameSnapshot) -> str:
    """Which move was taken back."""
    game = snapshot.game
    move = translate(game.board.describe(game.undone[-1]))
    return _("Taken back: **{move}**", move=move)


def table_link(url: str) -> Reply:
    """The link to a table, for its player alone."""
    text = _("Your table, where you drag the cards. The link is for you alone: it works once.")
    link = ui.Button[ui.LayoutView](label=_("Open the table"), url=url)
    close = button("table:close", _("Close all my tables"))
    return Reply(message(ui.TextDisplay(text), row(link, close)), private=True)


PICTURED: Final = 5
"""How many unfinished games are shown with a picture."""


def unfinished_games(
    summaries: Sequence[GameSummary], pictures: Sequence[Picture | None] = ()
) -> Reply:
    """List a player's unfinished games to resume one, the first with small pictures."""
    if not summaries:
        return text_reply(_("You have no unfinished games. Type /play to start one."))
    count = (
        _("Your latest {number} unfinished games:", number=MAX_OPTIONS)
        if len(summaries) >= MAX_OPTIONS
        else ngettext(
            "You have {number} unfinished game.",
            "You have {number} unfinished games.",
            len(summaries),
        )
    )
    container = ui.Container[ui.LayoutView](ui.TextDisplay(count))
    attachments: tuple[Attachment, ...] = ()
    for one, picture in zip(summaries, pictures, strict=False):
        text = f"**{summary_title(one)}**\n{_progress(one)}"
        resume = button(f"resume:{one.game_id}", _("Resume"))
        attachments += add_entry(container, text, resume, f"game-{one.game_id}.png", picture)
    if len(summaries) > len(pictures):
        if pictures:
            container.add_item(ui.Separator())
        container.add_item(
            row(select("resume", _game_options(summaries), placeholder=_("Resume a game")))
        )
    return Reply(message(container), attachments, private=True)


def which_game_view(typed: str, summaries: Sequence[GameSummary], route: str) -> Reply:
    """Ask which of a player's games a text means; the answer goes to a route, as of a select."""
    text = _(
        "Which of your games do you mean by “{text}”?",
        text=inline(typed),
    )
    menu = select(route, _game_options(summaries), placeholder=_("Game"))
    return Reply(message(ui.TextDisplay(text), row(menu)), private=True)


def _game_options(summaries: Sequence[GameSummary]) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=summary_title(one)[:MAX_OPTION_TEXT],
            description=_progress(one),
            value=str(one.game_id),
        )
        for one in summaries[:MAX_OPTIONS]
    ]


def summary_title(summary: GameSummary) -> str:
    """A stored game's title and deal."""
    return f"{game_title(summary.rules_id)} · {format_deal(summary)}"


def _progress(summary: GameSummary) -> str:
    last = _("last played {when} UTC", when=moment(summary.updated_at))
    active = " · " + _("current game") if summary.is_active else ""
    return f"{format_moves(summary.moves)}, {last}{active}"
