"""Tables that fit a terminal without a broken word: names in them can be copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

_BETWEEN = "   "
"""Between the cells of a row that has lines of its own."""
_INDENT = 2
"""Columns before the cells below the first one."""
_LONGEST_PATH = 24
"""Of a path that is not broken: longer ones would leave no room for anything else."""


class FittingTable(Table):
    """A table with columns at least as wide as their longest words.

    Where that is too much for the terminal, each row becomes a few lines of its own.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """What rich prints."""
        for column in self.columns:
            column.width = None
        free = options.update(width=10_000)
        needs = [_need(column) for column in self.columns]
        least = sum(need.minimum for need in needs)
        words = sum(_unbroken(console, free, column) for column in self.columns)
        frame = Measurement.get(console, free, self).minimum - words
        room = options.max_width - frame - least
        if room < 0:
            yield from _stacked(self, options.max_width)
            return
        for column, width in zip(self.columns, _widths(needs, room), strict=True):
            column.width = width
        yield from super().__rich_console__(console, options)


def plain_table(*headings: str | Text) -> Table:
    """A table without lines between its rows."""
    table = FittingTable(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        collapse_padding=True,
        title_justify="left",
        caption_justify="left",
    )
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def _need(column: Column) -> Measurement:
    """The widths of a column's longest word and of its longest line; paths may be broken."""
    texts = [_text(cell).plain for cell in (column.header, *column.cells)]
    words = [_width(word) for text in texts for word in text.split()]
    lines = [cell_len(line) for text in texts for line in text.splitlines()]
    return Measurement(max(words, default=0), max(lines, default=0))


def _width(word: str) -> int:
    width = cell_len(word)
    return min(width, _LONGEST_PATH) if "/" in word else width


def _unbroken(console: Console, free: ConsoleOptions, column: Column) -> int:
    """The width of a column's longest word, as rich measures it."""
    cells = (cell for cell in (column.header, *column.cells) if cell != "")
    return max((Measurement.get(console, free, cell).minimum for cell in cells), default=0)


def _widths(needs: Sequence[Measurement], room: int) -> list[int]:
    """The longest words' widths, and of `room` the same for every column that lacks some."""
    more = [0] * len(needs)
    for _ in range(room):
        lacking = [i for i, need in enumerate(needs) if need.minimum + more[i] < need.maximum]
        if not lacking:
            break
        more[min(lacking, key=more.__getitem__)] += 1
    return [need.minimum + given for need, given in zip(needs, more, strict=True)]


def _stacked(table: Table, width: int) -> Iterator[RenderableType]:
    """The rows below each other: the first cell, then the others with their headings."""
    if table.title:
        yield table.title
    first, *others = table.columns
    headings = [_text(column.header) for column in others]
    yield Text()
    for name, *cells in zip(first.cells, *(column.cells for column in others), strict=True):
        yield name
        parts = map(_labeled, headings, map(_text, cells))
        for line in _filled([part for part in parts if part], width - _INDENT):
            yield Padding(line, (0, 0, 0, _INDENT))
    if table.caption:
        yield table.caption
    yield Text()


def _filled(parts: Sequence[Text], width: int) -> list[Text]:
    """The parts in lines of at most `width` columns; only a part longer than that is broken."""
    lines: list[Text] = []
    for part in parts:
        joined = Text(_BETWEEN).join([lines[-1], part]) if lines else part
        if lines and joined.cell_len <= width:
            lines[-1] = joined
        else:
            lines.append(part)
    return lines


def _labeled(heading: Text, cell: Text) -> Text:
    """The cell after its heading, in one line, so that a figure stays with its interval."""
    if not cell.plain.strip():
        return Text()
    value = Text(" ").join(cell.split())
    return Text.assemble((f"{heading.plain} " if heading else "", "dim"), value)


def _text(cell: RenderableType) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell))
