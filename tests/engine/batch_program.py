"""A program that solves boards without end: ``python -m tests.engine.batch_program``."""

from __future__ import annotations

import itertools
import signal

import click

import engine

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    boards = (engine.deal("saratoga", number).board for number in itertools.count(1))
    for place, _ in engine.solve_many(boards, processes=2, in_order=False):
        click.echo(place)
