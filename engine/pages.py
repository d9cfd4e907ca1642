"""A page about a game, made from its declaration, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.plan import plan_of
from engine.refusal import words_of
from engine.rules import (
    Base,
    Dealing,
    Filler,
    Foundations,
    Group,
    Kind,
    Piles,
    Rules,
    Stock,
)


def page(rules: Rules) -> str:
    """The page about a game: what sets it apart, its rules, and its declaration as a table."""
    facts = "\n".join(f"| {name} | {value} |" for name, value in _facts(rules))
    lines = "\n".join(f"- {line}" for line in rules.text)
    return (
        f"# {rules.title}\n\n"
        f"{rules.summary} Play it with `/play game:{rules.id}`.\n\n"
        f"{lines}\n\n"
        f"| | |\n|---|---|\n{facts}\n\n"
        f"Source: {rules.source}.\n"
    )


def contents(catalogue: Mapping[str, Rules]) -> str:
    """The page that lists every game with a link to its own page."""
    rows = "\n".join(
        f"| [{rules.title}]({rules.id}.md) | `{rules.id}` | {rules.summary} |"
        for rules in catalogue.values()
    )
    return f"# Games\n\n| game | `/play` | in a sentence |\n|---|---|---|\n{rows}\n"


def _facts(rules: Rules) -> Iterator[tuple[str, str]]:
    """What the declaration says, as names and values."""
    yield "decks", str(rules.decks)
    for kind, piles in (
        (Kind.TABLEAU, rules.tableau),
        (Kind.CELL, rules.cells),
        (Kind.RESERVE, rules.reserve),
    ):
        if piles.deal:
            yield from _about_piles(rules, kind, piles)
    yield "foundations", _about_foundations(rules.foundations, 4 * rules.decks)
    if rules.stock is not None:
        yield "stock", _about_stock(rules.stock, rules.cards - rules.dealt)


def _about_piles(rules: Rules, kind: Kind, piles: Piles) -> Iterator[tuple[str, str]]:
    named = plan_of(rules).of(kind)
    down = f", {_sizes(piles.face_down)} of them face down" if any(piles.face_down) else ""
    names = f"`{named[0].name}`–`{named[-1].name}`" if len(named) > 1 else f"`{named[0].name}`"
    yield kind.value, f"{len(named)} ({names}), dealt {_sizes(piles.deal)}{down}"
    if kind is not Kind.CELL:
        built = words_of(piles.build) if piles.build else ""
        yield (
            f"{kind.value} built",
            f"{built}, from {_kinds(rules, piles.build_from)}" if built else "no",
        )
    empty = piles.fill.value
    if piles.fill is not Filler.NOTHING:
        empty += f", from {_kinds(rules, piles.fill_from)}"
    if piles.refilled:
        empty += "; filled from the reserve at once, while that has cards"
    yield f"empty {kind.value}", empty
    if piles.group is not Group.SINGLE:
        runs = f" ({words_of(piles.run)})" if piles.run else ""
        yield f"leaves the {kind.value} together", f"{piles.group.value}{runs}"


def _sizes(deal: tuple[int, ...]) -> str:
    """The numbers of cards: ``4 each``, or one after the other."""
    return f"{deal[0]} each" if len(set(deal)) == 1 else " ".join(map(str, deal))


def _kinds(rules: Rules, kinds: frozenset[Kind]) -> str:
    """Those of the kinds of piles that the game has."""
    plan = plan_of(rules)
    return ", ".join(kind.value for kind in Kind if kind in kinds and plan.of(kind))


def _about_foundations(foundations: Foundations, count: int) -> str:
    first = "the ace" if foundations.base is Base.ACE else "the rank of the card dealt there"
    whole = ", a whole suit at once" if foundations.whole_suits else ""
    start = f"; {foundations.start} card each from the start" if foundations.start else ""
    return f"{count}, up in suit from {first}{whole}{start}"


def _about_stock(stock: Stock, cards: int) -> str:
    if stock.dealing is Dealing.TABLEAU:
        full = "" if stock.onto_empty else ", while none is empty"
        return f"{cards} cards; deals one to each tableau pile{full}"
    redeals = {None: "as many as you like", 0: "none"}.get(stock.redeals, str(stock.redeals))
    return f"{cards} cards; turns {stock.turn} to the waste; redeals: {redeals}"
