"""``python -m bot doctor``: what an operator looks at first, each in a line."""
