"""`is-bench kb properties NAME...`: the properties of things that matter for hazards, and why."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from is_bench.errors import InputError
from is_bench.recognised import ObjectDescription, recognise_objects
from is_bench.recognition import suggestions
from is_bench_eval.console.tables import plain_table
from is_bench_eval.console.text import one_line
from kb.properties import PropertyTable, load_properties

KNOWN, UNKNOWN = 0, 1
"""Exit codes."""


def properties_command(names: Sequence[str], console: Console) -> int:
    """Show the properties of what each of `names` is; returns 1 if one is not recognized.

    Raises InputError for an empty one.
    """
    if not all(name.strip() for name in names):
        raise InputError("a name is empty; write the name, label or class of an object")
    table = load_properties()
    shown = [_show(name, table, console) for name in names]
    return KNOWN if all(shown) else UNKNOWN


def _show(name: str, table: PropertyTable, console: Console) -> bool:
    (found,) = recognise_objects([ObjectDescription(name)], {})
    thing = found.scene_object
    if not thing.synset:
        near = ", ".join(suggestions(name)) or "nothing"
        console.print(f"{one_line(name)}: not recognised; near in spelling: {near}", markup=False)
        return False
    console.print(f"{one_line(name)}: {thing.synset}", style="bold", markup=False)
    rows = plain_table("property", "what it means", "stated in")
    for held in sorted(table.of_thing(thing)):
        statement = table.why(thing.synset, held)
        place = "" if statement is None else str(statement.place).rpartition("/")[2]
        rows.add_row(Text(held), Text(table.definitions[held].means), Text(place))
    console.print(rows)
    return True
