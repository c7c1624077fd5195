from __future__ import annotations

import json
from base64 import b64decode
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from is_bench.chat import ChatUnavailable, Message, Picture, Reply, Request, Usage
from is_bench.chat.limits import Allowance
from is_bench.verdict import Obligation
from is_bench.views import Pose, View
from is_bench_eval.episodes.footage import FootageRecorder, StepView
from is_bench_eval.recording.footage_files import footage_file, read_footage, write_footage
from is_planner_node.core.conversation import RecordingModel
from is_planner_node.core.settings import Model, Talk


def view(name: str, shade: int) -> View:
    pixels = np.full((60, 80, 3), shade, np.uint8)
    nothing = np.zeros((60, 80), np.int32)
    pose = Pose((0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0))
    return View(name, pixels, nothing, (), np.eye(3), pose)


def seeing(*views: View) -> StepView:
    return StepView(lambda: views)


def test_nothing_is_rendered_for_nobody() -> None:
    def look() -> tuple[View, ...]:
        raise AssertionError("it was rendered")

    FootageRecorder(pictures=False)(StepView(look))


class ScriptedTalk:
    usage = Usage()

    def __init__(self) -> None:
        self.forgotten: list[Request] = []

    def ask(self, request: Request) -> Reply:
        if request.messages[-1].text == "break":
            raise ChatUnavailable("nobody is there")
        return Reply(f"reply to {request.messages[-1].text}", Usage(1, 5, 2))

    def discard_cached(self, request: Request) -> None:
        self.forgotten.append(request)


class Scripted:
    def __init__(self) -> None:
        self.talk = ScriptedTalk()

    def conversation(self, allowance: Allowance | None = None) -> Talk:
        del allowance
        return self.talk


DUE = Obligation("close_it", 1, ("door.n.01_1",))


def test_pictures_are_kept_one_a_moment_and_equal_ones_once(tmp_path: Path) -> None:
    recorder = FootageRecorder()
    for shade in (10, 10, 200):
        recorder(seeing(view("top", 0), view("south", shade)))
    path = footage_file(tmp_path / "episodes", "a/task", 1)
    write_footage(path, recorder.footage())
    assert path.name == "a-task_1.json"
    found = read_footage(tmp_path, "a/task", 1)
    assert found is not None
    assert (found["at"], found["cameras"], found["strips"]) == ([0, 0, 1], ["south"], [])
    pictures = [Image.open(BytesIO(b64decode(data))) for data in found["pictures"]]
    shades = [picture.convert("L").getpixel((40, 30)) for picture in pictures]
    assert shades == pytest.approx([10, 200], abs=4)


def test_a_model_that_looks_gets_a_strip_of_the_other_cameras() -> None:
    recorder = FootageRecorder(RecordingModel(Model(Scripted())))
    recorder(seeing(view("top", 0), view("south", 9), view("east", 250)))
    footage = recorder.footage()
    assert footage.cameras == ("south", "top", "east")
    strip = Image.open(BytesIO(footage.strips[0]))
    assert strip.size == (160, 60)
    ends = [strip.convert("L").getpixel(place) for place in ((20, 30), (140, 30))]
    assert ends == pytest.approx([0, 250], abs=6)


def test_what_is_due_is_kept_for_each_moment(tmp_path: Path) -> None:
    recorder = FootageRecorder()
    for due in ((), (DUE,), ()):
        recorder(StepView(due=due))
    write_footage(footage_file(tmp_path / "episodes", "task", 0), recorder.footage())
    found = read_footage(tmp_path, "task", 0)
    assert found is not None
    shown = {"constraint": "close_it", "since": 1, "objects": ["door.n.01_1"]}
    assert found["due"] == [[], [shown], []]


def test_an_episode_of_which_there_is_nothing_to_show_has_no_file(tmp_path: Path) -> None:
    recorder = FootageRecorder()
    recorder(StepView())
    write_footage(footage_file(tmp_path / "episodes", "task", 0), recorder.footage())
    assert list(tmp_path.iterdir()) == []
    assert read_footage(tmp_path, "task", 0) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "\udcff"])
def test_a_damaged_file_is_nothing_to_show(tmp_path: Path, text: str) -> None:
    path = footage_file(tmp_path / "episodes", "task", 0)
    path.parent.mkdir()
    path.write_text(text, "utf-8", errors="surrogateescape")
    assert read_footage(tmp_path, "task", 0) is None


def test_each_exchange_keeps_what_it_adds_and_the_moment() -> None:
    endpoint = Scripted()
    model = RecordingModel(Model(endpoint))
    recorder = FootageRecorder(model)
    talk = model.as_model().chat.conversation()
    system, first = Message("system", "plan"), Message("user", "one", (Picture(b""),))
    recorder(StepView())
    request = Request((system, first))
    talk.ask(request)
    talk.discard_cached(request)
    recorder(StepView())
    talk.ask(Request((system, Message("user", "one"), Message("user", "two"))))
    with pytest.raises(ChatUnavailable):
        talk.ask(Request((system, Message("user", "break"))))
    told = [
        (e.moment, [(m.text, m.pictures) for m in e.said], e.reply, e.error)
        for e in recorder.footage().talk
    ]
    assert told == [
        (0, [("plan", 0), ("one", 1)], "reply to one", ""),
        (1, [("two", 0)], "reply to two", ""),
        (1, [("break", 0)], "", "nobody is there"),
    ]
    assert endpoint.talk.forgotten == [request]
    assert json.dumps(told)
