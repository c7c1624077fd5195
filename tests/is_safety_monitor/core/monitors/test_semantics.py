"""The monitors do what the semantics says: generated constraints over generated traces."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.constraint import Constraint
from tests.is_safety_monitor.core.monitors import reference
from tests.is_safety_monitor.core.monitors.traces import (
    DOMAIN,
    SCENE,
    SECOND,
    Monitors,
    asked,
    constraints,
    states,
    taken,
)
from tests.sampling import examples


@examples(120, 4_000)
@given(st.data())
def test_monitors_agree_with_the_semantics(data: st.DataObject) -> None:
    constraint = data.draw(constraints())
    monitors = Monitors(constraint)
    seen = [data.draw(states())]
    done: list[reference.Done] = []
    now = 0
    monitors.observe(seen[0])
    for index in range(data.draw(st.integers(0, 7))):
        now += data.draw(st.sampled_from([0, SECOND, 2 * SECOND]))
        _compare(data, constraint, monitors, reference.Past(done, seen), now)
        done.append(data.draw(taken(constraint, now)))
        forked = monitors.fork()
        # which must not be noticed
        forked.step(index, data.draw(taken(constraint, now)))
        forked.observe(data.draw(states()))
        monitors.step(index, done[-1])
        seen.append(data.draw(states()))
        monitors.observe(seen[-1])
    _compare(data, constraint, monitors, reference.Past(done, seen), now)


def _compare(
    data: st.DataObject,
    constraint: Constraint,
    monitors: Monitors,
    past: reference.Past,
    now: int,
) -> None:
    step = data.draw(asked(constraint))
    scene = reference.Scene(SCENE, DOMAIN)
    lasts = data.draw(st.sampled_from([0, SECOND, 3 * SECOND]))
    expected = reference.violations(constraint, scene, past, step, now, lasts)
    assert monitors.violations(step, past.states[-1], now, lasts) == expected
