"""House rules: a known game with another draw, other redeals, cells, or cards for empty piles.

They are made of a game of the catalogue and what is changed, and so is their id, such as
``klondike.draw-3.redeals-1``: it says all that is needed to play by them, anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Final

from engine.errors import InvalidHouseRules, InvalidRules, excerpt
from engine.messages import Message
from engine.rules import EmptyPileRule, Rules, Stock, Win

SEPARATOR: Final = "."
"""What is in ids of house rules, and in no other game's."""
_UNLIMITED: Final = "any"
_MAX_DRAW: Final = 3
_MAX_REDEALS: Final = 3
_MAX_CELLS: Final = 8
_WORDS: Final = ("id", "title", "summary", "text", "source")
"""The fields of a declaration that say nothing about play."""
_FILLS: Final = {
    "any": EmptyPileRule.ANY,
    "kings": EmptyPileRule.KING,
    "nothing": EmptyPileRule.NOTHING,
}
_FILL_NAMES: Final = {
    "any": Message("any card fills"),
    "kings": Message("kings fill"),
    "nothing": Message("nothing fills"),
}


@dataclass(frozen=True)
class HouseRules(Rules):
    """A game by house rules.

    Attributes:
        base: the game of the catalogue that is changed.
        changes: the values that are changed, by the names of :data:`SETTINGS`.
    """

    base: Rules = field(kw_only=True, compare=False, repr=False)
    changes: tuple[tuple[str, str], ...] = field(kw_only=True, compare=False)

    @property
    def name(self) -> Message:
        """The title of the game, and what is changed."""
        return Message("{game} ({changes})", game=Message(self.base.title), changes=self.changed)

    @property
    def changed(self) -> Message:
        """What is changed, in words."""
        parts = [SETTINGS[name].word(value) for name, value in self.changes]
        joined = parts[0]
        for part in parts[1:]:
            joined = Message("{most}, {last}", most=joined, last=part)
        return joined


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that house rules may change.

    Attributes:
        values: the values that it can have in a game; none where it means nothing there.
        value: the value that it has in a game.
        changed: the game with another value.
        word: a value in words.
    """

    values: Callable[[Rules], tuple[str, ...]]
    value: Callable[[Rules], str]
    changed: Callable[[Rules, str], Rules]
    word: Callable[[str], Message]


def _draws(rules: Rules) -> tuple[str, ...]:
    return tuple(map(str, range(1, _MAX_DRAW + 1))) if rules.has_waste else ()


def _draw(rules: Rules) -> str:
    return "" if rules.stock is None else str(rules.stock.turn)


def _with_draw(rules: Rules, value: str) -> Rules:
    return replace(rules, stock=replace(rules.stock or Stock(), turn=int(value)))


def _draw_name(value: str) -> Message:
    return Message("draw {number}", number=value)


def _redeals_of(rules: Rules) -> tuple[str, ...]:
    if not (rules.has_waste or rules.redeals_tableau):
        return ()
    counts = tuple(map(str, range(int(rules.redeals_tableau), _MAX_REDEALS + 1)))
    return counts if rules.reshuffles_tableau else (*counts, _UNLIMITED)


def _redeals(rules: Rules) -> str:
    if rules.stock is None:
        return ""
    return _UNLIMITED if rules.stock.redeals is None else str(rules.stock.redeals)


def _with_redeals(rules: Rules, value: str) -> Rules:
    redeals = None if value == _UNLIMITED else int(value)
    return replace(rules, stock=replace(rules.stock or Stock(), redeals=redeals))


def _redeals_name(value: str) -> Message:
    if value in ("0", "1"):
        return Message("1 redeal") if value == "1" else Message("no redeal")
    if value == _UNLIMITED:
        return Message("unlimited redeals")
    return Message("{number} redeals", number=value)


def _fills(rules: Rules) -> tuple[str, ...]:
    tableau = rules.tableau
    is_fixed = tableau.refilled or tableau.covered_by or tableau.fill not in _FILLS.values()
    return () if is_fixed or not _is_built_up(rules) else tuple(_FILLS)


def _fill(rules: Rules) -> str:
    return next((name for name, fill in _FILLS.items() if fill is rules.tableau.fill), "")


def _with_fill(rules: Rules, value: str) -> Rules:
    return replace(rules, tableau=replace(rules.tableau, fill=_FILLS[value]))


def _cell_counts(rules: Rules) -> tuple[str, ...]:
    if not _is_built_up(rules) or rules.redeals_tableau:
        return ()
    dealt = max((at for at, cards in enumerate(rules.cells.deal, 1) if cards), default=0)
    return tuple(map(str, range(dealt, _MAX_CELLS + 1)))


def _cells(rules: Rules) -> str:
    return str(len(rules.cells.deal))


def _with_cells(rules: Rules, value: str) -> Rules:
    deal = (*rules.cells.deal, *(0,) * _MAX_CELLS)[: int(value)]
    return replace(rules, cells=replace(rules.cells, deal=deal))


def _cells_name(value: str) -> Message:
    if value in ("0", "1"):
        return Message("1 cell") if value == "1" else Message("no cells")
    return Message("{number} cells", number=value)


def _is_built_up(rules: Rules) -> bool:
    """Whether cards are built on foundations, from piles side by side."""
    foundations = rules.foundations
    return rules.win is Win.FOUNDATIONS and not foundations.is_single


SETTINGS: Final[Mapping[str, Setting]] = {
    "draw": Setting(_draws, _draw, _with_draw, _draw_name),
    "redeals": Setting(_redeals_of, _redeals, _with_redeals, _redeals_name),
    "fill": Setting(_fills, _fill, _with_fill, _FILL_NAMES.__getitem__),
    "cells": Setting(_cell_counts, _cells, _with_cells, _cells_name),
}
"""What house rules may change, in the order of ids: cards turned at once, redeals, what fills empty
piles, and the number of cells."""


def settings_of(rules: Rules) -> dict[str, tuple[str, ...]]:
    """The values that house rules can give a game, by the names of :data:`SETTINGS`."""
    return {
        name: tuple(dict.fromkeys((*setting.values(rules), setting.value(rules))))
        for name, setting in SETTINGS.items()
        if setting.values(rules)
    }


def is_house_rules(rules_id: str) -> bool:
    """Whether an id is one of house rules.

    >>> is_house_rules("klondike.draw-3"), is_house_rules("klondike-3")
    (True, False)
    """
    return SEPARATOR in rules_id


def base_id(rules_id: str) -> str:
    """The id of the game that house rules change; any other id stays as it is.

    >>> base_id("klondike.draw-3.redeals-1"), base_id("golf")
    ('klondike', 'golf')
    """
    return rules_id.partition(SEPARATOR)[0]


def with_changes(base: Rules, values: Mapping[str, str], catalogue: Iterable[Rules]) -> Rules:
    """A game with other values; the same game, whichever game of the catalogue it is made from.

    Args:
        base: a game of the catalogue.
        values: by the names of :data:`SETTINGS`; those that are left out stay.

    Raises:
        InvalidHouseRules: if no game can be played so.
    """
    wanted = _changed(base, _changes(base, values))
    found = [
        (len(changes), changes, one)
        for one in catalogue
        if (changes := _path(one, wanted)) is not None
    ]
    _count, changes, nearest = min(found, key=lambda each: each[0])
    return _house(nearest, changes) if changes else nearest


def parse_house_rules(base: Rules, rules_id: str) -> HouseRules | None:
    """The house rules of an id; None if it is none of this game.

    Args:
        base: the game of the catalogue that the id names.
    """
    values = dict(part.partition("-")[::2] for part in rules_id.split(SEPARATOR)[1:])
    try:
        changes = _changes(base, values)
        is_canonical = changes and _id(base_id(rules_id), changes) == rules_id
        return _house(base, changes) if is_canonical else None
    except InvalidHouseRules:
        return None


def _changes(base: Rules, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The values that are others than a game's own, in order."""
    possible = settings_of(base)
    for name, value in values.items():
        if value not in possible.get(name, ()):
            raise InvalidHouseRules(
                "{game} cannot be played with {name} {value}; house rules can give it {possible}.",
                game=base.title,
                name=excerpt(name),
                value=excerpt(value),
                possible=", ".join(f"{one} {'/'.join(possible[one])}" for one in possible)
                or "nothing else",
            )
    return tuple(
        (name, values[name])
        for name in possible
        if values.get(name, SETTINGS[name].value(base)) != SETTINGS[name].value(base)
    )


