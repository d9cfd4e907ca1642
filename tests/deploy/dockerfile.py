"""Reading and following deploy/Dockerfile without Docker."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"


@dataclass(frozen=True, slots=True)
class Instruction:
    """A line such as ``COPY bot /app/bot``: the word it begins with, and the rest."""

    word: str
    rest: str


def instructions(text: str) -> list[Instruction]:
    """The instructions of a Dockerfile in order, without comments."""
    joined = re.sub(r"\\\n\s*", "", text)
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [Instruction(*line.split(maxsplit=1)) for line in lines]


class Image:
    """What the Dockerfile makes of a folder that stands for the root of the image's file system.

    The stages share the folder, as the second one takes over what the first one has made.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.instructions = instructions(DOCKERFILE.read_text(encoding="utf-8"))

    def inside(self, text: str) -> str:
        """A text in which the image's own paths lead into the folder."""
        return re.sub(r"(?<![\w.])/(?=(?:app|opt)\b)", f"{self.root}/", text)

    def build(self, run: Callable[[str, Path], None]) -> None:
        """Follow the instructions of the build.

        Args:
            run: runs a command of the shell in a folder.
        """
        folder = self.root
        for one in self.instructions:
            if one.word == "WORKDIR":
                folder = Path(self.inside(one.rest))
                folder.mkdir(exist_ok=True)
            elif one.word == "RUN":
                run(self.inside(one.rest), folder)
            elif one.word == "COPY" and not one.rest.startswith("--from"):
                source, target = one.rest.split()
                copy(source, Path(self.inside(target)))

    def environment(self) -> Mapping[str, str]:
        """The variables that the image sets."""
        rows = (one.rest.partition("=") for one in self.instructions if one.word == "ENV")
        return {name: self.inside(value) for name, _, value in rows}

    def command(self, word: str) -> list[str]:
        """The command of the last instruction that has one and begins with a word."""
        found = [one.rest for one in self.instructions if one.word == word]
        command: list[str] = json.loads(found[-1][found[-1].index("[") :])
        return command


def copy(source: str, target: Path) -> None:
    """Copy a file into a folder, or a folder's files that git knows of, as .dockerignore says."""
    if (ROOT / source).is_file():
        shutil.copy2(ROOT / source, target)
        return
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", source],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        to = target / Path(name).relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, to)
