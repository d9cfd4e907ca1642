"""Of the cases of a slow test, each day's run takes others."""

from __future__ import annotations

from datetime import date, timedelta

from tests.sampling import is_drawn, sample

DAYS = [str(date(2026, 11, 29) + timedelta(days)) for days in range(100)]
MANY = [f"test_one[{number}]" for number in range(200)]


def test_of_many_cases_a_tenth_is_drawn() -> None:
    assert len(sample(DAYS[0], MANY)) == 20


def test_few_cases_are_all_drawn() -> None:
    assert sample(DAYS[0], MANY[:5]) == set(MANY[:5])
    assert len(sample(DAYS[0], MANY[:9])) == 5


def test_of_a_dear_test_one_case_is_drawn_and_each_has_its_days() -> None:
    drawn = [sample(day, MANY[:2], fewest=1) for day in DAYS]
    assert all(len(cases) == 1 for cases in drawn)
    assert set[str]().union(*drawn) == set(MANY[:2])


def test_a_day_draws_the_same_again_in_whatever_order_cases_come() -> None:
    assert sample(DAYS[0], MANY) == sample(DAYS[0], reversed(MANY))


def test_every_case_has_its_days() -> None:
    assert set[str]().union(*(sample(day, MANY) for day in DAYS)) == set(MANY)


def test_of_cases_that_a_test_finds_a_quarter_is_drawn_and_every_day_another_one() -> None:
    drawn = [{case for case in MANY if is_drawn(day, case)} for day in DAYS]
    assert all(20 < len(cases) < 80 for cases in drawn)
    assert set[str]().union(*drawn) == set(MANY)
    assert all(is_drawn("", case) for case in MANY)
