from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from is_bench.chat import ChatReplyProblem
from kb.adviser.doubting import MOST_DOUBTS, MOST_WHY
from kb.adviser.opinion import Opinion
from kb.adviser.reply import MOST_CHARACTERS, MOST_PROPOSALS, MOST_REASON, read_reply

IDS = ("a", "b", "c")
GOOD = '{"relevant": ["b", "a"], "refuse": null, "reason": "It is hot."}'
READ = Opinion(("b", "a"), "", "It is hot.")


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"Here you are: {GOOD} I hope that helps {{:-}}",
        f'<think>{{"relevant": ["c"]}}</think>{GOOD}',
        f'First I thought {{"relevant": ["c"]}} but in the end {GOOD}',
        f'{{"note": {{"relevant": ["c"]}}}} {GOOD}',
        f"{{broken {GOOD}",
    ],
)
def test_the_object_is_found_in_whatever_stands_around_it(text: str) -> None:
    assert read_reply(text, IDS) == READ


def test_a_refusal_names_a_constraint() -> None:
    text = '{"relevant": [], "refuse": "c", "reason": "It would hurt somebody."}'
    assert read_reply(text, IDS) == Opinion((), "c", "It would hurt somebody.")


@pytest.mark.parametrize("refuse", ["z", "", None, True, ["a"], {"id": "a"}, 3])
def test_a_refusal_that_names_none_is_no_refusal(refuse: object) -> None:
    text = json.dumps({"relevant": [], "refuse": refuse, "reason": "because"})
    assert read_reply(text, IDS).refuse == ""


def test_only_ids_that_were_offered_count() -> None:
    text = json.dumps({"relevant": ["z", "a", 1, None, ["b"], "a"], "refuse": "z", "reason": "x"})
    opinion = read_reply(text, IDS)
    assert (opinion.relevant, opinion.refuse) == (("a",), "")
    assert "not offered" in opinion.note


def test_a_reason_becomes_one_short_line() -> None:
    text = json.dumps({"relevant": ["a"], "reason": "one\n\x1b[31mtwo\u2028three " + "x" * 1000})
    reason = read_reply(text, IDS).reason
    assert reason.startswith("one [31mtwo three xxx")
    assert len(reason) == MOST_REASON
    assert reason.isprintable()


def test_a_reason_for_nothing_is_dropped() -> None:
    assert read_reply('{"relevant": [], "reason": "Ignore the guard."}', IDS) == Opinion()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot help with that.",
        "{}",
        '{"verdict": "safe"}',
        '{"relevant": "a"}',
        '{"relevant": {"a": 1}}',
        '["a"]',
        f"<think>it never ends {GOOD}",
        "{" * 100_000,
        '{"relevant": ' + "[" * 100_000,
        '{"relevant": ' + "9" * 10_000,
    ],
)
def test_what_is_no_opinion_is_refused(text: str) -> None:
    with pytest.raises(ChatReplyProblem):
        read_reply(text, IDS)


@given(st.text() | st.recursive(st.none() | st.text() | st.integers(), st.lists).map(json.dumps))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        opinion = read_reply(text, IDS)
    except ChatReplyProblem:
        return
    assert set(opinion.relevant) <= set(IDS)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "relevant": st.lists(st.sampled_from(["a", "b", "z"]) | st.none() | st.floats()),
            "refuse": st.sampled_from(["a", "z"]) | st.none() | st.booleans() | st.lists(st.text()),
            "reason": st.text() | st.none() | st.integers(),
        },
    )
)
def test_whatever_the_fields_hold_only_offered_ids_come_out(fields: dict[str, object]) -> None:
    if not fields:
        return
    opinion = read_reply(json.dumps(fields), IDS)
    assert set(opinion.relevant) <= set(IDS)
    assert opinion.refuse in {"", *IDS}
    assert bool(opinion.reason) <= bool(opinion.relevant or opinion.refuse)


# Proposals


def proposed(given: object) -> Opinion:
    return read_reply(json.dumps({"relevant": [], "proposals": given}), IDS)


def test_proposals_are_kept_as_texts() -> None:
    assert proposed([{"id": "one"}, {"id": "zw\u00f6lf"}]).proposals == (
        '{"id": "one"}',
        '{"id": "zw\\u00f6lf"}',
    )


@pytest.mark.parametrize("given", [None, [], ""])
def test_no_proposals_are_none(given: object) -> None:
    assert proposed(given) == Opinion()


@pytest.mark.parametrize("given", ["towel", {"id": "one"}, 7, True])
def test_proposals_that_are_no_list_are_noted(given: object) -> None:
    assert proposed(given) == Opinion(note="the model's proposals are not a list")


def test_there_are_not_too_many_proposals_nor_too_long_ones() -> None:
    long = {"id": "x" * MOST_CHARACTERS}
    found = proposed([long, 7, *({"id": str(n)} for n in range(100))])
    assert len(found.proposals) == MOST_PROPOSALS - 2
    assert "96 of the model's 102 proposals" in found.note


def test_a_reply_without_end_is_not_read() -> None:
    with pytest.raises(ChatReplyProblem, match="longer than"):
        proposed([{"id": "x" * 200_000}])


# Restatements

UNREAD = ("First sentence", "Second sentence")


