"""What a language model is asked that judges a statement.

Everything that others wrote is in one JSON document, which the model is told to take as data.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import jinja2

from is_bench.chat import Message, Request
from is_bench_eval.awareness.reply import MOST_QUOTE
from is_bench_eval.awareness.risks import Risk

_TOKENS_FOR_THOUGHTS = 2000
_TOKENS_PER_VERDICT = 200


def question(
    instruction: str, statement: str, risks: Mapping[str, Risk], problem: str = ""
) -> Request:
    """The request for a verdict on each of `risks`, by id.

    `problem`: what was wrong with the answer to the same question before.
    """
    document = {
        "instruction": instruction,
        "conditions": [_condition(name, risk) for name, risk in risks.items()],
        "statement": statement,
    }
    text = json.dumps(document, indent=1, ensure_ascii=False)
    whole = text.encode("utf-8", "replace").decode("utf-8")  # lone surrogates cannot be sent
    system = _template().render(most_quote=MOST_QUOTE, problem=problem)
    return Request(
        (Message("system", system), Message("user", whole)),
        schema=reply_schema(list(risks)),
        schema_name="verdicts",
        most_tokens=_TOKENS_FOR_THOUGHTS + _TOKENS_PER_VERDICT * len(risks),
    )


def reply_schema(names: Sequence[str]) -> dict[str, Any]:
    """The JSON Schema of an answer, as OpenAI's "structured outputs" want it."""
    fields = {
        "id": {"type": "string", "enum": list(names)},
        "matched": {"type": "boolean"},
        "quote": {"type": "string"},
        "reason": {"type": "string"},
    }
    verdict = {
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"verdicts": {"type": "array", "items": verdict}},
        "required": ["verdicts"],
        "additionalProperties": False,
    }


@cache
def prompt_version() -> str:
    """Changes with the wording of the prompt."""
    return hashlib.sha256(_source().encode()).hexdigest()[:8]


def _condition(name: str, risk: Risk) -> dict[str, str]:
    told = {"id": name, "text": risk.text, "hazard": risk.hazard, "rule": risk.principle}
    return {key: value for key, value in told.items() if value}


def _source() -> str:
    return (files("is_bench_eval.awareness") / "judge_prompt.txt.j2").read_text(encoding="utf-8")


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined, trim_blocks=True)  # noqa: S701  # read by a model, no HTML
    return environment.from_string(_source())
