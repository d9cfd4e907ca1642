"""The page of difficulties, and ``python -m research.winnability.difficulty_page``, its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from engine import CATALOGUE
from research.difficulty import people, playing
from research.difficulty.model import FEATURES, Agreement, Estimate, agreement, estimates, weights
from research.difficulty.people import People
from research.difficulty.playing import Played
from research.winnability import verdicts
from research.winnability.verdicts import Figure

PAGE: Final = Path(__file__).parents[2] / "docs" / "difficulty.md"
"""The page."""
_HEAD: Final = """\
# How hard games are for people

Written by `make -C research pages`; `make -C research difficulty` prints the figures below.

Nearly every deal of Spider can be won, and hardly anybody wins one. So a game is called easy if
people win more than 55 % of their games, medium from 28 %, hard from 9 %, else expert. A server
that has finished a hundred games of it sees what its own players win, on the same scale; what is
the same everywhere, such as the day's curious deal, points and badges, goes by this page.

Where a source says what people win, that counts, but no more than can be won at all. Elsewhere it
is estimated from what has been measured:

- *wins*: what a casual player wins of the first 40 deals or more, or of 12 where games are long,
  with half a game more won and half a game more lost. It sees face-up cards only, looks at 40
  boards before it plays on to the best of them, and knows what anybody knows: cards home, turned
  up and joined are good, and so are free piles (`research/difficulty/casual.py`);
- *can be won*: the lower end of the interval of [deals that can be won](winnability.md).

The logarithm of the odds rises with each; the weights, none less than 0, are those with the least
squares over the games with sources. As a game with a source differs from the model, its family
does by half as much. The sources are websites, which quote players, statistics or books
without saying how many games they counted, and their rules may differ. Of Golf, people are said
to win more than can be won unless kings and aces meet, so Relaxed Golf goes by the same figure.
One in thirty for Canfield is from books; one in fourteen for Canfield by Runs is what players of a
website win. So the model is a rough guide, and hard games that it takes for a little easier are the
ones to doubt first.
"""


@dataclass(frozen=True, slots=True)
class Measured:
    """All that the page shows.

    Attributes:
        winnable: how many deals of each game can be won: an interval in percent.
        played: its casual games.
        people: what sources say of it.
        estimates: what people win of it, by estimate.
    """

    winnable: Mapping[str, tuple[float, float]]
    played: Mapping[str, Played]
    people: Mapping[str, People]
    estimates: Mapping[str, Estimate]

    def agreements(self) -> Iterator[tuple[str, Agreement]]:
        """How far orders of the games with sources agree with these."""
        known = {game: self.estimates[game] for game in self.people}
        yield (
            "how many deals can be won, by which difficulties went before",
            agreement(self.people, {game: self.winnable[game][0] for game in known}),
        )
        yield (
            "estimates without the game's own source",
            agreement(self.people, {game: one.apart or 0 for game, one in known.items()}),
        )
        yield (
            "the model, fitted to all of them",
            agreement(self.people, {game: one.modelled for game, one in known.items()}),
        )
        yield (
            "the estimates in use",
            agreement(self.people, {game: one.percent for game, one in known.items()}),
        )


def measured(figures: Mapping[str, Figure]) -> Measured:
    """What is known, given how many deals can be won."""
    winnable = {game: figure.tally.interval() for game, figure in figures.items()}
    played, said = playing.read(), people.read()
    return Measured(winnable, played, said, estimates(winnable, played, said))


def page(found: Measured) -> str:
    """The page, in Markdown."""
    return f"{_HEAD}\n{comparison(found)}\n{_every_game(found)}"


def comparison(found: Measured) -> str:
    """The games with sources beside the model, and how far they agree."""
    rows = "\n".join(_compared(found, said) for said in found.people.values())
    agreed = "\n".join(
        f"| {name} | {one.spearman:.2f} | {one.kendall:.2f} |" for name, one in found.agreements()
    )
    constant, *others = weights(found.winnable, found.played, found.people)
    fitted = ", ".join(
        f"{weight:.2f} of {name}" for name, weight in zip(FEATURES, others, strict=True)
    )
    return (
        "## Games with sources\n\n"
        "In percent. *Apart* is what the estimate would be without the source, and *off* how "
        "much that differs.\n\n"
        "| game | people win | source | casual player | can be won | model | apart | off | here |\n"
        f"|---|---|---|---|---|---|---|---|---|\n{rows}\n\n"
        f"The weights are {fitted}, and the constant {constant:.2f}.\n\n"
        "| order of these games | Spearman | Kendall |\n|---|---|---|\n"
        f"{agreed}\n"
    )


def _compared(found: Measured, said: People) -> str:
    game = said.rules.id
    one, played = found.estimates[game], found.played[game]
    low, high = found.winnable[game]
    stated = f"{said.least:g}" if said.least == said.most else f"{said.least:g} to {said.most:g}"
    apart = one.apart or 0.0
    return (
        f"| {said.rules.title} | {stated} | [{said.site}]({said.source}) "
        f"| {played.won} of {played.games} | {low:.0f} to {high:.0f} | {one.modelled:.0f} "
        f"| {apart:.0f} | {apart - said.percent:+.0f} | {one.difficulty.name.lower()} |"
    )


def _every_game(found: Measured) -> str:
    rows = "\n".join(
        f"| {rules.title} | {one.difficulty.name.lower()} | {one.percent:.0f} % "
        f"| {found.played[game].won} of {found.played[game].games} "
        f"| {100 * found.played[game].progress:.0f} % |"
        for game, rules in CATALOGUE.items()
        if (one := found.estimates.get(game))
    )
    return (
        "## Every game\n\n"
        "| game | difficulty | people win, by estimate | casual games won | their progress |\n"
        f"|---|---|---|---|---|\n{rows}\n"
    )


@click.command()
@click.option("--play", is_flag=True, help="First play what the casual player has not played.")
def main(play: bool) -> None:
    """Print what people win beside what the model says, and how far they agree."""
    if play:
        played = playing.read()
        for game, rules in CATALOGUE.items():
            if game not in played:
                played[game] = playing.play(rules)
                playing.write(played.values())
    click.echo(comparison(measured(verdicts.figures())))


if __name__ == "__main__":
    main()
