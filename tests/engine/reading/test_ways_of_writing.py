"""Boards as other programs, people and the bot itself write them: each way is read."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

import engine
from engine import Board, InvalidBoard, parse_board
from engine.cards import Card, Suit

FREECELL = engine.deal("freecell", 617).board
KLONDIKE = engine.deal("klondike", 5).board
ROWS = [[*FREECELL.piles[str(number)]] for number in range(1, 9)]


def in_signs(card: Card) -> str:
    return card.label


def suit_first(card: Card) -> str:
    return f"{card.suit.letter}{card.rank.letter}"


def sign_first(card: Card) -> str:
    return f"{card.suit.sign}{card.label[:-1]}"


def apart(card: Card) -> str:
    return f"{card.label[:-1]} {card.suit.sign}"


def in_german(card: Card) -> str:
    return card.label.replace("J", "B").replace("Q", "D")


def in_german_letters(card: Card) -> str:
    return str(card).translate(str.maketrans("JQ", "BD")) if card.rank > 10 else str(card)


def with_german_suits(card: Card) -> str:
    return f"{'PHKX'[card.suit]}{in_german(card)[:-1]}"


def in_german_words(card: Card) -> str:
    suit = {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Kreuz"}[card.suit.letter]
    rank = {"A": "Ass", "J": "Bube", "Q": "Dame", "K": "König"}.get(
        card.rank.letter, card.label[:-1]
    )
    return f"{suit}-{rank}"


def in_french(card: Card) -> str:
    court = {"J": "V", "Q": "D", "K": "R"}
    return f"{court.get(card.rank.letter, card.label[:-1])}{card.suit.sign}"


def in_words(card: Card) -> str:
    return f"{card.rank.name.title()} of {card.suit.name.title()}"


def in_numbers(card: Card) -> str:
    return f"{card.rank.value}{card.suit.letter}"


def as_a_character(card: Card) -> str:
    return chr(0x1F0A0 + 16 * card.suit + card.rank + (card.rank > 11))


def full_width(card: Card) -> str:
    return str(card).translate({code: code + 0xFEE0 for code in range(33, 127)})


def as_emoji(card: Card) -> str:
    rank = {"A": "🅰️", "T": "🔟"}.get(card.rank.letter, card.rank.letter)
    return f"{rank}\ufe0f\u20e3{card.suit.sign}\ufe0f" if rank.isdigit() else rank + card.suit.sign


def in_entities(card: Card) -> str:
    return f"{card.label[:-1]}&{'diams' if card.suit is Suit.DIAMONDS else card.suit.name.lower()};"


def in_french_words(card: Card) -> str:
    rank = {"A": "as", "J": "valet", "Q": "dame", "K": "roi"}.get(card.rank.letter, card.label[:-1])
    return f"{rank} de {('pique', 'cœur', 'carreau', 'trèfle')[card.suit]}"


CARDS: list[Callable[[Card], str]] = [
    str,
    as_emoji,
    in_entities,
    in_french_words,
    lambda card: card.label.replace("10", "lO"),
    lambda card: f"{card.rank.value:02}{card.suit.letter}",
    lambda card: f"{card.rank.name.lower()}_of_{card.suit.name.lower()}",
    lambda card: f"{card.rank.name.title()}{card.suit.name.title()}",
    lambda card: f"{card.label[:-1]} {card.suit.name.lower()},",
    lambda card: f"{in_german(card)[:-1]} {('Pik', 'Herz', 'Karo', 'Kreuz')[card.suit]},",
    lambda card: f"{('Pi', 'He', 'Ka', 'Kr')[card.suit]} {in_german(card)[:-1]}",
    lambda card: f"{('Pik', 'Coeur', 'Karo', 'Treff')[card.suit]} {in_german(card)[:-1]}",
    lambda card: f"{card.label[:-1]}{('Sp', 'He', 'Di', 'Cl')[card.suit]}",
    lambda card: f"{card.label[:-1]}{'PCDT'[card.suit]}",
    lambda card: f"{card.label[:-1]}{'PCQF'[card.suit]}",
    lambda card: f"{card.label[:-1]} {card.suit.letter}",
    in_signs,
    suit_first,
    sign_first,
    apart,
    in_german,
    in_german_letters,
    with_german_suits,
    in_german_words,
    in_french,
    in_words,
    in_numbers,
    as_a_character,
    full_width,
    lambda card: str(card).lower(),
    lambda card: str(card).replace("T", "10"),
    lambda card: f"{card.suit.letter}-{card.rank.letter}",
    lambda card: f"[{card}]",
    lambda card: f"{card.label}\ufe0f",
    lambda card: card.label.replace("♥", "❤️"),
    lambda card: f"{card.rank.name.title()} {card.suit.sign}",
]


@pytest.mark.parametrize("written", CARDS)
def test_cards_are_read_however_they_are_written(written: Callable[[Card], str]) -> None:
    text = "\n".join(" ".join(map(written, row)) for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


@pytest.mark.parametrize(
    "between", [", ", ",", " | ", " → ", "→", ".", "-", "|", "  ", "\t", "; ", " / ", ""]
)
def test_cards_are_read_whatever_is_between_them(between: str) -> None:
    text = "\n".join(between.join(map(str, row)) for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


@pytest.mark.parametrize(
    "label",
    [
        "{}:",
        "{}.",
        "{})",
        "{}",
        "({})",
        "#{}",
        "{} |",
        "- {}:",
        "**{}:**",
        "> {}:",
        "T{}:",
        "C{}:",
        "T{}",
        "Pile {}:",
        "Pile {}",
        "pile #{} =",
        "Column {}:",
        "Tableau {}:",
        "Stack {} -",
        "Cascade {}:",
        "Col. {}:",
        "Pile {} (bottom to top):",
        "[{}]",
        "Stapel {}:",
        "Spalte {}:",
        ":",
        "Pile {} [6 cards]:",
        "Pile {}, 6 cards:",
    ],
)
def test_piles_are_read_whatever_they_are_called(label: str) -> None:
    lines = [
        f"{label.format(number)} {' '.join(map(str, row))}" for number, row in enumerate(ROWS, 1)
    ]
    assert parse_board("freecell", "\n".join(lines)) == FREECELL


@pytest.mark.parametrize("order", ["top to bottom", "from the top down", "von oben nach unten"])
def test_a_pile_may_be_written_from_the_top_down_if_it_says_so(order: str) -> None:
    rows = [" ".join(reversed(row.split())) for row in klondike("({})")]
    lines = [f"Pile {number} ({order}): {row}" for number, row in enumerate(rows, 1)]
    for text in ("\n".join(lines), "\n".join(lines).replace(") (", " ")):
        assert parse_board("klondike", f"{text}\ns: {STOCK}") == KLONDIKE


def test_piles_may_be_counted_from_zero() -> None:
    lines = [f"Column {number}: {' '.join(map(str, row))}" for number, row in enumerate(ROWS)]
    assert parse_board("freecell", "\n".join(lines)) == FREECELL


@pytest.mark.parametrize(
    "around",
    [
        "```\n{}\n```",
        "Can this be won?\n```text\n{}\n```\nI have tried for hours.",
        "FreeCell, deal 617\n\n{}",
        "### FreeCell · deal 617\n{}\n-# dealt today",
        "Tableau:\n{}",
        "=====\n{}\n=====",
        "{}\n\nThanks!",
        "Free cells: empty\nFoundations: none\n{}",
        "Freecells: -- -- -- --\n♠: -\n♥: -\n{}",
        "#617\n{}",
        "617\n{}",
        "{} // the last one",
        "{} (the worst)",
    ],
)
def test_what_is_around_a_board_is_no_part_of_it(around: str) -> None:
    text = "\n".join(" ".join(map(str, row)) for row in ROWS)
    assert parse_board("freecell", around.format(text)) == FREECELL


@pytest.mark.parametrize(
    ("label", "between"),
    [("{}:", " "), ("{}:", " / "), ("Pile {}:", "; "), ("T{}:", " | "), ("Column {}:", "\r\n")],
)
def test_piles_with_names_may_share_a_line(label: str, between: str) -> None:
    lines = [f"{label.format(at)} {' '.join(map(str, row))}" for at, row in enumerate(ROWS, 1)]
    assert parse_board("freecell", between.join(lines)) == FREECELL


@pytest.mark.parametrize("bullet", ["- ", "* ", "• ", "    "])
def test_rows_may_be_a_list(bullet: str) -> None:
    text = "\n".join(bullet + " ".join(map(str, row)) for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


@pytest.mark.parametrize(
    "names",
    [
        "First pile|second pile|3rd pile|4th pile|fifth pile|Sixth pile|7th pile|8. pile",
        "Erste Spalte|Zweiter Stapel|3. Reihe|Vierte Spalte|Fünfte Spalte|Sechste|Siebte|Achte",
        "Pile one|Pile two|Pile three|Pile four|Pile five|Pile six|Pile seven|Pile eight",
        "I|II|III|IV|V|VI|VII|VIII",
    ],
)
def test_piles_may_be_counted_in_words(names: str) -> None:
    lines = [
        f"{name}: {' '.join(map(str, row))}"
        for name, row in zip(names.split("|"), ROWS, strict=True)
    ]
    assert parse_board("freecell", "\n".join(lines)) == FREECELL


def test_what_is_said_between_the_lines_of_a_board_hides_none_of_them() -> None:
    lines = [f"{n}: {cards}" for n, cards in enumerate(klondike("({})"), 1)]
    text = "\n".join([*lines, "", "And this is the stock.", "", f"s: {STOCK}"])
    assert parse_board("klondike", text) == KLONDIKE


def test_piles_may_be_called_by_letters() -> None:
    lines = [f"Column {chr(65 + at)}: {' '.join(map(str, row))}" for at, row in enumerate(ROWS)]
    assert parse_board("freecell", "\n".join(lines)) == FREECELL


@pytest.mark.parametrize(
    "heading", ["1 2 3 4 5 6 7 8", "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|"]
)
def test_rows_across_may_have_a_heading(heading: str) -> None:
    bar = " | " if "|" in heading else " "
    rows = [bar.join(str(row[at]) for row in ROWS if at < len(row)) for at in range(len(ROWS[0]))]
    assert parse_board("freecell", "\n".join([heading, *rows])) == FREECELL


def test_lists_of_python_are_read() -> None:
    text = repr([[str(card) for card in row] for row in ROWS])
    assert parse_board("freecell", text) == FREECELL
    pairs = repr([[(card.rank.letter, card.suit.letter) for card in row] for row in ROWS])
    assert parse_board("freecell", pairs) == FREECELL


def test_json_of_objects_is_read() -> None:
    piles = [
        [{"rank": card.rank.name.lower(), "suit": card.suit.name.lower()} for card in row]
        for row in ROWS
    ]
    none = {"cascades": piles, "freecells": [None] * 4, "foundations": {"H": 0, "S": 0}}
    assert parse_board("freecell", json.dumps(none)) == FREECELL


@pytest.mark.parametrize("tag", ["{}<br>", "<p>{}</p>", "{}\r", "<li>{}</li>\n"])
def test_lines_may_be_marked_up(tag: str) -> None:
    text = "".join(tag.format(" ".join(map(str, row))) for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


def test_a_list_of_rows_may_have_a_title() -> None:
    text = "tableau:\n" + "\n".join(f"  - [{', '.join(map(str, row))}]" for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


def test_rows_across_the_piles_are_read_down_them() -> None:
    rows = [" ".join(str(row[at]) for row in ROWS if at < len(row)) for at in range(len(ROWS[0]))]
    assert parse_board("freecell", "\n".join(rows)) == FREECELL


def test_a_line_has_all_piles_with_bars_between() -> None:
    text = " | ".join(" ".join(map(str, row)) for row in ROWS)
    assert parse_board("freecell", text) == FREECELL


def in_play() -> Board:
    """A board of FreeCell with cards in cells and on foundations."""
    number = 1
    while True:
        game = engine.deal("freecell", number)
        for step in range(40):
            moves = game.legal_moves()
            if not moves:
                break
            game.play(moves[step % len(moves)])
        cells = sum(len(game.board.piles[name]) for name in "abcd")
        if game.board.foundation_count and 0 < cells < 4:
            return game.board
        number += 1


IN_PLAY = in_play()


def short_foundations(board: Board) -> str:
    stacks = {suit: board.piles[f"f{suit + 1}"] for suit in Suit}
    return " ".join(
        f"{suit.letter}-{stacks[suit][-1].rank.letter if stacks[suit] else 0}"
        for suit in (Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES)
    )


@pytest.mark.parametrize(
    ("between", "empty", "heading"),
    [
        (" ", "--", ""),
        ("\t", "", ""),
        (" | ", "  ", "| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |\n|---|---|---|---|---|---|---|---|\n"),
    ],
)
def test_a_table_with_piles_of_all_heights_is_read_down_them(
    between: str, empty: str, heading: str
) -> None:
    stacks = [IN_PLAY.piles[str(number)] for number in range(1, 9)]
    rows = [
        between.join(str(stack[at]) if at < len(stack) else empty for stack in stacks)
        for at in range(max(map(len, stacks)))
    ]
    others = [line for line in str(IN_PLAY).splitlines() if line[0] in "abcdf"]
    rows = [f"| {row} |" if heading else row for row in rows]
    assert parse_board("freecell", "\n".join([*others, heading + "\n".join(rows)])) == IN_PLAY


@pytest.mark.parametrize("group", ["({}) ", "[{}], ", "{}   ", "{} | "])
@pytest.mark.parametrize("fans", [6, 18])
def test_several_piles_share_a_row(group: str, fans: int) -> None:
    board = engine.deal("fan", 3).board
    piles = [" ".join(map(str, board.stacks[pile.index])) for pile in board.compiled.tableau]
    rows = ["".join(map(group.format, piles[at : at + fans])) for at in range(0, 18, fans)]
    assert parse_board("fan", "\n".join(rows)) == board


@pytest.mark.parametrize("foundations", ["Foundations: {}", "Founds: {}", "Foundation {}"])
@pytest.mark.parametrize("cells", ["Freecells: {}", "FC: {}", "Free cells: {}", "Cells: {}"])
def test_what_fc_solve_writes_is_read(foundations: str, cells: str) -> None:
    piles = IN_PLAY.piles
    lines = [
        foundations.format(short_foundations(IN_PLAY)),
        cells.format("  ".join(str(piles[name][0]) if piles[name] else "--" for name in "abcd")),
        *(": " + " ".join(map(str, piles[str(number)])) for number in range(1, 9)),
    ]
    assert parse_board("freecell", "\n".join(lines)) == IN_PLAY


@pytest.mark.parametrize(
    "written",
    [
        lambda suit, top: f"{suit.sign}: {top.rank.letter if top else 0}",
        lambda suit, top: f"{suit.name.title()}: {top.label if top else 'empty'}",
        lambda suit, top: f"f{suit + 1}: {top or ''}",
        lambda suit, top: f"Foundation {suit + 1}: {top or '-'}",
        lambda suit, top: f"Foundation: {suit.sign}A..{top.label[:-1]}" if top else "",
        lambda suit, top: f"Foundation: {suit.name.lower()} up to {top.rank.letter}" if top else "",
    ],
)
def test_a_foundation_is_known_by_its_top_card(
    written: Callable[[Suit, Card | None], str],
) -> None:
    lines = [line for line in str(IN_PLAY).splitlines() if not line.startswith("f")]
    tops = {suit: next(iter(IN_PLAY.piles[f"f{suit + 1}"][::-1]), None) for suit in Suit}
    lines += [written(suit, tops[suit]) for suit in Suit]
    assert parse_board("freecell", "\n".join(lines)) == IN_PLAY


def klondike(down: str) -> list[str]:
    """The piles of a board of Klondike, each face-down card by a format."""
    return [
        " ".join(
            down.format(card) if at < KLONDIKE.face_down(pile) else str(card)
            for at, card in enumerate(KLONDIKE.stacks[pile.index])
        )
        for pile in KLONDIKE.compiled.tableau
    ]


STOCK = " ".join(map(str, KLONDIKE.piles["s"]))


@pytest.mark.parametrize("down", ["({})", "[{}]", "<{}>", "{{{}}}", "（{}）", "【{}】"])
@pytest.mark.parametrize("stock", ["s", "Stock", "Talon", "Deck", "Draw pile", "Nachziehstapel"])
def test_face_down_cards_are_in_brackets(down: str, stock: str) -> None:
    lines = [f"{number}: {cards}" for number, cards in enumerate(klondike(down), 1)]
    assert parse_board("klondike", "\n".join([*lines, f"{stock}: {STOCK}"])) == KLONDIKE


@pytest.mark.parametrize(
    "down", ["||{}||", "~~{}~~", "*{}", "{}*", "!{}", "-{}", "{} (down)", "lower"]
)
def test_face_down_cards_are_marked_in_other_ways(down: str) -> None:
    rows = klondike("({})")
    if down == "lower":
        rows = [re.sub(r"\((\w+)\)", lambda card: card[1].lower(), row) for row in rows]
    lines = [f"{number}: {cards}" for number, cards in enumerate(rows, 1)]
    if down != "lower":
        lines = [f"{number}: {cards}" for number, cards in enumerate(klondike(down), 1)]
    assert parse_board("klondike", "\n".join([*lines, f"s: {STOCK}"])) == KLONDIKE


def test_the_stock_may_stand_below_its_name_in_several_rows() -> None:
    board = engine.deal("spider", 3).board
    lines = [line for line in board.text(reveal=True).splitlines() if not line.startswith("s")]
    cards = [*map(str, board.piles["s"])]
    rows = [" ".join(cards[at : at + 10]) for at in range(0, 50, 10)]
    assert parse_board("spider", "\n".join([*lines, "Stock:", *rows])) == board
    read = parse_board("spider", "\n".join([*lines, "Stock: 5 deals left"]))
    assert len(read.piles["s"]) == 50


def test_what_a_game_calls_otherwise_is_found_by_its_usual_name() -> None:
    golf = engine.deal("golf", 3).board
    assert parse_board("golf", golf.text(reveal=True).replace("f1:", "Waste:")) == golf
    scorpion = engine.deal("scorpion", 3).board
    assert parse_board("scorpion", scorpion.text(reveal=True).replace("s:", "Reserve:")) == scorpion
    canfield = engine.deal("canfield", 3).board
    text = canfield.text(reveal=True).replace("s:", "Hand:").replace("r1:", "Demon:")
    top, left = str(canfield.piles["s"][-1]), " ".join(map(str, canfield.piles["s"][:-1]))
    turned = parse_board("canfield", re.sub("Hand:.*", f"Hand: {left}\nTalon: {top}", text))
    assert [*map(str, turned.piles["w"])] == [top]


def test_cards_that_begin_the_foundations_go_without_saying() -> None:
    board = engine.deal("beleaguered-castle", 3).board
    lines = [line for line in str(board).splitlines() if not line.startswith("f")]
    assert parse_board("beleaguered-castle", "\n".join(lines)) == board


def test_one_pair_of_brackets_is_around_several_cards() -> None:
    lines = [f"{n}: {cards}" for n, cards in enumerate(klondike("({})"), 1)]
    text = "\n".join([*lines, f"s: {STOCK}"]).replace(") (", " ")
    assert parse_board("klondike", text) == KLONDIKE


def test_the_talon_of_pysol_begins_with_the_next_card() -> None:
    talon = " ".join(map(str, reversed(KLONDIKE.piles["s"])))
    assert parse_board("klondike", "\n".join([f"Talon: {talon}", *klondike("<{}>")])) == KLONDIKE


def test_golf_as_pysol_writes_it_is_read() -> None:
    board = engine.deal("golf", 3).board
    text = "\n".join(
        [
            "Talon: " + " ".join(map(str, reversed(board.piles["s"]))),
            f"Foundations: {board.piles['f1'][-1]}",
            *(" ".join(map(str, board.piles[str(number)])) for number in range(1, 8)),
        ]
    )
    assert parse_board("golf", text) == board


@pytest.mark.parametrize("indent", [None, 1])
def test_the_json_of_solvitaire_is_read(indent: int | None) -> None:
    def written(card: Card, *, is_down: bool = False) -> str:
        text = str(card).replace("T", "10")
        return text[:-1] + (text[-1].lower() if is_down else text[-1])

    data = {
        "tableau piles": [
            [
                written(card, is_down=at < KLONDIKE.face_down(pile))
                for at, card in enumerate(KLONDIKE.stacks[pile.index])
            ]
            for pile in KLONDIKE.compiled.tableau
        ],
        "stock": [written(card) for card in KLONDIKE.piles["s"]],
        "waste": [],
        "foundations": [[], [], [], []],
    }
    assert parse_board("klondike", json.dumps(data, indent=indent)) == KLONDIKE
    cells = {
        "tableau piles": [[str(one) for one in IN_PLAY.piles[str(n)]] for n in range(1, 9)],
        "cells": [str(IN_PLAY.piles[name][0]) if IN_PLAY.piles[name] else "" for name in "abcd"],
        "foundations": [[str(one) for one in IN_PLAY.piles[f"f{n}"]] for n in (4, 3, 2, 1)],
    }
    assert parse_board("freecell", json.dumps(cells, indent=indent)) == IN_PLAY


@pytest.mark.parametrize(
    "broken", ['{"tableau piles": [["AS"', '{"xyzzy": ["AS"]}', '{"stock": 3}']
)
def test_json_that_is_no_board_is_refused(broken: str) -> None:
    with pytest.raises(InvalidBoard, match="JSON"):
        parse_board("klondike", broken)


@pytest.mark.parametrize("size", [156, 30, 3])
def test_digits_as_klondike_solvers_take_them_are_read(size: int) -> None:
    tableau = [KLONDIKE.piles[str(number)] for number in range(1, 8)]
    dealt = [pile[row] for row in range(7) for pile in tableau if row < len(pile)]
    cards = [*dealt, *reversed(KLONDIKE.piles["s"])]
    digits = "".join(f"{card.rank:02}{'CDHS'.index(card.suit.letter) + 1}" for card in cards)
    rows = [digits[at : at + size] for at in range(0, len(digits), size)]
    assert parse_board("klondike", "\n".join(rows)) == KLONDIKE


@pytest.mark.parametrize("digits", ["1" * 156, "0" * 156, "014" * 51, "014" * 52])
def test_digits_that_are_no_pack_are_refused(digits: str) -> None:
    with pytest.raises(InvalidBoard):
        parse_board("klondike", digits)


def counted(before: str) -> list[str]:
    return [
        f"{pile.name}: "
        + (before.format(KLONDIKE.face_down(pile)) if KLONDIKE.face_down(pile) else "")
        + str(KLONDIKE.stacks[pile.index][-1])
        for pile in KLONDIKE.compiled.tableau
    ]


NUMBERED = [f"{number}: {cards}" for number, cards in enumerate(klondike("??"), 1)]
TOPS = [str(KLONDIKE.piles[str(number)][-1]) for number in range(1, 8)]


@pytest.mark.parametrize(
    "lines",
    [
        [*NUMBERED, "s: 24 cards"],
        [*NUMBERED, "s: ??"],
        [*NUMBERED, "Stock: 24"],
        [*NUMBERED, "Stock (24)"],
        [*NUMBERED, "Stock: unknown"],
        [*NUMBERED, "Talon: 24 Karten"],
        [*NUMBERED, f"s: {'?? ' * 24}"],
        NUMBERED,
        klondike("?"),
        klondike("XX"),
        klondike("x"),
        klondike("**"),
        klondike("##"),
        klondike("■"),
        klondike("🂠"),
        klondike("░░"),
        klondike("🟦"),
        klondike("❓"),
        klondike("down"),
        klondike("verdeckt"),
        counted("{} face down, "),
        counted("{}x?? "),
        counted("({}) "),
        counted("{} verdeckt, "),
        counted("{} hidden "),
        [f"{number}: {card}" for number, card in enumerate(TOPS, 1)],
        TOPS,
        [" ".join(TOPS)],
    ],
)
def test_a_klondike_of_which_only_seven_cards_are_seen_is_read(lines: list[str]) -> None:
    read = parse_board("klondike", "\n".join(lines))
    assert str(read).split("\ns: ")[0] == str(KLONDIKE).split("\ns: ")[0]
    assert len(read.piles["s"]) == 24


def test_cards_laid_out_in_rows_are_read_row_by_row() -> None:
    pyramid = engine.deal("pyramid", 3).board
    cards = iter(str(pyramid.piles[str(number)][0]) for number in range(1, 29))
    rows = [" ".join(next(cards) for _ in range(size)).center(20) for size in range(1, 8)]
    stock = " ".join(map(str, pyramid.piles["s"]))
    assert parse_board("pyramid", "\n".join([*rows, f"Stock: {stock}"])) == pyramid
    named = [f"Row {number}: {row.strip()}" for number, row in enumerate(rows, 1)]
    assert parse_board("pyramid", "\n".join([*named, f"Stock: {stock}"])) == pyramid
    gaps = engine.deal("gaps", 3).board
    places = [str(*gaps.piles[str(number)]) or "--" for number in range(1, 53)]
    rows = [" ".join(places[at : at + 13]) for at in range(0, 52, 13)]
    assert parse_board("gaps", "\n".join(rows)) == gaps
    accordion = engine.deal("accordion", 3).board
    row = " ".join(str(*accordion.piles[str(number)]) for number in range(1, 53))
    assert parse_board("accordion", row) == accordion


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("freecell", "Waste: 9S", "Line 1: FreeCell has no pile “waste”."),
        ("freecell", "9: 9S", "Line 1: FreeCell has no pile “9”."),
        ("freecell", "Freecells: 9S 8S 7S 6S 5S", "Line 1: FreeCell has 4 such piles"),
        ("klondike", "1: 9S\nwhat now", "Line 2: “what now” has no colon"),
        ("klondike", "1: 9S 8Y", "Line 1: “8Y” is not a card;"),
        ("klondike", "hello", "Line 1: “hello” has no colon"),
        ("klondike", "9S\n" * 12, "has no pile for this row"),
        ("freecell", "Foundations: S-3\n1: AS", "the foundations cannot hold these cards"),
        ("black-hole", "1: AH 4D QC", "That is 3 cards; Black Hole is played with 52"),
        ("chameleon", "1: 7H\n2S 3S 4S\n5S 6S 7S\n8S 9S TS", "That is 10 cards"),
    ],
)
def test_what_is_not_read_is_refused_with_a_sentence(game: str, text: str, why: str) -> None:
    with pytest.raises(InvalidBoard) as caught:
        parse_board(game, text)
    assert why in str(caught.value)
    assert len(str(caught.value)) < 300
