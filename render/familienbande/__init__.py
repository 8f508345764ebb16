"""Pictures of Familienbande."""
