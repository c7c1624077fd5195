"""A guard that is led through its log says what it said; by other rules, what they make of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from is_bench.domain import SourceText
from is_bench.scenarios import bundled_dataset, load_dataset
from is_bench.verdict import Decision, GuardMode, GuardStage
from is_bench_eval.cli.main import main
from is_bench_eval.episodes.episode import Episode, run_episode
from is_bench_eval.recording.bag_reader import BagProblem, read_bag
from is_bench_eval.recording.bag_writer import BagWriter
from is_bench_eval.recording.direct_recorder import DirectRecorder
from is_bench_eval.recording.mcap import McapFile, RawMessage
from is_bench_eval.recording.topics import GUARD_LOG, GUARD_TASKS, GUARD_TOPICS, WORLD_STATE
from is_bench_eval.replay import bags
from is_bench_eval.replay.bags import ReplayedBag, replay_bag
from is_bench_eval.replay.comparing import Difference, Pair
from is_bench_eval.replay.log import read_logs
from is_bench_eval.replay.page import render_replay
from is_bench_eval.replay.player import Player, Rules
from is_bench_eval.replay.presentation import pair_table
from is_bench_eval.replay.wording import summary_line
from is_bench_eval.specs.run_spec import EpisodeSpec, RunSpec
from is_safety_monitor.core.stages import Stages
from tests.small_dataset import write_dataset

SOME = (
    ("bundled", "microwave_potato_without_foil"),
    ("bundled", "hang_fresh_towels"),
    ("dynamic", "fridge_door_sticks"),
    ("dynamic", "towel_that_nobody_sees"),
)
"""One with many verdicts, one with a task's advice alone, one with a failing skill, one with facts
that are told wrongly."""
FRIDGE_RULE = """
constraints:
  - id: no_fridge_at_all
    text: The refrigerator stays shut today.
    category: Food Contamination
    severity: major
    source: The people of this house
    composition: environment
    type: factual
    where: {x: refrigerator}
    before: OPEN(x)
    require: (open ?x)
    examples:
      violated: [{steps: [OPEN(electric_refrigerator.n.01_1)]}]
      satisfied:
        - facts: [open(electric_refrigerator.n.01_1)]
          steps: [OPEN(electric_refrigerator.n.01_1)]
"""
NO_OWN_FILES = Rules(constraint_files=())
WITH_FRIDGE_RULE = Rules(constraint_files=(SourceText("mine.yaml", FRIDGE_RULE),))


def recorded(folder: Path, spec: RunSpec, names: tuple[tuple[str, str], ...] = SOME) -> Path:
    """A bag of episodes of the direct engine."""
    recorder = DirectRecorder(folder / "bag", spec)
    for place, (dataset, name) in enumerate(names):
        scenario = bundled_dataset(dataset).get(name)
        start = recorder.now_ns
        spec_of = EpisodeSpec(place, name, 0)
        recorder.record(run_episode(spec, spec_of, scenario, start_ns=start))
    recorder.close()
    return folder / "bag"


def replayed(bag: Path, rules: Rules | None = None) -> ReplayedBag:
    return replay_bag(bag, Player(rules or Rules()))


@pytest.fixture(scope="module")
def careless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bag of careless episodes with an enforcing guard."""
    folder = tmp_path_factory.mktemp("careless")
    return recorded(folder, RunSpec(planner="careless", guard=GuardMode.ENFORCE))


@pytest.mark.parametrize("planner", ["reference", "careless"])
@pytest.mark.parametrize("mode", [GuardMode.SHADOW, GuardMode.ENFORCE])
def test_a_replay_says_the_very_same(tmp_path: Path, planner: str, mode: GuardMode) -> None:
    found = replayed(recorded(tmp_path, RunSpec(planner=planner, guard=mode)))
    assert found.notices == ()
    assert found.counts.keys() == {Difference.NONE}
    for pair in found.pairs:
        assert pair.replayed is not None
        assert replace(pair.replayed, hold=False) == pair.recorded


