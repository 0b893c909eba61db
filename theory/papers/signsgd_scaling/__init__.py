"""Scaling-law analysis of SignSGD, one module per topic."""
