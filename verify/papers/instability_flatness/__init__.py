"""How instability-flatness is attacked, topic by topic."""
