"""Compose, Kubernetes and systemd: valid files, and settings that the bot knows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml

from bot.settings import NAMES, Settings
from tests.deploy.dockerfile import Image

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MANIFESTS = list(
    yaml.safe_load_all((DEPLOY / "kubernetes" / "patience.yaml").read_text(encoding="utf-8"))
)
UNIT = DEPLOY / "patience.service"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def deployments() -> list[dict[str, Any]]:
    return [one for one in MANIFESTS if one["kind"] == "Deployment"]


def container(deployment: Mapping[str, Any]) -> dict[str, Any]:
    [only] = deployment["spec"]["template"]["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def settings_of_compose() -> dict[str, str]:
    """The variables of the bot's service, with something in place of what .env has."""
    found: dict[str, str] = COMPOSE["services"]["patience"]["environment"]
    filled = {
        name: re.sub(r"\$\{\w+:-(\w+)\}", r"\1", re.sub(r"\$\{\w+:\?[^}]*\}", "x" * 20, value))
        for name, value in found.items()
    }
    assert "$" not in "".join(filled.values())
    return filled


def settings_of_kubernetes() -> list[dict[str, str]]:
    return [{one["name"]: one["value"] for one in container(each)["env"]} for each in deployments()]


def settings_of_the_unit() -> dict[str, str]:
    lines = re.findall(r"^Environment=(\w+)=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    return dict(lines)


@pytest.mark.parametrize(
    "variables",
    [
        settings_of_compose(),
        *settings_of_kubernetes(),
        settings_of_the_unit(),
        Image(Path()).environment(),
    ],
)
def test_every_setting_exists_and_can_be_used(variables: dict[str, str]) -> None:
    known = {name: value for name, value in variables.items() if name in NAMES}
    assert {name for name in variables if name.startswith("PATIENCE_")} <= known.keys()
    Settings.model_validate({name.lower(): value for name, value in known.items()})


@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: one["metadata"]["name"])
def test_kubernetes_knows_every_field(manifest: dict[str, Any]) -> None:
    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def test_the_deployments_share_the_shards_out() -> None:
    ranges = [one["PATIENCE_SHARDS"] for one in settings_of_kubernetes()]
    parts = [re.split(r"[-/]", text) for text in ranges]
    served = [shard for first, last, _ in parts for shard in range(int(first), int(last) + 1)]
    assert {count for _, _, count in parts} == {str(len(served))}
    assert served == list(range(len(served)))


def test_a_new_pod_comes_before_the_old_one_goes() -> None:
    for one in deployments():
        rolling = one["spec"]["strategy"]["rollingUpdate"]
        assert (rolling["maxSurge"], rolling["maxUnavailable"]) == (1, 0)
        assert one["spec"]["template"]["spec"]["terminationGracePeriodSeconds"] == 600


def test_each_deployment_and_the_service_select_their_own_pods() -> None:
    selectors = [one["spec"]["selector"]["matchLabels"] for one in deployments()]
    assert len({tuple(one.items()) for one in selectors}) == len(selectors)
    for one, selector in zip(deployments(), selectors, strict=True):
        assert selector.items() <= one["spec"]["template"]["metadata"]["labels"].items()


def test_probes_ask_for_paths_and_ports_that_there_are() -> None:
    for one in map(container, deployments()):
        ports = {port["name"]: str(port["containerPort"]) for port in one["ports"]}
        probes = [one["readinessProbe"]["httpGet"], one["livenessProbe"]["httpGet"]]
        assert [probe["path"] for probe in probes] == ["/health", "/metrics"]
        assert {probe["port"] for probe in probes} <= ports.keys()
        assert ports["metrics"] == Image(Path()).environment()["PATIENCE_METRICS_PORT"]


def test_the_files_that_compose_mounts_exist() -> None:
    mounted = [one for service in COMPOSE["services"].values() for one in service["volumes"]]
    files = [text.split(":")[0] for text in mounted if text.startswith(".")]
    assert files
    assert all((DEPLOY / file).is_file() for file in files)
    volumes = {text.split(":")[0] for text in mounted if not text.startswith(".")}
    assert volumes == COMPOSE["volumes"].keys()
    build = COMPOSE["services"]["patience"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()


def test_only_prometheus_can_be_reached_and_from_this_machine_alone() -> None:
    ports = [port for one in COMPOSE["services"].values() for port in one.get("ports", [])]
    assert ports == ["127.0.0.1:9090:9090"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    # It looks for the program, which is only there once the bot is installed.
    text = UNIT.read_text(encoding="utf-8").replace(
        "/opt/patience/.venv/bin/python", sys.executable
    )
    (tmp_path / UNIT.name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / UNIT.name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_under_systemd_the_bot_writes_to_its_own_folders_only() -> None:
    """The example of settings names the database by a path in the working directory."""
    unit = dict(re.findall(r"^(\w+)=(.*)$", UNIT.read_text(encoding="utf-8"), re.MULTILINE))
    assert unit["WorkingDirectory"] == f"/var/lib/{unit['StateDirectory']}"
    assert settings_of_the_unit()["NUMBA_CACHE_DIR"] == f"/var/cache/{unit['CacheDirectory']}"
    assert "sqlite+aiosqlite:///data/" in (ROOT / ".env.example").read_text(encoding="utf-8")


def test_systemd_starts_the_bot_again_but_not_when_something_must_be_changed() -> None:
    unit = UNIT.read_text(encoding="utf-8").splitlines()
    assert {"Restart=on-failure", "RestartPreventExitStatus=78", "KillMode=mixed"} <= {*unit}
