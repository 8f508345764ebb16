"""All that is sent unasked: the courier, calls, panels, threads, and the emojis they show."""
