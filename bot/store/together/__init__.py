"""What is stored of shared boards."""
