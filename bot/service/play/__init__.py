"""Games being played: dealt, tapped, undone, resumed."""
