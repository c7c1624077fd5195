"""Write the generated pages of docs/reference: `python -m tools.reference`."""

from __future__ import annotations

from pathlib import Path

from tools.reference.pages import PAGES

DOCS = Path(__file__).parents[2] / "docs" / "reference"


def main() -> None:
    """Write every generated page."""
    for name, make in PAGES.items():
        (DOCS / name).write_text(make(), encoding="utf-8")
        print(DOCS / name)


if __name__ == "__main__":
    main()
