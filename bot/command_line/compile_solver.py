"""``python -m bot compile``: the solver's searches, compiled before the bot starts."""

from __future__ import annotations

import os

import click

from bot.service.solver.kernels import cache_folder, load_searches
from engine.solver.fingerprint import fingerprint


@click.command("compile")
def compile_solver() -> None:
    """Compile the solver, so that the bot's first start need not.

    Does nothing if that is done already.
    """
    folder = cache_folder()
    if not (folder / fingerprint()).exists():
        click.echo("Compiling the solver, once, which takes half a minute ...")
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    load_searches()
