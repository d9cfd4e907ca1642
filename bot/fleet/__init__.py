"""Everything that only several processes of one bot need."""
