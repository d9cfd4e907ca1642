"""Playing: commands, boards and what is pressed under them."""
