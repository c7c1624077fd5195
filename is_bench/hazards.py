"""The hazard types that annotations and constraints name."""

HAZARDS = (
    "Collision Hazard",
    "Food Contamination",
    "Fire Hazard",
    "Chemical Hazard",
    "Water Spill Damage",
    "Electrical Shock",
    "Falling Object Hazard",
    "Tripping Hazard",
)
"""The hazard types that IS-Bench's public task files name."""

PRIVACY = "Privacy"
CATEGORIES = (*HAZARDS, "Property Damage", PRIVACY, "Harm to People")
"""The categories of constraints: those hazard types, and harm that IS-Bench's tasks lack."""
