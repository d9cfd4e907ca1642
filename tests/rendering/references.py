"""The reference pictures: a sheet for every game, in every theme, one of cards, and one of charts.

``python -m tests.rendering.references`` redraws them after an intended change; given the ids of
games, it draws those alone. Look at the sheets before committing.
"""

from __future__ import annotations

import io
import random
import sys
import zlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from engine import CATALOGUE, Rank, Suit
from engine.dealing import opening
from engine.rules import Base, Rules, SuitRule
from rendering import THEMES, Scene, Style
from rendering.board.picture import compose
from rendering.cards.card_back import back_print
from rendering.cards.card_design import Back, Deck
from rendering.cards.court_cards import court_picture
from rendering.charts.chart import draw_chart
from rendering.charts.day_board import draw_day_board
from rendering.charts.day_card import draw_day_card
from rendering.charts.profile import draw_profile
from rendering.charts.share_card import draw_share_card
from tests.rendering.boards import played, sorted_out
from tests.rendering.charts.charted import (
    DAY_CARD,
    FACES,
    MONTH,
    PROFILE,
    RATES,
    SERVER_MONTH,
    WEEKS,
    WIN,
)

FOLDER = Path(__file__).with_name("pictures")
CARDS = Path(__file__).with_name("cards.webp")
CHARTS = Path(__file__).with_name("charts.webp")
CLOSE = (124, 160)
"""How large cards are from close by, in pixels."""
WIDTH = 240
STATES = ("deal", "late")


def scene(rules: Rules, state: str) -> Scene:
    """The scene of a game: a deal with a hint, or a late board with a last move and a selection."""
    if state == "deal":
        board = opening(rules, 1)
        moves = board.legal_moves()
        return Scene(board, hint=moves[0] if moves else None)
    foundations = rules.foundations
    is_open = foundations.base is Base.CHOSEN or foundations.suits is SuitRule.ANY
    if foundations.is_single or is_open or foundations.follows_previous:
        board = played(rules, 2, 12, 2).board
    else:
        board = sorted_out(opening(rules, 2), random.Random(rules.id))
    held = [pile.name for pile in board.compiled.tableau if board.stacks[pile.index]]
    return Scene(
        board,
        last=(held[0], 1) if held else None,
        selected=held[-1] if held[1:] else None,
    )


def style(theme: str, state: str) -> Style:
    """The style of a reference picture: deals have two suit colours, late boards four."""
    return Style(theme, suits=2 if state == "deal" else 4, width=WIDTH)


def drawn(rules: Rules, theme: str, state: str) -> Image.Image:
    """A picture of a game as drawn now."""
    return compose(scene(rules, state), style(theme, state)).convert("RGB")


def sheet(rules: Rules) -> Image.Image:
    """The pictures of a game as drawn now: dealt and late side by side, each in half the themes.

    Which half it is differs between games.
    """
    themes = [*THEMES]
    turn = zlib.crc32(rules.id.encode()) % len(themes)
    themes = themes[turn:] + themes[:turn]
    columns = [
        [drawn(rules, theme, state) for theme in themes[first :: len(STATES)]]
        for first, state in enumerate(STATES)
    ]
    height = max(sum(picture.height for picture in column) for column in columns)
    whole = Image.new("RGB", (WIDTH * len(columns), height))
    for number, column in enumerate(columns):
        top = 0
        for picture in column:
            whole.paste(picture, (WIDTH * number, top))
            top += picture.height
    return whole


def card_sheet() -> Image.Image:
    """The court cards of each deck, a row for each rank, and a row of backs, as drawn now."""
    felt, courts = THEMES["felt"], (Rank.JACK, Rank.QUEEN, Rank.KING)
    rows = [
        [court_picture(rank, suit, deck, felt, felt.inks[0], *CLOSE) for suit in Suit]
        for deck in Deck
        for rank in courts
    ]
    rows.append([back_print(back, felt, CLOSE[0], CLOSE) for back in Back])
    width, height = CLOSE
    whole = Image.new("RGB", (width * len(Suit), height * len(rows)))
    for at, row in enumerate(rows):
        for number, picture in enumerate(row):
            whole.paste(picture, (width * number, height * at))
    return whole


def chart_sheet() -> Image.Image:
    """Charts, faces, a profile and a share card, one below the other, each in another theme."""
    felt, *others = (Style(theme, width=400) for theme in THEMES)
    charts = [draw_chart(chart, felt) for chart in (RATES, WEEKS)]
    board = draw_day_board(Scene(DAY_CARD.dealt), FACES, 3, others[0], "")
    charts += [
        draw_chart(MONTH, others[0]),
        draw_chart(SERVER_MONTH, felt),
        board,
        draw_day_card(DAY_CARD, felt),
    ]
    helped = replace(WIN, undos=12, hints=3, player="")
    charts += [draw_profile(PROFILE, others[1]), draw_share_card(WIN, others[2])]
    charts.append(draw_share_card(helped, felt))
    pictures = [Image.open(io.BytesIO(chart.png)) for chart in charts]
    whole = Image.new("RGB", (felt.width, sum(picture.height for picture in pictures)))
    top = 0
    for picture in pictures:
        whole.paste(picture.convert("RGB"), (0, top))
        top += picture.height
    return whole


def reference(file: Path) -> Image.Image:
    """The reference picture in a file."""
    with Image.open(file) as picture:
        return picture.convert("RGB")


def file_of(game: str) -> Path:
    """The file of a game's reference pictures."""
    return FOLDER / f"{game}.webp"


def main(games: Sequence[str]) -> None:
    """Draw the sheets of these games, or all sheets if none is named."""
    sheets = {file_of(game): sheet(CATALOGUE[game]) for game in games or CATALOGUE}
    if not games:
        sheets |= {CARDS: card_sheet(), CHARTS: chart_sheet()}
    for file, picture in sheets.items():
        picture.save(file, "WEBP", lossless=True, quality=100, method=6)


if __name__ == "__main__":
    main(sys.argv[1:])
