"""Writes the table of faults into ``docs/faults.md``: ``python -m tests.e2e.faults.page``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from tests.e2e.faults.actions import ACTIONS, POSTINGS, REMINDER, Action, Posting
from tests.e2e.faults.rows import ROWS, Row, expected

PAGE: Final = Path(__file__).parents[3] / "docs" / "faults.md"
_BEGIN: Final = "<!-- The table is written by `python -m tests.e2e.faults.page`. -->\n"
_END: Final = "<!-- End of the table. -->\n"

_COLUMNS: Final[dict[str, Callable[[Action | Posting], bool]]] = {
    "the response to a command or a press": lambda one: (
        isinstance(one, Action) and one.request.is_response
    ),
    "an edit of the board, or a late answer": lambda one: (
        isinstance(one, Action) and not one.request.is_response
    ),
    "results and races": lambda one: isinstance(one, Posting) and one.name != REMINDER,
    "reminders": lambda one: one.name == REMINDER,
}


def table() -> str:
    """The table, in Markdown."""
    head = ["fault", *_COLUMNS]
    rows = [[row.name, *(_cell(row, wanted) for wanted in _COLUMNS.values())] for row in ROWS]
    return "".join(map(_line, [head, ["---"] * len(head), *rows]))


def page_with_table(page: str) -> str:
    """A page with the table as it is now."""
    before, _, rest = page.partition(_BEGIN)
    after = rest.partition(_END)[2]
    return f"{before}{_BEGIN}\n{table()}\n{_END}{after}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"


def _cell(row: Row, wanted: Callable[[Action | Posting], bool]) -> str:
    """What players meet in the actions of a column."""
    met = expected(row)
    outcomes = [met[one.name] for one in (*ACTIONS, *POSTINGS) if wanted(one) and one.name in met]
    return " or ".join(dict.fromkeys(one.value for one in outcomes)) or "–"


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