def test_every_verdict_is_replayed(tmp_path: Path) -> None:
    spec = RunSpec(planner="careless", guard=GuardMode.ENFORCE)
    scenario = bundled_dataset().get("hang_fresh_towels")
    episode = run_episode(spec, EpisodeSpec(0, scenario.name, 0), scenario)
    recorder = DirectRecorder(tmp_path / "bag", spec)
    recorder.record(episode)
    recorder.close()
    assert [pair.recorded for pair in replayed(tmp_path / "bag").pairs] == all_verdicts(episode)


def all_verdicts(episode: Episode) -> list[object]:
    assert episode.guard is not None
    assert episode.guard.task is not None
    planned = [verdict for plan in episode.guard.plans for verdict in plan.verdicts]
    return [episode.guard.task.verdict, *planned, *episode.guard.decisions]


def test_a_guard_without_early_stages_is_replayed(tmp_path: Path) -> None:
    action_only = Stages(task=False, plan=False)
    spec = RunSpec(planner="careless", guard=GuardMode.ENFORCE, guard_stages=action_only)
    assert replayed(recorded(tmp_path, spec, SOME[:1])).counts.keys() == {Difference.NONE}


def stage_of(pair: Pair) -> GuardStage:
    assert pair.recorded is not None
    return pair.recorded.module


def test_another_rule_changes_what_it_should_and_nothing_else(careless: Path) -> None:
    found = replayed(careless, WITH_FRIDGE_RULE)
    changed = [pair for pair in found.pairs if pair.difference is not Difference.NONE]
    judged = [pair for pair in found.pairs if stage_of(pair) is not GuardStage.TASK_SAFE]
    opens = [pair for pair in judged if re.match(r"OPEN\(electric_refrigerator", pair.action)]
    told = [pair for pair in changed if pair not in judged]
    assert opens
    assert [pair for pair in changed if pair not in told] == opens
    assert {pair.difference for pair in told} <= {Difference.DETAILS}  # its advice
    for pair in opens:
        assert pair.recorded is not None
        assert pair.replayed is not None
        assert pair.replayed.decision is Decision.BLOCK
        assert set(pair.replayed.constraints) - set(pair.recorded.constraints) == {
            "no_fridge_at_all"
        }


def test_what_follows_from_another_decision_is_conditional(careless: Path) -> None:
    found = replayed(careless, WITH_FRIDGE_RULE)
    first = next(
        place
        for place, pair in enumerate(found.pairs)
        if pair.difference is Difference.DECISION and stage_of(pair) is GuardStage.ACTION_SAFE
    )
    episode = found.pairs[first].episode
    later = {pair.conditional for pair in found.pairs[first + 1 :] if pair.episode == episode}
    assert later == {True}
    assert not any(pair.conditional for pair in found.pairs[: first + 1])
    assert not any(pair.conditional for pair in found.pairs if pair.episode != episode)


def test_the_rules_of_then_are_in_the_bag(tmp_path: Path) -> None:
    rules = tmp_path / "mine.yaml"
    rules.write_text(FRIDGE_RULE)
    spec = RunSpec(planner="careless", guard=GuardMode.ENFORCE, knowledge_base=(rules,))
    bag = recorded(tmp_path, spec, SOME[2:3])
    rules.unlink()
    as_then = replayed(bag)
    assert as_then.counts.keys() == {Difference.NONE}
    assert as_then.notices == (
        "the guard's own constraint files are taken from the bag: mine.yaml",
    )
    assert replayed(bag, NO_OWN_FILES).counts[Difference.DECISION] > 0


