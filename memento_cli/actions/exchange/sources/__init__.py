"""Readers of foreign formats, one module each: each yields drafts, and a bad line ends none of them."""
