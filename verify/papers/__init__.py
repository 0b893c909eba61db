"""Per paper: what its opaque quantities mean and which experiments answer it."""
