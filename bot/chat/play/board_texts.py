"""What stands above a board and below it: two lines above at most, whatever there is to say.

The first line is the title. The second says what matters now; what is read once stands below the
picture, where it keeps nobody from playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.chat.responding.mentions import mention
from bot.i18n import _, card_label, ngettext, translate
from bot.models.play import Experience, GameState
from bot.service.play.moves import distinct_moves
from bot.wording.formatting import (
    board_goal,
    board_remark,
    format_deal,
    format_difficulty,
    format_duration,
    format_help,
    format_moves,
    format_progress,
)
from bot.wording.verdicts import Verdict, verdict_line
from engine.rules import PileKind, Scoring
from engine.wording import pile_name
from rendering.board.arrangement import shows_top_only
from rendering.board.scene import FOUNDATIONS

if TYPE_CHECKING:
    from bot.models.play import GameSnapshot
    from engine import Game


@dataclass(frozen=True, slots=True)
class Remarks:
    """What there is to say of a board beside what it shows.

    Attributes:
        notice: what has just happened, in lines; the first stands above the picture.
        pace: where another player of the same deal was after as much time.
    """

    notice: str = ""
    race: str = ""
    left: GameSnapshot | None = None
    is_lost: bool = False
    verdict: Verdict | None = None
    pace: str = ""
    is_quiet: bool = False


NO_REMARKS = Remarks()


@dataclass(frozen=True, slots=True)
class BoardTexts:
    """The texts of a board: the title, a line between it and the picture, lines below that."""

    title: str
    above: str
    below: str


def board_texts(
    snapshot: GameSnapshot, selected: str | None = None, remarks: Remarks = NO_REMARKS
) -> BoardTexts:
    """The texts of a board."""
    above, *below = _lines(snapshot, selected, remarks)
    if remarks.verdict is not None:
        line, *more = verdict_line(snapshot, remarks.verdict).splitlines()
        if snapshot.state is GameState.STUCK and not snapshot.is_shared:
            # It takes the place of the line that it explains, so that no key moves.
            above, below = f"-# {_('**Stuck:** {why}', why=line)}", more
        else:
            is_loss = snapshot.state is GameState.GIVEN_UP
            below += [line if is_loss else f"-# {line}", *more]
    below.append(remarks.pace)
    return BoardTexts(board_title(snapshot), above, "\n".join(filter(None, below)))


def open_reserve(game: Game) -> str:
    """The cards of a face-up reserve that the picture does not show; empty for none."""
    if not shows_top_only(game.rules.reserve):
        return ""
    piles = game.board.compiled.piles_of(PileKind.RESERVE)
    stacks = [game.board.stacks[pile.index] for pile in piles]
    return "\n".join(
        f"-# {_('Reserve, top card last: {cards}', cards=' '.join(map(card_label, stack)))}"
        for stack in stacks
        if len(stack) > 1
    )


def board_title(snapshot: GameSnapshot) -> str:
    """The heading of a board: the game, its deal, and how hard that is if it was compared."""
    parts = [translate(snapshot.game.rules.name), format_deal(snapshot)]
    if snapshot.grade is not None:
        parts.append(format_difficulty(snapshot.grade))
    return f"### {' · '.join(parts)}"


def folded_line(snapshot: GameSnapshot, *, is_quiet: bool) -> str:
    """What is left of a board that is folded to a line: the game, and how far it is or ended."""
    title, moves = f"**{translate(snapshot.game.rules.name)}**", len(snapshot.game.moves)
    if snapshot.state.is_final:
        # Its buttons know the deal, for which a phone's line has no room.
        parts = [title, _end(snapshot, is_quiet=is_quiet)]
    else:
        parts = [title, format_deal(snapshot), format_moves(moves)]
    return f"-# {' · '.join([mention(snapshot.player), *parts])}"


def _lines(snapshot: GameSnapshot, selected: str | None, remarks: Remarks) -> list[str]:
    """What there is to say, the line for above the picture first."""
    # In small letters, as it may be much, and is as high as the line whose place it takes.
    notice = [f"-# {line.removeprefix('-# ')}" for line in remarks.notice.splitlines()]
    goal = board_goal(snapshot)
    if snapshot.state.is_final:
        used = format_help(snapshot) if snapshot.state is GameState.WON else ""
        with_help = f"-# {_('With {help}.', help=used)}" if used else ""
        who = _("Together") if snapshot.is_shared else mention(snapshot.player)
        ended = f"-# {who} · {_end(snapshot, is_quiet=remarks.is_quiet)}"
        uncounted = snapshot.practice and not snapshot.is_shared
        practice = f"-# {_('It does not count.')}" if uncounted else ""
        return [ended, with_help, practice, goal, remarks.race, *notice]
    if selected is not None:
        return [_question(snapshot, selected), *notice]
    # What the line above has no room for is read once.
    aims = [remarks.race, goal] if snapshot.version == 0 else []
    summary = new_game_summary(snapshot)
    facts_matter = snapshot.version or snapshot.is_shared or snapshot.practice
    if summary and not facts_matter and summary not in remarks.notice:
        # As high as what stands there from the first move on.
        return [f"-# {summary}", *notice, *aims]
    if remarks.left is not None:
        return [_put_aside(remarks.left), *notice, *aims]
    if notice:
        return [*notice, *aims]
    if snapshot.state is GameState.STUCK:
        return [f"-# {_('**Stuck:** no card can be played any more.')}"]
    return [_facts(snapshot, remarks, goal)]


def _facts(snapshot: GameSnapshot, remarks: Remarks, goal: str) -> str:
    """Whose game it is and how far, or what it is played for."""
    game = snapshot.game
    if remarks.race or goal:
        aims = [remarks.race, goal.removeprefix("-# ")]
        return "-# " + " · ".join([format_moves(len(game.moves)), *filter(None, aims)])
    # By default each card home scores one point, so the score would only repeat that. A phone's
    # line has no room for both, nor for what matters more.
    has_score = game.rules.scoring != Scoring()
    score = _("score {score}", score=game.score) if has_score else ""
    progress = "" if has_score else format_progress(game.rules, game.board.progress)
    facts = [board_remark(snapshot, is_lost=remarks.is_lost) or progress, score]
    known = [mention(snapshot.player), format_moves(len(game.moves)), *filter(None, facts)]
    return f"-# {' · '.join(known)}"


def _question(snapshot: GameSnapshot, selected: str) -> str:
    """Where to move what is selected."""
    chosen = _selection(snapshot, selected)
    question = (
        _("**{chosen}**: with which card?", chosen=chosen)
        if snapshot.game.rules.foundations.groups
        else _("**{chosen}**: where to?", chosen=chosen)
    )
    return f"-# {format_moves(len(snapshot.game.moves))} · {question}"


def new_game_summary(snapshot: GameSnapshot) -> str:
    """The description of a game that its player has not played before; else empty."""
    is_new = snapshot.experience is not Experience.SAME_GAME and not snapshot.state.is_final
    return _(snapshot.game.rules.summary) if is_new else ""


def _end(snapshot: GameSnapshot, *, is_quiet: bool) -> str:
    """How a game ended."""
    moves = len(snapshot.game.moves)
    # A race has a clock of its own, from the start that all have in common.
    is_timeless = is_quiet or snapshot.race_id is not None
    time = "" if is_timeless else format_duration(snapshot.elapsed)
    if snapshot.state is GameState.WON:
        if not time:
            return ngettext("🎉 **Won** in {number} move.", "🎉 **Won** in {number} moves.", moves)
        return ngettext(
            "🎉 **Won** in {number} move and {time}.",
            "🎉 **Won** in {number} moves and {time}.",
            moves,
            time=time,
        )
    if not time:
        return ngettext("Given up after {number} move.", "Given up after {number} moves.", moves)
    return ngettext(
        "Given up after {number} move and {time}.",
        "Given up after {number} moves and {time}.",
        moves,
        time=time,
    )


def _selection(snapshot: GameSnapshot, selected: str) -> str:
    """What is selected: ``7♥ from 3``, or ``Pile 3`` while the number of cards is open.

    The waste has a name that says more than its letter.
    """
    moves = distinct_moves(snapshot.game).get(selected, ())
    if any(move.count > 1 for move in moves):
        return _("Pile {name}", name=selected)
    pile, *others = {move.source for move in moves} if selected == FOUNDATIONS else {selected}
    if others:
        return _("From a foundation")
    board = snapshot.game.board
    source = board.compiled.piles[board.compiled.index_of[pile]]
    name = translate(pile_name(source)) if source.kind is PileKind.WASTE else pile
    return _("{card} from {pile}", card=card_label(board.piles[pile][-1]), pile=name)


def _put_aside(left: GameSnapshot) -> str:
    """The line about the game that was put aside for another."""
    text = _("You put **{game}** aside.", game=translate(left.game.rules.name))
    return f"-# {text}"
