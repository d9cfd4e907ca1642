"""Medals: what they show can be told apart, at the size at which a phone shows them."""

from __future__ import annotations

import itertools

import pytest
from PIL import ImageChops, ImageStat

from rendering.charts.medals import Emblem, medal_mask

PHONE = 22
"""The width in pixels of a medal of a profile on a phone."""


def difference(one: tuple[int, Emblem], other: tuple[int, Emblem]) -> float:
    """The mean difference of two medals, from 0 to 1."""
    masks = [medal_mask(tier, emblem, PHONE) for tier, emblem in (one, other)]
    [mean] = ImageStat.Stat(ImageChops.difference(*masks)).mean
    return mean / 255


@pytest.mark.parametrize("tier", [1, 2, 3, 4])
def test_no_two_emblems_look_alike(tier: int) -> None:
    for one, other in itertools.combinations(Emblem, 2):
        assert difference((tier, one), (tier, other)) > 0.025, (one, other)


@pytest.mark.parametrize("emblem", Emblem)
def test_the_tiers_of_a_badge_differ_in_their_shape(emblem: Emblem) -> None:
    for one, other in itertools.combinations((1, 2, 3, 4), 2):
        assert difference((one, emblem), (other, emblem)) > 0.02, (one, other)
