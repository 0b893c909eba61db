"""What the papers claim, and why: symbolic data, sympy only."""
