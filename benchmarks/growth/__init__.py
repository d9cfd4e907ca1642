"""What the bot costs once very many games have been played, on both databases."""
