"""Pictures of Génial."""
