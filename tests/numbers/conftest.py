"""The example of this room: the balance as on the blackboard, whose condition is one of the context."""

from ..lecture_balance import as_built, as_said, half_used, long_context, no_overlap

__all__ = ["as_built", "as_said", "half_used", "long_context", "no_overlap"]
