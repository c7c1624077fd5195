"""The errors of the knowledge base."""

from is_bench.errors import InputError


class ConstraintProblem(InputError):
    """An invalid constraint file, class or phrase; the message gives the reason and the place."""
