"""How often games are won by players who see only face-up cards."""
