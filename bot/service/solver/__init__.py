"""The solver: a pool of worker processes, and the tasks that run in them."""
