"""Matrices: of a slow test of many cases, a day's run takes a tenth, and every day another one.

``make test-all`` draws by the day in UTC, and the header says how to draw the same again; ``make
test-whole`` runs every case, as does pytest where no sample is asked for.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

import pytest

FEWEST: Final = 5
"""As many cases of a test are drawn if a tenth would be fewer."""
DEAR: Final = ("browser", "dear")
"""The marks of tests of which one case is enough for a day."""
QUARTER: Final = 0.25
OPTION: Final = "--sampled-by"


def sample(seed: str, cases: Iterable[str], fewest: int = FEWEST) -> set[str]:
    """The cases of a test that a seed draws."""
    by_lot = sorted(cases, key=lambda case: random.Random(f"{seed} {case}").random())
    return set(by_lot[: max(fewest, len(by_lot) // 10)])


def is_drawn(seed: str, case: str) -> bool:
    """Whether a seed draws a case of those that a test finds as it goes: a quarter, "" all."""
    return not seed or random.Random(f"{seed} {case}").random() < QUARTER


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> str:
    """What draws the cases of this run; empty if it takes all."""
    return str(request.config.getoption(OPTION))


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the option that asks for a sample."""
    parser.addoption(
        OPTION,
        metavar="SEED",
        default="",
        help="run a tenth of the cases of each slow test, one of a dear one, drawn by SEED",
    )


def pytest_report_header(config: pytest.Config) -> str:
    """Say what was drawn, and how to draw it again."""
    seed = config.getoption(OPTION)
    return f"A tenth of each matrix of slow cases; the same again: {OPTION}={seed}" if seed else ""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the slow cases that the seed does not draw."""
    seed = config.getoption(OPTION)
    if not seed:
        return
    cases_by_test = defaultdict[tuple[str, int], list[str]](list)
    for item in items:
        is_dear = any(item.get_closest_marker(mark) is not None for mark in DEAR)
        if is_dear or item.get_closest_marker("slow") is not None:
            fewest = 1 if is_dear else FEWEST
            cases_by_test[item.nodeid.partition("[")[0], fewest].append(item.nodeid)
    left_out = {
        case
        for (_, fewest), cases in cases_by_test.items()
        for case in set(cases) - sample(seed, cases, fewest)
    }
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in left_out])
    items[:] = [item for item in items if item.nodeid not in left_out]
