"""`is-bench kb propose`: what a language model proposes, in a file for people to review.

The file is a constraint file.  What did not pass the checks stands in it as comments, with reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from rich.console import Console

from is_bench.chat.client import answer_cache
from is_bench.chat.endpoint import Endpoint
from is_bench.domain import Domain, load_domain
from is_bench.errors import InputError
from is_bench.objects import ObjectTable
from is_bench.printable import printable_line
from is_bench.recognised import ObjectDescription, recognise_objects, table_of
from is_bench_eval.console.text import counted
from is_bench_eval.specs.run_spec import RunSpec, open_dataset, read_tasks
from is_safety_monitor.core.advice import Screening, ScreeningResult
from kb.adviser import Adviser, AdviserLimits, LanguageModelAdviser, Opinion, Question
from kb.constraint import Constraint
from kb.loader import LIBRARY_DOMAIN, load_library, load_texts, texts_of
from kb.retrieval import open_retriever

LIMITS = AdviserLimits(deadline_s=120.0, retries=4, episode_tokens=100_000, reply_tokens=6000)
"""Nobody waits for these answers as a robot does."""
OFFERED = 20
"""How many known constraints a model is told of, so that it does not propose them."""
MOST_COMMENT = 400
"""How many characters of a text stand in a comment."""
PROPOSED, SILENT = 0, 1
"""Exit codes: with an answer of the model for some task, or for none."""


@dataclass(frozen=True)
class Scene:
    """A task that proposals are asked for."""

    instruction: str
    objects: ObjectTable
    domain: Domain


@dataclass(frozen=True)
class Answer:
    """What came of asking about a scene."""

    scene: Scene
    opinion: Opinion
    screened: ScreeningResult


def scene_of(instruction: str, names: str, domain: str | None) -> Scene:
    """A task with the things that `names` lists, `NAME,NAME,...`.  Raises InputError."""
    robot = load_domain(domain or LIBRARY_DOMAIN)
    listed = [name.strip() for name in names.split(",") if name.strip()]
    if not (instruction.strip() and listed):
        raise InputError("--task needs a text, and --objects the names of things: stove_1,towel_2")
    described = (ObjectDescription(name) for name in dict.fromkeys(listed))
    return Scene(instruction, table_of(recognise_objects(described, robot.labels)), robot)


def scenes_of(dataset: Path, tasks: str | None, domain: str | None) -> list[Scene]:
    """The tasks of a dataset: the first N, those that are named, or all.  Raises InputError."""
    scenarios = open_dataset(RunSpec(dataset=dataset, domain=domain))
    first = int(tasks) if tasks and tasks.isdecimal() else None
    if first == 0:
        raise InputError(f"--tasks: {tasks!r} is no number of tasks; give 1 or more, or names")
    names = read_tasks(None if first is not None else tasks, scenarios)[:first]
    found = (scenarios.get(name).scene for name in names)
    return [Scene(scene.instruction, scene.objects, scene.domain) for scene in found]


def propose_command(
    scenes: Sequence[Scene],
    endpoint: Endpoint,
    files: Sequence[Path],
    out: Path,
    console: Console,
) -> int:
    """Ask about every scene, and write what passes the checks to `out`.  Raises InputError.

    `files` are constraint files of the user's, which need not be proposed again.  Returns 1 if the
    model gave no usable answer at all.
    """
    if out.exists():
        raise InputError(f"{out} exists already; name another file for --out")
    if not out.parent.is_dir():
        raise InputError(f"the folder {out.parent} does not exist; make it, or name another --out")
    answers: list[Answer] = []
    for number, answer in enumerate(_answers(scenes, endpoint, files), 1):
        answers.append(answer)
        console.print(f"{number}/{len(scenes)} {_line(answer)}", markup=False, soft_wrap=True)
    out.write_text(file_text(answers, endpoint.model), encoding="utf-8")
    console.print(_summary(answers, out), markup=False, soft_wrap=True)
    return SILENT if all(answer.opinion.note for answer in answers) else PROPOSED


def _summary(answers: Sequence[Answer], out: Path) -> str:
    kept = sum(len(answer.screened.accepted) for answer in answers)
    if not kept:
        return f"no proposal to review; {out} has the reasons"
    domains = " or ".join(sorted({answer.scene.domain.name for answer in answers}))
    return f"{counted(kept, 'proposal')} to review: is-bench kb lint --domain {domains} {out}"


def _answers(
    scenes: Sequence[Scene], endpoint: Endpoint, files: Sequence[Path]
) -> Iterator[Answer]:
    known = load_texts(texts_of(files), scenes[0].domain, load_library()) if scenes else ()
    search = open_retriever(known)
    adviser = LanguageModelAdviser(endpoint, LIMITS, answer_cache())
    found: list[Constraint] = []
    for scene in scenes:
        adviser.new_episode()
        (hits,) = search.search_many([scene.instruction], OFFERED)
        offered = tuple(hit.constraint for hit in hits)
        answer = ask(adviser, scene, offered, (*known, *found))
        found += answer.screened.constraints
        yield answer


def ask(
    adviser: Adviser,
    scene: Scene,
    offered: Sequence[Constraint],
    known: Sequence[Constraint],
) -> Answer:
    """What `adviser` proposes for a scene, checked against the constraints that are `known`."""
    question = Question(scene.instruction, scene.objects.objects, scene.domain, offered)
    opinion = adviser.opinion(question)
    screening = Screening(scene.domain, scene.objects, known)
    return Answer(scene, opinion, screening.screened(opinion.proposals, opinion.model))


def file_text(answers: Sequence[Answer], model: str) -> str:
    """The constraint file: what was accepted, and what was not as comments."""
    head = [
        f"# Proposed by the language model {_comment(model)}; nobody has reviewed it yet.",
        "# Each constraint passed the checks of format, lint, examples and scene.  Before you use",
        "# it: is it true, is its class neither too wide nor too narrow, does a standard say so?",
        "# Then correct 'source', 'severity' and, if it is to stop steps, 'decision'.",
    ]
    body = [line for answer in answers for line in _lines(answer)]
    empty = not any(answer.screened.accepted for answer in answers)
    return "\n".join([*head, "constraints: []" if empty else "constraints:", *body, ""])


def _lines(answer: Answer) -> Iterator[str]:
    yield f"# Task: {_comment(answer.scene.instruction)}"
    if answer.opinion.note:
        yield f"# Note: {_comment(answer.opinion.note)}"
    for proposal in answer.screened.accepted:
        yield f"# About: {_comment(', '.join(proposal.things))}"
        document = {"id": proposal.document["id"], **proposal.document}
        yield yaml.safe_dump([document], sort_keys=False, width=90).rstrip()
    for rejection in answer.screened.rejected:
        yield f"# Rejected: {_comment(rejection.why)}"
        yield f"#   {_comment(rejection.text)}"


def _comment(text: str) -> str:
    return printable_line(text, MOST_COMMENT)


def _line(answer: Answer) -> str:
    """One scene in the progress."""
    kept, lost = len(answer.screened.accepted), len(answer.screened.rejected)
    said = f"{kept} kept, {lost} rejected" + (
        f" ({answer.opinion.note})" * bool(answer.opinion.note)
    )
    return f"{printable_line(answer.scene.instruction, 60)}: {said}"
