"""Changed statements: edits, mutants, repairs."""
