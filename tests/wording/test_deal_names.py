"""What deals are called is what may be typed for them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import LANGUAGES, format_integer, use_locale
from bot.service.play.deal_numbers import secret_deals
from bot.wording.deal_names import name_deal, parse_deal_number, split_deal
from engine import CATALOGUE, InvalidDeal

KLONDIKE = CATALOGUE["klondike"]
LONG = secret_deals("klondike")
DEALS = st.integers(1, 10**9 - 1) | st.integers(LONG[0], LONG[-1])


@given(DEALS, st.sampled_from(LANGUAGES))
def test_a_deal_is_read_as_it_is_called(number: int, language: str) -> None:
    with use_locale(language):
        name = name_deal(number)
        assert parse_deal_number(name, KLONDIKE) == number
        assert parse_deal_number(f"{name}.", KLONDIKE) == number
        for title in (f"Klondike · {name}", f"Klondike, {name}", f"Klondike · {name} · expert"):
            game, deal = split_deal(title)
            assert game == "Klondike"
            assert deal is not None
            assert parse_deal_number(deal, KLONDIKE) == number


@given(st.integers(1, 10**12), st.sampled_from(LANGUAGES))
def test_a_number_is_read_as_it_is_printed(number: int, language: str) -> None:
    with use_locale(language):
        assert parse_deal_number(format_integer(number), KLONDIKE) == number


@given(st.lists(st.integers(LONG[0], LONG[-1]), min_size=2, max_size=2, unique=True))
def test_no_two_deals_have_one_name(numbers: list[int]) -> None:
    first, other = map(name_deal, numbers)
    assert first != other


def test_the_letters_of_a_deal_may_be_misread_and_in_lower_case() -> None:
    code = name_deal(2**62 + 1).removeprefix("deal ")
    typed = code.replace("0", "o").replace("1", "l")
    assert parse_deal_number(typed.lower(), KLONDIKE) == 2**62 + 1


@pytest.mark.parametrize(
    "typed",
    [
        "1,000",
        "1.000",
        "1 000",
        "1\u00a0000",
        "1\u202f000",
        "1'000",
        "1_000",
        "１０００",
        "#1000",
        "№ 1000",
        "Nr. 1.000.",
    ],
)
def test_thousands_may_be_separated_as_anywhere(typed: str) -> None:
    assert parse_deal_number(typed, KLONDIKE) == 1000


@pytest.mark.parametrize(
    "typed", ["7.5", "-3", "1e9", "٣", "0", "", "1.00", "UUUU-UUUU-UUUUU", "Z" * 13]
)
def test_what_is_no_deal_is_refused(typed: str) -> None:
    with pytest.raises(InvalidDeal):
        parse_deal_number(typed, KLONDIKE)
