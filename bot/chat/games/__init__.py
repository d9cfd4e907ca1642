"""What features share about games: their names, pictures, and words for them."""
