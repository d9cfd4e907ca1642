"""Measure how many deals of games can be won, here or on a cluster: ``python -m research.rates``.

:mod:`.cluster` shares the searches out among processes; :mod:`.results` keeps every verdict, with
what it cost and what gave it; :mod:`.scaling` measures what a second worker brings.
"""
