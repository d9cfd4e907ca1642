"""What the processes of one bot agree on."""
