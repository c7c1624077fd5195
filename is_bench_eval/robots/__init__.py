"""What users write of their robot, checked: its domain and its interfaces."""
