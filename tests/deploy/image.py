"""Follow the very commands of the Dockerfile in a clean folder, and run the bot as the image would.

``make image-commands`` calls it. It needs the package index and takes minutes. As root it runs the
bot as the image's user, who can write to nothing but the data folder.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.deploy.dockerfile import Image

_SECONDS = 120.0
_PORT = "9464"


def main() -> None:
    """Build, run and check; exits with the output of the command that failed."""
    with tempfile.TemporaryDirectory(prefix="patience-image-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        (root / "opt").mkdir()
        (root / "tmp").mkdir()
        (root / "tmp").chmod(0o1777)
        image = Image(root)
        python = _base_python(image)
        click.echo(f"FROM {python}")

        def run(command: str, folder: Path) -> None:
            _run(command, folder, python)

        image.build(run)
        _check(image)
    click.echo("The commands of the Dockerfile work, and the bot plays as their user.")


def _base_python(image: Image) -> Path:
    """The folder of a Python to stand for that of the base image, of its version if there is one.

    One that only this user can reach is copied.
    """
    [version, *_] = re.findall(r"python:(\d+\.\d+)", image.instructions[0].rest)
    told = subprocess.run(
        [f"python{version}", "-c", "import sys; print(sys.base_prefix)"],
        env={**os.environ, "PYENV_VERSION": version},
        capture_output=True,
        text=True,
        check=False,
    )
    prefix = Path(told.stdout.strip() or sys.base_prefix)
    if all(folder.stat().st_mode & stat.S_IXOTH for folder in (prefix, *prefix.parents)):
        return prefix / "bin"
    shutil.copytree(prefix, image.root / "python", symlinks=True, ignore=_needless)
    return image.root / "python" / "bin"


def _needless(folder: str, names: list[str]) -> set[str]:
    """What in a folder of Python's no installation of the bot needs."""
    if folder.endswith("site-packages"):
        return {name for name in names if not name.startswith("pip")}
    return {name for name in names if name in ("test", "__pycache__", "share") or ".a" in name}


def _run(command: str, folder: Path, python: Path) -> None:
    click.echo(f"RUN {command}")
    if os.geteuid():
        # Only root gives files away; this user is the image's here.
        command = re.sub(r"chown \S+", "true", command)
    environment = {**os.environ, "PATH": f"{python}:{os.environ['PATH']}", "HOME": str(folder)}
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def _check(image: Image) -> None:
    """Start the bot, wait until it is healthy, and look at what it could write and compile."""
    app, temporary = image.root / "app", image.root / "tmp"
    user = _user(image)
    environment = {
        **{name: value for name, value in image.environment().items() if name != "PATH"},
        "PATH": f"{image.root}/opt/patience/bin:/usr/bin:/bin",
        "LD_LIBRARY_PATH": str(image.root / "python" / "lib"),
        "TMPDIR": str(temporary),
        "PATIENCE_METRICS_PORT": _PORT,
    }
    command = [*image.command("ENTRYPOINT"), *image.command("CMD")]
    bot = subprocess.Popen(command, cwd=app, env=environment, user=user, group=user)
    try:
        deadline = time.monotonic() + _SECONDS
        health = image.command("HEALTHCHECK")
        while subprocess.run(health, cwd=app, env=environment, user=user, check=False).returncode:
            if bot.poll() is not None or time.monotonic() > deadline:
                sys.exit("The bot does not become healthy.")
            time.sleep(1)
        if user and not list(temporary.rglob("*.nbi")):
            sys.exit("The bot does not use the searches that were compiled at build.")
    finally:
        bot.terminate()
        bot.wait()
    if bot.returncode:
        sys.exit(f"The bot ended with {bot.returncode}.")
    foreign = [path for path in app.rglob("*") if path.stat().st_uid == user and user]
    outside = [path for path in foreign if not path.is_relative_to(app / "data")]
    if outside:
        sys.exit(f"The bot wrote where it should not: {outside[0]}")


def _user(image: Image) -> int | None:
    """The image's user; None without the right to become another one."""
    [user] = [one.rest for one in image.instructions if one.word == "USER"]
    return None if os.geteuid() else int(user.split(":")[0])


if __name__ == "__main__":
    main()
