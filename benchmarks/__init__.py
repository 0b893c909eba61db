"""How long the commands take and how much memory a run needs."""
