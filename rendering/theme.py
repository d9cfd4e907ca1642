"""The colour themes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""


MIN_CONTRAST: Final = 3.0
"""The contrast that the WCAG requires of graphics."""


class UnknownTheme(ValueError):
    """There is no such theme; the message lists those there are."""


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a board.

    Attributes:
        name: its name in code and settings.
        title: the name that players see.
        felt: the background.
        empty_pile: an empty pile.
        empty_pile_line: its outline, and other lines.
        mark: the symbol in an empty pile.
        label: names of piles, and other text.
        count: numbers of cards, and fainter text.
        card: the paper of a card.
        edge: the outline of a card.
        shadow: the colour that shadows on the felt tend to.
        inks: spades, hearts, diamonds, clubs in two colours.
        inks_of_four: the same in four colours.
        gold: crowns and trimmings.
        skin: the faces of court cards.
        back: the back of a card.
        back_line: the lines on it.
        last: the highlight of the last move.
        selected: the highlight of a selected pile.
        hint: the highlight of a hint.
        outline: the outline of highlights.
    """

    name: str
    title: str
    felt: Colour
    empty_pile: Colour
    empty_pile_line: Colour
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
        """The ink of each suit, in two or four colours."""
        return self.inks_of_four if suits == 4 else self.inks

    @property
    def is_pale(self) -> bool:
        """Whether text is darker than the felt."""
        return sum(self.felt) > sum(self.label)

    @property
    def accent(self) -> Colour:
        """The colour of bars and days in charts: the brightest that contrasts with the felt."""
        return self.last if contrast(self.last, self.felt) >= MIN_CONTRAST else self.label

    def ink_on(self, colour: Colour) -> Colour:
        """The colour of text on another colour."""
        return max(self.felt, self.outline, key=lambda ink: contrast(ink, colour))

    @property
    def veiled(self) -> Colour:
        """The paper of a card in a selected pile."""
        return self.veil(self.card)

    def veil(self, colour: Colour) -> Colour:
        """A colour as it is in a selected pile: bright ones are tinted, inks stay dark."""
        glass = mix((255, 255, 255), self.selected, 0.45)
        red, green, blue = (a * b // 255 for a, b in zip(colour, glass, strict=True))
        paleness = min(colour) / min(self.card)
        return mix(colour, (red, green, blue), 0.4 + 0.6 * min(1.0, paleness))

    def dim(self, colour: Colour) -> Colour:
        """A colour as it is on a card that lies under others."""
        red, green, blue = colour
        return (red * 4 // 5, green * 4 // 5, blue * 4 // 5)

    def tint(self, ink: Colour) -> Colour:
        """The pale background of a court card in that ink."""
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
    empty_pile=_colour("13543A"),
    empty_pile_line=_colour("3D8363"),
    mark=_colour("36795B"),
    label=_colour("E4F3EA"),
    count=_colour("B9E2CC"),
    card=_colour("FDFCF7"),
    edge=_colour("B9B9B0"),
    shadow=_colour("062A1A"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("E3A82B"),
    skin=_colour("F6D3B3"),
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
    empty_pile=_colour("1F2125"),
    empty_pile_line=_colour("494D56"),
    mark=_colour("5A5F6A"),
    label=_colour("E9EAEE"),
    count=_colour("AEB3BF"),
    card=_colour("F6F5F0"),
    edge=_colour("A9A9A4"),
    shadow=_colour("08090A"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("DCA22C"),
    skin=_colour("F0CDAE"),
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
    empty_pile=_colour("D0DAD2"),
    empty_pile_line=_colour("A3B3A8"),
    mark=_colour("8FA296"),
    label=_colour("22332A"),
    count=_colour("4B5F54"),
    card=_colour("FFFFFF"),
    edge=_colour("A2ABA5"),
    shadow=_colour("5E6F65"),
    inks=(_BLACK, _RED, _RED, _BLACK),
    inks_of_four=(_BLACK, _RED, _BLUE, _GREEN),
    gold=_colour("E3A82B"),
    skin=_colour("F6D3B3"),
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
    empty_pile=_colour("000000"),
    empty_pile_line=_colour("E6E6E6"),
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
    skin=_colour("F8D6B8"),
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
"""The themes by name, in display order."""


def theme_named(name: str) -> Theme:
    """The theme of that name.

    Raises:
        UnknownTheme: if there is none.
    """
    theme = THEMES.get(name)
    if theme is None:
        *others, last = THEMES
        choice = f"{', '.join(others)} or {last}"
        raise UnknownTheme(f"There is no theme called “{name[:24]}”; choose {choice}.")
    return theme


def mix(colour: Colour, other: Colour, share: float) -> Colour:
    """A colour mixed with a share, 0 to 1, of another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(colour, other, strict=True))
    return (red, green, blue)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21, as the WCAG defines it."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        channel / 3294.6 if channel <= 10 else ((channel / 255 + 0.055) / 1.055) ** 2.4
        for channel in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
