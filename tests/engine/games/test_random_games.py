"""Random games of the whole catalogue."""

from __future__ import annotations

import engine
from engine import Game, Rules
from engine.cards import Card, Suit, deck
from tests.engine.games.random_games import play_at_random
from tests.support.every_game import every_game

FEWEST_DEALS, FEWEST_MOVES = 3, 100


@every_game
def test_a_deal_has_every_card_of_its_decks(rules: Rules) -> None:
    whole = [
        Card.of(card.rank, Suit(card.suit % rules.suits))
        for card in deck(rules.decks)
        if rules.first_rank <= card.rank <= rules.last_rank
    ]
    dealt = sorted(sum(engine.deal(rules.id, 617).board.stacks, ()))

    assert len(dealt) == rules.card_count
    if rules.cards_in_play is None:
        assert dealt == sorted(whole)
    else:
        assert set(dealt) < set(whole)


@every_game
def test_random_games_follow_the_rules_and_can_be_undone_and_read_back(rules: Rules) -> None:
    number = moves = 0
    while number < FEWEST_DEALS or moves < FEWEST_MOVES:
        number += 1
        end = play_at_random(rules.id, number, every=60 if rules.decks > 1 else 30)
        moves += len(end.moves)
        assert Game.from_record(end.record()).board == end.board
        read = engine.parse_board(rules, end.board.text(reveal=True))
        assert (read.stacks, str(read)) == (end.board.stacks, str(end.board))
