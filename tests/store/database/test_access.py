"""What only reads never waits for what writes: which functions open which kind of transaction."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, TypeAlias

BOT: Final = Path(__file__).parents[3] / "bot"
WRITING: Final = frozenset({"transaction", "autocommit"})
"""The methods of a database that take its writing connection; none takes arguments."""
WRITES: Final = frozenset(
    {"insert", "update", "delete", "with_for_update", "pg_notify", "pg_advisory_xact_lock"}
)
"""What statements that write or lock are made by."""
WRITTEN_OUT: Final = re.compile(r"\s*(INSERT|UPDATE|DELETE|LOCK)\b")

Key: TypeAlias = tuple[str, str]
"""A module and a name in it."""


@dataclass(frozen=True)
class Definition:
    """A function, a method or a constant.

    Attributes:
        node: its code.
        names: what its module knows by which name, other than by itself.
    """

    module: str
    node: ast.AST
    names: Mapping[str, Key]

    @cached_property
    def words(self) -> frozenset[str]:
        """The names that it mentions."""
        return frozenset(
            node.id if isinstance(node, ast.Name) else node.attr
            for node in ast.walk(self.node)
            if isinstance(node, ast.Name | ast.Attribute)
        )

    @property
    def takes_the_writing_connection(self) -> bool:
        """Whether it begins a transaction in which it might write."""
        return any(
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in WRITING
            and not (node.args or node.keywords)
            for node in ast.walk(self.node)
        )

    @property
    def writes(self) -> bool:
        """Whether it makes a statement that writes or locks."""
        return bool(self.words & WRITES) or any(
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and WRITTEN_OUT.match(node.value)
            for node in ast.walk(self.node)
        )

    @property
    def mentioned(self) -> Iterator[Key]:
        """What it mentions that may be defined in the bot."""
        for word in self.words:
            yield self.names.get(word, (self.module, word))
            for module, name in self.names.values():
                yield f"{module}.{name}", word


def definitions() -> dict[Key, Definition]:
    """All functions, methods and constants of the bot."""
    found: dict[Key, Definition] = {}
    for file in sorted(BOT.rglob("*.py")):
        module = ".".join(file.relative_to(BOT.parent).with_suffix("").parts)
        found.update(_defined_in(module, ast.parse(file.read_text(encoding="utf-8"))))
    return found


def _defined_in(module: str, tree: ast.Module) -> Iterator[tuple[Key, Definition]]:
    names = {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for node in [*tree.body, *(node for one in classes for node in one.body)]:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield (module, name), Definition(module, node, names)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield (module, name), Definition(module, node, names)
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield (module, name), Definition(module, node, names)


def only_reading(found: Mapping[Key, Definition]) -> list[Key]:
    """What takes the writing connection although nothing that it leads to writes or locks."""
    writing = {key for key, one in found.items() if one.writes}
    while True:
        more = {
            key
            for key, one in found.items()
            if key not in writing and not writing.isdisjoint(one.mentioned)
        }
        if not more:
            break
        writing |= more
    return [
        key for key, one in found.items() if one.takes_the_writing_connection and key not in writing
    ]


def test_what_only_reads_takes_no_connection_that_writes() -> None:
    """On SQLite it would wait for every writer: there is one such connection."""
    assert only_reading(definitions()) == [], "Let these use Database.reading()."
