"""Compose, Kubernetes and systemd: valid files, and settings that the bot knows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot import __version__
from bot.settings import NAMES, Settings
from tests.deploy.dockerfile import DOCKERFILE, Image

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MANIFESTS = list(
    yaml.safe_load_all((DEPLOY / "kubernetes" / "patience.yaml").read_text(encoding="utf-8"))
)
UNIT = DEPLOY / "patience.service"
COMPOSE_FILES: dict[str, dict[str, Any]] = {
    file.name: yaml.safe_load(file.read_text(encoding="utf-8"))
    for file in sorted(DEPLOY.glob("compose*.yaml"))
}
COMPOSE = COMPOSE_FILES["compose.yaml"]
REFERENCE = re.compile(r"([a-z0-9./-]+):(?P<tag>[\w.-]+)(@sha256:[0-9a-f]{64})?")
"""The name of an image, with its version and perhaps its digest."""


def images(root: Path) -> list[str]:
    """The images that the Dockerfile, Compose and CI name."""
    files = ["deploy/Dockerfile", ".github/workflows/ci.yml"]
    files += [f"deploy/{name}" for name in COMPOSE_FILES]
    text = "\n".join((root / file).read_text(encoding="utf-8") for file in files)
    return re.findall(r"^(?:FROM| +image:| +container:) +(\S+)", text, re.MULTILINE)


def deployments() -> list[dict[str, Any]]:
    return [one for one in MANIFESTS if one["kind"] == "Deployment"]


def container(deployment: Mapping[str, Any]) -> dict[str, Any]:
    [only] = deployment["spec"]["template"]["spec"]["containers"]
    assert isinstance(only, dict)
    return only


def settings_of_compose(compose: Mapping[str, Any]) -> dict[str, str]:
    """The variables of the bot's service, with something in place of what .env has."""
    found: dict[str, str] = compose["services"]["patience"]["environment"]
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
        *map(settings_of_compose, COMPOSE_FILES.values()),
        *settings_of_kubernetes(),
        settings_of_the_unit(),
        Image(Path()).environment(),
    ],
)
def test_every_setting_exists_and_can_be_used(variables: dict[str, str]) -> None:
    known = {name: value for name, value in variables.items() if name in NAMES}
    assert {name for name in variables if name.startswith("PATIENCE_")} <= known.keys()
    Settings.model_validate({name.lower(): value for name, value in known.items()})


@pytest.mark.slow
@pytest.mark.parametrize("manifest", MANIFESTS, ids=lambda one: one["metadata"]["name"])
def test_kubernetes_knows_every_field(manifest: dict[str, Any]) -> None:
    kubernetes_validate = pytest.importorskip(
        "kubernetes_validate", reason="`make setup-test-all` installs Kubernetes' schemas"
    )
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
        probes = [one[f"{kind}Probe"]["httpGet"] for kind in ("startup", "readiness", "liveness")]
        assert [probe["path"] for probe in probes] == ["/metrics", "/health", "/metrics"]
        assert {probe["port"] for probe in probes} <= ports.keys()
        assert ports["metrics"] == Image(Path()).environment()["PATIENCE_METRICS_PORT"]


def test_a_pod_has_ten_minutes_to_bring_a_database_up_to_date() -> None:
    for one in map(container, deployments()):
        startup = one["startupProbe"]
        assert startup["periodSeconds"] * startup["failureThreshold"] == 600
        assert "initialDelaySeconds" not in one["livenessProbe"]


def test_one_pod_at_a_time_is_evicted() -> None:
    [budget] = [one["spec"] for one in MANIFESTS if one["kind"] == "PodDisruptionBudget"]
    assert budget["maxUnavailable"] == 1
    assert budget["selector"]["matchLabels"] == {"app": "patience"}


def test_pods_reach_what_they_need_and_only_prometheus_reaches_them() -> None:
    [policy] = [one["spec"] for one in MANIFESTS if one["kind"] == "NetworkPolicy"]
    assert policy["podSelector"]["matchLabels"] == {"app": "patience"}
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    [reach] = policy["ingress"]
    assert reach["from"]
    assert [str(port["port"]) for port in reach["ports"]] == [
        Image(Path()).environment()["PATIENCE_METRICS_PORT"]
    ]
    [go] = policy["egress"]
    assert {(port["protocol"], port["port"]) for port in go["ports"]} == {
        ("UDP", 53),
        ("TCP", 53),
        ("TCP", 443),
        ("TCP", 5432),
    }


