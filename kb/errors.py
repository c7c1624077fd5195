"""The errors of the knowledge base."""

from is_bench.errors import InputError


class ConstraintProblem(InputError):
    """A constraint file, class or phrase that cannot be used; says why and where."""
