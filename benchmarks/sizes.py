"""How still the picture of a game keeps, and how large it shows its cards.

Measured over a winning line of each game, as a chat shows a lone picture: on a desktop in a box of
550 by 350 CSS pixels, on a phone 326 wide. A strip is what shows of a covered card that is face up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from benchmarks.timing import table
from benchmarks.winning_lines import winning_games
from engine import CATALOGUE, Board, Game
from engine.solver import prepare
from rendering.columns import Cover, covers_of, peak_of
from rendering.layout import Layout, layout_of

_WIDTH: Final = 1100
_DESKTOP: Final = (550, 350)
_PHONE: Final = 326
_FIRST: Final = 5
_NAMED: Final = ("phoenix", "saxony", "klondike", "freecell", "spider-1", "spider-2", "spider")
_WORST: Final = 8
_GOALS: Final = (1, 34, 14, 11)
"""Changes of size at most; a card and a strip on a desktop, and a strip on a phone, at least."""


@dataclass(frozen=True, slots=True)
class _Sizes:
    """The sizes over a game; lengths are the smallest, in CSS pixels.

    Attributes:
        game: the game's id.
        changes: how often the picture changes its size.
        heights: the heights of the picture, in its own pixels.
        card_desktop: the width of a card on a desktop.
        card_phone: the width of a card on a phone.
        strip_desktop: the height of a strip on a desktop, outside built runs.
        strip_phone: the height of a strip on a phone, outside built runs.
        run_phone: the height of a strip inside a built run on a phone; None without such a run.
    """

    game: str
    changes: int
    heights: tuple[int, ...]
    card_desktop: float
    card_phone: float
    strip_desktop: float
    strip_phone: float
    run_phone: float | None

    @property
    def goals_met(self) -> tuple[bool, ...]:
        """Whether each goal is met, in the order of the summary."""
        return (
            self.changes <= _GOALS[0],
            self.card_desktop >= _GOALS[1],
            self.strip_desktop >= _GOALS[2],
            self.strip_phone >= _GOALS[3],
        )

    @property
    def row(self) -> list[str]:
        """Its line of the table."""
        figures = (self.card_desktop, self.card_phone, self.strip_desktop, self.strip_phone)
        return [
            self.game,
            str(self.changes),
            " ".join(map(str, self.heights)),
            *(f"{figure:.1f}" for figure in figures),
            "–" if self.run_phone is None else f"{self.run_phone:.1f}",
        ]


_HEADINGS: Final = (
    *("winning line of", "changes", "height px", "card, desktop", "phone"),
    *("strip, desktop", "phone", "in a run"),
)


def report() -> str:
    """Tables of the first games and some others, of the worst, and of the goals."""
    prepare()
    sizes = {name: _sizes(games[0]) for name in CATALOGUE if (games := winning_games(name))}
    named = [*list(CATALOGUE)[:_FIRST], *_NAMED]
    known = table(_HEADINGS, [sizes[name].row for name in named if name in sizes])
    worst = sorted(sizes.values(), key=lambda one: (sum(one.goals_met), one.strip_desktop))[:_WORST]
    return "\n\n".join([known, table(_HEADINGS, [one.row for one in worst]), _summary(sizes)])


def _summary(sizes: dict[str, _Sizes]) -> str:
    """How many games meet each goal, and which do not."""
    names = ("changes of size <= 1", "card, desktop >= 34", "strip, desktop >= 14", "phone >= 11")
    rows = []
    for number, name in enumerate(names):
        missed = [one.game for one in sizes.values() if not one.goals_met[number]]
        rows.append([name, f"{len(sizes) - len(missed)} of {len(sizes)}", " ".join(missed)])
    still = sum(one.changes == 0 for one in sizes.values())
    rows.append(["no change of size", f"{still} of {len(sizes)}", ""])
    return table(["goal", "games", "not met by"], rows)


def _sizes(game: Game) -> _Sizes:
    peak, layouts = 0.0, []
    for board in game.boards:
        peak = max(peak, peak_of(board))
        layouts.append(layout_of(board, _WIDTH, peak=peak))
    heights = [layout.height for layout in layouts]
    played = [pair for pair in zip(game.boards, layouts, strict=True) if not pair[0].is_won]
    scales = [_desktop_scale(layout) for _, layout in played]
    strips = [_strips(board, layout) for board, layout in played]
    plain = [min(each[Cover.INDEX], default=_WIDTH) for each in strips]
    runs = [strip for each in strips for strip in each[Cover.RUN]]
    cards = [layout.metrics.card for _, layout in played]
    phone = _PHONE / _WIDTH
    return _Sizes(
        game.rules.id,
        sum(before != after for before, after in pairwise(heights)),
        tuple(dict.fromkeys(heights)),
        min(card * scale for card, scale in zip(cards, scales, strict=True)),
        min(cards) * phone,
        min(strip * scale for strip, scale in zip(plain, scales, strict=True)),
        min(plain) * phone,
        min(runs) * phone if runs else None,
    )


def _desktop_scale(layout: Layout) -> float:
    return min(_DESKTOP[0] / layout.width, _DESKTOP[1] / layout.height)


def _strips(board: Board, layout: Layout) -> dict[Cover, list[int]]:
    """What shows of each covered card of the tableau, by what it is."""
    strips: dict[Cover, list[int]] = {cover: [] for cover in Cover}
    for pile in board.compiled.tableau:
        steps = (above.box.y - below.box.y for below, above in pairwise(layout.cards[pile.index]))
        for cover, step in zip(covers_of(board, pile), steps, strict=True):
            strips[cover].append(step)
    return strips
