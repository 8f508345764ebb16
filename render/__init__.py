"""View in, picture out. Pure: no Discord, no database, no clock."""
