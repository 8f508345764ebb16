"""The outbox, what stands posted, and what must be said anew after a loss."""