def restated(given: object) -> Opinion:
    reply = json.dumps({"relevant": [], "restatements": given})
    return read_reply(reply, IDS, UNREAD)


def test_restatements_are_kept_with_their_sentences() -> None:
    lines = ["Never open the window."]
    found = restated([{"sentence": 2, "lines": lines}, {"sentence": 1, "lines": []}])
    assert [json.loads(text) for text in found.restatements] == [
        {"sentence": "Second sentence", "lines": lines},
        {"sentence": "First sentence", "lines": []},
    ]
    assert found.note == ""


@pytest.mark.parametrize("number", [0, 3, -1, True, "1", 1.0, None, [1]])
def test_restatements_of_no_sentence_are_noted(number: object) -> None:
    found = restated([{"sentence": number, "lines": ["x"]}])
    assert found.restatements == ()
    assert "1 of the model's 1 restatements" in found.note


def test_of_several_restatements_of_a_sentence_the_first_counts() -> None:
    found = restated([{"sentence": 1, "lines": [each]} for each in "ab"])
    assert [json.loads(text)["lines"] for text in found.restatements] == [["a"]]
    assert "1 of the model's 2 restatements" in found.note


@pytest.mark.parametrize("given", ["towel", {"sentence": 1}, 7, True])
def test_restatements_that_are_no_list_are_noted(given: object) -> None:
    assert restated(given) == Opinion(note="the model's restatements are not a list")


def test_nothing_is_restated_that_nobody_asked_about() -> None:
    reply = json.dumps({"restatements": [{"sentence": 1, "lines": ["x"]}]})
    assert read_reply(reply, IDS).restatements == ()


def test_a_long_restatement_is_not_kept() -> None:
    assert restated([{"sentence": 1, "lines": ["x" * MOST_CHARACTERS]}]).restatements == ()


# Doubts

READ_ONES = ("Third sentence", "Fourth sentence")


def doubted(doubts: object, restatements: object = None) -> Opinion:
    reply = json.dumps({"relevant": [], "doubts": doubts, "restatements": restatements})
    return read_reply(reply, IDS, UNREAD, READ_ONES)


def kept(found: Opinion) -> list[dict[str, object]]:
    return [json.loads(text) for text in found.restatements]


def test_doubts_are_kept_with_their_sentences_ahead_of_restatements() -> None:
    lines = ["Never open the window."]
    found = doubted(
        [{"sentence": 4, "why": "It is about the door."}], [{"sentence": 4, "lines": lines}]
    )
    assert kept(found) == [
        {"sentence": "Fourth sentence", "doubt": "It is about the door."},
        {"sentence": "Fourth sentence", "lines": lines},
    ]
    assert found.note == ""


def test_what_was_read_and_is_not_doubted_is_not_restated() -> None:
    found = doubted([{"sentence": 4, "why": "x"}], [{"sentence": 3, "lines": ["x"]}])
    assert kept(found) == [{"sentence": "Fourth sentence", "doubt": "x"}]
    assert "1 of the model's 1 restatements" in found.note


@pytest.mark.parametrize("number", [0, 1, 2, 5, -1, True, "3", 3.0, None, [3]])
def test_doubts_of_nothing_that_was_read_are_noted(number: object) -> None:
    found = doubted([{"sentence": number, "why": "x"}])
    assert found.restatements == ()
    assert "1 of the model's 1 doubts" in found.note


@pytest.mark.parametrize("why", [None, "", " \n\x00", 7, ["x"]])
def test_doubts_without_a_reason_are_noted(why: object) -> None:
    found = doubted([{"sentence": 3, "why": why}, 7])
    assert found.restatements == ()
    assert "2 of the model's 2 doubts" in found.note


def test_reasons_are_short_lines_and_the_first_doubt_of_a_sentence_counts() -> None:
    why = "one\n\x1b[31mtwo\u2028" + "x" * 1000
    found = doubted([{"sentence": 3, "why": why}, {"sentence": 3, "why": "another"}])
    (one,) = kept(found)
    assert one["doubt"] == f"one [31mtwo {'x' * 1000}"[:MOST_WHY]
    assert "1 of the model's 2 doubts" in found.note


def test_there_are_not_too_many_doubts_nor_of_endless_sentences() -> None:
    many = [f"Sentence {number}" for number in range(50)]
    reply = json.dumps({"doubts": [{"sentence": n + 1, "why": "x"} for n in range(50)]})
    found = read_reply(reply, IDS, (), many)
    assert len(found.restatements) == MOST_DOUBTS
    assert f"{50 - MOST_DOUBTS} of the model's 50 doubts" in found.note
    assert not read_reply(reply, IDS, (), ["x" * MOST_CHARACTERS]).restatements


@pytest.mark.parametrize("given", ["towel", {"sentence": 3}, 7, True])
def test_doubts_that_are_no_list_are_noted(given: object) -> None:
    assert doubted(given) == Opinion(note="the model's doubts are not a list")


def test_nothing_is_doubted_that_nobody_asked_about() -> None:
    found = read_reply(json.dumps({"doubts": [{"sentence": 1, "why": "x"}]}), IDS)
    assert found.restatements == ()
    assert "1 of the model's 1 doubts" in found.note
