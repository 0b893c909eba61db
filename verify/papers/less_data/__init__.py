"""How less-data is attacked, topic by topic."""
