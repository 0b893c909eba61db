"""Domains as Hypothesis strategies."""
