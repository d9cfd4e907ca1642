"""Write ``docs/games.md``, a page for each game, and how many there are into the README.

It is done by ``python -m docs.game_pages``.

Everything in them follows from the games' declarations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine import CATALOGUE
from engine.cards import Rank
from engine.compiled import compile_rules
from engine.games import FAMILIES
from engine.rules import (
    Base,
    DealNumbering,
    EmptyPileRule,
    MoveUnit,
    PileKind,
    Piles,
    Rules,
    Scoring,
    Stock,
    StockAction,
    SuitRule,
    Win,
    WinRate,
)
from engine.wording import build_name

INDEX: Final = Path(__file__).with_name("games.md")
README: Final = Path(__file__).parents[1] / "README.md"
FOLDER: Final = Path(__file__).parents[1] / "build" / "games"
"""Where the pages of single games are built."""


def page(rules: Rules) -> str:
    """Describe a game in Markdown: its summary, its rules, and its declaration as a table."""
    facts = "\n".join(f"| {name} | {value} |" for name, value in _facts(rules))
    lines = "\n".join(f"- {line}" for line in rules.text)
    return (
        f"# {rules.title}\n\n"
        f"{rules.summary} Play it with `/play game:{rules.id}`.\n\n"
        f"{lines}\n\n"
        f"| | |\n|---|---|\n{facts}\n\n"
        f"Source: {rules.source}.\n"
    )


def index() -> str:
    """List every game in Markdown, by family."""
    sections = (
        f"\n## {family[0].title}\n\n"
        "| game | `/play` | difficulty | in a sentence |\n|---|---|---|---|\n"
        + "".join(
            f"| {rules.title} | `{rules.id}` | {rules.difficulty.name.lower()} "
            f"| {rules.summary} |\n"
            for rules in family
        )
        for family in FAMILIES
    )
    return (
        "# Games\n\n"
        f"{len(CATALOGUE)} games in {len(FAMILIES)} families, each named after its first game. "
        "`/games` explains them.\n"
        "Written by `make docs`, which also builds a page for each game in `build/games`.\n"
        + "".join(sections)
    )


def counted(readme: str) -> str:
    """The README with the number of games that there are."""
    return re.sub(r"with \d+ games", f"with {len(CATALOGUE)} games", readme)


def main() -> None:
    """Write the list of games, a page for each game, and their number into the README."""
    INDEX.write_text(index(), encoding="utf-8")
    README.write_text(counted(README.read_text(encoding="utf-8")), encoding="utf-8")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for rules in CATALOGUE.values():
        (FOLDER / f"{rules.id}.md").write_text(page(rules), encoding="utf-8")


def _facts(rules: Rules) -> Iterator[tuple[str, str]]:
    """The declaration as pairs of name and value."""
    meaning = rules.difficulty.value.rstrip(".").lower()
    yield "difficulty", f"{rules.difficulty.name.lower()}: {meaning}"
    if rules.win_rate is not None:
        yield "winnable", _about_win_rate(rules.win_rate)
    suits = {4: "", 2: ", spades and hearts only", 1: ", spades only"}[rules.suits]
    yield "decks", f"{rules.decks}{suits}{_about_ranks(rules)}"
    if rules.numbering is not DealNumbering.OURS:
        yield "deals", f"{rules.numbering.value}, 1 to {rules.last_deal:,}"
    for kind, piles in (
        (PileKind.TABLEAU, rules.tableau),
        (PileKind.CELL, rules.cells),
        (PileKind.RESERVE, rules.reserve),
    ):
        if piles.deal:
            yield from _about_piles(rules, kind, piles)
    yield "foundations", _about_foundations(rules)
    if rules.win is not Win.FOUNDATIONS:
        yield "won by", rules.win.value
    if rules.stock is not None:
        yield "stock", _about_stock(rules.stock, rules.card_count - rules.dealt_count)
    if rules.scoring != Scoring():
        yield "score", _about_scoring(rules.scoring)


def _about_ranks(rules: Rules) -> str:
    """Which cards of the packs are in play."""
    if rules.cards_in_play is not None:
        return f", of which {rules.cards_in_play} cards are in play"
    first, last = (rank.name.lower() for rank in (rules.first_rank, rules.last_rank))
    away = f"; cards below the {first} are taken away" if rules.first_rank is not Rank.ACE else ""
    return away if rules.last_rank is Rank.KING else f", ace to {last}{away}"


def _about_scoring(scoring: Scoring) -> str:
    stake = f", less {scoring.stake} for the deal" if scoring.stake else ""
    return f"{scoring.card} for each card on the foundations{stake}"


def _about_win_rate(rate: WinRate) -> str:
    margin = "" if rate.margin is None else f" ± {rate.margin}"
    return f"{rate.percent}{margin} % of all deals can be won ({rate.source})"


def _about_piles(rules: Rules, kind: PileKind, piles: Piles) -> Iterator[tuple[str, str]]:
    named = compile_rules(rules).piles_of(kind)
    down = f", {_sizes(piles.face_down)} of them face down" if any(piles.face_down) else ""
    names = f"`{named[0].name}`–`{named[-1].name}`" if len(named) > 1 else f"`{named[0].name}`"
    yield kind.value, f"{len(named)} ({names}), dealt {_sizes(piles.deal)}{down}"
    if kind is not PileKind.CELL:
        built = build_name(piles.build) if piles.build else ""
        yield (
            f"{kind.value} built",
            f"{built}, from {_kinds(rules, piles.build_from)}" if built else "no",
        )
    if piles.row_length:
        yield f"{kind.value} rows", f"{piles.row_length} piles each"
    if piles.covered_by:
        yield f"{kind.value} covered", _about_cover(piles)
    if piles.steps_left:
        steps = " or ".join(map(str, piles.steps_left))
        yield f"{kind.value} moves", f"{steps} places to the left, onto another pile"
    if piles.distinct_ranks:
        yield f"{kind.value} ranks", "no two alike in a pile, as far as possible"
    if piles.kings_beneath:
        yield f"{kind.value} kings", "dealt beneath the other cards of their piles"
    if piles.turns_rank:
        yield f"{kind.value} turns up", "the pile of the rank of the card that leaves"
    if piles.after_stock:
        yield f"{kind.value} opens", "once the stock is empty"
    empty = piles.fill.value
    if piles.row_suits:
        empty += ", each row in a suit of its own"
    if piles.fill is EmptyPileRule.KING and rules.foundations.base is not Rank.ACE:
        empty = "the rank that ends a foundation"
    if piles.fill is not EmptyPileRule.NOTHING:
        empty += f", from {_kinds(rules, piles.fill_from)}"
    if piles.fill_first is not None:
        empty += f"; only from the {piles.fill_first.value} while it has cards"
    if piles.refilled:
        order = ", then the ".join(kind.value for kind in piles.refill_from)
        has = "that has" if len(piles.refill_from) == 1 else "these have"
        empty += f"; filled from the {order} at once, while {has} cards"
    yield f"empty {kind.value}", empty
    if piles.move_unit is not MoveUnit.SINGLE:
        runs = f" ({build_name(piles.run)})" if piles.run else ""
        yield f"leaves the {kind.value} together", f"{piles.move_unit.value}{runs}"


def _about_cover(piles: Piles) -> str:
    """Which piles lie on which."""
    covered = enumerate(piles.covered_by, 1)
    return ", ".join(f"{pile} by {' and '.join(map(str, over))}" for pile, over in covered if over)


def _sizes(deal: tuple[int, ...]) -> str:
    """Numbers of cards: ``4 each``, or pile by pile."""
    return f"{deal[0]} each" if len(set(deal)) == 1 else " ".join(map(str, deal))


def _kinds(rules: Rules, kinds: frozenset[PileKind]) -> str:
    """The names of those kinds of piles that the game has."""
    compiled = compile_rules(rules)
    return ", ".join(kind.value for kind in PileKind if kind in kinds and compiled.piles_of(kind))


def _about_foundations(rules: Rules) -> str:
    foundations = rules.foundations
    count = len(compile_rules(rules).foundations)
    bases: dict[Rank | Base, str] = {
        Base.DEALT: "the rank of the card dealt there",
        Base.FIRST: "the rank of the first card dealt, whose equals start there",
        Base.CHOSEN: "the rank of the card of the reserve that is put there first",
    }
    if not rules.has_foundations:
        return "none"
    if foundations.outranked:
        return "1, for cards that another pile outranks with a higher one of their suit, aces high"
    if foundations.groups:
        groups = ", ".join("".join(rank.letter for rank in group) for group in foundations.groups)
        touch = ", next to each other" if foundations.touching else ""
        return f"1, for cards discarded together{touch}: {groups}"
    first = bases.get(foundations.base) or f"the {foundations.base.name.lower()}"
    if foundations.build:
        return f"1, built {build_name(foundations.build)}, from {first}"
    start = f"; {foundations.start} card each from the start" if foundations.start else ""
    if foundations.courses:
        courses = ", ".join(f"{course.first}–{course.last}" for course in foundations.courses)
        return f"{count}, built in suit: {courses}{start}"
    if foundations.descending:
        return f"{count}, 4 up in suit from {first} and 4 down from the other end{start}"
    if foundations.follows_previous:
        return f"{count}, in suit in any order, each behind the one before it, from {first}"
    if foundations.steps:
        steps = ", ".join(map(str, foundations.steps))
        return f"{count}, up regardless of suit by {steps} ranks from the same rank{start}"
    if foundations.suits is SuitRule.ANY:
        return f"{count}, up regardless of suit from {first}{start}"
    whole = ", a whole suit at once" if foundations.whole_suits else ""
    return f"{count}, up in suit from {first}{whole}{start}"


def _times(redeals: int | None) -> str:
    """How often: ``3 times``."""
    return "as often as you like" if redeals is None else f"{redeals} times"


def _about_stock(stock: Stock, cards: int) -> str:
    match stock.action:
        case StockAction.TABLEAU:
            full = "" if stock.onto_empty else ", while none is empty"
            return f"{cards} cards; deals one to each tableau pile{full}"
        case StockAction.CLOSE_UP:
            return f"{cards} cards; fills the empty tableau piles once the cards have closed up"
        case StockAction.FILL:
            return f"{cards} cards; fills empty piles"
        case StockAction.FOUNDATION:
            return f"{cards} cards; deals one at a time to the foundation"
        case StockAction.RESERVE:
            return f"{cards} cards; deals one to each reserve pile"
        case StockAction.GATHER | StockAction.ROTATE:
            done = (
                "gathers the tableau and deals it anew in the same order"
                if stock.action is StockAction.GATHER
                else "brings the bottom card of each tableau pile to its top"
            )
            return f"none; {done}: {_times(stock.redeals)}"
        case StockAction.RESHUFFLE:
            return f"none; gathers the tableau, shuffles and deals it anew: {stock.redeals} times"
        case StockAction.WASTE:
            redeals = {None: "as many as you like", 0: "none"}.get(
                stock.redeals, str(stock.redeals)
            )
            return f"{cards} cards; turns {stock.turn} to the waste; redeals: {redeals}"


if __name__ == "__main__":
    main()
