"""Compare win rates with the published ones: ``python -m research.truth``.

``published.csv`` has every win rate of C. Blake and I. P. Gent, "The Winnability of Klondike
Solitaire and Many Other Patience Games", JAIR 85:21 (2026), in percent with half the width of the
95 % interval, and which rules here are the same game: those of the catalogue, or of
:mod:`research.truth.variants`.
"""
