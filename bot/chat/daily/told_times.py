"""The times of day that a text tells, as on somebody's clock: in digits and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class ToldTime:
    """What a text says of the time.

    Attributes:
        times: since midnight; two if it says nothing of morning or afternoon.
        is_rough: whether only the hour is told.
    """

    times: tuple[timedelta, ...]
    is_rough: bool = False


_HOURS: Final = {
    word: at
    for words in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
        "ein - - - fuenf - - - - - - zwoelf",
    )
    for at, word in enumerate(words.split(), start=1)
    if word != "-"
}
_MINUTES: Final = _HOURS | {
    **dict.fromkeys(("quarter", "viertel", "fifteen"), 15),
    **dict.fromkeys(("twenty", "zwanzig"), 20),
    **dict.fromkeys(("twentyfive", "fünfundzwanzig"), 25),
    **dict.fromkeys(("thirty", "dreißig", "dreissig"), 30),
    "forty": 40,
    "fortyfive": 45,
}
_NOON: Final = frozenset({"noon", "midday", "mittag", "mittags", "midi", "mediodía", "mezzogiorno"})
_MIDNIGHT: Final = frozenset({"midnight", "mitternacht", "minuit", "medianoche", "mezzanotte"})
_AROUND: Final = re.compile(
    r"^(?:it['’]?s|it is|es ist|il est|at|um|now|jetzt|gerade|about|around|gegen|ca\.?|exactly|"
    r"genau)\s+|\s+(?:now|here|jetzt|hier)$"
)
_DAYTIME: Final = re.compile(
    r"\s*(?:(?P<am>a\.?\s?m\.?|in the morning|morgens|früh|vormittags|nachts)"
    r"|(?P<pm>p\.?\s?m\.?|p|in the (?:afternoon|evening)|at night|nachmittags|abends))$"
)
_DIGITS: Final = re.compile(
    r"(?P<hour>\d{1,2})\s*(?:(?:[:.h]|uhr)\s*(?P<minute>[0-5]\d)(?::[0-5]\d)?)?\s*"
    r"(?P<unit>uhr|heures?|h|o.?clock)?"
)
_FOUR_DIGITS: Final = re.compile(r"(?P<hour>[01]\d|2[0-3])\s?(?P<minute>[0-5]\d)")
_APART: Final = re.compile(r"(?P<hour>\d{1,2}) (?P<minute>[0-5]\d)")
_NUMBER: Final = r"[^\W\d_]+|\d{1,2}"
_PAST: Final = re.compile(
    rf"(?P<minutes>{_NUMBER})(?: minutes?| minuten)?\s+(?P<side>past|after|to|before|nach|vor)\s+"
    rf"(?P<half>halb\s+)?(?P<hour>{_NUMBER})(?: uhr| o.?clock)?"
)
_HALF: Final = re.compile(
    rf"(?P<word>half(?: past)?|halb|dreiviertel|viertel)\s+(?P<hour>{_NUMBER})"
)
_BEFORE: Final = {"halb": -30, "dreiviertel": -15, "viertel": -45}
"""Minutes from the hour that is said: half five is 4:30 in German."""
_IN_WORDS: Final = re.compile(
    rf"(?P<hour>{_NUMBER})(?:\s+(?P<unit>o.?clock|uhr))?(?:\s+(?P<minute>[^\W\d_]+))?"
)


def told_time(text: str) -> ToldTime | None:
    """The time that a text tells; None for another text.

    >>> told_time("quarter past five pm").times, told_time("5pm").is_rough
    ((datetime.timedelta(seconds=62100),), True)
    >>> told_time("halb fünf").times == told_time("half past four").times
    True
    """
    text = " ".join(text.casefold().replace("-", "").split())
    before = ""
    while before != text:
        before, text = text, _AROUND.sub("", text).strip()
    if text.removeprefix("12 ").removeprefix("uhr ").removesuffix(" uhr") in _NOON:
        return ToldTime((timedelta(hours=12),), is_rough=True)
    if text.removeprefix("12 ").removesuffix(" uhr") in _MIDNIGHT:
        return ToldTime((timedelta(),), is_rough=True)
    daytime = _DAYTIME.search(text)
    half = daytime.lastgroup or "" if daytime else ""
    told = text[: daytime.start()] if daytime else text
    found = _in_digits(told, half) or _in_words(told, has_daytime=bool(half))
    if found is None:
        return None
    minutes, is_rough, is_whole_day = found
    times = tuple(dict.fromkeys(_of_day(minutes, half, is_whole_day=is_whole_day)))
    return ToldTime(times, is_rough)


def _of_day(minutes: int, half: str, *, is_whole_day: bool) -> Iterator[timedelta]:
    """The times that minutes since midnight or noon may be."""
    is_short = minutes < 13 * 60
    if half and is_short:
        yield timedelta(minutes=minutes % 720 + (720 if half == "pm" else 0))
    elif is_whole_day or not is_short:
        yield timedelta(minutes=minutes % 1440)
    else:
        yield timedelta(minutes=minutes % 720)
        yield timedelta(minutes=minutes % 720 + 720)


def _in_digits(text: str, half: str) -> tuple[int, bool, bool] | None:
    """Minutes, whether only the hour is told, and whether the hour is one of 24."""
    found = _DIGITS.fullmatch(text)
    if found is None or not (found["minute"] or found["unit"] or half):
        found = _FOUR_DIGITS.fullmatch(text) or (_APART.fullmatch(text) if half else None)
    if found is None or int(found["hour"]) > 24:
        return None
    minute = found["minute"]
    is_whole_day = "clock" not in (found.groupdict().get("unit") or "")
    return 60 * int(found["hour"]) + int(minute or 0), minute is None, is_whole_day


def _in_words(text: str, *, has_daytime: bool) -> tuple[int, bool, bool] | None:
    past, half = _PAST.fullmatch(text), _HALF.fullmatch(text)
    if half is not None:
        hour = _number(half["hour"], _HOURS)
        off = _BEFORE.get(half["word"], 30)
        return None if hour is None else ((60 * hour + off) % 1440, False, hour > 12)
    if past is not None:
        hour, minutes = _number(past["hour"], _HOURS), _number(past["minutes"], _MINUTES)
        if hour is None or minutes is None or minutes > 30:
            return None
        side = -1 if past["side"] in ("to", "before", "vor") else 1
        return (60 * hour + side * minutes - (30 if past["half"] else 0)) % 1440, False, hour > 12
    found = _IN_WORDS.fullmatch(text)
    if found is None or not (found["unit"] or found["minute"] or has_daytime):
        return None
    hour, minute = _number(found["hour"], _HOURS), _MINUTES.get(found["minute"] or "", 0)
    if hour is None or (found["minute"] and not minute):
        return None
    return 60 * hour + minute, not minute, hour > 12


def _number(text: str, words: dict[str, int]) -> int | None:
    """A number in digits or in a word."""
    if text.isdecimal():
        return int(text) if int(text) < 25 else None
    return words.get(text)
