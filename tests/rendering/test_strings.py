"""Strings, and pictures in languages other than English."""

from __future__ import annotations

import datetime as dt
import io
import pickle
import re
from dataclasses import replace
from string import Formatter

import pytest
from PIL import Image, ImageChops

from engine import CATALOGUE, Board, Card, Move, deal
from engine.cards import CARDS
from engine.dealing import opening
from engine.rules import Rules
from rendering import THEMES, Picture, Scene, Style, draw
from rendering.animation.replay import draw_replay
from rendering.board.alt import describe_scene
from rendering.charts.chart import MonthChart, WeeksChart, WinRateChart, Wins, draw_chart
from rendering.charts.day_marks import DayMark
from rendering.charts.share_card import Win, draw_share_card
from rendering.strings import ENGLISH, CalendarNames, Plural, Strings
from tests.declared import CLASSICS, FANS, MEETING, MULTITUDE
from tests.rendering.boards import won_board
from tests.support.every_game import each_of

DAY = dt.date(2026, 3, 21)
EASY = Win(won_board("saratoga"), 72, moves=115, seconds=754, player="ADA", day=DAY, title="ÄGIR")
HARD = Win(won_board("saratoga"), None, moves=1, undos=2, hints=1)


def loudly(text: str) -> str:
    """A template in capitals, its placeholders unchanged."""
    return "".join(
        said.upper() + ("" if blank is None else f"{{{blank}}}")
        for said, blank, _, _ in Formatter().parse(text)
    )


def loud(strings: str | Plural | CalendarNames) -> str | Plural | CalendarNames:
    match strings:
        case str():
            return loudly(strings)
        case Plural(forms):
            return Plural(tuple(map(loudly, forms)))
        case CalendarNames(full, short, in_dates, weekdays):
            upper = (tuple(map(str.upper, names)) for names in (full, short, in_dates, weekdays))
            return CalendarNames(*upper)


LOUD = Strings(*(loud(strings) for strings in ENGLISH.by_name().values()))  # type: ignore[arg-type]  # each as it was
"""A language in capitals."""


def english_in(alt: str) -> list[str]:
    """The English words left in a text of the loud language."""
    return re.findall(r"[a-z]{2,}", alt)


def opened(picture: Picture) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png))
    image.load()
    return image.convert("RGB")


def inked(picture: Picture) -> tuple[int, int, int, int]:
    """The bounding box of all that is not background."""
    image = opened(picture)
    ground = Image.new("RGB", image.size, THEMES["felt"].felt)
    box = ImageChops.difference(image, ground).getbbox()
    assert box is not None
    return box


def share_card(win: Win, strings: Strings = ENGLISH) -> Picture:
    return draw_share_card(win, Style(strings=strings))


def month(strings: Strings, *marks: DayMark) -> Picture:
    """A month whose days have these marks in turn."""
    days = {DAY.replace(day=day): marks[day % len(marks)] for day in range(1, 32)}
    return draw_chart(MonthChart("", days), Style(strings=strings))


@each_of([*CATALOGUE.values(), *CLASSICS, FANS, MEETING])
def test_the_alt_text_of_a_board_is_in_the_language(rules: Rules) -> None:
    board = opening(rules, 1)
    marked = Scene(board, 7, ("1", 2), "1", Move("1", "2"), title="ÄGIR")
    for scene in (marked, replace(marked, board=emptied(board))):
        assert english_in(describe_scene(scene, LOUD)) == []


def emptied(board: Board) -> Board:
    """A board with only its first card left."""
    stacks = list(board.stacks)
    first = next(index for index, stack in enumerate(stacks) if stack)
    left = [stack[:1] if index == first else () for index, stack in enumerate(stacks)]
    return replace(board, stacks=tuple(left), hidden=(), redeals=0)


def test_a_deal_from_the_stock_is_described_in_the_language() -> None:
    alt = describe_scene(Scene(deal("klondike", 1).board, last=("s", 1)), LOUD)
    assert " LAST MOVE: STOCK. " in alt


def test_omitted_cards_are_described_in_the_language() -> None:
    board = opening(MULTITUDE, 1)
    stacks: list[tuple[Card, ...]] = [()] * len(board.stacks)
    for pile in board.compiled.tableau[:44]:
        stacks[pile.index] = tuple(CARDS[:6])
    alt = describe_scene(Scene(replace(board, stacks=tuple(stacks))), LOUD)
    assert "44: 4 MORE, 5♠ 6♠. 45 TO 99: EMPTY." in alt


def test_the_alt_text_of_a_won_board_is_in_the_language() -> None:
    alt = describe_scene(Scene(won_board("saratoga"), 7, title="ÄGIR"), LOUD)
    assert alt == (
        "ÄGIR, DEAL 7, WON. FOUNDATIONS: ♠ COMPLETE, ♥ COMPLETE, ♦ COMPLETE, ♣ COMPLETE."
    )


def test_the_alt_text_of_a_share_card_is_in_the_language() -> None:
    assert share_card(EASY, LOUD).alt == (
        "ADA WON ÄGIR, DEAL 72, THE DAILY DEAL OF 21 MARCH 2026. "
        "115 MOVES, TIME 12:34, PERFECT, NO UNDO AND NO HINT."
    )
    assert share_card(replace(HARD, title="ÄGIR"), LOUD).alt == (
        "WON: ÄGIR. 1 MOVE, 2 UNDOS, 1 HINT."
    )


