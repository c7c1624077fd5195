from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from is_safety_monitor.health.graph_watch import (
    NAMELESS,
    Endpoint,
    Expectation,
    GraphWatch,
    Role,
    has_new_nodes,
    log_line,
    reason_of,
)

ROBOT = "/robot/execute_skill"
GUARD = "/is_safety_monitor"
STATE = "/is_bench/world_state"
CLIENTS = Expectation(ROBOT, Role.CLIENT, (GUARD, "/driver_gate"), most=None)
SERVERS = Expectation(ROBOT, Role.SERVER)
STATES = Expectation(STATE, Role.PUBLISHER)


def endpoints(*nodes: str) -> list[Endpoint]:
    return [Endpoint(node, bytes([number])) for number, node in enumerate(nodes)]


def test_who_is_expected_is_no_finding() -> None:
    watch = GraphWatch([CLIENTS, SERVERS, STATES])
    seen = {
        (ROBOT, Role.CLIENT): endpoints(GUARD, "/driver_gate"),
        (ROBOT, Role.SERVER): endpoints("/driver"),
        (STATE, Role.PUBLISHER): endpoints("/estimator"),
    }
    assert watch.look(seen) == ()
    assert reason_of(watch.look(seen)) == ""


def test_an_empty_graph_is_no_finding() -> None:
    assert GraphWatch([CLIENTS, SERVERS, STATES]).look({}) == ()


def test_a_foreign_client_of_the_robot_is_named() -> None:
    (found,) = GraphWatch([CLIENTS]).look({(ROBOT, Role.CLIENT): endpoints(GUARD, "/teleop")})
    assert found.text == f"/teleop is a client of {ROBOT}; end it"
    assert found.nodes == (GUARD, "/teleop")


def test_a_second_server_is_named_with_the_first() -> None:
    (found,) = GraphWatch([SERVERS]).look({(ROBOT, Role.SERVER): endpoints("/b", "/a")})
    assert found.text == f"{ROBOT} has 2 servers (/a, /b) instead of 1; end the others"


def test_a_second_node_of_the_allowed_name_counts_too() -> None:
    served = Expectation("/is_bench/execute_skill", Role.SERVER, (GUARD,))
    seen = {(served.name, served.role): endpoints(GUARD, GUARD)}
    assert len(GraphWatch([served]).look(seen)) == 1


def test_a_finding_goes_when_the_intruder_goes() -> None:
    watch = GraphWatch([SERVERS])
    assert watch.look({(ROBOT, Role.SERVER): endpoints("/a", "/b")})
    assert not watch.look({(ROBOT, Role.SERVER): endpoints("/a")})


def test_the_nameless_count_from_the_second_look_on() -> None:
    watch = GraphWatch([CLIENTS])
    seen = {(ROBOT, Role.CLIENT): endpoints(GUARD, NAMELESS)}
    assert watch.look(seen) == ()
    (found,) = watch.look(seen)
    assert NAMELESS in found.text


def test_a_node_whose_name_comes_late_is_never_accused() -> None:
    watch = GraphWatch([CLIENTS])
    assert watch.look({(ROBOT, Role.CLIENT): endpoints(NAMELESS)}) == ()
    assert watch.look({(ROBOT, Role.CLIENT): endpoints(GUARD)}) == ()


def test_the_reason_counts_the_other_findings() -> None:
    watch = GraphWatch([SERVERS, STATES])
    seen = {
        (ROBOT, Role.SERVER): endpoints("/a", "/b"),
        (STATE, Role.PUBLISHER): endpoints("/c", "/d"),
    }
    assert reason_of(watch.look(seen)).endswith("(and 1 more)")


def test_the_log_line_names_every_interface_once() -> None:
    seen = {
        (ROBOT, Role.CLIENT): endpoints("/x"),
        (ROBOT, Role.SERVER): endpoints("/a", "/b"),
        (STATE, Role.PUBLISHER): endpoints("/c", "/d"),
    }
    found = GraphWatch([CLIENTS, SERVERS, STATES]).look(seen)
    line = log_line(found)
    assert line.startswith("unexpected node on the ROS graph: /x is a client")
    assert line.endswith(f"; also on {ROBOT}, {STATE}")
    assert "also" not in log_line(found[:1])


def test_more_interfaces_of_a_known_intruder_are_no_new_nodes() -> None:
    watch = GraphWatch([SERVERS, STATES])
    servers = {(ROBOT, Role.SERVER): endpoints("/a", "/b")}
    first = watch.look(servers)
    both = watch.look({**servers, (STATE, Role.PUBLISHER): endpoints("/b", "/a")})
    other = watch.look({(STATE, Role.PUBLISHER): endpoints("/a", "/c")})
    assert has_new_nodes(first, ())
    assert not has_new_nodes(both[1:], first)
    assert has_new_nodes(other, first)


@given(st.lists(st.sampled_from([GUARD, "/driver_gate", "/x", "/y"]), max_size=6))
def test_whoever_is_not_listed_is_found_and_only_then(nodes: list[str]) -> None:
    found = GraphWatch([CLIENTS]).look({(ROBOT, Role.CLIENT): endpoints(*nodes)})
    assert bool(found) == bool({"/x", "/y"} & set(nodes))
