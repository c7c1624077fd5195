"""What was on not long ago."""

from is_bench.calls import SkillCall
from is_bench.facts import Atom, FactSet
from is_safety_monitor.core.monitors.residual import LASTS_NS, RecentlyOn

ON, OFF = FactSet.closed_world([Atom("toggled_on", ("iron_1",))]), FactSet.closed_world(())
WAIT = (SkillCall("WAIT", ("iron_1",)),)


def test_a_thing_counts_as_recently_on_for_half_an_hour() -> None:
    memory = RecentlyOn()
    memory.observe(ON, 0)
    memory.observe(OFF, 10)
    assert memory.names(LASTS_NS) == ("iron_1",)
    assert memory.names(LASTS_NS + 1) == ()


def test_what_was_waited_for_has_cooled_down() -> None:
    memory = RecentlyOn()
    memory.observe(ON, 0)
    memory.step(WAIT, ok=False)
    assert memory.names(1) == ("iron_1",)
    memory.step(WAIT, ok=True)
    assert memory.names(1) == ()


def test_while_one_thing_cools_down_the_others_do() -> None:
    memory = RecentlyOn()
    memory.observe(ON, 0)
    memory.step((SkillCall("WAIT", ("pan_1",)),), ok=True)
    assert memory.names(1) == ()


def test_a_fork_forgets_on_its_own() -> None:
    memory = RecentlyOn()
    memory.observe(ON, 0)
    memory.fork().step(WAIT, ok=True)
    assert memory.names(1) == ("iron_1",)