def test_the_alt_text_of_a_replay_is_in_the_language() -> None:
    game = deal("klondike", 1)
    for _ in range(2):
        game.play(game.legal_moves()[0])
    alt = draw_replay(game, Style(width=240, strings=LOUD), title="ÄGIR").alt
    assert re.fullmatch(r"REPLAY OF ÄGIR, DEAL 1: 2 MOVES, NOT WON\.", alt)


def rates(strings: Strings) -> Picture:
    return draw_chart(WinRateChart("", (("ÄGIR", Wins(3, 1)),)), Style(strings=strings))


def weeks(strings: Strings) -> Picture:
    return draw_chart(WeeksChart("", {DAY: Wins(3, 1)}, DAY), Style(strings=strings))


def test_the_alt_text_of_a_chart_is_in_the_language() -> None:
    assert english_in(rates(LOUD).alt) == []
    assert english_in(weeks(LOUD).alt) == []
    assert month(LOUD, DayMark.WON).alt.startswith("WON 31 (1, 2, 3, ")
    assert english_in(month(LOUD, *DayMark).alt) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in ENGLISH.by_name() if name.startswith("card_")])
def test_each_string_on_a_share_card_is_in_the_language(name: str) -> None:
    strings = replace(ENGLISH, **{name: getattr(LOUD, name)})
    wins = (EASY, HARD, replace(HARD, moves=2, undos=1, hints=2))
    assert any(share_card(win, strings).png != share_card(win).png for win in wins)


def test_a_share_card_shows_the_given_title() -> None:
    assert share_card(EASY).png != share_card(replace(EASY, title="")).png
    assert replace(EASY, title="").game == "Saratoga"


def test_an_alt_text_names_the_given_title() -> None:
    assert draw(deal("klondike", 1), title="Ägir").alt.startswith("Ägir, deal 1.")


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        *("number_perfect", "number_won", "number_won_later", "number_given_up"),
        *("number_frozen", "number_missed", "number_to_come"),
    ],
)
def test_each_string_on_a_month_is_in_the_language(name: str) -> None:
    strings = replace(ENGLISH, **{name: getattr(LOUD, name)})
    assert month(strings, *DayMark).png != month(ENGLISH, *DayMark).png


def test_a_win_rate_is_in_the_language() -> None:
    assert rates(replace(ENGLISH, win_rate=LOUD.win_rate)).png != rates(ENGLISH).png


@pytest.mark.parametrize("name", ["calendar_names", "number_won", "number_not_won"])
def test_each_string_on_a_chart_of_weeks_is_in_the_language(name: str) -> None:
    strings = replace(ENGLISH, **{name: getattr(LOUD, name)})
    assert weeks(strings).png != weeks(ENGLISH).png


def test_long_labels_stay_on_the_card() -> None:
    long = Plural(("zurückgenommener Zug", "zurückgenommene Züge"))
    strings = replace(ENGLISH, card_moves=long, card_undos=long, card_hints=long)
    frame = inked(share_card(HARD))
    box = opened(share_card(HARD, strings)).crop((1052, 0, frame[2], 700))
    assert box.tobytes() == opened(share_card(HARD)).crop((1052, 0, frame[2], 700)).tobytes()


def test_a_long_legend_stays_on_the_month() -> None:
    strings = replace(ENGLISH, number_won_later="nachträglich gewonnen {number}")
    assert inked(month(strings, DayMark.LATE))[2] <= 1100 * 0.965 + 1


def test_letters_with_diacritics_are_drawn() -> None:
    def shown(title: str) -> bytes:
        return share_card(replace(EASY, title=title)).png

    assert len({shown(title) for title in ("aou", "äöü", "ÄÖÜ", "AOU", "ß", "ss", "")}) == 7


def test_english_is_pickled_by_name() -> None:
    sent = pickle.dumps(ENGLISH)
    assert pickle.loads(sent) is ENGLISH  # noqa: S301  # packed in the line above
    assert len(sent) < 60


def test_a_style_survives_pickling_with_its_strings() -> None:
    style = Style(strings=LOUD)
    assert pickle.loads(pickle.dumps(style)) == style  # noqa: S301  # packed in the line itself


def test_a_language_may_have_any_number_of_plural_forms() -> None:
    rule = "n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3"
    cards = Plural(("{number} karta", "{number} karti", "{number} karte", "{number} kart"), rule)
    sent = pickle.loads(pickle.dumps(cards))  # noqa: S301  # packed in the line itself
    assert [sent.of(number) for number in (1, 102, 4, 5)] == [
        "1 karta",
        "102 karti",
        "4 karte",
        "5 kart",
    ]


@pytest.mark.parametrize(("number", "says"), [(0, "0 moves"), (1, "1 move"), (2, "2 moves")])
def test_english_has_a_singular_for_one_only(number: int, says: str) -> None:
    assert ENGLISH.moves.of(number) == says


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (7, "0:07"),
        (754, "12:34"),
        (3599, "59:59"),
        (3600, "1:00:00"),
        (3723, "1:02:03"),
        (172_799, "47:59:59"),
        (172_800, "2 days"),
        (10**9, "11574 days"),
    ],
)
def test_a_duration_reads_like_a_clock(seconds: int, text: str) -> None:
    assert ENGLISH.format_duration(seconds) == text


def test_a_date_has_no_leading_zeros() -> None:
    assert ENGLISH.format_date(dt.date(2026, 3, 1)) == "1 March 2026"
    assert ENGLISH.format_date(dt.date(2026, 12, 31)) == "31 December 2026"
