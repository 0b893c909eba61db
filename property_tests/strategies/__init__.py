"""Domains as Hypothesis strategies, and what these are made of."""
