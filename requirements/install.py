"""Installs requirements into a virtual environment, with nothing but Python and its own pip.

``python3 requirements/install.py .venv requirements/run.txt`` creates the environment if there is
none. uv, pinned by its hashes, installs in a third of pip's processor time; where it has no wheel
or does not get through, as behind an index that only pip is told of, pip does it. Nothing is
compiled to bytecode ahead: Python does that as it imports, and few modules are ever imported.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
UV = HERE / "uv.txt"
MEGABYTES = {
    "uv.txt": 18,
    "run.txt": 112,
    "postgresql.txt": 119,
    "dev.txt": 256,
    "test-all.txt": 66,
}
"""How much is fetched for each file, about; wheels of other systems differ little."""

_OPTIONS = ("--quiet", "--require-hashes", "--only-binary", ":all:")
_PIP_SETTINGS = {
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_EXTRA_INDEX_URL": "UV_INDEX",
    "PIP_CERT": "SSL_CERT_FILE",
}
"""What uv calls the variables by which pip is told of another index, and whom to trust."""


def why_unsupported(
    version: tuple[int, int] = sys.version_info[:2], largest: int = sys.maxsize
) -> str:
    """Why this Python cannot run Patience; "" if it can."""
    if version < (3, 11):
        return (
            "Patience needs Python 3.11 or newer; this is {}.{}. Try: "
            "make PYTHON=python3.12 setup".format(*version)
        )
    if largest <= 2**32:
        return (
            "Patience needs a 64-bit system, and this Python is a 32-bit one: most libraries that "
            "it needs are not built for those. On a Raspberry Pi install the 64-bit system."
        )
    return ""


def main(arguments: list[str]) -> None:
    """Install, or end with one sentence."""
    reason = why_unsupported()
    if reason:
        sys.exit(reason)
    folder, files = Path(arguments[0]), [Path(name) for name in arguments[1:]]
    if names_postgresql(os.environ, Path(".env")):
        files.append(HERE / "postgresql.txt")
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        create(folder)
    size = MEGABYTES[UV.name] + max(MEGABYTES[file.name] for file in files)
    print(f"Fetching what Patience needs into {folder}: up to {size} MB, less if cached ...")
    sys.stdout.flush()
    with tempfile.TemporaryDirectory() as temporary:
        if is_musl():
            files = [without_compiler(file, Path(temporary)) for file in files]
        listed = [argument for file in files for argument in ("-r", str(file))]
        if not with_uv(python, Path(temporary), listed):
            with_pip(python, listed)


def is_musl() -> bool:
    """Whether this is Alpine or one of its kind, which no marker of a requirement tells."""
    return sys.platform == "linux" and "musl" in (sysconfig.get_config_var("SOABI") or "")


def without_compiler(file: Path, folder: Path) -> Path:
    """A copy of requirements without the compiler of the solver, which has no wheels for musl."""
    text = file.read_text(encoding="utf-8")
    kept = re.sub(
        r"^(?:numba|llvmlite)==(?:.*\\\n)*.*\n(?:    #.*\n)*", "", text, flags=re.MULTILINE
    )
    copy = folder / file.name
    copy.write_text(kept, encoding="utf-8")
    return copy


def names_postgresql(environment: Mapping[str, str], file: Path) -> bool:
    """Whether the settings name a PostgreSQL database."""
    url = environment.get("DATABASE_URL", "").strip()
    if not url and file.is_file():
        text = file.read_text(encoding="utf-8", errors="replace")
        found = re.search(r"^\s*(?:export\s+)?DATABASE_URL\s*=\s*[\"']?(\S+)", text, re.MULTILINE)
        url = found.group(1) if found else ""
    return url.startswith("postgres")


def create(folder: Path) -> None:
    """Create a virtual environment, without pip, which takes longer than all else of it."""
    try:
        import venv  # noqa: PLC0415  # Debian leaves it out
    except ImportError:
        sys.exit(_NO_VENV)
    venv.create(folder, symlinks=os.name != "nt")


_NO_VENV = (
    "This python3 cannot make virtual environments; on Debian or Ubuntu: apt install python3-venv"
)


def with_uv(python: Path, folder: Path, listed: list[str]) -> bool:
    """Install by uv, which is fetched into a temporary folder first; whether that worked."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    try:
        here = ("--no-compile", "--target", str(folder), "-r", str(UV))
        pip = [*_bundled_pip(python), "install", *_OPTIONS, *here]
        subprocess.run(pip, check=True, env=_environment(), **quiet)  # type: ignore[call-overload]
        found = shutil.which(
            "uv", path=os.pathsep.join((str(folder / "bin"), str(folder / "Scripts")))
        )
        uv = [found or "uv", "pip", "install", "--python", str(python), *_OPTIONS, *listed]
        subprocess.run(uv, check=True, env=_environment(), **quiet)  # type: ignore[call-overload]
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def with_pip(python: Path, listed: list[str]) -> None:
    """Install by pip, whose errors are shown."""
    done = subprocess.run(
        [*_bundled_pip(python), "install", *_OPTIONS, "--no-compile", *listed],
        env=_environment(),
        check=False,
    )
    if done.returncode:
        sys.exit("What Patience needs could not be installed; pip says why above.")


def _bundled_pip(python: Path) -> list[str]:
    """How to call pip in the environment: the wheel that came with Python, as it is."""
    import ensurepip  # noqa: PLC0415  # Debian leaves it out

    folders = (
        Path(ensurepip.__file__).parent / "_bundled",
        Path(sysconfig.get_config_var("WHEEL_PKG_DIR") or "/usr/share/python-wheels"),
    )
    for folder in folders:
        for wheel in folder.glob("pip-*.whl"):
            return [str(python), str(wheel / "pip")]
    subprocess.run([str(python), "-m", "ensurepip"], stdout=subprocess.DEVNULL, check=True)
    return [str(python), "-m", "pip"]


def _environment() -> dict[str, str]:
    """The environment, with what pip is told in it told to uv, too."""
    told = {
        name: os.environ[pips]
        for pips, name in _PIP_SETTINGS.items()
        if pips in os.environ and name not in os.environ
    }
    return {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **told}


if __name__ == "__main__":
    main(sys.argv[1:])
