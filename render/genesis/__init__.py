"""Pictures of Genesis (Knizia)."""
