"""The guide to adding a game, followed to the letter."""

from __future__ import annotations

import random
import re
from pathlib import Path

from engine import Game, Rules, Status
from engine.dealing import opening
from rendering import draw
from tools.game_pages import page

GUIDE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def declared() -> Rules:
    """The game that the guide's code declares."""
    text = GUIDE.read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    exec("\n".join(code), names)  # noqa: S102  # running the guide's code is the test
    games = [value for value in names.values() if isinstance(value, Rules)]
    assert len(games) == 1
    return games[0]


def test_the_guides_game_takes_twenty_lines() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    code = text.split("```python\n")[1].split("```")[0].split("Rules(\n", 1)[1]
    assert len(code.splitlines()) <= 20


def test_the_guides_game_is_dealt_played_undone_drawn_and_described() -> None:
    rules = declared()
    for number in range(1, 6):
        game, chance = Game(opening(rules, number), number), random.Random(number)
        first = game.board
        for _ in range(60):
            moves = game.legal_moves()
            if not moves or game.status is not Status.PLAYING:
                break
            game.play(chance.choice(moves))
        assert draw(game).alt.startswith("Lamplight")
        for _ in game.moves:
            game.undo()
        assert game.board == first
    assert "# Lamplight" in page(rules)


def test_the_guides_game_builds_as_the_guide_says() -> None:
    board = opening(declared(), 1).piles
    assert [len(board[str(pile)]) for pile in range(1, 8)] == [1, 2, 3, 4, 5, 6, 7]
    assert len(board["s"]) == 24
