"""How steepest-mirror is attacked, topic by topic."""
