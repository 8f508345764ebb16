"""Pictures of Genesia."""
