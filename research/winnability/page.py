"""The page of win rates, in Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

from engine import CATALOGUE, Rules
from engine.rules import WinRate
from research.deal_results import Tally
from research.truth.published import Published
from research.winnability.table import published_share
from research.winnability.verdicts import Figure, lost_deals

CHART: Final = "win-rates.svg"
"""The chart, seen from the page."""
_HEAD: Final = """\
# How many deals can be won

Written by `make -C research pages` from the verdicts in `research/verdicts`.

A deal can be won if a player who knows every card can win it, as in the literature: "thoughtful"
where cards lie face down. Every verdict comes from a search: a deal is won if a solution was found
and the rules played it, lost if an exhaustive search found none, and undecided otherwise. Intervals
are exact ones of 95 % (Clopper and Pearson); undecided deals count as lost for the lower end and as
won for the upper. A share beside undecided deals counts these as lost, too. The deals are the first
ones of each game of the catalogue, none left out.

How hard a game is for people is [another question](difficulty.md).
"""
_METHOD: Final = """\
## How to repeat it

```sh
make -C research setup
research/.venv/bin/python -m research.rates phoenix --deals 780000     # search, or go on
research/.venv/bin/python -m research.winnability --take build/rates   # keep them, write this
make -C research truth                               # hold ours against the published ones
```

`research/verdicts/phoenix.parquet` has a row for each deal: its number, the outcome, the limits of
the search, and the version of the solver. The file also names the rules, by a digest of the
declaration without its texts (`fingerprint` in `research/rates/results.py`), and says what the
searches cost in all; `build/rates` has the cost of each. To check a deal, solve it again, by this
solver or another:

```python
from engine import deal, solve

verdict = solve(deal("phoenix", 1).board, max_seconds=60)
print(verdict.outcome, [str(move) for move in verdict.moves])
```

[How the solver works](solver.md) has the rest: the searches, many machines, and how fast it is.
"""


def page(figures: Mapping[str, Figure], published: Iterable[Published]) -> str:
    """The page, of the figures by game and the published ones."""
    parts = [_HEAD, _ours(figures), _theirs(figures, published), _simons(figures), _METHOD]
    return "\n".join((*parts, f"{_versions(figures)}\n"))


def lost_simons() -> tuple[int, ...]:
    """The lost deals of Simple Simon among the first 600, as a plain exhaustive search shows."""
    return tuple(deal for deal in lost_deals("simple-simon") if deal <= 600)


def share(tally: Tally) -> str:
    """A share of deals with its interval, to as many places as that is worth.

    If one deal in a hundred is undecided, the interval says it all.
    """
    low, high = tally.interval()
    places = 1 if high - low > 1 else 2 if high - low > 0.02 else 4
    interval = f"[{low:.{places}f}, {high:.{places}f}]"
    if 100 * tally.unknown > tally.deals:
        return f"{interval} %"
    return f"{100 * tally.won / tally.deals:.{places}f} % {interval}"


def _ours(figures: Mapping[str, Figure]) -> str:
    """The figures of the catalogue."""
    rows = "\n".join(
        _row(rules, figures[rules.id]) for rules in CATALOGUE.values() if rules.id in figures
    )
    return (
        "## Games of the catalogue\n\n"
        f"![The games measured best, each with its interval]({CHART})\n\n"
        + _wrapped(
            "A game that is missing has not been searched yet. Players read the published share, "
            "or else ours if it is known to two and a half points. Where more than one deal in a "
            "hundred is undecided, only the interval is given: most of these searches ended after "
            "30,000 states, or after a few seconds."
        )
        + "\n\n"
        "| game | deals | can be won | undecided | a search visits | it took | published |\n"
        f"|---|---|---|---|---|---|---|\n{rows}\n"
    )


def _row(rules: Rules, figure: Figure) -> str:
    published = _rate(rate) if (rate := published_share(rules)) else ""
    tally = figure.tally
    return (
        f"| {rules.title} | {tally.deals:,} | {share(tally)} | {tally.unknown or ''} | "
        f"{figure.states:,} states | {_time(3600 * figure.core_hours)} | {published} |"
    )


def _time(seconds: float) -> str:
    """How long something took, in the unit that fits."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def _rate(rate: WinRate) -> str:
    margin = "" if rate.margin is None else f" ± {_plain(rate.margin)}"
    return f"{rate.percent}{margin} %"


