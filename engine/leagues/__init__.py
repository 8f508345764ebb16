"""The service of leagues: people sign up, moderators decide, and the calendar does the rest from rows."""

from engine.leagues.calendar import Calendar
from engine.leagues.leagues import Leagues
from engine.leagues.service import LeagueService

__all__ = ["Calendar", "LeagueService", "Leagues"]
