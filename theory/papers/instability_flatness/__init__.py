"""Training Instabilities Induce Flatness Bias in Gradient Descent."""
