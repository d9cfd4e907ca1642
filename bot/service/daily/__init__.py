"""The deals of the days: chosen, played, ranked, posted."""
