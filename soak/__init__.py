"""Long trials of the whole bot, each a command that ends by itself. See docs/soak.md."""
