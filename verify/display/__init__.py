"""Statements and counterexamples as a reader sees them."""
