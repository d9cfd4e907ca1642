"""Write docs/winnability.md from the verdicts kept beside it: ``python -m tools.winnability``."""
