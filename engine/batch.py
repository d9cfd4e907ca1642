"""Boards solved by several processes: the only module of the engine that starts any."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing.synchronize import Event
from typing import Final

from engine.arguments import checked
from engine.board import Board
from engine.solver import MAX_STATES, Verdict, solve

_POLL: Final = 0.1
"""How often it is asked whether to give up, in seconds."""
_TASKS_A_PROCESS: Final = 2
"""One board is searched while the next one waits for the process."""
MAX_PROCESSES: Final = 256
"""The most processes that solve boards at once."""
_ending: list[Event] = []
"""In a process of :func:`solve_many`, what tells it that its results are no longer wanted."""


@checked
def solve_many(
    boards: Iterable[Board],
    *,
    processes: int | None = None,
    in_order: bool = True,
    max_states: int = MAX_STATES,
    max_seconds: float | None = None,
    max_processor_seconds: float | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Generator[tuple[int, Verdict], None, None]:
    """Solve boards in several processes, and yield the place of each with its verdict.

    Boards are taken one by one as processes come free, so there may be endlessly many. When the
    iterator is closed or ends, searches that still run are cancelled and the processes end; they
    also end with this one. As they import the program that started them, a script calls this only
    if ``__name__ == "__main__"``.

    Args:
        boards: what to solve, of any games.
        processes: how many; if left out, as many as there are processors.
        in_order: whether verdicts come in the order of the boards, or each as soon as it is there.
        max_states: the limit of each search, as all that follow: see :func:`engine.solve`.
        max_seconds: likewise.
        max_processor_seconds: likewise.
        cancelled: asked ten times a second: end now, without the verdicts that are missing?

    Raises:
        BrokenProcessPool: if a process was killed.
        InvalidBoard: if a board is not valid.
        ValueError: if there are to be more than ``MAX_PROCESSES`` processes, or fewer than one.
        TypeError: if something is no board.
    """
    count = os.cpu_count() or 1 if processes is None else processes
    if not 0 < count <= MAX_PROCESSES:
        raise ValueError(f"Boards are solved by 1 to {MAX_PROCESSES} processes, not {count}.")
    limits = (max_states, max_seconds, max_processor_seconds)
    return _solved(boards, count, limits, cancelled, in_order=in_order)


def _solved(
    boards: Iterable[Board],
    count: int,
    limits: tuple[int, float | None, float | None],
    cancelled: Callable[[], bool] | None,
    *,
    in_order: bool,
) -> Generator[tuple[int, Verdict], None, None]:
    context = multiprocessing.get_context("spawn")
    ending = context.Event()
    pool = ProcessPoolExecutor(count, context, _begin, (ending,))
    waiting, following = enumerate(boards), 0
    running: dict[Future[Verdict], int] = {}
    solved: dict[int, Verdict] = {}
    try:
        while True:
            for place, board in islice(waiting, _TASKS_A_PROCESS * count - len(running)):
                _check(board)
                running[pool.submit(_solve, board, *limits)] = place
            if not running:
                return
            done, _ = wait(running, _POLL if cancelled else None, FIRST_COMPLETED)
            if cancelled is not None and cancelled():
                return
            for future in done:
                solved[running.pop(future)] = future.result()
            while solved and (not in_order or following in solved):
                place = following if in_order else next(iter(solved))
                yield place, solved.pop(place)
                following += 1
    finally:
        ending.set()
        pool.shutdown(cancel_futures=True)


def _check(board: object) -> None:
    """Refuse what is no valid board before it goes to another process."""
    if not isinstance(board, Board):
        raise TypeError(f"solve_many() takes boards, not {type(board).__name__}.")
    board.check()


def _begin(ending: Event) -> None:
    """Begin a process: Ctrl-C is for the one that started it, without which it is of no use."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _ending.append(ending)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _solve(
    board: Board, states: int, seconds: float | None, processor_seconds: float | None
) -> Verdict:
    return solve(
        board,
        max_states=states,
        max_seconds=seconds,
        max_processor_seconds=processor_seconds,
        cancelled=_ending[0].is_set,
    )
