"""Recall: from memories and from all else that the store keeps."""
