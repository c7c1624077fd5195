from __future__ import annotations

from kb.requirements.meaning import Both, Either, Lit, Things, both, negated

OPEN = Lit("open", (Things(("oven.n.01_1",)),))
ON = Lit("toggled_on", (Things(("oven.n.01_1",)),))


def test_negation_follows_de_morgan() -> None:
    assert negated(Both((OPEN, negated(ON)))) == Either((negated(OPEN), ON))
    assert negated(negated(Either((OPEN, ON)))) == Either((OPEN, ON))


def test_both_leaves_out_what_is_nothing_or_double() -> None:
    assert both(None, None) is None
    assert both(OPEN, None, OPEN) == OPEN
    assert both(OPEN, ON) == Both((OPEN, ON))
