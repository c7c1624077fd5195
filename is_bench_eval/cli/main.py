"""The command line: `is-bench`, also `python -m is_bench_eval`.

Little is imported before Ctrl-C is heeded.  The commands are listed in `commands`.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from is_bench.errors import InputError, IsBenchError
from is_bench_eval.console.interrupts import (
    Interrupted,
    check_interrupt,
    noted_interrupts,
    uninterrupted,
)

BAD_INPUT, EPISODES_FAILED = 2, 3
"""Exit codes: the input is wrong; something could not be run."""
TO_SIGNAL = 128
"""What a shell adds to the number of the signal that has ended a program."""
_LONGEST_NAME = 60
"""Of a file that cannot be opened, in characters that are shown."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    with noted_interrupts() as stopped_by:
        try:
            code = _run(argv)
            check_interrupt()
        except BaseException as error:
            # Whatever went wrong after Ctrl-C went wrong because of it.
            if stopped_by() or isinstance(error, KeyboardInterrupt):
                code = _stopped(error, stopped_by() or signal.SIGINT)
            elif isinstance(error, IsBenchError):
                code = _told(f"error: {error}", _code_of(error))
            elif isinstance(error, OSError) and error.filename is not None:
                # A name that no file can have, a file that vanished, a full disk.
                told = f"error: {_shown(str(error.filename))}: {error.strerror}; give another path"
                code = _told(told, BAD_INPUT)
            else:
                raise
    if argv is None:  # a program, which ends now; Python would meet Ctrl-C with a traceback
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return code


def _run(argv: Sequence[str] | None) -> int:
    with uninterrupted():  # numpy is among what is imported
        from is_bench_eval.cli.commands import build_parser

    arguments = build_parser().parse_args(argv)
    code: int = arguments.run(arguments)
    return code


def _code_of(error: IsBenchError) -> int:
    return BAD_INPUT if isinstance(error, InputError) else EPISODES_FAILED


def _shown(name: str) -> str:
    return (
        name if len(name) <= _LONGEST_NAME else f"{name[:_LONGEST_NAME]}… ({len(name)} characters)"
    )


def _stopped(error: BaseException, by: int) -> int:
    advice = map(str, error.args) if isinstance(error, Interrupted) else ()
    what = "terminated" if by == signal.SIGTERM else "interrupted"
    return _told("; ".join([what, *advice]), TO_SIGNAL + by)


def _told(message: str, code: int) -> int:
    """Print one line about the end of the program; returns its exit code."""
    sys.stderr.write(f"is-bench: {message}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
