"""Games by fair players: the command that has them played, and what it keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine import CATALOGUE, Game, deal
from engine.hidden_cards import sample_deals
from research.fair_play.__main__ import main
from research.fair_play.players import PLAYERS
from research.fair_play.playing import Played, play
from research.fair_play.results import FOLDER, Games, difference

KLONDIKE = CATALOGUE["klondike"]
pytestmark = pytest.mark.timeout(300)  # the first test may compile the searches


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--results", str(folder)])


def test_games_are_kept_and_only_missing_ones_played(tmp_path: Path) -> None:
    first = run(tmp_path, "klondike", "--effort", "100", "--deals", "3")
    assert first.exit_code == 0, first.output
    before = Games(KLONDIKE, "tree", 100, tmp_path).played
    assert sorted(before) == [1, 2, 3]
    second = run(tmp_path, "klondike", "--effort", "100", "--deals", "5")
    assert "of 5 games won" in second.stdout
    after = Games(KLONDIKE, "tree", 100, tmp_path).played
    assert {number: after[number] for number in before} == before


def test_two_players_are_compared_on_the_deals_that_both_played(tmp_path: Path) -> None:
    run(tmp_path, "klondike", "--effort", "100", "--deals", "4")
    both = run(tmp_path, "klondike", "--effort", "20", "--deals", "6", "--beside", "tree-100")
    assert "points" in both.stdout.splitlines()[-1]
    assert both.stdout.rstrip().endswith("on 4 deals")


def test_a_player_is_not_given_a_game_it_cannot_play(tmp_path: Path) -> None:
    refused = run(tmp_path, "yukon")
    assert refused.exit_code == 2
    assert "tree cannot play Yukon" in refused.output


def test_the_difference_counts_pairs(tmp_path: Path) -> None:
    one, other = (Games(KLONDIKE, "tree", effort, tmp_path) for effort in (1, 2))
    for number in range(100):
        one.played[number] = Played(number, number < 60, 1, 0.0)
        other.played[number + 10] = Played(number + 10, number < 40, 1, 0.0)
    count, share, low, high = difference(one, other)
    # Both played the deals 10 to 99: the first won 50 of them, the second 40 of the same.
    assert count == 90
    assert share == pytest.approx(100 * 10 / 90)
    assert low < share < high
    assert high - share == pytest.approx(6.5, abs=0.1)


@pytest.mark.parametrize(("player", "effort"), [("tree", 200), ("average", 500)])
def test_no_player_goes_by_hidden_cards(player: str, effort: int) -> None:
    known = deal("klondike", 6)
    for _ in range(26):
        known.play("s")
    sampled = next(each for each in sample_deals(known, 9, "elsewhere") if each != known.board)
    dealt, stock = known.boards[0], known.board.compiled.stock
    other = Game(
        replace(
            dealt, stacks=(*sampled.stacks[:stock], dealt.stacks[stock], *dealt.stacks[stock + 1 :])
        )
    )
    for _ in range(26):
        other.play("s")
    assert other.board != known.board
    choose = PLAYERS[player]
    for _ in range(3):
        moves = choose(known, effort, 5)
        assert moves == choose(other, effort, 5)
        for move in moves:
            known.push(move)
            other.push(move)
        if known.board.hidden != dealt.hidden:
            break
    assert len(known.moves) > 26


def test_a_game_is_the_same_each_time() -> None:
    one, other = (play(KLONDIKE, 3, "tree", 100) for _ in range(2))
    assert (one.won, one.moves) == (other.won, other.moves)
    assert one.moves > 20


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.parquet")))
def test_the_figures_in_print_are_those_of_the_games_kept(name: str) -> None:
    game, _, by = name.partition(".")
    player, _, effort = by.partition("-")
    games = Games(CATALOGUE[game], player, int(effort), FOLDER)
    figures = games.figures(games.played)
    rate, seconds = figures.split(" won: ")[1].split(", ")[:2], figures.split(", ")[-1]
    text = (FOLDER.parent / "README.md").read_text(encoding="utf-8")
    row = f"| {game} | {player} | {effort} | 1 to {max(games.played)} | {', '.join(rate)} |"
    assert sorted(games.played) == list(range(1, max(games.played) + 1))
    assert f"{row} {seconds.removesuffix(' a game')} |" in text
