"""Write what follows from the kept verdicts: ``python -m research.winnability``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from research.difficulty.model import difficulties
from research.truth.published import read
from research.winnability import chart, difficulty_page, table, verdicts
from research.winnability.page import CHART, page

PAGE: Final = Path(__file__).parents[2] / "docs" / "winnability.md"
"""The page."""


@click.command()
@click.option(
    "--take",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="First keep the verdicts of this folder, as python -m research.rates writes them.",
)
def main(take: Path | None) -> None:
    """Write docs/winnability.md, its chart, docs/difficulty.md and engine/winnability.py."""
    for results in sorted(take.glob("*.parquet")) if take else []:
        verdicts.keep(results)
    figures = verdicts.figures()
    PAGE.write_text(page(figures, read()), encoding="utf-8")
    chart.write(figures, PAGE.parent / CHART)
    hard = difficulty_page.measured(figures)
    difficulty_page.PAGE.write_text(difficulty_page.page(hard), encoding="utf-8")
    table.write(figures, difficulties(hard.estimates))


if __name__ == "__main__":
    main()
