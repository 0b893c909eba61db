"""Generated statements that are meant to mislead the engine, and a second opinion on each."""
