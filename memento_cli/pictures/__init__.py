"""Pictures: charts, calendars, bars and graphs as text on a terminal, as SVG, and on a page."""
