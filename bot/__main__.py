"""The command line: ``python -m bot run`` starts the bot."""

from __future__ import annotations

import gc
import signal
from pkgutil import resolve_name
from typing import Final

if __name__ == "__main__":
    # Garbage collection would take a tenth of the processor time of the imports.
    gc.disable()
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # During the imports Ctrl-C ends the program without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)

import click

from bot import __version__

_COMMANDS: Final = {
    "backup": ("bot.command_line.backup:backup", "Back the database up to a file."),
    "check": ("bot.command_line.check:check", "Replay every game, and compare what was counted."),
    "compile": ("bot.command_line.compile_solver:compile_solver", "Compile the solver ahead."),
    "doctor": ("bot.command_line.doctor.command:doctor", "Say whether all is fine, or what to do."),
    "health": ("bot.command_line.health:health", "Ask the running bot whether it can play."),
    "local": ("bot.start:local", "Start the bot on a local Discord, even if there is a token."),
    "move": ("bot.command_line.backup:move", "Copy everything to another database."),
    "restore": ("bot.command_line.backup:restore", "Put a backup in the place of the database."),
    "run": ("bot.start:run", "Start the bot: on Discord with a token, else on a local one."),
    "stats": ("bot.command_line.stats:stats", "Print what has been played."),
}
"""Where each command is, and what it does in a line."""


class _Commands(click.Group):
    """Commands, each imported when it is wanted: few need the bot, which takes a second."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        if cmd_name not in _COMMANDS:
            return None
        command = resolve_name(_COMMANDS[cmd_name][0])
        _after_imports()
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what each does in a line, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_where, line) in _COMMANDS.items()])


def _after_imports() -> None:
    if not gc.isenabled():
        # What is imported stays: each look through it for garbage would stall the event loop for
        # 40 ms.
        gc.freeze()
        gc.enable()
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="patience")
@click.pass_context
def cli(context: click.Context) -> None:
    """Patience: a solitaire bot for Discord."""
    if context.invoked_subcommand is None:
        run = cli.get_command(context, "run")
        if run is not None:
            context.invoke(run)


if __name__ == "__main__":
    cli(prog_name=vars().get("PROGRAM", "python -m bot"))