def _path(base: Rules, wanted: Rules) -> tuple[tuple[str, str], ...] | None:
    """The changes that make a game what is wanted; None if there are none."""
    # Most games differ in what nobody can change.
    if base.tableau.deal != wanted.tableau.deal or base.decks != wanted.decks:
        return None
    try:
        values = {name: SETTINGS[name].value(wanted) for name in settings_of(base)}
        changes = _changes(base, values)
        is_same = _contents(_changed(base, changes)) == _contents(wanted)
    except InvalidHouseRules:
        return None
    return changes if is_same else None


def _contents(rules: Rules) -> tuple[object, ...]:
    """What decides how a game is played."""
    return tuple(getattr(rules, one.name) for one in fields(Rules) if one.name not in _WORDS)


def _changed(base: Rules, changes: Iterable[tuple[str, str]]) -> Rules:
    rules = base
    try:
        for name, value in changes:
            rules = SETTINGS[name].changed(rules, value)
    except InvalidRules as error:
        raise _cannot(base) from error
    return rules


@lru_cache(maxsize=512)
def _house(base: Rules, changes: tuple[tuple[str, str], ...]) -> HouseRules:
    """House rules; the same object for the same ones, while they are in use."""
    changed = _changed(base, changes)
    values = {one.name: getattr(changed, one.name) for one in fields(Rules)}
    house = HouseRules(**values, base=base, changes=changes)
    return replace(house, id=_id(base.id, changes), title=str(house.name))


def _id(base: str, changes: Iterable[tuple[str, str]]) -> str:
    return SEPARATOR.join([base, *(f"{name}-{value}" for name, value in changes)])


def _cannot(base: Rules) -> InvalidHouseRules:
    return InvalidHouseRules(
        "{game} cannot be played by these rules together. Change one of them.", game=base.title
    )
