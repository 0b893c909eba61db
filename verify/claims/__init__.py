"""Find a claim, build it, and what its quantities mean."""
