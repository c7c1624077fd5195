"""The command line as a user meets it: a program of its own, exit codes, messages."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from is_bench.errors import IsBenchError
from is_bench.scenarios.dataset import BUNDLED
from is_bench_eval.cli import eval as eval_arguments
from is_bench_eval.cli.commands import build_parser
from is_bench_eval.cli.main import main
from is_bench_eval.cli.parser import CommandParser
from is_bench_eval.console.interrupts import Interrupted
from tests.small_dataset import FETCHING, text_of, write_dataset
from tests.source_tree import ROOT

FLAGS = {
    "--dataset",
    "--domain",
    "--tasks",
    "--limit",
    "--planner",
    "--guard",
    "--guard-knowledge",
    "--guard-stages",
    "--guard-endpoint",
    "--guard-model",
    "--guard-advice",
    "--guard-sight-endpoint",
    "--guard-sight-model",
    "--guard-sight",
    "--guard-unrecognised",
    "--embedder",
    "--advice-limit",
    "--knowledge-base",
    "--engine",
    "--nodes",
    "--sim",
    "--world",
    "--seed",
    "--max-steps",
    "--workers",
    "--in-flight",
    "--ray-address",
    "--record",
    "--render",
    "--no-render",
    "--resume",
    "--out",
    "--endpoint",
    "--model",
    "--key-variable",
    "--key-file",
    "--safety-level",
    "--aids",
    "--plan-mode",
    "--cameras",
    "--image-size",
    "--reply-tokens",
    "--awareness",
    "--no-examples",
    "--price-prompt",
    "--price-completion",
    "--max-cost",
    "--max-tokens",
    "--requests-per-minute",
    "--judge-endpoint",
    "--judge-model",
    "--judge-key-variable",
    "--judge-key-file",
    "--judge-price-prompt",
    "--judge-price-completion",
    "--judge-max-cost",
    "--judge-max-tokens",
}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "small")


def is_bench(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command line as a program."""
    return subprocess.run(
        [sys.executable, "-m", "is_bench_eval", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COLUMNS": "100"},
    )


def test_a_good_run_exits_with_0_and_says_where_the_report_is(
    dataset: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    done = is_bench("eval", "--dataset", dataset, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"report: {out / 'report.html'}" in done.stdout
    assert "100.0% (3/3)" in done.stdout
    assert (out / "report.html").is_file()


def test_a_limit_takes_the_first_episodes(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    limited = ["eval", "--dataset", str(dataset), "--out", str(out), "--limit"]
    assert main([*limited, "2"]) == 0
    names = [json.loads(line)["task"] for line in (out / "results.jsonl").read_text().splitlines()]
    assert names == ["cook_apple", "fetch_knife"]
    assert json.loads((out / "manifest.json").read_text())["arguments"]["given"]["limit"] == 2
    assert main([*limited, "3", "--resume"]) == 2


def test_a_low_score_is_no_failure_of_the_program(dataset: Path, tmp_path: Path) -> None:
    plans = tmp_path / "plans"
    plans.write_text('{"task": "cook_apple", "plan": ["DONE"]}')
    options = ["--planner", f"plans:{plans}", "--out", str(tmp_path / "out")]
    assert main(["eval", "--dataset", str(dataset), *options]) == 0
    assert json.loads((tmp_path / "out" / "summary.json").read_text())["strict"]["SR"] == 0.0


def test_bad_input_exits_with_2_and_writes_nothing(dataset: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = is_bench("eval", "--dataset", dataset, "--tasks", "cook_aple", "--out", out)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("is-bench: error: --tasks: no task is named 'cook_aple'; did")
    assert done.stderr.count("\n") == 1
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--planner", "carless"], "did you mean careless"),
        (["--planner", "plans"], "plans:FILE"),
        (["--planner", "plans:"], "plans:FILE"),
        (["--planner", "plans:/nowhere/at/all"], "/nowhere/at/all: cannot be read"),
        (["--planner", "reference:file"], "no planner is named 'reference:file'"),
        (["--tasks", "@/nowhere/at/all"], "/nowhere/at/all: cannot be read"),
        (["--dataset", "/nowhere/at/all"], "/nowhere/at/all: there is no such folder"),
        (["--domain", "houshold"], "no domain is named 'houshold'; did you mean household"),
        (["--domain", "/nowhere/at/all.yaml"], "/nowhere/at/all.yaml: cannot be read"),
    ],
)
def test_what_cannot_be_found_is_named(
    options: list[str],
    message: str,
    dataset: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "out"
    assert main(["eval", "--dataset", str(dataset), "--out", str(out), *options]) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    "options",
    [
        ["--workers", "0"],
        ["--workers", "two"],
        ["--seed", "-1"],
        ["--seed", "9" * 5000],
        ["--max-steps", "1.5"],
        ["--limit", "0"],
        ["--limit", "some"],
        ["--guard", "on"],
        ["--guard-knowledge", "none"],
        ["--engine", "steam"],
        ["--sim", "sims"],
        ["--world", "ours"],
        ["--unknown"],
    ],
    ids=lambda options: " ".join(options)[:20],
)
def test_a_wrong_option_exits_with_2(
    options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["eval", "--out", str(tmp_path / "out"), *options])
    assert ended.value.code == 2
    assert options[0] in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("arguments", [[], ["eval"], ["fly"], ["report"]])
def test_half_a_command_exits_with_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: is-bench")


def test_a_path_that_is_no_text_can_be_used(dataset: Path, tmp_path: Path) -> None:
    strange = dataset.rename(os.fsdecode(os.fsencode(tmp_path) + b"/d\xff"))
    out = tmp_path / "out"
    done = is_bench("eval", "--dataset", strange, "--tasks", "cook_apple", "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["arguments"]["given"]["dataset"] == str(strange)


def test_a_path_that_is_no_text_can_be_missed(tmp_path: Path) -> None:
    missing = os.fsdecode(os.fsencode(tmp_path) + b"/\xff")
    done = is_bench("eval", "--dataset", missing, "--out", tmp_path / "out")
    assert done.returncode == 2
    assert "there is no such folder" in done.stderr


@pytest.fixture
def printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """What a command prints that only answers, and exits with 0."""
    monkeypatch.setenv("COLUMNS", "100")

    def answer(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        assert ended.value.code == 0
        return capsys.readouterr().out

    return answer


def test_help_lists_every_flag_and_what_it_takes(printed: Callable[..., str]) -> None:
    shown = printed("eval", "--help")
    head, _, _ = shown.partition("\nexamples:")
    lines = [line.strip() for line in head.splitlines() if line.startswith("  -")]
    listed = {word.strip(",") for line in lines for word in line.split() if word[:2] == "--"}
    assert listed == {*FLAGS, "--help"}
    for name in ("careless", "plans:FILE", "enforce", "embedded", "corrected", "direct", "ros"):
        assert name in shown


def test_help_lists_every_command(printed: Callable[..., str]) -> None:
    shown = printed("--help")
    for name in build_parser().commands():
        assert re.search(rf"\n    {name}\s", shown)


def every_command(parser: CommandParser, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The words of every command that has no commands below it."""
    below = parser.commands()
    if not below:
        return [path]
    return [found for name, sub in below.items() for found in every_command(sub, (*path, name))]


@pytest.mark.parametrize("command", [(), *every_command(build_parser())], ids=" ".join)
def test_help_fits_80_columns_and_breaks_no_word(
    command: tuple[str, ...], printed: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = set(printed(*command, "--help").split())
    monkeypatch.setenv("COLUMNS", "80")
    narrow = printed(*command, "--help")
    assert [line for line in narrow.splitlines() if len(line) > 80] == []
    assert set(narrow.split()) <= wide


def every_group(parser: CommandParser) -> list[tuple[str, ...]]:
    """The words of every command, whether or not it has commands below it."""
    paths = every_command(parser)
    return sorted({path[:depth] for path in paths for depth in range(1, len(path) + 1)})


@pytest.mark.parametrize("path", every_group(build_parser()), ids=" ".join)
def test_every_command_says_what_it_does_and_has_examples_that_parse(path: tuple[str, ...]) -> None:
    parser = command = build_parser()
    for name in path:
        command = command.commands()[name]
    assert command.description
    lines = [line for line in (command.epilog or "").splitlines() if line.startswith("  is-bench ")]
    assert lines
    for line in lines:
        parser.parse_args(shlex.split(line)[1:])


@pytest.mark.parametrize("command", [("eval",), ("study",), ("render",), ("doctor",)])
def test_help_names_every_bundled_dataset(
    command: tuple[str, ...], printed: Callable[..., str]
) -> None:
    shown = " ".join(printed(*command, "--help").split())
    numbered = [name for name in BUNDLED if name.startswith("unseen-")]
    assert numbered == [f"unseen-{number}" for number in range(1, len(numbered) + 1)]
    named = [*(name for name in BUNDLED if name not in numbered), f"unseen-1 to {numbered[-1]}"]
    assert ", ".join(named) in shown


@pytest.mark.parametrize(
    ("arguments", "offer"),
    [
        (["evl"], "there is no command 'evl'; did you mean eval?"),
        (["lint"], "did you mean kb lint"),
        (["kb", "serach", "x"], "did you mean search?"),
        (
            ["eval", "--out", "o", "--gaurd", "off"],
            "there is no flag --gaurd; did you mean --guard",
        ),
        (["eval", "--outt", "o"], "there is no flag --outt; did you mean --out?"),
        (["eval", "--out", "o", "--guard=enforced"], "'enforced'; did you mean enforce?"),
        (["study", "abblation", "--out", "o"], "did you mean ablation?"),
        (["eval", "--out", "o", "--plan-mode", "steps"], "did you mean step?"),
        (["eval", "--out", "o", "stray"], "unrecognized arguments: stray"),
    ],
)
def test_near_misses_are_offered(
    arguments: list[str], offer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert offer in capsys.readouterr().err


def test_a_datasets_near_miss_is_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "--dataset", "twns", "--out", str(tmp_path / "out")]) == 2
    assert "nor a bundled dataset of that name; did you mean twins?" in capsys.readouterr().err


def test_a_value_that_looks_like_a_flag_and_a_text_after_two_dashes_are_no_flags() -> None:
    parser = build_parser()
    assert parser.parse_args(["read", "--", "--fly"]).text == "--fly"
    assert parser.parse_args(["read", "-- fly away"]).text == "-- fly away"


def test_the_version_is_that_of_package_xml(printed: Callable[..., str]) -> None:
    version = ET.parse(ROOT / "package.xml").findtext("version")
    assert printed("--version") == f"is-bench {version}\n"


def test_what_the_machine_lacks_is_refused_before_anything_is_written(
    dataset: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(sys.modules, "is_bench_eval.engines.ros.engine", None)
    arguments = ["eval", "--dataset", str(dataset), "--out", str(tmp_path / "out")]
    assert main([*arguments, "--engine", "ros"]) == 2
    assert "the ros engine needs ROS 2" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("interrupt", "told"),
    [
        (KeyboardInterrupt(), "is-bench: interrupted\n"),
        (
            Interrupted("--resume continues the run"),
            "is-bench: interrupted; --resume continues the run\n",
        ),
    ],
)
def test_an_interrupted_command_says_how_to_go_on_where_one_can(
    interrupt: BaseException,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def interrupted(_arguments: object) -> int:
        raise interrupt

    monkeypatch.setattr(eval_arguments, "_eval", interrupted)
    assert main(["eval", "--out", "out"]) == 130
    assert capsys.readouterr().err == told


def test_an_interrupt_that_a_library_swallows_is_not_lost(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def swallows(_arguments: object) -> int:
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return 0
        raise AssertionError

    monkeypatch.setattr(eval_arguments, "_eval", swallows)
    assert main(["eval", "--out", "out"]) == 130
    assert capsys.readouterr().err == "is-bench: interrupted\n"


def test_brackets_in_a_message_are_no_markup(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(_arguments: object) -> int:
        raise IsBenchError("[bold]x[/] [/nothing]")

    monkeypatch.setattr(eval_arguments, "_eval", fails)
    assert main(["eval", "--out", "out"]) == 3
    assert capsys.readouterr().err == "is-bench: error: [bold]x[/] [/nothing]\n"


def test_a_task_name_in_brackets_is_printed_as_it_is(
    dataset: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (dataset / "[red]x.yaml").write_text(text_of("fetch_knife"))
    plans = tmp_path / "plans"
    lines = [[], FETCHING[:1], FETCHING]
    plans.write_text("\n".join(json.dumps({"task": "[red]x", "plan": p}) for p in lines))
    options = ["--planner", f"plans:{plans}", "--out", str(tmp_path / "[" / "out]")]
    assert main(["eval", "--dataset", str(dataset), *options]) == 0
    assert "[red]x" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [
        ["eval", "--out", ""],
        ["eval", "--out", "x", "--tasks", ""],
        ["report", ""],
        ["replay", ""],
        ["kb", "lint", "--domain", ""],
    ],
)
def test_an_empty_value_is_refused_and_nothing_is_written(
    argv: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(argv)
    assert ended.value.code == 2
    assert "'' is no " in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "argv", [["report"], ["read", "Close the fridge.", "--domain"], ["domain", "check"]]
)
def test_a_name_that_no_file_can_have_is_no_traceback(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*argv, "x" * 300]) == 2
    told = capsys.readouterr().err
    assert told.startswith("is-bench: error: xxx")
    assert "(300 characters): File name too long" in told
    assert told.count("\n") == 1
