"""Scaling-Law Analysis of SignSGD: From Feature-Space Linear Regression to LLM Pre-Training."""
