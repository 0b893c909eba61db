"""What was found out before, committed, and runs from files."""
