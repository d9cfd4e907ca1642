"""How hard games are for people: casual games, what sources say people win, and a model of both."""
