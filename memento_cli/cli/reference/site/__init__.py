"""The manual as pages for a browser: the same texts, as HTML that needs no server."""
