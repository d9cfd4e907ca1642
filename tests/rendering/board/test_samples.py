"""Samples of decks and backs."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from engine import Card
from rendering import THEMES, Back, Deck, Style
from rendering.board.samples import Sample, draw_samples

COURTS = tuple(Card.parse(text) for text in ("KS", "QH", "JD"))
DECKS = [Sample(deck.name, COURTS, deck=deck) for deck in Deck]
BACKS = [Sample(back.name, (None,), back=back) for back in Back]


@pytest.mark.parametrize("samples", [DECKS, BACKS], ids=["decks", "backs"])
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("large", [False, True])
def test_samples_lie_side_by_side_in_one_picture(
    samples: list[Sample], theme: str, large: bool
) -> None:
    picture = draw_samples(samples, Style(theme, large_index=large))
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height) == (1100, picture.height)
    assert picture.alt == ", ".join(sample.title for sample in samples)
    share = 1100 // len(samples)
    looks = {
        image.crop((n * share, 0, (n + 1) * share, 200)).tobytes() for n, _ in enumerate(samples)
    }
    assert len(looks) == len(samples)


def test_a_long_title_is_made_to_fit() -> None:
    title = "A name that is far too long for the room that there is below one card"
    picture = draw_samples([Sample(title, (None,)), *BACKS], Style())
    assert picture.width == 1100


def test_samples_have_the_letters_of_the_style() -> None:
    english = draw_samples(DECKS, Style())
    german = draw_samples(DECKS, Style(indices=Style().indices.GERMAN))
    assert english.png != german.png
