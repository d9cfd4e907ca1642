"""A study: weights that Optuna proposes, tried on the training deals."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Final

import optuna
from optuna.exceptions import ExperimentalWarning
from optuna.pruners import WilcoxonPruner
from optuna.samplers import TPESampler
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend
from optuna.trial import Trial

from engine import Rules
from engine.solver.general import evaluation
from engine.solver.general.weights import Weights, weights_of
from research.tuning.deals import search_deal

FEATURES: Final = {
    name: getattr(evaluation, name)
    for name in (
        "CARD_LEFT",
        "BREAK",
        "MISFIT",
        "BLOCKER",
        "ABOVE_NEXT",
        "FACE_DOWN",
        "TO_DEAL",
        "TO_TURN",
        "CELL_USED",
        "COLUMN_USED",
        "ON_WASTE",
        "STOCKED",
        "WASTE_BLOCKER",
        "ABOVE_NEXT_ON_WASTE",
        "STALE",
        "PUT_OFF",
    )
}
"""The features whose weights can be tuned."""
MOST: Final = 16
"""The highest weight that is tried; only ratios matter."""
_STEP: Final = 1.5
"""How far the first trials are from the present weights, which are good ones already."""


def tune(
    deals: Sequence[tuple[Rules, int]],
    features: Sequence[str],
    *,
    states: int,
    trials: int,
    journal: Path,
    on_trial: Callable[[float], None],
) -> Weights:
    """Tune the weights of some features and return the best.

    A trial is stopped early once it is surely worse than the best one, by Wilcoxon's signed-rank
    test over the deals (F. Wilcoxon, Biometrics Bulletin 1:80, 1945).

    Args:
        deals: the training deals, all of one family.
        features: the features whose weights vary; the others keep theirs.
        states: how many states a search visits at most.
        trials: how many weights to try.
        journal: a file in which Optuna keeps the trials. Studies of other deals, features or
            states in it are left alone.
        on_trial: called after each trial with the best mean so far.

    Ctrl-C ends the tuning.
    """
    # Its pruner has been experimental since 3.6, of May 2024.
    warnings.simplefilter("ignore", ExperimentalWarning)
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    present = weights_of(deals[0][0])
    games = "+".join(dict.fromkeys(rules.id for rules, _ in deals))
    study = optuna.create_study(
        study_name=f"{games} {len(deals)} {states} {'+'.join(features)}",
        storage=JournalStorage(JournalFileBackend(str(journal))),
        load_if_exists=True,
        sampler=TPESampler(multivariate=True, n_startup_trials=1),
        pruner=WilcoxonPruner(p_threshold=0.1, n_startup_steps=len(deals) // 4),
    )
    if not study.trials:
        near = {name: present[0][FEATURES[name]] for name in features}
        study.enqueue_trial(near)
        for _ in range(2 * len(features)):
            study.enqueue_trial({name: _near(weight) for name, weight in near.items()})

    def objective(trial: Trial) -> float:
        weights = _weights(present, {name: trial.suggest_int(name, 0, MOST) for name in features})
        costs = []
        # In an order of its own each time, so that no trial is stopped for the first deals alone.
        for step in random.sample(range(len(deals)), len(deals)):
            cost = search_deal(*deals[step], states, weights).cost
            costs.append(cost)
            trial.report(cost, step)
            if trial.should_prune():
                # Its mean so far tells the sampler more than nothing.
                return fmean(costs)
        return fmean(costs)

    with suppress(KeyboardInterrupt):
        study.optimize(objective, trials, callbacks=[lambda *_: on_trial(study.best_value)])
    return _weights(present, study.best_params) if study.best_trials else present


def _weights(present: Weights, changed: Mapping[str, int]) -> Weights:
    """Weights with some of them changed, in each row."""
    at = {FEATURES[name]: weight for name, weight in changed.items()}
    return tuple(
        tuple(at.get(number, weight) for number, weight in enumerate(row)) for row in present
    )


def _near(weight: int) -> int:
    """A weight at most a few steps away."""
    return min(max(0, weight + round(random.gauss(0, _STEP))), MOST)