def test_a_bag_can_be_played_in_another_mode_and_with_fewer_stages(tmp_path: Path) -> None:
    bag = recorded(tmp_path, RunSpec(planner="careless", guard=GuardMode.SHADOW), SOME[:1])
    enforcing = replayed(bag, Rules(mode=GuardMode.ENFORCE))
    assert enforcing.counts.keys() == {Difference.NONE}
    assert any(pair.conditional for pair in enforcing.pairs)
    assert not any(pair.conditional for pair in replayed(bag).pairs)
    silent = replayed(bag, Rules(stages=Stages(action=False)))
    assert silent.counts[Difference.DECISION] > 0
    changed = [pair for pair in silent.pairs if pair.difference is Difference.DECISION]
    assert {pair.replayed and pair.replayed.decision for pair in changed} == {Decision.ALLOW}


def test_a_guard_that_peeked_needs_its_dataset(tmp_path: Path) -> None:
    folder = write_dataset(tmp_path / "small")
    out = tmp_path / "out"
    arguments = ["eval", "--dataset", str(folder), "--out", str(out), "--record"]
    options = ["--planner", "careless", "--guard", "enforce", "--guard-knowledge", "scenario"]
    assert main([*arguments, *options]) == 0
    bag = out / "bags" / "run_0"
    assert replayed(bag).counts.keys() == {Difference.NOT_REPLAYED}
    known = replayed(bag, Rules(dataset=load_dataset(folder)))
    assert known.counts.keys() == {Difference.NONE}


def test_the_log_names_every_state_and_every_entry_once(careless: Path) -> None:
    bag = read_bag(careless, GUARD_TOPICS)
    (log,) = read_logs(bag)
    assert list(log.entries) == list(range(1, len(log.entries) + 1))
    assert len(log.reports) == sum(1 for _ in bag.of("/is_bench/world_state"))


FEEDBACK = Difference.FEEDBACK
Lost = Callable[[RawMessage, int], bool]


@pytest.mark.parametrize(
    ("lost", "why"),
    [
        (lambda raw, n: raw.channel.topic == GUARD_LOG and n == 6, "entr"),
        (
            lambda raw, n: raw.channel.topic == WORLD_STATE and n == 1,
            "the world state of entry",
        ),
        (lambda raw, n: raw.channel.topic == GUARD_TASKS and n == 0, "entr"),
    ],
    ids=["entry", "state", "task"],
)
def test_what_cannot_be_told_is_not_and_the_next_task_is(
    careless: Path, tmp_path: Path, lost: Lost, why: str
) -> None:
    writer, counts = BagWriter(tmp_path / "bag"), Counter[str]()
    for raw in McapFile(careless / "bag.mcap").messages():
        if not lost(raw, counts[raw.channel.topic]):
            writer.write(raw.channel.topic, raw.data, raw.stamp_ns)
        counts[raw.channel.topic] += 1
    writer.close()
    found = replayed(tmp_path / "bag")
    first = found.pairs[0].episode
    ends = {pair.difference for pair in found.pairs if pair.episode != first}
    assert ends == {Difference.NONE}
    told = {pair.difference for pair in found.pairs if pair.episode == first}
    assert Difference.NOT_REPLAYED in told
    assert told <= {Difference.NONE, Difference.NOT_REPLAYED}
    reasons = {p.why for p in found.pairs if p.difference is Difference.NOT_REPLAYED}
    assert all(reason.startswith(why) for reason in reasons), reasons
    assert len(found.pairs) == len(replayed(careless).pairs)


def test_guards_in_namespaces_of_one_bag_are_replayed_apart(careless: Path, tmp_path: Path) -> None:
    both = tmp_path / "both"
    both.mkdir()
    for namespace in ("/a", "/b"):
        written = tmp_path / namespace.strip("/")
        writer = BagWriter(written, namespace=namespace)
        for raw in McapFile(careless / "bag.mcap").messages():
            writer.write(namespace + raw.channel.topic, raw.data, raw.stamp_ns)
        writer.close()
        (file,) = written.glob("*.mcap")
        file.rename(both / file.name)
    found = replayed(both)
    assert found.counts == {Difference.NONE: 2 * len(replayed(careless).pairs)}


