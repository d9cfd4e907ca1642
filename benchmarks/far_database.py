"""A PostgreSQL server that answers some milliseconds later, as one on another machine does.

``python -m benchmarks.far_database SOCKET SERVER SECONDS`` listens on one socket and passes on to
another what is sent, each time after half of the seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools.postgresql import SOCKET


@contextlib.contextmanager
def far_away(url: str, folder: Path, seconds: float) -> Iterator[str]:
    """The URL of a database at a distance, during the block.

    Args:
        url: the database, on a server whose socket is in a folder.
        folder: that folder.
        seconds: how long a round trip takes.
    """
    with tempfile.TemporaryDirectory() as near:
        sockets = [str(Path(near) / SOCKET), str(folder / SOCKET)]
        command = [sys.executable, "-m", "benchmarks.far_database", *sockets, str(seconds)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as passing:  # noqa: S603
            try:
                if passing.stdout is not None:
                    passing.stdout.readline()
                yield url.replace(str(folder), near)
            finally:
                passing.kill()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, late: float) -> None:
    loop = asyncio.get_running_loop()
    while data := await reader.read(1 << 16):
        loop.call_later(late, writer.write, data)
    loop.call_later(late, writer.close)


async def _listen(near: str, far: str, seconds: float) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        from_server, to_server = await asyncio.open_unix_connection(far)
        await asyncio.gather(
            _pass_on(reader, to_server, seconds / 2),
            _pass_on(from_server, writer, seconds / 2),
            return_exceptions=True,
        )

    server = await asyncio.start_unix_server(serve, near)
    print("listening", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_listen(sys.argv[1], sys.argv[2], float(sys.argv[3])))
