"""Counts, times and names of games as players read them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from bot.i18n import N_, _, format_integer, long_day, ngettext, translate
from bot.i18n.texts import picture_strings
from bot.service.play.deal_numbers import HIGHEST_SHORT_DEAL
from bot.service.play.replay import goal_of
from bot.wording.deal_names import name_deal
from engine import known_rules, rules_of
from engine.goals import GoalStatus, WithoutPile, would_fail
from engine.hidden_cards import unknown_places
from engine.rules import Win

if TYPE_CHECKING:
    from bot.models.contests import Race, RaceProgress, Racer
    from bot.models.daily import DailyDeal
    from bot.models.play import GameSnapshot, GameSummary
    from bot.models.rankings import LeaderboardLine, Ranking
    from bot.models.results import Result
    from bot.service.contests.ratings import RatingChange, ShownRating
    from engine.rules import Difficulty, Rules


MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
"""The medals of the first places."""

RANKING: Final = N_(
    "Ranked by wins, then wins without hints and odds, then fewest moves, then least time."
)
"""How the lines of leaderboards and standings are ranked."""

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""A space at which no line breaks."""


def family_title(title: str) -> str:
    """A family's title from that of its first game, of which it may have several variants.

    >>> family_title("Spider, one suit")
    'Spider'
    """
    return _(title.partition(",")[0])


def format_moves(count: int) -> str:
    """A number of moves.

    >>> format_moves(1), format_moves(12)
    ('1 move', '12 moves')
    """
    return ngettext("{number} move", "{number} moves", count)


def format_cards(count: int) -> str:
    """A number of cards."""
    return ngettext("{number} card", "{number} cards", count)


def format_progress(rules: Rules, progress: int) -> str:
    """How far a board of a game is, by what wins it.

    >>> format_progress(rules_of("klondike"), 9), format_progress(rules_of("golf"), 9)
    ('9 of 52 cards home', '26 cards to clear')
    >>> format_progress(rules_of("accordion"), 50), format_progress(rules_of("gaps"), 9)
    ('2 piles left', '9 of 48 cards in place')
    >>> format_progress(rules_of("clock"), 9)
    '9 of 52 cards turned up'
    """
    cards, number = rules.progress_to_win, shown_progress(rules, progress)
    if rules.win is Win.ONE_PILE:
        return ngettext("{number} pile left", "{number} piles left", number)
    if rules.clears_tableau:
        return ngettext("{number} card to clear", "{number} cards to clear", number)
    if rules.win is Win.ROWS:
        return _("{home} of {cards} cards in place", home=number, cards=cards)
    if rules.tableau.turns_rank:
        return _("{home} of {cards} cards turned up", home=number, cards=cards)
    if rules.foundations.takes_discards:
        return _("{home} of {cards} cards discarded", home=number, cards=cards)
    return _("{home} of {cards} cards home", home=number, cards=cards)


def shown_progress(rules: Rules, progress: int) -> int:
    """The number that :func:`format_progress` begins with.

    >>> shown_progress(rules_of("klondike"), 9), shown_progress(rules_of("golf"), 9)
    (9, 26)
    """
    left = rules.progress_to_win - progress
    if rules.win is Win.ONE_PILE:
        return left or 1
    return left if rules.clears_tableau else progress


def format_days(count: int) -> str:
    """A number of days."""
    return ngettext("{number} day", "{number} days", count)


def format_players(count: int) -> str:
    """A number of players."""
    return ngettext("{number} player", "{number} players", count)


def race_over(race: Race, racer: Racer) -> str:
    """That a race is over, and the place of one of its players."""
    if racer.place is None:
        return _("🏁 Your race is over.")
    return _(
        "🏁 Your race is over: place {place} of {players}.",
        place=racer.place,
        players=format_players(len(race.racers)),
    )


def format_standing(place: int | None) -> str:
    r"""A place among those who have won, with a medal for the first three; a dash without a win.

    >>> format_standing(2), format_standing(4), format_standing(None)
    ('🥈', '4\\.', '–')
    """
    # The backslash keeps Discord from making, and renumbering, an ordered list.
    return "–" if place is None else MEDALS.get(place) or f"{place}\\."


def format_page(ranking: Ranking[Any]) -> str:
    """How many players a list has, which of its pages is shown, and that another is not there."""
    facts = [format_players(ranking.players)]
    if ranking.pages > 1:
        facts.append(_("page {page} of {pages}", page=ranking.page, pages=ranking.pages))
    if ranking.asked != ranking.page:
        facts.append(_("there is no page {page}", page=format_integer(ranking.asked)))
    return ", ".join(facts)


