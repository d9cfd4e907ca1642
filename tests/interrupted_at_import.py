"""A module that a Ctrl-C meets in every worker process while it is imported."""

from __future__ import annotations

import os
import signal
import sys

if "--multiprocessing-fork" in sys.orig_argv:
    os.kill(os.getpid(), signal.SIGINT)


def prepare() -> None:
    """Do nothing; that it is wanted in a worker has the module imported there."""
