"""Foreign formats, one file each: what they hold becomes drafts, and no bad line stops the rest."""
