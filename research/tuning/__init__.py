"""Tune the general search's weights for a family of games: ``python -m research.tuning FAMILY``.

Optuna proposes weights (Akiba et al., KDD 2019), a trial searches the training deals with them, and
what it minimises is the mean logarithm of the states until a deal is decided. What a trial finds
out is kept, so that the same command goes on from there.
"""
