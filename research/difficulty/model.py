"""How much people win of each game, by estimate.

What a source says counts, as far as so many deals can be won at all. Without a source the estimate
is that of a model: the logarithm of the odds rises with what the casual player wins and with how
many deals can be won. No weight is less than 0. It is fitted to the games with sources. As these
differ from it, their relatives do by half as much.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from scipy.optimize import nnls
from scipy.stats import kendalltau, spearmanr

from engine import CATALOGUE, Rules
from engine.games import FAMILIES
from engine.rules import Difficulty
from research.difficulty.people import People
from research.difficulty.playing import Played

FEATURES: Final = ("wins", "can be won")
"""What the model goes by."""
Interval: TypeAlias = tuple[float, float]
"""The least and the most, in percent."""
_LEAST: Final = 0.02
"""No share is taken for smaller, nor for larger than the rest of it."""
_HALF: Final = 0.5
"""How many games are added as won and as lost: few games without a win do not say that none is."""
_KINSHIP: Final = 0.5
"""How much of what a source says beside the model holds for relatives of its game, as a share."""
_ANY: Final[Interval] = (15.0, 100.0)
"""How many deals can be won of a game that has not been searched."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What people win of a game, in percent.

    Attributes:
        percent: the estimate.
        modelled: what the model says, as fitted to all games with sources.
        apart: for a game with a source, what the estimate would be without that.
    """

    percent: float
    modelled: float
    apart: float | None = None

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty that follows."""
        return Difficulty.of_wins(self.percent)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Rank correlations with what sources say: Spearman's and Kendall's."""

    spearman: float
    kendall: float


def estimates(
    winnable: Mapping[str, Interval], played: Mapping[str, Played], people: Mapping[str, People]
) -> dict[str, Estimate]:
    """The estimate for each game that the casual player has played.

    Args:
        winnable: how many deals of each can be won: an interval in percent.
    """
    rows = {game: features(CATALOGUE[game], one, winnable) for game, one in played.items()}
    known = _known(winnable, played, people)
    modelled = _modelled(rows, known)
    found = {}
    for game, share in modelled.items():
        if game not in known:
            most = winnable.get(game, _ANY)[1]
            found[game] = Estimate(min(_among_kin(game, modelled, known), most), share)
            continue
        others = {other: said for other, said in known.items() if other != game}
        apart = _among_kin(game, _modelled(rows, others), others)
        found[game] = Estimate(known[game], share, apart)
    return found


def _modelled(rows: Mapping[str, Sequence[float]], known: Mapping[str, float]) -> dict[str, float]:
    """What the model says of each game, fitted to what is known of some."""
    fit = fitted(rows, known)
    return {game: _share(_odds_by(fit, row)) for game, row in rows.items()}


def _among_kin(game: str, modelled: Mapping[str, float], known: Mapping[str, float]) -> float:
    """What the model says of a game, and half of what is known beside it of its family."""
    family = next(family for family in FAMILIES if CATALOGUE[game] in family)
    beside = [
        _odds(known[one.id] / 100) - _odds(modelled[one.id] / 100)
        for one in family
        if one.id in known
    ]
    kin = _KINSHIP * sum(beside) / len(beside) if beside else 0.0
    return _share(_odds(modelled[game] / 100) + kin)


def _known(
    winnable: Mapping[str, Interval], played: Mapping[str, Played], people: Mapping[str, People]
) -> dict[str, float]:
    """What sources say of the games that were played, but no more than can be won."""
    return {
        game: min(said.percent, winnable.get(game, _ANY)[1])
        for game, said in people.items()
        if game in played
    }


def difficulties(found: Mapping[str, Estimate]) -> dict[str, Difficulty]:
    """The difficulty of each game of the catalogue; one without an estimate is for experts."""
    return {
        game: found[game].difficulty if game in found else Difficulty.EXPERT for game in CATALOGUE
    }


def agreement(people: Mapping[str, People], shares: Mapping[str, float]) -> Agreement:
    """How far the order of some shares is that of the sources."""
    said = [people[game].percent for game in shares]
    ours = list(shares.values())
    return Agreement(
        float(spearmanr(said, ours).statistic), float(kendalltau(said, ours).statistic)
    )


def weights(
    winnable: Mapping[str, Interval], played: Mapping[str, Played], people: Mapping[str, People]
) -> tuple[float, ...]:
    """The constant of the model, and its weights in the order of :data:`FEATURES`."""
    known = _known(winnable, played, people)
    rows = {game: features(CATALOGUE[game], played[game], winnable) for game in known}
    return fitted(rows, known)


def features(rules: Rules, played: Played, winnable: Mapping[str, Interval]) -> tuple[float, ...]:
    """What the model goes by, in the order of :data:`FEATURES`."""
    known = winnable.get(rules.id, _ANY)[0]
    return _odds((played.won + _HALF) / (played.games + 2 * _HALF)), _odds(known / 100)


def fitted(rows: Mapping[str, Sequence[float]], people: Mapping[str, float]) -> tuple[float, ...]:
    """The constant of the model, which may be less than 0, and its weights: the least squares."""
    table = [(1.0, -1.0, *rows[game]) for game in people]
    above, below, *weights = nnls(table, [_odds(share / 100) for share in people.values()])[0]
    return (float(above - below), *map(float, weights))


def _odds_by(fit: Sequence[float], row: Sequence[float]) -> float:
    constant, *others = fit
    return constant + sum(weight * value for weight, value in zip(others, row, strict=True))


def _share(odds: float) -> float:
    """The share, in percent, of which these are the odds."""
    return 100 / (1 + math.exp(-odds))


def _odds(share: float) -> float:
    """The logarithm of the odds of a share, from 0 to 1."""
    kept = min(1 - _LEAST, max(_LEAST, share))
    return math.log(kept / (1 - kept))
