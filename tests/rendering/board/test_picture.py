"""Whole pictures."""

from __future__ import annotations

import dataclasses
import io
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from PIL import Image, ImageChops

import engine
from engine import CATALOGUE, Board, Game, Move, PileKind, deal
from engine.cards import CARDS
from engine.dealing import opening
from engine.rules import Rules
from rendering import (
    THEMES,
    InvalidScene,
    InvalidStyle,
    Picture,
    Scene,
    Style,
    UnknownTheme,
    draw,
    draw_scene,
    scene_of,
)
from rendering.board.highlights import outset
from rendering.board.labels import name_sprite
from rendering.board.layout import layout_of
from rendering.board.picture import compose
from rendering.cards.palette import palette_of
from rendering.cards.sprites import sheet_of
from rendering.metrics import INDEX_TAIL, INDEX_TOP, Box
from tests.declared import CANFIELD, CLASSICS, EXTREMES, FANS, KLONDIKE, MEETING
from tests.rendering.boards import games, won_board
from tests.support.boards import with_the_rest
from tests.support.every_game import every_game
from tests.support.parameters import quick

STYLE = Style()


def opened(png: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def differences(one: Picture, other: Picture) -> list[object]:
    """Where two pictures differ, in pixels or only in their files, and the words of both."""
    if one == other:
        return []
    images = [opened(picture.png).convert("RGB") for picture in (one, other)]
    box = ImageChops.difference(*images).getbbox()
    return [box or "in no pixel", one.alt, other.alt]


def changed_box(scene: Scene, other: Scene) -> tuple[int, int, int, int] | None:
    """The bounding box of the differences of two pictures; None if there are none."""
    return ImageChops.difference(
        compose(scene, STYLE).convert("RGB"), compose(other, STYLE).convert("RGB")
    ).getbbox()


def around(box: Box, out: int) -> tuple[int, int, int, int]:
    return (box.x - out, box.y - out, box.right + out, box.bottom + out)


def run_of(scene: Scene, pile: str, count: int) -> Box:
    """The box around the top cards of a pile."""
    layout = layout_of(scene.board, STYLE.width)
    index = scene.board.compiled.index_of[pile]
    first = len(scene.board.stacks[index]) - count
    boxes = [place.box for place in layout.cards[index] if place.index >= first]
    box = boxes[0]
    for other in boxes[1:]:
        box = box.union(other)
    return box


def marked_box(scene: Scene, pile: str, count: int) -> Box:
    """The box around the top cards of a pile, or around its place."""
    if scene.board.piles[pile]:
        return run_of(scene, pile, count)
    return layout_of(scene.board, STYLE.width).piles[scene.board.compiled.index_of[pile]].box


@pytest.mark.parametrize("game", quick(["saratoga", "saxony", "spider", "house-in-the-wood"]))
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("suits", [2, 4])
def test_a_picture_is_a_palette_png_of_its_size(game: str, theme: str, suits: int) -> None:
    picture = draw(deal(game, 42), theme=theme, suits=suits)
    image = opened(picture.png)
    assert (image.format, image.mode) == ("PNG", "P")
    assert image.size == (picture.width, picture.height)
    assert picture.width == 1100


@pytest.mark.parametrize("width", [330, 550, 1100, 1600])
def test_a_picture_has_the_requested_width(width: int) -> None:
    assert opened(draw(deal("saxony", 1), width=width).png).width == width


def test_the_same_game_has_the_same_picture_in_every_process() -> None:
    code = (
        "import engine, hashlib; from rendering import draw; "
        "print(hashlib.sha256(draw(engine.deal('cassim', 5)).png).hexdigest())"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    assert len(runs) == 1


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(games())
def test_drawing_does_not_depend_on_boards_drawn_before(game: Game) -> None:
    before = draw(game)
    draw(deal("saxony", 3), selected="1")
    after = draw(game)
    assert differences(before, after) == []


@settings(max_examples=40, deadline=None)
@given(games(*CLASSICS, *EXTREMES))
def test_games_outside_the_catalogue_can_be_drawn(game: Game) -> None:
    picture = draw(game)
    assert opened(picture.png).size == (picture.width, picture.height)


@settings(max_examples=40, deadline=None)
@given(games())
def test_only_the_last_move_is_highlighted(game: Game) -> None:
    scene = scene_of(game)
    bare = dataclasses.replace(scene, last=None)
    if scene.last is None or game.board.is_won or scene.last[0] == "s":
        return
    run = run_of(scene, *scene.last)
    out = outset(layout_of(scene.board, STYLE.width).metrics.card)
    assert changed_box(scene, bare) == around(run, out)


@pytest.mark.parametrize(
    ("game", "moves", "last"),
    [
        ("saratoga", "s", ("w", 3)),
        ("saratoga-aisleriot", "s", ("w", 1)),
        ("saxony", "s", ("s", 1)),
        ("saratoga", "s " * 9, ("s", 1)),
    ],
)
def test_a_turn_of_the_stock_is_highlighted_where_it_shows(
    game: str, moves: str, last: tuple[str, int]
) -> None:
    game_played = deal(game, 1)
    for move in moves.split():
        game_played.play(move)
    assert scene_of(game_played).last == last


def test_a_last_short_turn_highlights_only_the_cards_it_turned() -> None:
    rules = dataclasses.replace(
        CATALOGUE["saratoga"],
        id="odd",
        stock=dataclasses.replace(KLONDIKE.stock or engine.rules.Stock(), turn=5),
    )
    game = Game(opening(rules, 1))
    for _ in range(5):
        game.play("s")
    assert scene_of(game).last == ("w", 4)


def test_an_undo_highlights_the_move_before() -> None:
    game = deal("saratoga", 1)
    game.play("s")
    first = scene_of(game).last
    game.play("s")
    game.undo()
    assert scene_of(game).last == first == ("w", 3)


def test_of_two_equal_cards_only_the_moved_one_is_highlighted() -> None:
    board = deal("saxony", 1).board
    twin = board.stacks[0]
    board = dataclasses.replace(board, stacks=(twin, twin, *board.stacks[2:]))
    scene = Scene(board, last=("2", 1))
    out = outset(layout_of(board, 1100).metrics.card)
    assert changed_box(scene, Scene(board)) == around(run_of(scene, "2", 1), out)


@settings(max_examples=15, deadline=None)
@given(games())
def test_selecting_a_pile_marks_the_run_that_can_move_and_where_it_can_go(game: Game) -> None:
    board = game.board
    if board.is_won:
        return
    bare = Scene(board)
    out = outset(layout_of(board, STYLE.width).metrics.card)
    before = compose(bare, STYLE).convert("RGB")
    for pile in {move.source for move in board.legal_moves() if not move.is_stock}:
        moves = [move for move in board.legal_moves() if pile in move.sources]
        places = {(pile, max(move.count for move in moves))}
        for move in moves:
            partners = move.sources if move.others else (move.target,)
            places |= {(name, 1) for name in partners if name != pile}
        after = compose(dataclasses.replace(bare, selected=pile), STYLE).convert("RGB")
        changed = ImageChops.difference(before, after)
        areas = [around(marked_box(bare, *place), out) for place in places]
        assert all(changed.crop(area).getbbox() is not None for area in areas)
        for area in areas:
            changed.paste(0, area)
        assert changed.getbbox() is None


def test_of_a_pile_only_the_cards_that_can_move_are_tinted() -> None:
    board = deal("yukon", 1).board
    pile = board.compiled.tableau[5]
    moves = [move for move in board.legal_moves() if move.source == pile.name]
    run = max((move.count for move in moves), default=1)
    assert run < board.max_run(pile)
    box = changed_box(Scene(board), Scene(board, selected=pile.name))
    assert box is not None
    beneath = layout_of(board, STYLE.width).cards[pile.index][-run - 1]
    bare, chosen = (
        compose(scene, STYLE).crop(
            (beneath.box.x, beneath.box.y, beneath.box.right, beneath.box.y + 20)
        )
        for scene in (Scene(board), Scene(board, selected=pile.name))
    )
    assert bare.tobytes() == chosen.tobytes()


def test_all_foundations_that_give_cards_back_are_selected_together() -> None:
    board = with_the_rest("klondike", "f1: AS 2S 3S\nf2: AH 2H 3H\nf3: AD\n1: 4H\n2: 4S", "s")
    before = compose(Scene(board), STYLE).convert("RGB")
    after = compose(Scene(board, selected="f"), STYLE).convert("RGB")
    changed = ImageChops.difference(before, after)
    out = outset(layout_of(board, 1100).metrics.card)
    for name in ("f1", "f2", "1", "2"):
        area = around(run_of(Scene(board), name, 1), out)
        assert changed.crop(area).getbbox() is not None
        changed.paste(0, area)
    assert changed.getbbox() is None


@pytest.mark.parametrize("theme", THEMES)
def test_highlights_differ_in_shape_even_in_grey(theme: str) -> None:
    board = deal("saratoga", 10).board
    bare = Scene(board)
    scenes = [
        dataclasses.replace(bare, last=("4", 1)),
        dataclasses.replace(bare, selected="4"),
        dataclasses.replace(bare, hint=Move("4", "5")),
        dataclasses.replace(bare, hint=Move("5", "4")),
        dataclasses.replace(bare, selected="2"),
    ]
    assert Move("2", "4") in board.legal_moves()
    area = around(run_of(bare, "4", 1), outset(layout_of(board, 1100).metrics.card))
    looks = [compose(scene, Style(theme)).convert("L").crop(area) for scene in scenes]
    for one, other in combinations(looks, 2):
        apart = ImageChops.difference(one, other).histogram()
        assert sum(apart[26:]) > 300


def test_a_hint_is_highlighted_at_both_ends() -> None:
    board = deal("saratoga", 1).board
    bare = compose(Scene(board), STYLE).convert("RGB")
    hinted = compose(Scene(board, hint=Move("2", "6")), STYLE).convert("RGB")
    changed = ImageChops.difference(bare, hinted)
    layout = layout_of(board, 1100)
    out = outset(layout.metrics.card)
    for name in ("2", "6"):
        area = around(run_of(Scene(board), name, 1), out)
        assert changed.crop(area).getbbox() is not None
        changed.paste(0, area)
    assert changed.getbbox() is None


def test_a_hint_to_turn_the_stock_highlights_the_stock() -> None:
    board = deal("saratoga", 1).board
    box = changed_box(Scene(board), Scene(board, hint=board.stock_move))
    assert box is not None


def hidden_swapped(board: Board) -> Board:
    """The same board with the face-down cards of a column in another order."""
    index = next(n for n, down in enumerate(board.hidden) if down > 1)
    stack, down = board.stacks[index], board.hidden[index]
    turned = stack[:down][::-1] + stack[down:]
    stacks = (*board.stacks[:index], turned, *board.stacks[index + 1 :])
    return dataclasses.replace(board, stacks=stacks)


@settings(max_examples=20, deadline=None)
@given(games(KLONDIKE, most=12))
def test_face_down_cards_do_not_leak_into_picture_or_alt_text(game: Game) -> None:
    board = game.board
    if not any(down > 1 for down in board.hidden):
        return
    other = hidden_swapped(board)
    assert other.stacks != board.stacks
    assert differences(draw_scene(Scene(other), STYLE), draw_scene(Scene(board), STYLE)) == []


@every_game
def test_the_order_of_the_stock_does_not_leak_into_picture_or_alt_text(rules: Rules) -> None:
    board = opening(rules, 1)
    if board.compiled.stock < 0:
        return
    stacks = list(board.stacks)
    stacks[board.compiled.stock] = stacks[board.compiled.stock][::-1]
    other = dataclasses.replace(board, stacks=tuple(stacks))
    assert differences(draw_scene(Scene(other), STYLE), draw_scene(Scene(board), STYLE)) == []


def test_the_picture_shows_the_redeals_left() -> None:
    board = deal("saratoga-aisleriot", 1).board
    pictures = {
        draw_scene(Scene(dataclasses.replace(board, redeals=left)), STYLE).png for left in (0, 1, 2)
    }
    assert len(pictures) == 3


def test_an_empty_stock_shows_the_redeals_left() -> None:
    game = deal("saratoga-aisleriot", 1)
    while game.board.piles["s"]:
        game.play("s")
    pictures = {
        draw_scene(Scene(dataclasses.replace(game.board, redeals=left)), STYLE).png
        for left in (0, 1, 2)
    }
    assert len(pictures) == 3


@every_game
def test_every_free_pile_has_its_name_beside_it(rules: Rules) -> None:
    board = opening(rules, 1)
    image = compose(Scene(board), STYLE).convert("RGB")
    label = sheet_of("felt", 2, 100).theme.label
    layout = layout_of(board, 1100)
    for slot in layout.piles:
        if slot.pile.kind is PileKind.FOUNDATION and board.rules.foundations.takes_discards:
            continue  # nobody types or taps the discard pile
        middle = slot.box.x + slot.box.width // 2
        top, bottom = slot.box.y - layout.metrics.label_row, slot.box.y - 4
        if board.compiled.is_layered and slot.pile.kind is PileKind.TABLEAU:
            if board.is_covered(slot.pile):
                continue
            top, bottom = slot.box.bottom + 4, slot.box.bottom + layout.metrics.label_row
        name = image.crop((middle - 30, top, middle + 30, bottom))
        rows = {
            y
            for y in range(name.height)
            for x in range(name.width)
            if name.getpixel((x, y)) == label
        }
        is_low = slot.pile.name in set("acegsw")
        least = 0.021 if is_low else 0.028
        assert max(rows) - min(rows) + 1 >= least * 1100, slot.pile.name


def test_all_names_have_one_size() -> None:
    palette = palette_of("felt", 2)
    tall = [name_sprite(name, 33, palette) for name in ("1", "10", "b", "d", "f1", "r16")]
    assert len({sprite.height for sprite in tall}) == 1
    digit, with_letter = (name_sprite(name, 33, palette) for name in ("1", "f1"))
    end = with_letter.crop((with_letter.width - digit.width, 0, *with_letter.size))
    assert end.tobytes() == digit.tobytes()


def test_empty_piles_show_what_they_take() -> None:
    def empty(game: str, pile: str) -> bytes:
        board = deal(game, 1).board
        index = board.compiled.index_of[pile]
        stacks = (*board.stacks[:index], (), *board.stacks[index + 1 :])
        cleared = dataclasses.replace(board, stacks=stacks)
        box = layout_of(cleared, 1100).piles[index].box
        centre = (box.x + box.width // 2, box.y + box.height // 2)
        picture = compose(Scene(cleared), STYLE).convert("RGB")
        size = 20
        return picture.crop(
            (centre[0] - size, centre[1] - size, centre[0] + size, centre[1] + size)
        ).tobytes()

    looks = [
        empty("saratoga", "1"),
        empty("phoenix", "1"),
        empty("phoenix", "r1"),
        *(empty("phoenix", f"f{number}") for number in (1, 2, 3, 4)),
    ]
    assert len(set(looks)) == len(looks)


def test_the_pile_that_a_goal_avoids_is_crossed_out_while_it_is_empty() -> None:
    game = deal("freecell", 1)
    scene = scene_of(game)
    cell = layout_of(game.board, STYLE.width).piles[game.board.compiled.index_of["d"]].box
    changed = changed_box(scene, dataclasses.replace(scene, avoided="d"))
    assert changed is not None
    left, top, right, bottom = changed
    assert cell.x <= left < right <= cell.right
    assert cell.y <= top < bottom <= cell.bottom
    game.play("1-d")
    scene = scene_of(game)
    assert changed_box(scene, dataclasses.replace(scene, avoided="d")) is None


@pytest.mark.parametrize("game", ["saratoga", "saxony", "spider-1", "golf"])
def test_a_won_board_is_full_of_cards(game: str) -> None:
    board = won_board(game)
    image = compose(Scene(board), STYLE)
    boxes = [place.box for places in layout_of(board, 1100).cards for place in places]
    top, bottom = min(box.y for box in boxes), max(box.bottom for box in boxes)
    rows = image.crop((0, top, image.width, bottom))
    assert rows.histogram()[0] / (rows.width * rows.height) < 0.25
    assert bottom - top > 0.55 * 1100
    assert abs(image.height - bottom - top) <= 1


def test_a_won_board_highlights_the_last_card() -> None:
    board = won_board("saxony")
    box = changed_box(Scene(board), Scene(board, last=("f7", 1)))
    out = outset(layout_of(board, 1100).metrics.card)
    assert box == around(run_of(Scene(board), "f7", 1), out)


@pytest.mark.parametrize("game", ["pyramid", "giza"])
def test_cards_that_others_cover_are_dimmed_until_they_are_free(game: str) -> None:
    board = opening(CATALOGUE[game], 1)
    under = next(p for p in board.compiled.tableau if p.covered_by and not board.face_down(p))
    gone = [() if at in under.covered_by else stack for at, stack in enumerate(board.stacks)]
    free = dataclasses.replace(board, stacks=tuple(gone))
    assert brightest(free, under.index) > brightest(board, under.index) + 30


def brightest(board: Board, pile: int) -> int:
    """The brightest grey in the upper third of a pile's top card."""
    box = layout_of(board, 1100).piles[pile].box
    area = (box.x, box.y, box.right, box.y + box.height // 3)
    shades = compose(Scene(board), STYLE).convert("L").crop(area).histogram()
    return max(level for level, count in enumerate(shades) if count)


def test_a_card_throws_a_hair_of_shadow_on_the_one_that_it_covers() -> None:
    board = opening(CATALOGUE["freecell"], 1)
    lower, upper = layout_of(board, 1100).cards[0][:2]
    grey = compose(Scene(board), STYLE).convert("L")
    middle = lower.box.x + lower.box.width // 2
    column = grey.crop((middle, upper.box.y - 20, middle + 1, upper.box.y)).tobytes()
    paper, above, edge = column[0], column[-6], column[-1]
    assert above == paper
    assert edge < paper - 20


def test_the_ring_of_a_last_card_within_a_won_row_ends_where_the_next_card_begins() -> None:
    board = won_board("grandfathers-clock")
    layout = layout_of(board, 1100)
    last = layout.cards[board.compiled.index_of["f6"]][-1].box
    others = (place.box for cards in layout.cards for place in cards)
    following = min(box.x for box in others if box.y == last.y and box.x > last.x)
    box = changed_box(Scene(board), Scene(board, last=("f6", 1)))
    assert box is not None
    assert box[2] == following + outset(layout.metrics.card)


def _count(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels of an image are of a colour."""
    return sum(count for count, other in image.getcolors(1 << 20) or () if other == colour)


@pytest.mark.parametrize(
    "game",
    [
        "golf",
        "klondike",
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("saxony", "scorpion", "freecell")),
    ],
)
@pytest.mark.parametrize("count", [10, pytest.param(16, marks=pytest.mark.slow), 23])
def test_no_shadow_hides_the_tail_of_a_queens_letter(game: str, count: int) -> None:
    board = deal(game, 1).board
    pile = board.compiled.tableau[0].index
    queens = tuple(CARDS[13 * (at % 4) + 11] for at in range(count))
    stacks = (*board.stacks[:pile], queens, *board.stacks[pile + 1 :])
    hidden = (0,) * len(stacks) if board.hidden else ()
    grown = dataclasses.replace(board, stacks=stacks, hidden=hidden)
    layout = layout_of(grown, 1100)
    picture = compose(Scene(grown), STYLE).convert("RGB")
    for place in layout.cards[pile][:-1]:
        index = place.mark or layout.metrics.index
        sheet = sheet_of("felt", 2, layout.metrics.card, index)
        ink = sheet.art.inks[queens[place.index].suit]
        face = sheet.face(queens[place.index], place.size).convert("RGB")
        reach = round(layout.metrics.card * (INDEX_TOP + index.value * (1 + INDEX_TAIL)))
        shown, whole = (
            _count(image.crop((x, y, x + layout.metrics.card // 2, y + reach)), ink)
            for image, x, y in (
                (picture, place.box.x, place.box.y),
                (face, sheet.margin, sheet.margin),
            )
        )
        assert shown > 0.99 * whole


@pytest.mark.parametrize("theme", ["pink", "", "x" * 200])
def test_an_unknown_theme_is_rejected_in_one_sentence(theme: str) -> None:
    with pytest.raises(UnknownTheme) as refused:
        draw(deal("saratoga", 1), theme=theme)
    assert len(str(refused.value)) < 120


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"suits": 3}, "2 or 4 colours, not 3"),
        ({"width": 20}, "240 to 2400 pixels wide, not 20"),
        ({"width": 100_000}, "240 to 2400 pixels wide, not 100000"),
        ({"selected": "9"}, "Saratoga has no pile “9”"),
        ({"hint": Move("a", "1")}, "Saratoga has no pile “a”"),
    ],
)
def test_an_invalid_picture_is_rejected(wrong: dict[str, object], says: str) -> None:
    with pytest.raises((InvalidScene, InvalidStyle), match=says):
        draw(deal("saratoga", 1), **wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_a_foundation_shows_the_rank_it_begins_with() -> None:
    numbers = range(1, 20)
    boards = {opening(CANFIELD, number).base: opening(CANFIELD, number) for number in numbers}
    looks = set()
    for board in boards.values():
        index = next(at for at in board.compiled.foundations if not board.stacks[at])
        box = layout_of(board, 1100).piles[index].box
        looks.add(
            compose(Scene(board), STYLE)
            .crop((box.x, box.y, box.right, box.y + box.height // 3))
            .tobytes()
        )
    assert len(looks) > 3


def test_a_foundation_that_takes_less_than_a_suit_shows_its_last_rank() -> None:
    assert len(notes("grandfathers-clock")) == 9
    assert len(notes("crescent")) == 1


def notes(game: str) -> set[bytes]:
    """What stands to the right of the names of a game's first nine foundations, once each."""
    board = opening(CATALOGUE[game], 1)
    layout, picture = layout_of(board, 1100), compose(Scene(board), STYLE)
    row = layout.metrics.label_row
    boxes = [layout.piles[index].box for index in board.compiled.foundations[:9]]
    areas = [(box.right - row // 2, box.y - row, box.right, box.y) for box in boxes]
    return {picture.crop(area).tobytes() for area in areas}


def test_foundations_built_down_show_a_king() -> None:
    board = opening(MEETING, 1)
    cleared = dataclasses.replace(
        board,
        stacks=tuple(
            () if n in board.compiled.foundations else s for n, s in enumerate(board.stacks)
        ),
    )
    picture, layout = compose(Scene(cleared), STYLE), layout_of(cleared, 1100)

    def corner(pile: str) -> bytes:
        box = layout.piles[board.compiled.index_of[pile]].box
        return picture.crop(
            (box.x, box.y, box.x + box.width // 3, box.y + box.height // 3)
        ).tobytes()

    assert corner("f5") == corner("f8")
    assert corner("f1") == corner("f4")
    assert corner("f1") != corner("f5")


def test_a_redeal_of_the_tableau_is_counted_and_highlighted_at_the_stock() -> None:
    game = Game(opening(FANS, 1))
    boards = [game.board]
    for _ in range(2):
        game.play("s")
        boards.append(game.board)
    box = layout_of(game.board, 1100).piles[game.board.compiled.stock].box
    stocks = {
        compose(Scene(board), STYLE).crop((box.x, box.y, box.right, box.bottom)).tobytes()
        for board in boards
    }
    assert len(stocks) == 3
    assert scene_of(game).last == ("s", 1)


def test_a_card_dealt_to_the_foundation_is_highlighted_there() -> None:
    game = deal("golf", 1)
    game.play("s")
    assert scene_of(game).last == ("f1", 1)


def test_foundations_that_met_lie_in_one_row_from_ace_to_king() -> None:
    board = won_board(MEETING)
    layout = layout_of(board, 1100)
    up, down = (layout.cards[board.compiled.index_of[name]] for name in ("f1", "f5"))
    row = [
        (place.box.x, board.piles[pile][place.index])
        for pile, places in (("f1", up), ("f5", down))
        for place in places
    ]
    assert [card for _, card in sorted(row)] == list(CARDS[:13])
    assert len({place.box.y for place in (*up, *down)}) == 1
    assert [place.covered for place in (*up, *down)] == [True] * 12 + [False]


def test_a_gap_that_no_card_can_fill_looks_different() -> None:
    board = deal("gaps", 1).board
    four, king = board.piles["19"], board.piles["18"]
    stacks = tuple({four: king, king: four}.get(stack, stack) for stack in board.stacks)
    swapped = dataclasses.replace(board, stacks=stacks)
    gap = next(slot.box for slot in layout_of(board, 1100).piles if slot.pile.name == "20")
    open_gap, dead_gap = (
        compose(Scene(one), STYLE).crop(around(gap, 0)) for one in (board, swapped)
    )
    assert open_gap.tobytes() != dead_gap.tobytes()
