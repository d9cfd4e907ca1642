"""Text in the boards' font."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rendering.text import BOLD, displayable, fit_cap_height, text_mask, text_width, truncated


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("Đặng Thị Öde Жук Ωμέγα", "Đặng Thị Öde Жук Ωμέγα"),
        ("Ada 🌸🏳️‍🌈", "Ada"),
        ("𝓐𝓭𝓪 𝕷𝖔𝖛𝖊 ⓧ １２", "Ada Love x 12"),
        ("Z̸̢̛a͓l̸g̀o", "Zalgo"),
        ("e\u0301", "é"),
        ("\u202eadA\u200b", "adA"),
        (" a\n\tb\u3000c ", "a b c"),
        ("李明 Li", "Li"),
        ("李明", ""),
        ("", ""),
    ],
)
def test_a_text_keeps_what_the_font_has_and_plain_equivalents_of_the_rest(
    written: str, shown: str
) -> None:
    assert displayable(written) == shown


@given(st.text(max_size=60))
def test_any_text_becomes_displayable_on_one_line(text: str) -> None:
    shown = displayable(text)
    assert displayable(shown) == shown
    assert "\n" not in shown
    assert text_mask(shown, 12).width == max(1, text_width(shown, 12))


def test_an_endless_text_is_cut() -> None:
    assert len(displayable("x" * 1_000_000)) == 500


def test_descenders_and_accents_are_not_clipped() -> None:
    drawn = text_mask("ÉgjÅ", 40, BOLD).getbbox()
    assert drawn is not None
    assert 0 < drawn[1] < 18
    assert 18 + 40 < drawn[3] < 18 + 40 + 20


def test_capitals_have_the_requested_height() -> None:
    drawn = text_mask("HIE", 40).getbbox()
    assert drawn is not None
    assert drawn[3] - drawn[1] == pytest.approx(40, abs=1)


def test_a_line_too_wide_shrinks_until_it_fits() -> None:
    text = "Portuguese Solitaire"
    cap = fit_cap_height(text, 60, 300, BOLD)
    assert text_width(text, cap, BOLD) <= 300 < text_width(text, cap + 1, BOLD)
    assert fit_cap_height("A", 60, 300) == 60


def test_a_name_too_long_is_truncated() -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff"
    cut = truncated(name, 30, 300)
    assert cut.endswith("…")
    assert name.startswith(cut[:-1])
    assert text_width(cut, 30) <= 300
    assert truncated("Ada", 30, 300) == "Ada"
