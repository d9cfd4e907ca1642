"""``python -m bot compile``: the solver's searches, compiled before the bot starts."""

from __future__ import annotations

import multiprocessing
import os

import click

from bot.service.solver.kernels import cache_folder, is_compiled, load_searches


@click.command("compile")
def compile_solver() -> None:
    """Compile the solver, so that the bot's first start need not.

    Does nothing if that is done already.
    """
    folder = cache_folder()
    if is_compiled(folder):
        return
    click.echo(
        "Compiling the solver, once, which takes a quarter of a minute of two processors ..."
    )
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    other = multiprocessing.get_context("spawn").Process(
        target=load_searches, kwargs={"last_first": True}
    )
    other.start()
    load_searches()
    other.join()
