"""What may say proved: it checks certificates and trusts nobody who found them.

Nothing here simplifies with sympy or asks it for assumptions; sympy expressions are only read. Half
of the lines are the normal form of `cases` (sums, terms, signs, functions, algebra, valuation): the
checker works a proof by cases out again instead of being told each step of it, which keeps
certificates short and the kernel longer than one that replays steps would be.
"""
