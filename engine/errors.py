"""What can be wrong with something the engine is given.

Every one is a :class:`ValueError` whose text is a sentence that a player can be shown.
"""

from __future__ import annotations


class PatienceError(ValueError):
    """Something given to the engine was wrong; the text says what, and what to write instead.

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
        # Exceptions are pickled by their arguments, and the sentence alone is not all of this one.
        return _again, (type(self), self.template, self.details)


def _again(kind: type[PatienceError], template: str, details: dict[str, object]) -> PatienceError:
    return kind(template, **details)


class InvalidCard(PatienceError):
    """A text is not a card."""


class InvalidMove(PatienceError):
    """A text is not a move, whatever the board."""


class IllegalMove(PatienceError):
    """A move is not allowed on this board."""


class InvalidBoard(PatienceError):
    """A text is not a position of the game."""


class InvalidRecord(PatienceError):
    """A text is not the record of a game."""


class InvalidDeal(PatienceError):
    """A deal number is out of range."""


class InvalidRules(PatienceError):
    """A declaration of a game contradicts itself."""


class UnknownGame(PatienceError):
    """No game of that name is in the catalogue."""


class CannotFinish(PatienceError):
    """The rest of a game does not play itself."""


class NothingToUndo(PatienceError):
    """No move has been played that could be taken back."""


class NothingToRedo(PatienceError):
    """No move has been taken back that could be played again."""


def excerpt(text: str, length: int = 24) -> str:
    """The beginning of what somebody wrote, on one line, short enough to stand in a sentence.

    Characters that cannot be shown, or would change how the sentence around them is shown, become
    ``�``.
    """
    line = " ".join(text.split())
    shown = line if len(line) <= length else line[: length - 1] + "…"
    return "".join(character if character.isprintable() else "�" for character in shown)
