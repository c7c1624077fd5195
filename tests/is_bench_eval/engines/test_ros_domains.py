"""Domains for several runs on one machine."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from is_bench_eval.engines.ros_domains import DOMAINS, RosDomain, discovery_port, free_domain
from is_bench_eval.errors import WorkersLost


@pytest.fixture
def claimed() -> Iterator[list[RosDomain]]:
    """Domains that the test has claimed; they are released after it."""
    domains: list[RosDomain] = []
    yield domains
    for domain in domains:
        domain.release()


def test_a_claimed_domain_is_not_given_twice(claimed: list[RosDomain]) -> None:
    claimed += [free_domain() for _ in range(3)]
    assert len({domain.number for domain in claimed}) == 3
    assert {domain.number for domain in claimed} <= set(DOMAINS)


def test_a_domain_with_a_participant_is_passed_over(claimed: list[RosDomain]) -> None:
    first = free_domain()
    taken = first.number
    first.release()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as participant:
        with suppress(OSError):  # somebody else was quicker
            participant.bind(("", discovery_port(taken)))
        claimed.append(free_domain())
        assert claimed[0].number != taken


def test_when_all_are_taken_it_is_said(
    claimed: list[RosDomain], monkeypatch: pytest.MonkeyPatch
) -> None:
    few = DOMAINS[-3:]  # another run of tests on this machine needs some
    monkeypatch.setattr("is_bench_eval.engines.ros_domains.DOMAINS", few)
    with ExitStack() as stack:
        for number in few:
            one = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            with suppress(OSError):
                one.bind(("", discovery_port(number)))
        with pytest.raises(WorkersLost, match="every ROS domain from 99 to 101 is in use"):
            claimed.append(free_domain())


def test_the_ports_of_all_domains_are_below_the_ephemeral_ones() -> None:
    assert discovery_port(DOMAINS[-1]) < 32768
    assert 0 not in DOMAINS