def test_the_pods_run_this_version() -> None:
    for one in map(container, deployments()):
        found = REFERENCE.fullmatch(one["image"])
        assert found
        assert found["tag"] == __version__


def test_every_image_has_a_version_and_a_digest() -> None:
    for image in images(ROOT):
        found = REFERENCE.fullmatch(image)
        assert found, image
        assert re.search(r"\d+\.\d+", found["tag"])
        assert "@sha256:" in image


def test_images_are_pinned_by_what_the_registry_says(tmp_path: Path) -> None:
    """A program that answers as Docker's does stands for it and for the registry."""
    for folder in ("deploy", ".github"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(
        '#!/bin/sh\nprintf "Name:      %s\\nDigest:    sha256:%064d\\n" "$4" "$DAY"\n'
    )
    docker.chmod(0o755)
    for day in ("1", "2"):
        subprocess.run(
            [tmp_path / "deploy" / "pin-images"],
            cwd=tmp_path,
            env={"PATH": f"{docker.parent}:/usr/bin:/bin", "DAY": day},
            check=True,
        )
        pinned = images(tmp_path)
        assert all(image.endswith(f"@sha256:{day:0>64}") for image in pinned)
        assert [image.partition("@")[0] for image in pinned] == [
            image.partition("@")[0] for image in images(ROOT)
        ]


def test_the_image_is_built_for_amd64_and_arm64() -> None:
    text = (ROOT / ".github" / "workflows" / "image.yml").read_text(encoding="utf-8")
    build = yaml.safe_load(text)["jobs"]["build"]
    platforms = {one["platform"] for one in build["strategy"]["matrix"]["include"]}
    assert platforms == {"linux/amd64", "linux/arm64"}
    [file] = [step["with"]["file"] for step in build["steps"] if "file" in step.get("with", {})]
    assert ROOT / file == DOCKERFILE


@pytest.mark.parametrize("compose", COMPOSE_FILES.values(), ids=COMPOSE_FILES)
def test_the_files_that_compose_mounts_exist(compose: Mapping[str, Any]) -> None:
    mounted = [one for service in compose["services"].values() for one in service["volumes"]]
    files = [text.split(":")[0] for text in mounted if text.startswith(".")]
    assert all((DEPLOY / file).is_file() for file in files)
    volumes = {text.split(":")[0] for text in mounted if not text.startswith(".")}
    assert volumes == compose["volumes"].keys()
    build = compose["services"]["patience"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DOCKERFILE


@pytest.mark.parametrize("compose", COMPOSE_FILES.values(), ids=COMPOSE_FILES)
def test_every_service_of_compose_has_a_limit_of_memory(compose: Mapping[str, Any]) -> None:
    assert all(service["mem_limit"] for service in compose["services"].values())


@pytest.mark.parametrize("compose", COMPOSE_FILES.values(), ids=COMPOSE_FILES)
def test_compose_starts_the_bot_again_but_not_when_something_must_be_changed(
    compose: Mapping[str, Any],
) -> None:
    """It starts again whatever ends with another code than 0."""
    service = compose["services"]["patience"]
    assert service["restart"] == "on-failure"
    assert service["command"] == ["run", "--stay-down"]


def test_the_smallest_compose_file_needs_a_token_alone() -> None:
    compose = COMPOSE_FILES["compose.sqlite.yaml"]
    assert [*compose["services"]] == ["patience"]
    text = (DEPLOY / "compose.sqlite.yaml").read_text(encoding="utf-8")
    assert re.findall(r"\$\{(\w+)", text) == ["DISCORD_TOKEN"]


def test_only_prometheus_can_be_reached_and_from_this_machine_alone() -> None:
    services = [one for file in COMPOSE_FILES.values() for one in file["services"].values()]
    assert [port for one in services for port in one.get("ports", [])] == ["127.0.0.1:9090:9090"]


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


def test_the_settings_for_fly_are_those_of_the_image() -> None:
    fly = tomllib.loads((DEPLOY / "fly.toml").read_text(encoding="utf-8"))
    assert set(fly["env"]) <= set(NAMES)
    assert (DEPLOY / fly["build"]["dockerfile"]) == DOCKERFILE
    [volume] = [one.rest for one in Image(ROOT).instructions if one.word == "VOLUME"]
    assert fly["mounts"][0]["destination"] == volume
    assert f"/{volume}/" in fly["env"]["DATABASE_URL"]
