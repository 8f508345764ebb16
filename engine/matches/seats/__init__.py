"""Seats: lobbies, departures, substitutes, absence, moderation, seat clocks and pauses."""
