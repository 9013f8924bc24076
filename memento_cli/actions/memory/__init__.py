"""Recording, editing, listing, using and pruning memories."""
