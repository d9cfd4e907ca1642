"""A disk that loses power: what was synced stays, of anything else any part may.

It is as unkind as a real one may be: writes that were not synced arrive in any order, or not at
all, or only some of their sectors do. Names keep their order, but arrive only with the folder.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from tests.powercut.recording import MARKS, Operation
from tests.service.play.crash_player import Acknowledged

_SECTOR: Final = 512
_VOLATILE: Final = ("-shm", ".lock")
"""Ends of the names of files that mean nothing after a start of the machine."""


@dataclass
class _File:
    """A file.

    Attributes:
        synced: what is certainly on disk.
        pending: what was done to it since.
    """

    synced: bytearray = field(default_factory=bytearray)
    pending: list[Operation] = field(default_factory=list)

    def sync(self) -> None:
        for operation in self.pending:
            _apply(self.synced, operation)
        self.pending.clear()

    def after_cut(self, rng: random.Random) -> bytes:
        """What is there after a power cut."""
        content = bytearray(self.synced)
        for operation in self.pending:
            for part in _survivors(operation, rng):
                _apply(content, part)
        return bytes(content)


class Disk:
    """The files of a folder, as a power cut would leave them."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """Begin with files that are on disk."""
        self.acknowledged: list[Acknowledged] = []
        self._files = {
            name: _File(bytearray(content))
            for name, content in files.items()
            if not name.endswith(_VOLATILE)
        }
        self._synced_names = dict(self._files)
        self._pending_names: list[dict[str, _File]] = []
        self._mark = b""

    def do(self, operation: Operation) -> None:
        """Carry out a recorded operation."""
        name = operation.name
        if name.endswith(_VOLATILE):
            return
        if name == MARKS:
            self._note(operation)
            return
        match operation.kind:
            case "c":
                self._rename({**self._files, name: _File()})
            case "u":
                self._rename({other: self._files[other] for other in self._files if other != name})
            case "r":
                moved = self._files[name]
                others = {other: self._files[other] for other in self._files if other != name}
                self._rename({**others, operation.data.decode(): moved})
            case "d":
                self._synced_names = self._files
                self._pending_names.clear()
            case "s":
                self._files[name].sync()
            case _:
                self._files[name].pending.append(operation)

    @property
    def has_unsynced(self) -> bool:
        """Whether a power cut now would meet writes that are not synced."""
        return any(file.pending for file in self._files.values())

    def after_cut(self, rng: random.Random) -> dict[str, bytes]:
        """What is there after a power cut, by the files' names."""
        names = rng.choice([self._synced_names, *self._pending_names])
        return {name: file.after_cut(rng) for name, file in names.items()}

    def _rename(self, files: dict[str, _File]) -> None:
        self._files = files
        self._pending_names.append(files)

    def _note(self, operation: Operation) -> None:
        if operation.kind == "w":
            *lines, self._mark = (self._mark + operation.data).split(b"\n")
            self.acknowledged += map(Acknowledged.parse, lines)


def _survivors(operation: Operation, rng: random.Random) -> Iterator[Operation]:
    """The parts of an operation that reach the disk: all, none, or some sectors."""
    fate = rng.random()
    if fate < 1 / 3:
        yield operation
    elif fate < 2 / 3 and operation.kind == "w":
        end, begin = operation.offset + len(operation.data), operation.offset
        while begin < end:
            until = min(end, begin - begin % _SECTOR + _SECTOR)
            if rng.random() < 0.5:
                data = operation.data[begin - operation.offset : until - operation.offset]
                yield operation._replace(offset=begin, data=data)
            begin = until


def _apply(content: bytearray, operation: Operation) -> None:
    begin = operation.offset
    if len(content) < begin:
        content.extend(bytes(begin - len(content)))
    if operation.kind == "t":
        del content[begin:]
    else:
        content[begin : begin + len(operation.data)] = operation.data
