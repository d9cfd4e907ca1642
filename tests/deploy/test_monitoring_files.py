"""Dashboards and alerts name metrics and labels that exist."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import promql_parser
import pytest
import yaml
from prometheus_client import Counter, Histogram
from prometheus_client.metrics import MetricWrapperBase

from bot import metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
GIVEN_BY_PROMETHEUS = {"instance", "job", "le"}


def alerts() -> dict[str, str]:
    """The alerts' names and queries."""
    [group] = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    return {rule["alert"]: rule["expr"] for rule in group["rules"]}


def panels() -> dict[str, str]:
    """The queries of the dashboard, by their panels and legends."""
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    return {
        f"{panel['title']}: {target['legendFormat']}": re.sub(
            r"\$__rate_interval", "5m", target["expr"]
        )
        for panel in board["panels"]
        for target in panel["targets"]
    }


def known() -> dict[str, set[str]]:
    """The labels of every sample that a process tells Prometheus of, by the sample's name."""
    found: dict[str, set[str]] = {"up": set()}
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            suffixes = [""]
            if isinstance(metric, Counter):
                suffixes = ["_total"]
            elif isinstance(metric, Histogram):
                suffixes = ["_bucket", "_sum", "_count"]
            for suffix in suffixes:
                found[metric._name + suffix] = set(metric._labelnames)
    for collected in metrics.REGISTRY.collect():
        for sample in collected.samples:
            found.setdefault(sample.name, set(sample.labels))
    return found


def selectors(query: str) -> Iterator[promql_parser.VectorSelector]:
    """The metrics that a query selects."""
    found: list[promql_parser.VectorSelector] = []

    def visit(expression: promql_parser.Expr) -> bool:
        if isinstance(expression, promql_parser.MatrixSelector):
            found.append(expression.vector_selector)
        elif isinstance(expression, promql_parser.VectorSelector):
            found.append(expression)
        return True

    promql_parser.walk(promql_parser.parse(query), visit)
    return iter(found)


QUERIES = {**alerts(), **panels()}


@pytest.mark.parametrize("name", sorted(QUERIES))
def test_a_query_selects_metrics_that_exist_by_labels_that_they_have(name: str) -> None:
    query, samples = QUERIES[name], known()
    used = list(selectors(query))
    assert used
    for selector in used:
        assert selector.name in samples
        labels = samples[str(selector.name)] | GIVEN_BY_PROMETHEUS
        assert {matcher.name for matcher in selector.matchers.matchers} <= labels
    have = set(chain.from_iterable(samples[str(one.name)] for one in used)) | GIVEN_BY_PROMETHEUS
    grouped = chain.from_iterable(
        found.split(",") for found in re.findall(r"\bby \(([^)]*)\)", query)
    )
    assert {label.strip() for label in grouped} <= have


def test_every_metric_of_the_bot_is_shown() -> None:
    shown = [str(one.name) for query in panels().values() for one in selectors(query)]
    named = {one._name for one in vars(metrics).values() if isinstance(one, MetricWrapperBase)}
    missing = [name for name in named if not any(one.startswith(name) for one in shown)]
    assert missing == []


def test_what_an_alert_says_names_labels_that_it_has() -> None:
    [group] = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))["groups"]
    samples = known()
    for rule in group["rules"]:
        told = " ".join(rule["annotations"].values())
        have = set().union(*(samples[str(one.name)] for one in selectors(rule["expr"])))
        assert set(re.findall(r"\$labels\.(\w+)", told)) <= have | GIVEN_BY_PROMETHEUS
        assert rule["labels"]["severity"] in ("page", "warn")


def test_prometheus_loads_the_alerts_of_the_same_folder() -> None:
    settings = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    assert [(DEPLOY / name).exists() for name in settings["rule_files"]] == [True]
    assert settings["scrape_configs"][0]["job_name"] == "patience"
