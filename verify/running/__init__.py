"""Work items, the processes that do them, and what is kept of their results."""
