"""Simulators and exact laws, one file per system; no claim and no sympy."""
