"""One module or package per paper; a claim is a module-level constant found by looking."""
