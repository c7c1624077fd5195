"""The top layer: runs episodes, records them, judges them and reports."""
