"""The strings on pictures and in their alt texts, as a value.

Nothing is translated here: callers pass the strings in the reader's language.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cache
from gettext import c2py
from typing import Final

from engine import Card
from rendering.cards.card_design import card_label

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


@dataclass(frozen=True, slots=True)
class Plural:
    """A text that counts something.

    Attributes:
        forms: the text in each plural form of its language.
        rule: the index of the form for a number ``n``, as gettext's catalogues write it in C.
    """

    forms: tuple[str, ...]
    rule: str = "n != 1"

    def of(self, number: int, **values: object) -> str:
        """The text for a number, its placeholders filled.

        >>> ENGLISH.moves.of(1), ENGLISH.moves.of(12)
        ('1 move', '12 moves')
        """
        return self.forms[_compiled(self.rule)(number)].format(number=number, **values)


@cache
def _compiled(rule: str) -> Callable[[int], int]:
    return c2py(rule)


@dataclass(frozen=True, slots=True)
class CalendarNames:
    """The names of the months in a language, January first, and of the weekdays, Monday first.

    Attributes:
        full: their names alone.
        short: their abbreviations.
        in_dates: their names after a day, which some languages inflect.
        weekdays: the abbreviations of the weekdays.
    """

    full: tuple[str, ...]
    short: tuple[str, ...]
    in_dates: tuple[str, ...]
    weekdays: tuple[str, ...]


_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July", "August"),
    *("September", "October", "November", "December"),
)


_WEEKDAYS: Final = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Strings:
    """The strings of a language; by default English.

    Each is a template with named placeholders. Placeholders for a game are filled with its title
    and deal number.

    Attributes:
        calendar_names: the names of months and weekdays.
    """

    calendar_names: CalendarNames = CalendarNames(
        _MONTHS, tuple(name[:3] for name in _MONTHS), _MONTHS, _WEEKDAYS
    )

    # Durations and dates.
    days: Plural = Plural(("{number} day", "{number} days"))
    day: str = "{day} {month} {year}"
    month: str = "{month} {year}"

    # The indices of jack, queen and king, a letter each.
    court_letters: str = "JQK"

    # The alt text of a board: its title and foundations.
    deal: str = "deal {number}"
    won: str = "won"
    foundations: str = "Foundations: {suits}."
    foundation: Plural = Plural(
        ("Foundation: {number} card, {card} on top.", "Foundation: {number} cards, {card} on top.")
    )
    no_foundation: str = "Foundation: empty."
    discarded: Plural = Plural(("Discarded: {number} card.", "Discarded: {number} cards."))
    suit_complete: str = "{suit} complete"
    suit_up_to: str = "{card} up"
    suit_down_to: str = "{card} down"
    no_suit: str = "no {suit}"
    no_suit_up: str = "no {suit} up"
    no_suit_down: str = "no {suit} down"
    both: str = "{one} and {other}"

    # Its stock and waste.
    stock: str = "Stock: {cards}."
    stock_with_redeals: str = "Stock: {cards}, {redeals}."
    no_stock: str = "Stock: none."
    no_stock_with_redeals: str = "Stock: none, {redeals}."
    redeals: Plural = Plural(("{number} redeal left", "{number} redeals left"))
    no_redeals: str = "no redeals left"
    endless_redeals: str = "redeals without limit"
    waste: str = "Waste: {cards}."
    waste_with_top: str = "Waste: {cards}, {top}."
    one_on_another: str = "{upper} on {lower}"

    # Its other piles.
    cells: str = "Cells: {piles}."
    reserve: str = "Reserve: {piles}."
    piles_between: str = "{first} to {last}"
    empty: str = "empty"
    cards: Plural = Plural(("{number} card", "{number} cards"))
    face_down: str = "{number} face down, {cards}"
    cards_before: str = "{number} more, {cards}"

    # Its last move and highlights.
    last_stock: str = "Last move: stock."
    last_move: str = "Last move: {cards} to {pile}."
    last_to_waste: str = "Last move: {cards} to the waste."
    last_into_cell: str = "Last move: {cards} into cell {pile}."
    last_home: str = "Last move: {cards} home."
    last_discard: str = "Last move: {cards} discarded."
    turned_up: str = "Turned up: {card} in {pile}."
    avoided: str = "Goal: no card to {pile}."
    chosen: str = "Chosen: {pile}."
    suggested_stock: str = "Suggested: stock."
    suggested: Plural = Plural(
        (
            "Suggested: {number} card from {source} to {target}.",
            "Suggested: {number} cards from {source} to {target}.",
        )
    )
    suggested_discard: str = "Suggested: discard {source}."

    # A pile in these sentences, by its kind.
    pile: str = "pile {name}"
    cell: str = "cell {name}"
    reserve_pile: str = "reserve {name}"
    foundation_pile: str = "foundation {name}"
    all_foundations: str = "the foundations"
    the_stock: str = "the stock"
    the_waste: str = "the waste"

    # The alt texts of share cards, cascades and replays.
    game_won: str = "Won: {game}."
    game_won_by: str = "{player} won {game}."
    challenge: str = "the daily deal of {day}"
    moves: Plural = Plural(("{number} move", "{number} moves"))
    time: str = "time {clock}"
    undos: Plural = Plural(("{number} undo", "{number} undos"))
    hints: Plural = Plural(("{number} hint", "{number} hints"))
    perfect: str = "perfect, no undo and no hint"
    cascade: str = "The cards cascade over the board, once."
    replay: str = "Replay of {game}: {moves}, {end}."
    not_won: str = "not won"

    # On share cards, each on a line of its own; labels are below their values.
    card_won: str = "Won"
    card_won_by: str = "Won by {player}"
    card_challenge: str = "Daily deal of {day}"
    card_deal: str = "Deal {number}"
    card_moves: Plural = Plural(("move", "moves"))
    card_time: str = "time"
    card_undos: Plural = Plural(("undo", "undos"))
    card_hints: Plural = Plural(("hint", "hints"))
    card_perfect: str = "Perfect"
    card_no_help: str = "no undo, no hint"

    # On the card of a day and in its alt text.
    as_dealt: str = "As dealt"
    two_boards: str = "Two small boards: as dealt, and as won by {player}."
    day_started: str = "{number} started"
    day_won: str = "{number} won"
    day_perfect: str = "{number} perfect"
    days_together: Plural = Plural(("{number} day in a row", "{number} days in a row"))
    server_streak: Plural = Plural(
        ("The server's streak: {number} day", "The server's streak: {number} days")
    )
    won_at: str = "won at {time} UTC"
    nobody_won: str = "Nobody reached the last card."
    can_be_won: Plural = Plural(
        ("It can be won in {number} move.", "It can be won in {number} moves.")
    )
    next_game: str = "Next day: {game}"

    # On profiles and in their alt texts.
    profile: str = "Profile of {player}."
    level: str = "Level {number}"
    points: str = "{points} of {end} points"
    deals_won: Plural = Plural(("deal won", "deals won"))
    wins_in_a_row: str = "wins in a row"
    days_in_a_row: str = "days in a row"
    rating: str = "race rating"
    most: str = "best {number}"
    best_games: str = "Best games"
    game_moves: str = "moves"
    fewest_moves: str = "fewest moves"
    best_time: str = "best time"
    badges: str = "Badges: {number} of {total}"
    bronze: str = "bronze"
    silver: str = "silver"
    gold: str = "gold"
    diamond: str = "diamond"

    # In the alt texts of collections.
    collection: str = "Collection of {player}."
    collected: Plural = Plural(
        (
            "{won} of {number} game won, {perfect} perfect.",
            "{won} of {number} games won, {perfect} perfect.",
        )
    )
    perfect_games: str = "Perfect: {games}."
    won_games: str = "Won: {games}."
    missing_games: str = "Not won yet: {games}."

    # On charts and in their alt texts.
    win_rate: str = "{percent}% of {played}"
    games_won: Plural = Plural(
        ("{game}: {won} of {number} game won.", "{game}: {won} of {number} games won.")
    )
    week_of_games: Plural = Plural(
        (
            "Week of {day}: {won} of {number} game won.",
            "Week of {day}: {won} of {number} games won.",
        )
    )
    number_won: str = "won {number}"
    number_not_won: str = "not won {number}"
    number_perfect: str = "perfect {number}"
    number_won_later: str = "won later {number}"
    number_given_up: str = "given up {number}"
    number_frozen: str = "frozen {number}"
    number_missed: str = "missed {number}"
    number_to_come: str = "to come {number}"

    def __reduce__(self) -> str | tuple[object, ...]:
        """English travels by its name alone: every process has it."""
        return "ENGLISH" if self is ENGLISH else (Strings, tuple(self.by_name().values()))

    def format_card(self, card: Card) -> str:
        """A card in short, with its suit symbol: ``10♠``."""
        return card_label(card, self.court_letters)

    def format_duration(self, seconds: int) -> str:
        """A duration as a clock shows it; in days from two days on.

        >>> [ENGLISH.format_duration(seconds) for seconds in (7, 754, 3723, 172_800)]
        ['0:07', '12:34', '1:02:03', '2 days']
        """
        if seconds >= 2 * _DAY:
            return self.days.of(seconds // _DAY)
        if seconds >= _HOUR:
            return f"{seconds // _HOUR}:{seconds % _HOUR // _MINUTE:02}:{seconds % _MINUTE:02}"
        return f"{seconds // _MINUTE}:{seconds % _MINUTE:02}"

    def format_date(self, date: dt.date) -> str:
        """A date in full: ``21 November 2026``."""
        month = self.calendar_names.in_dates[date.month - 1]
        return self.day.format(day=date.day, month=month, year=date.year)

    def format_month(self, date: dt.date) -> str:
        """The month of a date: ``November 2026``."""
        return self.month.format(month=self.calendar_names.full[date.month - 1], year=date.year)

    def format_game(self, title: str, number: int | None, *details: str) -> str:
        """A game by its title, deal number and further details."""
        deal = [] if number is None else [self.deal.format(number=number)]
        return ", ".join([title, *deal, *details])

    def by_name(self) -> dict[str, str | Plural | CalendarNames]:
        """All strings by their field names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


ENGLISH: Final = Strings()
"""The strings of English."""
