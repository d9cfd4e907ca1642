"""The command line: `python -m local_discord` runs a local Discord until it is interrupted."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from local_discord import LocalDiscord, LocalDiscordError, __version__


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m local_discord",
        description="Run a local Discord for a bot, with a chat page, until Ctrl+C.",
    )
    parser.add_argument("--port", type=int, default=0, help="the loopback port (default: any)")
    parser.add_argument("--token", help="the bot token to accept (default: any)")
    parser.add_argument("--name", default="Bot", help="the bot's user name")
    parser.add_argument("--shards", type=int, default=1, help="the number of shards to recommend")
    parser.add_argument("--page-token", help="the last part of the page's address (default: drawn)")
    parser.add_argument("--version", action="version", version=__version__)
    return parser.parse_args()


async def _run(arguments: argparse.Namespace) -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl+C raises KeyboardInterrupt.
        if sys.platform != "win32":
            loop.add_signal_handler(number, stopped.set)
    async with LocalDiscord(
        arguments.port,
        arguments.token,
        name=arguments.name,
        shards=arguments.shards,
        page_token=arguments.page_token,
    ) as local:
        sys.stdout.write(
            f"Chat page: {local.page_url}\n"
            f"REST API:  {local.api_url}\n"
            f"Gateway:   {local.gateway_url}\n"
            "Stop it with Ctrl+C.\n"
        )
        sys.stdout.flush()
        await stopped.wait()


def main() -> None:
    """Run a local Discord as the arguments say."""
    try:
        asyncio.run(_run(_arguments()))
    except KeyboardInterrupt:
        pass
    except LocalDiscordError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
