"""What a run is to do, and the guard that it asks for."""
