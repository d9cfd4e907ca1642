"""Colours: the themes, the inks of the suits, and the palette a picture is stored in.

Pictures have a fixed palette of at most 256 colours: the theme's own, exactly, and short ramps
between those that meet at smoothed edges. It is worked out, not measured, so that the same board
always has the same bytes and flat areas stay flat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""


_TOO_CLOSE: Final = 40


class UnknownTheme(ValueError):
    """No theme has that name; the text says which there are."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board.

    Attributes:
        name: what the theme is called in code and settings.
        title: what people are shown as its name.
        felt: the board itself.
        slot: an empty pile.
        slot_line: its outline.
        mark: what an empty pile shows: a suit, a king, a cross.
        label: pile names.
        count: numbers of cards, beside pile names.
        card: the paper of a card.
        edge: the outline of a card.
        shadow: the colour that shadows on the felt tend to.
        inks: spades, hearts, diamonds, clubs in two colours.
        inks_of_four: the same in four colours.
        gold: crowns and trimmings.
        skin: the faces of the courts.
        back: the back of a card.
        back_line: the lines on it.
        last: the ring round the last move.
        selected: the ring round a chosen pile.
        hint: the ring round a suggested move.
        outline: what sets a ring off from cards and felt.
    """

    name: str
    title: str
    felt: Colour
    slot: Colour
    slot_line: Colour
    mark: Colour
    label: Colour
    count: Colour
    card: Colour
    edge: Colour
    shadow: Colour
    inks: tuple[Colour, Colour, Colour, Colour]
    inks_of_four: tuple[Colour, Colour, Colour, Colour]
    gold: Colour
    skin: Colour
    back: Colour
    back_line: Colour
    last: Colour
    selected: Colour
    hint: Colour
    outline: Colour

    def suit_inks(self, suits: int) -> tuple[Colour, Colour, Colour, Colour]:
        """The ink of each suit in a deck of two or of four colours."""
        return self.inks_of_four if suits == 4 else self.inks

    @property
    def is_pale(self) -> bool:
        """Whether it belongs on a pale page, with dark names on its felt."""
        return sum(self.felt) > sum(self.label)

    @property
    def veiled(self) -> Colour:
        """The paper of a card in a chosen pile."""
        return self.veil(self.card)

    def veil(self, colour: Colour) -> Colour:
        """What a colour becomes in a chosen pile: bright ones are tinged, inks stay dark."""
        glass = mix((255, 255, 255), self.selected, 0.45)
        red, green, blue = (a * b // 255 for a, b in zip(colour, glass, strict=True))
        paleness = min(colour) / min(self.card)
        return mix(colour, (red, green, blue), 0.4 + 0.6 * min(1.0, paleness))

    def tint(self, ink: Colour) -> Colour:
        """The pale ground on which a court in that ink stands."""
        return mix(self.card, ink, 0.13)


def _colour(code: str) -> Colour:
    red, green, blue = bytes.fromhex(code)
    return (red, green, blue)


_BLACK: Final = _colour("15181F")
_RED: Final = _colour("C9142F")
_BLUE: Final = _colour("1558C0")
_GREEN: Final = _colour("076530")

FELT: Final = Theme(
    name="felt",
    title="Felt green",
    felt=_colour("17603F"),
    slot=_colour("13543A"),
    slot_line=_colour("3D8363"),
    mark=_colour("36795B"),
    label=_colour("E4F3EA"),
    count=_colour("A9D6BE"),
    card=_colour("FDFCF7"),
    edge=_colour("B9B9B0"),
    shadow=_colour("062A1A"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("E3A82B"),
    skin=_colour("FBE7D2"),
    back=_colour("23467F"),
    back_line=_colour("88A6D8"),
    last=_colour("FFC629"),
    selected=_colour("3FD8FF"),
    hint=_colour("E5238F"),
    outline=_colour("0B2F20"),
)
DARK: Final = Theme(
    name="dark",
    title="Dark",
    felt=_colour("26282D"),
    slot=_colour("1F2125"),
    slot_line=_colour("494D56"),
    mark=_colour("5A5F6A"),
    label=_colour("E9EAEE"),
    count=_colour("AEB3BF"),
    card=_colour("F6F5F0"),
    edge=_colour("A9A9A4"),
    shadow=_colour("08090A"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("DCA22C"),
    skin=_colour("F3E0CC"),
    back=_colour("463F8C"),
    back_line=_colour("A49EE0"),
    last=_colour("FFC629"),
    selected=_colour("3FD8FF"),
    hint=_colour("F0379E"),
    outline=_colour("0C0D0F"),
)

LIGHT: Final = Theme(
    name="light",
    title="Light",
    felt=_colour("DDE5DE"),
    slot=_colour("D0DAD2"),
    slot_line=_colour("A3B3A8"),
    mark=_colour("8FA296"),
    label=_colour("22332A"),
    count=_colour("4B5F54"),
    card=_colour("FFFFFF"),
    edge=_colour("A2ABA5"),
    shadow=_colour("5E6F65"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("E3A82B"),
    skin=_colour("FBE7D2"),
    back=_colour("2E6E8E"),
    back_line=_colour("A7D0E2"),
    last=_colour("FFB200"),
    selected=_colour("35CDF7"),
    hint=_colour("D81B85"),
    outline=_colour("1C2A22"),
)
HIGH_CONTRAST: Final = Theme(
    name="high-contrast",
    title="High contrast",
    felt=_colour("000000"),
    slot=_colour("000000"),
    slot_line=_colour("E6E6E6"),
    mark=_colour("B4B4B4"),
    label=_colour("FFFFFF"),
    count=_colour("FFE45C"),
    card=_colour("FFFFFF"),
    edge=_colour("303030"),
    shadow=_colour("000000"),
    inks=(_colour("000000"), _colour("A8001C"), _colour("A8001C"), _colour("000000")),
    inks_of_four=(
        *(_colour("000000"), _colour("A8001C")),
        *(_colour("003CB3"), _colour("00561F")),
    ),
    gold=_colour("F2B01E"),
    skin=_colour("FFEBD6"),
    back=_colour("2B4CC0"),
    back_line=_colour("DCE4FF"),
    last=_colour("FFD400"),
    selected=_colour("00DDFF"),
    hint=_colour("E6007E"),
    outline=_colour("000000"),
)

THEMES: Final[Mapping[str, Theme]] = MappingProxyType(
    {theme.name: theme for theme in (FELT, DARK, LIGHT, HIGH_CONTRAST)}
)
"""Every theme, by name, in the order in which they are offered."""


def theme_named(name: str) -> Theme:
    """The theme of that name.

    Raises:
        UnknownTheme: when there is none.
    """
    theme = THEMES.get(name)
    if theme is None:
        *others, last = THEMES
        choice = f"{', '.join(others)} or {last}"
        raise UnknownTheme(f"There is no theme called “{name[:24]}”; choose {choice}.")
    return theme


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share (0 to 1) of another in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return (red, green, blue)


def _ramp(colour: Colour, other: Colour, steps: int) -> Iterator[Colour]:
    """The colours between two others, as many as asked for, without the two."""
    return (mix(colour, other, step / (steps + 1)) for step in range(1, steps + 1))


def _wanted(theme: Theme, suits: int) -> Iterator[Colour]:
    """The colours of a theme, those that must be exact first."""
    inks = tuple(dict.fromkeys(theme.suit_inks(suits)))
    tints = tuple(theme.tint(ink) for ink in inks)
    yield from (theme.felt, theme.card, theme.slot, theme.slot_line, theme.mark, theme.label)
    yield from (theme.count, theme.edge, theme.gold, theme.skin, theme.back, theme.back_line)
    yield from (theme.last, theme.selected, theme.hint, theme.outline, *inks, *tints)
    yield theme.veiled
    for ink, tint in zip(inks, tints, strict=True):
        yield from _ramp(theme.card, ink, 10)
        yield from _ramp(tint, ink, 5)
        yield from _ramp(theme.gold, ink, 3)
        yield from _ramp(theme.skin, ink, 4)
        yield from _ramp(tint, theme.gold, 2)
        yield theme.veil(tint)
        yield theme.veil(ink)
        yield from _ramp(theme.veiled, theme.veil(ink), 4)
    yield from (theme.veil(paint) for paint in (theme.gold, theme.skin, theme.edge, theme.back))
    yield from _ramp(theme.felt, theme.shadow, 7)
    yield from _ramp(theme.card, theme.edge, 6)
    yield from _ramp(theme.edge, theme.shadow, 8)
    yield from _ramp(theme.felt, theme.label, 9)
    yield from _ramp(theme.felt, theme.count, 6)
    yield from _ramp(theme.slot, theme.mark, 4)
    yield from _ramp(theme.slot, theme.slot_line, 3)
    yield from _ramp(theme.felt, theme.slot_line, 3)
    yield from _ramp(theme.back, theme.back_line, 7)
    yield from _ramp(theme.back, theme.card, 7)
    yield from _ramp(theme.card, theme.gold, 4)
    for ring in (theme.last, theme.selected, theme.hint):
        yield from _ramp(theme.card, ring, 3)
        yield from _ramp(theme.felt, ring, 3)
        yield from _ramp(theme.outline, ring, 3)
    yield from _ramp(theme.card, theme.outline, 4)


def _distinct(colours: Iterable[Colour]) -> Iterator[Colour]:
    """The colours that can be told apart, each where it first comes.

    Pillow looks colours up in boxes of four steps a side, so that of two colours closer than that
    it may take either; only the first of them is kept.
    """
    kept: list[Colour] = []
    for colour in colours:
        red, green, blue = colour
        if all(
            (red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 > _TOO_CLOSE for r, g, b in kept
        ):
            kept.append(colour)
            yield colour


def nearest(colours: Sequence[Colour], colour: Colour) -> int:
    """Which of some colours is nearest to another."""
    return min(
        range(len(colours)),
        key=lambda n: sum((a - b) ** 2 for a, b in zip(colours[n], colour, strict=True)),
    )


@cache
def palette_of(theme: Theme, suits: int) -> tuple[Colour, ...]:
    """The colours a picture in that theme is stored in, at most 256; the felt is the first."""
    return tuple(_distinct(_wanted(theme, suits)))
