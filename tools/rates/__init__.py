"""Measure how many deals of a game can be won, on this machine or many: ``python -m tools.rates``.

:mod:`tools.rates.cluster` shares the searches out among processes; :mod:`tools.rates.results` keeps
every verdict, with what it cost and what gave it.
"""
