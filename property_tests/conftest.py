"""What pytest collects here: claims take long, and are asked only where their file is named."""

collect_ignore = ["test_claims.py"]
