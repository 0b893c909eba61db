"""Worked examples: numbers at which a clause fails that only an argument refutes."""
