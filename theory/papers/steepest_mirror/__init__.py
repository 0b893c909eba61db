"""Never Saddle for Reparameterized Steepest Descent as Mirror Flow.

Authors: anonymous.
Version: under double-blind review.
"""