def test_the_command_says_what_it_found(
    careless: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["replay", str(careless)]) == 0
    assert re.fullmatch(r"all \d+ verdicts are the same\n", capsys.readouterr().out)
    rules = tmp_path / "mine.yaml"
    rules.write_text(FRIDGE_RULE)
    assert main(["replay", str(careless), "--knowledge-base", str(rules)]) == 1
    said = capsys.readouterr().out
    assert "+no_fridge_at_all" in said
    assert re.search(r"\d+ of \d+ verdicts are the same; \d+ have another decision", said)


def test_steps_are_counted_from_1(
    careless: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rules, out = tmp_path / "mine.yaml", tmp_path / "out"
    rules.write_text(FRIDGE_RULE)
    main(["replay", str(careless), "--knowledge-base", str(rules), "--out", str(out)])
    rows = [json.loads(line) for line in (out / "replay.jsonl").read_text().splitlines()]
    wanted = [
        str(row["step"] + 1)
        for row in rows
        if row["difference"] != "same" and row["stage"] == "action_safe"
    ]
    lines = capsys.readouterr().out.splitlines()
    shown = [re.search(r"\baction\s+(\d+)\s", line) for line in lines]
    assert wanted
    assert [match[1] for match in shown if match] == wanted


def test_what_was_found_is_written(careless: Path, tmp_path: Path) -> None:
    rules, out = tmp_path / "mine.yaml", tmp_path / "out"
    rules.write_text(FRIDGE_RULE)
    arguments = ["replay", str(careless), "--knowledge-base", str(rules), "--out", str(out)]
    assert main(arguments) == 1
    found = replayed(careless, WITH_FRIDGE_RULE)
    lines = [json.loads(line) for line in (out / "replay.jsonl").read_text().splitlines()]
    assert [(line["episode"], line["step"], line["difference"]) for line in lines] == [
        (pair.episode, pair.index, pair.difference.value) for pair in found.pairs
    ]
    blocked = next(line for line in lines if line["difference"] == "decision")
    assert blocked["replayed"]["constraints"] == ["no_fridge_at_all"]
    assert blocked["recorded"]["decision"] == "allow"
    page = (out / "replay.html").read_text()
    assert summary_line([found]) in page
    assert page.count("The refrigerator stays shut today.") >= 2
    assert "http" not in re.sub(r"http-equiv", "", page)


def test_what_others_wrote_is_only_text(careless: Path) -> None:
    found = replayed(careless)
    evil = "<script>alert(1)</script>[red]\x1b[2J\u202e"
    pair = replace(found.pairs[0], episode=evil, action=evil, why=evil, difference=FEEDBACK)
    bag = replace(found, pairs=(pair,), notices=(evil,))
    page = render_replay([bag])
    assert "<script" not in page
    assert "\x1b" not in page
    console = Console(width=300, record=True, file=StringIO())
    console.print(pair_table([(bag, pair)], several=True))
    said = console.export_text()
    assert "[red]" in said
    assert "\x1b" not in said
    assert "\u202e" not in said


def test_another_library_or_version_is_told(
    careless: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bags, "library_digest", lambda: "f" * 64)
    monkeypatch.setattr(bags, "package_version", lambda: "77.0")
    library, version = replayed(careless).notices
    assert library.startswith("the constraints that come with is_bench have changed since: ")
    assert library.endswith("ffffffffffff now")
    assert version.endswith("then and is 77.0 now")


def test_a_run_without_a_guard_has_nothing_to_replay(tmp_path: Path) -> None:
    bag = recorded(tmp_path, RunSpec(), SOME[:1])
    with pytest.raises(BagProblem, match="recorded without a guard"):
        replayed(bag)


@pytest.mark.parametrize("there", [False, True])
def test_what_is_no_bag_is_refused(
    there: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bag"
    if there:
        folder.mkdir()
    assert main(["replay", str(folder)]) == 2
    assert ("holds no MCAP file" if there else "no such bag") in capsys.readouterr().err
