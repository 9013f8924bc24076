"""Pictures: charts and heat maps as text on a terminal, as SVG, and on a page."""
