"""Scaling-Law Analysis of SignSGD: From Feature-Space Linear Regression to LLM Pre-Training.

Authors: Binghui Li, Jianan Wang, Jinbo Wang, Lean Wang, Zilin Wang, Lei Wu.
"""
