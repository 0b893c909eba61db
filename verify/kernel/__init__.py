"""What may say "proved": certificates are checked here, whoever found them."""
