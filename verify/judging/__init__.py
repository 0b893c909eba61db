"""From evidence to verdicts and certificates."""
