"""Long trials of the whole house, each a command that ends by itself. See docs/soak.md."""
