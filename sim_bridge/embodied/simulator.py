"""The embedded simulator: the world of a scene's domain with a body to look at, on any machine."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from is_bench.calls import SkillCall
from is_bench.domain import World
from is_bench.facts import FactSet
from is_bench.objects import ObjectTable
from is_bench.scenarios import Scene
from is_bench.views import View
from is_bench.world import Changes, Outcome, Quirks
from sim_bridge.calls import refusal
from sim_bridge.embodied.arrangement import Arrangement
from sim_bridge.embodied.body import Body, DrawnState
from sim_bridge.embodied.motion import MotionFrame
from sim_bridge.embodied.render_thread import RenderThread
from sim_bridge.errors import SimulatorNotReadyError


@dataclass(frozen=True)
class _Past:
    """What the body has to go through before it can be looked at."""

    arrangement: Arrangement | None
    """Where everything was when it was looked at last."""
    since: tuple[DrawnState, ...]
    """The states since then, in order; the last is the present."""


@dataclass(frozen=True)
class _Change:
    """Two states in a row, as they are seen."""

    before: Arrangement
    then: DrawnState
    after: Arrangement
    now: DrawnState


@dataclass(frozen=True)
class _Snapshot:
    world: object
    past: _Past


@dataclass
class _Episode:
    """A scene that is being played."""

    scene: Scene
    world: World
    start: DrawnState
    past: _Past
    seed: int
    body: Body | None = None
    changes: tuple[_Change, ...] = ()
    """What came between the last two looks."""


class EmbeddedSimulator:
    """A `Simulator` over a scene's own world; its body follows, and changes nothing in it."""

    def __init__(self, render_thread: RenderThread | None = None) -> None:
        """With `render_thread`, the world can be looked at; it may serve others, too."""
        self._render_thread = render_thread
        self._episode: _Episode | None = None

    def reset(self, scene: Scene, quirks: Quirks, seed: int) -> None:
        """Set up `scene`; `seed` decides where things stand in the pictures, and nothing else."""
        world = scene.world(quirks)
        start = _drawn_state(world)
        self._episode = _Episode(scene, world, start, _Past(None, (start,)), seed)

    def execute(self, call: SkillCall) -> Outcome:
        """Execute a call of the scene's domain."""
        episode = self._ready()
        world = episode.world
        refused = refusal(call, episode.scene.domain, world.objects)
        if refused is not None:
            return refused
        outcome = world.execute(call)
        self._lived(episode, call.arguments)
        return outcome

    def change(self, changes: Changes) -> None:
        """Make changes that the robot has no part in."""
        episode = self._ready()
        episode.world.change(changes)
        self._lived(episode)

    def observe(self) -> tuple[View, ...]:
        """What the five cameras see; nothing without a render thread."""
        episode = self._ready()
        if self._render_thread is None:
            return ()
        if episode.body is None:
            episode.body = Body(
                episode.scene, episode.start.facts, self._render_thread, episode.seed
            )
        arrangement = _lived_through(episode, episode.body)
        now = episode.past.since[-1]
        episode.past = _Past(arrangement, (replace(now, acted=()),))
        return episode.body.views(arrangement, now.facts, now.objects)

    def passage(self, camera: str) -> list[MotionFrame]:
        """What a camera saw the robot do between the last two calls of `observe`, in order.

        It goes to things, takes and carries them.  Nothing where nothing has been looked at.
        """
        episode = self._ready()
        if episode.body is None:
            return []
        return [
            motion_frame
            for change in episode.changes
            for motion_frame in episode.body.between(
                change.before, change.then, change.after, change.now, camera
            )
        ]

    def objects(self) -> ObjectTable:
        """The objects of the scene, and those that have appeared."""
        return self._ready().world.objects

    def facts(self) -> FactSet:
        """What holds now."""
        return self._ready().world.facts()

    def snapshot(self) -> object:
        """A token for the present state."""
        episode = self._ready()
        return _Snapshot(episode.world.snapshot(), episode.past)

    def restore(self, snapshot: object) -> None:
        """Return to the state of a token of this episode."""
        token = cast(_Snapshot, snapshot)
        episode = self._ready()
        episode.world.restore(token.world)
        episode.past = token.past

    def close(self) -> None:
        """Forget the world; the render thread stays open."""
        self._episode = None

    def _lived(self, episode: _Episode, acted: tuple[str, ...] = ()) -> None:
        """The present is another one, which the body has to go through if it is looked at."""
        if self._render_thread is not None:
            past = episode.past
            episode.past = _Past(
                past.arrangement, (*past.since, _drawn_state(episode.world, acted))
            )

    def _ready(self) -> _Episode:
        if self._episode is None:
            raise SimulatorNotReadyError("the simulator has no world; call reset first")
        return self._episode


def _lived_through(episode: _Episode, body: Body) -> Arrangement:
    """The present arrangement, by way of all states since the last look."""
    arrangement, then = episode.past.arrangement, episode.past.since[0]
    changes = []
    for state in episode.past.since:
        before = arrangement
        arrangement = body.arrange(state.facts, before, state.objects, state.acted)
        if before is not None and state.acted:
            changes.append(_Change(before, then, arrangement, state))
        then = state
    assert arrangement is not None  # noqa: S101  # the past is never empty
    episode.changes = tuple(changes)
    return arrangement


def _drawn_state(world: World, acted: tuple[str, ...] = ()) -> DrawnState:
    return DrawnState(world.objects, world.facts().true, acted)
