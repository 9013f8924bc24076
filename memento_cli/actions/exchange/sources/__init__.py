"""Readers of foreign formats, one a module: each yields drafts; a bad line ends none of them."""
