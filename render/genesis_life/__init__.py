"""Pictures of Genesis (Brassinne)."""
