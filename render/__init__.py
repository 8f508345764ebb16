"""Pictures of game views. This package is pure: it knows no Discord, no database and no clock."""
