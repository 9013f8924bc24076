"""What other programs make of exported text."""
