"""What is said unasked of a game that is over or stuck: what lost it, or that it could be won."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.i18n import _, translate
from bot.models.advice import Odds
from bot.models.play import GameState
from bot.service.solver.tries import TRIES
from bot.wording.hints import lost_since
from engine.hidden_cards import has_guesses
from engine.solver import Outcome

if TYPE_CHECKING:
    from bot.models.advice import Solution
    from bot.models.play import GameSnapshot
    from bot.service.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Verdict:
    """What there is to say of a game that is over or stuck.

    Attributes:
        odds: whether it could still be won, or which move lost it.
        fair_wins: how many tries at its deal a fair player won; None for nothing to say of that.
    """

    odds: Odds
    fair_wins: int | None = None

    @property
    def is_settled(self) -> bool:
        """Whether a longer search would add nothing."""
        return self.odds.verdict is Outcome.WON or self.odds.names_move or self.odds.lost == 0


def says_verdict(preferences: Preferences, snapshot: GameSnapshot) -> bool:
    """Whether a player is told of a game whether it can be won."""
    if snapshot.is_contested or snapshot.state is GameState.WON:
        return False
    if snapshot.state is GameState.GIVEN_UP:
        return preferences.losses
    if snapshot.is_secret or not snapshot.version:
        return False
    return preferences.losses if snapshot.state is GameState.STUCK else preferences.verdicts


def verdict_of(snapshot: GameSnapshot, odds: Odds) -> Verdict | None:
    """What there is to say of a game that is over or stuck; None for nothing."""
    if snapshot.state is GameState.PLAYING or odds.chances is not None:
        return None
    if odds.verdict is Outcome.UNKNOWN or (odds.winnable is None and odds.lost):
        return None
    return Verdict(replace(odds, searched=0.0))


def verdict_line(snapshot: GameSnapshot, verdict: Verdict) -> str:
    """What lost a game, and how often its deal is won without seeing all cards."""
    if snapshot.state is GameState.WON:
        return _(
            "💪 **A hard deal:** I won {wins} of {number} tries without seeing face-down cards.",
            wins=verdict.fair_wins,
            number=TRIES,
        )
    if verdict.odds.verdict is Outcome.WON:
        line = _("It could still be won.")
    else:
        line = lost_since(snapshot, verdict.odds)
    more = [guessed(snapshot)]
    if verdict.fair_wins is not None:
        more.append(
            _(
                "I won {wins} of {number} tries without seeing face-down cards.",
                wins=verdict.fair_wins,
                number=TRIES,
            )
        )
    small = " ".join(filter(None, more))
    return f"{line}\n-# {small}" if small else line


def guessed(snapshot: GameSnapshot) -> str:
    """That it holds for cards dealt at random; empty where none stand in for unknown ones."""
    if not has_guesses(snapshot.game):
        return ""
    return _("The unknown cards were dealt at random: this holds for the deal here alone.")


def last_winnable(snapshot: GameSnapshot, verdict: Verdict) -> int | None:
    """After how many moves a game that is not won could last be won; None if it never could."""
    if snapshot.state is GameState.WON:
        return None
    if verdict.odds.verdict is Outcome.WON:
        return len(snapshot.game.moves)
    return verdict.odds.winnable


def leads_back(snapshot: GameSnapshot, verdict: Verdict) -> int | None:
    """The move that a way back leads to; None where there is none, or others have to agree."""
    return None if snapshot.is_shared else last_winnable(snapshot, verdict)


def explains_loss(snapshot: GameSnapshot, verdict: Verdict) -> bool:
    """Whether the move that lost a game is shown beside a better one.

    While it can go on that is a hint, so others who play on the board would have to agree.
    """
    return verdict.odds.names_move and (snapshot.state.is_final or not snapshot.is_shared)


def way_back_label(snapshot: GameSnapshot, moves: int) -> str:
    """What the button says that leads back to a move of a game."""
    return _("Go on") if moves == len(snapshot.game.moves) else _("Back to there")


def loss_lines(snapshot: GameSnapshot, solution: Solution) -> tuple[str, str]:
    """The move that lost a game, and the better one."""
    at = solution.own
    lost = lost_since(snapshot, Odds(Outcome.LOST, winnable=at, lost=at + 1))
    move = translate(solution.game.boards[at].describe(solution.game.moves[at]))
    return f"❌ {lost}", f"✅ {_('Better: {move}. From there it can be won.', move=move)}"
