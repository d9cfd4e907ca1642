"""A Dask cluster for the tests of what is measured on one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from distributed import LocalCluster


@pytest.fixture(scope="package")
def scheduler() -> Iterator[str]:
    """The address of a cluster of one worker, as on another machine."""
    with LocalCluster(
        n_workers=1, threads_per_worker=1, dashboard_address="127.0.0.1:0", memory_limit=0
    ) as cluster:
        yield cluster.scheduler_address
