from __future__ import annotations

import subprocess
import sys

import pytest

from is_bench.chat import Message, Request
from is_bench.chat.client import OpenAIChat
from is_bench.chat.endpoint import Endpoint
from tests.source_tree import ROOT

pytest.importorskip("openai", reason="openai is not installed")


def test_the_server_runs_by_itself_until_it_is_told_to_end() -> None:
    command = [sys.executable, "-m", "tests.chat_server", "--agent", "safe"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        chat = OpenAIChat(Endpoint(url, "m", key_variable="IS_BENCH_NO_KEY"))
        assert "DONE" in chat.ask(Request((Message("user", "Hello."),))).text
        server.terminate()
        assert server.wait(30) == 0
