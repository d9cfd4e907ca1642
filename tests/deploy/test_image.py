"""The image, as far as it can be told without building it; ``make image-commands`` goes further."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.deploy.dockerfile import Image
from tests.e2e.bot_process import bot as bot_process
from tests.e2e.bot_process import page_of

pytestmark = pytest.mark.slow


@pytest.fixture
def image(tmp_path: Path) -> Image:
    return Image(tmp_path)


def test_the_bot_does_not_run_as_root(image: Image) -> None:
    [user] = [one.rest for one in image.instructions if one.word == "USER"]
    assert 0 not in map(int, user.split(":"))


def test_every_dependency_is_checked_by_its_hash(image: Image) -> None:
    installs = [one.rest for one in image.instructions if " install " in one.rest]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    assert "-r requirements.txt" in installs[0]


async def test_what_is_copied_is_all_that_the_bot_needs(image: Image) -> None:
    """The environment of the tests stands for the one that the image installs."""
    image.build(lambda _command, _folder: None)
    app = image.root / "app"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    settings = {
        "PYTHONPATH": "",
        "PATIENCE_METRICS_PORT": port,
        "PATIENCE_SOLVER_WORKERS": "0",
        "PATIENCE_DRAWING_WORKERS": "1",
        "DATABASE_URL": "",
    }
    assert [*image.command("ENTRYPOINT"), *image.command("CMD")] == ["python", "-m", "bot", "run"]
    async with bot_process(app, "run", **settings) as process:
        await page_of(process)
        python, *health = image.command("HEALTHCHECK")
        async with bot_process(app, *health[2:], **settings) as asking:
            said = await asking.communicate()
        assert (python, health[:2], asking.returncode) == ("python", ["-m", "bot"], 0), said
    assert (app / "data" / "patience.db").exists()
