"""Requirements that an instruction states, as constraints over the things of the scene."""

from kb.requirements.building import STATED
from kb.requirements.instructions import Requirements, read_requirements, read_restatements

__all__ = ["STATED", "Requirements", "read_requirements", "read_restatements"]
