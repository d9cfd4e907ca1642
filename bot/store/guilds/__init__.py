"""What is stored of servers."""
