"""Training Instabilities Induce Flatness Bias in Gradient Descent.

Authors: Lawrence Wang, Stephen J. Roberts.
"""
