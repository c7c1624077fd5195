"""Safety requirements that users state in an instruction, read without any model."""

from kb.requirements.instructions import Requirements, read_requirements

__all__ = ["Requirements", "read_requirements"]
