"""Never Saddle for Reparameterized Steepest Descent as Mirror Flow."""
