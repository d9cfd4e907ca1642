"""Write docs/winnability.md from the verdicts kept beside it: ``python -m tools.winnability``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from tools.truth.published import read
from tools.winnability import chart, labels, verdicts
from tools.winnability.page import CHART, page

PAGE: Final = verdicts.FOLDER.with_suffix(".md")
"""The page."""


@click.command()
@click.option(
    "--take",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="First keep the verdicts of this folder, as python -m tools.rates writes them.",
)
def main(take: Path | None) -> None:
    """Write the page of win rates, its chart, and the difficulties that follow."""
    for results in sorted(take.glob("*.parquet")) if take else []:
        verdicts.keep(results)
    figures = verdicts.figures()
    PAGE.write_text(page(figures, read()), encoding="utf-8")
    chart.write(figures, PAGE.parent / CHART)
    labels.write(figures)


if __name__ == "__main__":
    main()
