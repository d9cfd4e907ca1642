"""Have deals played by a fair player: ``python -m research.fair_play GAME --deals N``."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import click

from engine import PatienceError, Rules
from research.fair_play.players import PLAYERS, can_play
from research.fair_play.playing import play
from research.fair_play.results import Games, difference
from research.rates.results import OtherRules
from research.variants import named

_SECONDS_BETWEEN_SAVES: Final = 30


@click.command()
@click.argument("game")
@click.option("--player", type=click.Choice(sorted(PLAYERS)), default="tree", show_default=True)
@click.option("--effort", default=4_000, show_default=True, help="Playouts, or states a search.")
@click.option("--deals", default=1000, show_default=True, help="Number of deals.")
@click.option("--first", default=1, show_default=True, help="Number of the first deal.")
@click.option("--beside", metavar="PLAYER-EFFORT", help="Also compare with this player's games.")
@click.option(
    "--results",
    "folder",
    type=click.Path(path_type=Path),
    default=Path("build/fair_play"),
    show_default=True,
    help="Keep games in this folder; they are not played again.",
)
def main(
    game: str, player: str, effort: int, deals: int, first: int, beside: str | None, folder: Path
) -> None:
    """Print how often a player who sees only face-up cards wins GAME.

    Ctrl-C keeps the games so far, and the same command goes on from there.
    """
    try:
        rules = named(game)
    except PatienceError as error:
        raise click.BadParameter(str(error), param_hint="GAME") from None
    if not can_play(player, rules):
        raise click.BadParameter(f"{player} cannot play {rules.title}.", param_hint="--player")
    wanted = range(first, first + deals)
    try:
        games = Games(rules, player, effort, folder)
        others = [_other(rules, beside, folder)] if beside is not None else []
    except OtherRules as error:
        raise click.ClickException(f"{error}.") from None
    _play(rules, player, effort, (deal for deal in wanted if deal not in games.played), games)
    click.echo(f"{rules.id}, {player} {effort}: {games.figures(wanted)}")
    for other in others:
        count, *figures = difference(games, other)
        click.echo("{:+.1f} points [{:+.1f}, {:+.1f}]".format(*figures) + f" on {count} deals")


def _other(rules: Rules, beside: str, folder: Path) -> Games:
    """The games of the player to compare with."""
    player, _, effort = beside.rpartition("-")
    if player not in PLAYERS or not effort.isdecimal():
        raise click.BadParameter("not like average-20000.", param_hint="--beside")
    return Games(rules, player, int(effort), folder)


def _play(rules: Rules, player: str, effort: int, deals: Iterable[int], games: Games) -> None:
    """Have deals played, saving games as they come."""
    due = time.monotonic() + _SECONDS_BETWEEN_SAVES
    try:
        for deal in deals:
            games.played[deal] = play(rules, deal, player, effort)
            if time.monotonic() >= due:
                games.save()
                click.echo(f"{rules.id}: {games.figures(games.played)}", err=True)
                due = time.monotonic() + _SECONDS_BETWEEN_SAVES
    except KeyboardInterrupt:
        click.echo("Stopped. The same command goes on from here.", err=True)
        sys.exit(130)
    finally:
        games.save()


if __name__ == "__main__":
    main()
