"""How signsgd-scaling is attacked, topic by topic."""
