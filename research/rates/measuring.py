"""Measure a game on a cluster, showing progress and saving results as they come."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Final

import click
from distributed import Client

from engine import Rules
from research.deal_results import Limits, Tally
from research.rates.cluster import Deals, search_all
from research.rates.results import Results

_SECONDS_BETWEEN_SAVES: Final = 30


def measure(client: Client, rules: Rules, wanted: Deals, limits: Limits, folder: Path) -> Tally:
    """Search those of a game's deals whose results are missing in a folder.

    Raises:
        OtherRules: The folder has verdicts on a game of that id under other rules.
    """
    results = Results(rules, folder / f"{rules.id}.parquet")
    missing = results.missing(wanted, limits)
    # The first results are saved at once: better to learn now that they cannot be.
    due = time.monotonic()
    with click.progressbar(length=len(missing), label=rules.title, file=sys.stderr) as bar:
        try:
            for searched in search_all(client, rules, missing, limits):
                results.add(searched, limits)
                bar.update(len(searched.results))
                if time.monotonic() >= due:
                    results.save()
                    due = time.monotonic() + _SECONDS_BETWEEN_SAVES
                    if not sys.stderr.isatty():
                        click.echo(f"{rules.id}: {results.tally(wanted)}", err=True)
        finally:
            results.save()
    return results.tally(wanted)