def format_duration(time: timedelta) -> str:
    """A length of time, to two units.

    >>> format_duration(timedelta(seconds=42)), format_duration(timedelta(seconds=372))
    ('42 s', '6 min 12 s')
    >>> format_duration(timedelta(hours=2, minutes=5, seconds=9))
    '2 h 5 min'
    """
    minutes, seconds = divmod(int(time.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    # The symbols of these units are the same in all languages.
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def format_clock(time: timedelta) -> str:
    """A length of time as a clock shows it.

    >>> format_clock(timedelta(minutes=2, seconds=10))
    '2:10'
    """
    return picture_strings().format_duration(int(time.total_seconds()))


def format_time_limit(time_limit: timedelta) -> str:
    """How long a race may last: ``24 h``, ``1 h 30 min``, ``45 min``."""
    hours, minutes = divmod(int(time_limit.total_seconds()) // 60, 60)
    # The symbols of these units are the same in all languages.
    parts = (f"{hours} h" if hours else "", f"{minutes} min" if minutes else "")
    return " ".join(filter(None, parts))


def format_help(helped: GameSnapshot | LeaderboardLine | RaceProgress | Result) -> str:
    """The hints, looks at the odds and undos that were used; empty without any.

    >>> from types import SimpleNamespace
    >>> format_help(SimpleNamespace(hints=2, odds=0, undos=1))
    '2 hints, 1 undo'
    """
    used = [
        ngettext("{number} hint", "{number} hints", helped.hints) if helped.hints else "",
        ngettext("{number} look at the odds", "{number} looks at the odds", helped.odds)
        if helped.odds
        else "",
        ngettext("{number} undo", "{number} undos", helped.undos) if helped.undos else "",
    ]
    return ", ".join(filter(None, used))


def format_rating(rating: ShownRating) -> str:
    """A rating, and how sure it is.

    >>> from bot.service.contests.ratings import ShownRating
    >>> format_rating(ShownRating(points=1612, deviation=88, races=40)).replace(NO_BREAK, " ")
    '**1612** ± 88'
    """
    return f"**{rating.points}**{NO_BREAK}±{NO_BREAK}{rating.deviation}"


def format_rating_change(change: RatingChange) -> str:
    """A rating after a race, how sure it is, and what the race changed.

    >>> from bot.service.contests.ratings import RatingChange, ShownRating
    >>> change = RatingChange(ShownRating(1612, 88, 40), gain=-9)
    >>> format_rating_change(change).replace(NO_BREAK, " ")
    'rating **1612** ± 88 (−9)'
    """
    text = _("rating {rating}", rating=format_rating(change.after))
    if change.gain is not None:
        sign = "−" if change.gain < 0 else "+"
        text += f" ({sign}{abs(change.gain)})"
    return text.replace(" ", NO_BREAK)


def format_deal(game: GameSnapshot | GameSummary) -> str:
    """Which deal a game is: its name unless secret, the day whose deal it is, its contest."""
    if game.is_contested:
        return _("a tournament") if game.race_id is None else _("a race")
    if game.is_own_deal:
        return _("own deal")
    if game.day is None:
        return name_deal(game.deal_number)
    day = long_day(game.day)
    if game.is_secret or game.deal_number > HIGHEST_SHORT_DEAL:
        return day
    return f"{day} · {name_deal(game.deal_number)}"


def game_title(rules_id: str) -> str:
    """A game's title; the id of a game that this version does not know."""
    rules = known_rules(rules_id)
    return translate(rules.name) if rules else rules_id


def format_difficulty(difficulty: Difficulty, *, capitalized: bool = False) -> str:
    """A difficulty in a word."""
    name = difficulty.name
    return _(name.capitalize() if capitalized else name.lower())


def board_remark(snapshot: GameSnapshot, *, is_lost: bool) -> str:
    """What matters more than how far a game is; empty for nothing."""
    if is_lost:
        return _("can no longer be won")
    unknown = len(unknown_places(snapshot.game)) if snapshot.is_own_deal else 0
    if unknown:
        return ngettext("{number} card unknown", "{number} cards unknown", unknown)
    if snapshot.practice:
        return _("does not count")
    if snapshot.winnable and not snapshot.version:
        return _("dealt winnable")
    return ""


def board_goal(snapshot: GameSnapshot) -> str:
    """The line on a board about its goal and whether it is still met; empty without a goal."""
    if snapshot.goal is None:
        return ""
    sentence = translate(snapshot.goal.sentence(snapshot.game.rules))
    if snapshot.state.is_final:
        return _judged(sentence, is_met=snapshot.goal_status is GoalStatus.MET)
    if snapshot.goal_status is GoalStatus.FAILED:
        # In small letters it stays a line on a phone, so that the picture stays where it is.
        return "-# 🎯 " + _("~~{goal}~~ Undo to get it back.", goal=sentence)
    return f"🎯 {sentence}"


def avoided_pile(snapshot: GameSnapshot) -> str | None:
    """The pile that the goal of a game in play is to do without, if it is that kind of goal."""
    if snapshot.state.is_final or not isinstance(snapshot.goal, WithoutPile):
        return None
    return snapshot.goal.pile


def missed_word(snapshot: GameSnapshot) -> str:
    """What to say if a game's last move has just missed its goal; else empty."""
    goal, moves = snapshot.goal, snapshot.game.moves
    if goal is None or not moves:
        return ""
    before = snapshot.game.copy()
    before.undo()
    return board_goal(snapshot) if would_fail(goal, before, moves[-1]) else ""


def deal_goal(deal: DailyDeal, result: Result | None) -> str:
    """The line that states a deal's goal, and whether a result met it; empty without a goal."""
    goal = goal_of(deal.goal)
    if goal is None:
        return ""
    sentence = translate(goal.sentence(rules_of(deal.rules_id)))
    return f"🎯 {sentence}" if result is None else _judged(sentence, is_met=bool(result.goal_met))


def _judged(sentence: str, *, is_met: bool) -> str:
    if is_met:
        return "🎯 " + _("**Goal met:** {goal}", goal=sentence)
    return "🎯 " + _("Goal missed: {goal}", goal=sentence)
