"""The engine's errors: each a :class:`ValueError` with a sentence fit for players."""

from __future__ import annotations


class PatienceError(ValueError):
    """Invalid input; the text says what is wrong and what to write instead.

    Attributes:
        template: the sentence with placeholders, always the same one: a translator's msgid.
        details: the values for the placeholders, by name.

    >>> error = IllegalMove("{pile} is empty.", pile="3")
    >>> str(error), error.template
    ('3 is empty.', '{pile} is empty.')
    """

    def __init__(self, template: str, /, **details: object) -> None:
        super().__init__(template.format(**details))
        self.template = template
        self.details = details

    def __reduce__(self) -> tuple[object, ...]:
        # By default an exception is pickled by its args, which lack the details.
        return _unpickled, (type(self), self.template, self.details)


def _unpickled(
    kind: type[PatienceError], template: str, details: dict[str, object]
) -> PatienceError:
    return kind(template, **details)


class InvalidCard(PatienceError):
    """The text is not a card."""


class InvalidMove(PatienceError):
    """The text is not a move on any board."""


class IllegalMove(PatienceError):
    """The rules forbid the move on this board."""


class InvalidBoard(PatienceError):
    """The text is not a board of the game."""


class InvalidRecord(PatienceError):
    """The text is not the record of a game."""


class InvalidDeal(PatienceError):
    """The deal number is out of range."""


class InvalidRules(PatienceError):
    """A declaration of a game contradicts itself."""


class InvalidHouseRules(PatienceError):
    """No game can be played by these house rules."""


class InvalidGoal(PatienceError):
    """The text is not a goal."""


class UnknownGame(PatienceError):
    """The catalogue has no game of that name."""


class CannotFinish(PatienceError):
    """The game cannot be finished automatically."""


class NothingToUndo(PatienceError):
    """No move has been played that could be undone."""


class NothingToRedo(PatienceError):
    """No move has been undone that could be redone."""


def excerpt(text: str, length: int = 24) -> str:
    """The beginning of an input, on one line and short enough to quote in a sentence.

    Characters that are not printable become ``�``.
    """
    line = " ".join(text.split())
    shown = line if len(line) <= length else line[: length - 1] + "…"
    return "".join(character if character.isprintable() else "�" for character in shown)
