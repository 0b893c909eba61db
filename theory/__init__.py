"""What the papers claim, and why: symbolic data, sympy only."""

from theory import free_symbols

free_symbols.keep()