def _plain(number: float) -> str:
    """A number without an exponent or needless zeros."""
    return f"{number:.7f}".rstrip("0").rstrip(".")


def _theirs(figures: Mapping[str, Figure], published: Iterable[Published]) -> str:
    """The published figures beside ours."""
    rows = "\n".join(_comparison(each, figures) for each in published)
    return (
        "## Published win rates beside ours\n\n"
        + _wrapped(
            "The published ones are Blake and Gent's (JAIR 85:21, 2026), found by Solvitaire. "
            "Rules that differ from the catalogue's are declared in `research/variants.py`. There, "
            "Canfield's building ends at the base of the foundations; ranks being alike, deals "
            "whose base is the ace stand for all. In Spider, Spiderette and Will O' The Wisp whole "
            "suits leave in ours, "
            "and perhaps [single cards](../research/corrections/README.md#why) in theirs."
        )
        + "\n\n"
        "| game | variant | published | ours | deals | undecided |\n|---|---|---|---|---|---|\n"
        f"{rows}\n"
    )


def _comparison(each: Published, figures: Mapping[str, Figure]) -> str:
    theirs = f"{_plain(each.percent)} ± {_plain(each.margin)} %"
    named = f"| {each.game} | {each.variant} | {theirs}"
    figure = figures.get(each.rules.id)
    if figure is None:
        return f"{named} | | | |"
    narrower = " **narrower**" if figure.half_width < each.margin else ""
    tally = figure.tally
    return f"{named} | {share(tally)}{narrower} | {tally.deals:,} | {tally.unknown or ''} |"


def _simons(figures: Mapping[str, Figure]) -> str:
    """What the published figures of Simple Simon and Mrs Mop are not of; empty if not measured."""
    simon, mop = figures.get("simple-simon"), figures.get("mrs-mop")
    if simon is None or mop is None:
        return ""
    lost = lost_simons()
    return "\n\n".join(
        (
            "## Simple Simon and Mrs. Mop",
            _wrapped(
                "In Simple Simon only a whole suit, king to ace in one run, leaves the tableau, "
                "and Mrs. Mop is the same game with two decks. The figure published for Simple "
                "Simon, 97.450 ± 0.034 %, is not of that game. Of its deals 1 to 600 these "
                f"{len(lost)} are lost:"
            ),
            _wrapped(f"{', '.join(map(str, lost))}."),
            _wrapped(
                f"So at most {100 - len(lost) / 6:.2f} % of the 600 can be won. If 97.45 % "
                "of all deals could, so many lost ones would come up once in eleven billion "
                "samples. No deal of the list has more than 52,646 positions; five, 294, 383, "
                "474, 517 and 544, have no legal move at all. A search that has none of the "
                "solver's code or ideas, `tests/engine/brute_force.py`, visits every position and "
                "finds no win: `research/tests/test_winnability.py` repeats it."
            ),
            _wrapped(
                f"Of Simple Simon's deals 1 to {simon.last}, {simon.tally.lost} are lost and "
                f"{simon.tally.unknown or 'none'} undecided, so that {share(simon.tally)} can be "
                f"won; of Mrs. Mop's deals 1 to {mop.last}, {mop.tally.lost} are lost, so that at "
                f"most {100 - 100 * mop.tally.lost / mop.tally.deals:.2f} % of these can be won, "
                f"and {mop.tally.unknown or 'none'} undecided: {share(mop.tally)}, against 97.992 "
                "± 0.079 %. If cards go up to the foundations one by one, more deals can be won, "
                "and both published figures fit: those games are `simple-simon-singles` and "
                "`mrs-mop-singles` in `research/variants.py`, and are compared above. "
                "[Corrections](../research/corrections/README.md) has both rules on the same "
                "deals, a program that checks them without this project, and where the difference "
                "comes from."
            ),
            "",
        )
    )


def _wrapped(text: str) -> str:
    """A paragraph in lines as long as elsewhere."""
    return textwrap.fill(text, 100, break_long_words=False, break_on_hyphens=False)


def _versions(figures: Mapping[str, Figure]) -> str:
    """Which solver found what."""
    solvers = sorted({solver for figure in figures.values() for solver in figure.solvers})
    return "## Versions\n\n" + _wrapped(
        "A solver's version is the beginning of the SHA-256 digest of its source, the name of the "
        f"directory in which its compiled code is cached. Those of the verdicts are "
        f"{', '.join(f'`{solver}`' for solver in solvers)}."
    )
