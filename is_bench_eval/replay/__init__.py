"""Having a guard judge again what a bag holds, by the rules of today or by others."""
