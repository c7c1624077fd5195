"""Collections of scenarios: IS-Bench's data folder, folders of YAML files, the bundled ones."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path

from is_bench.domain import Domain
from is_bench.errors import Place, ScenarioProblem, UnknownNameError
from is_bench.scenarios.formats import FORMATS, Source, YamlFolder
from is_bench.scenarios.model import Scenario


class Dataset:
    """Named scenarios, loaded lazily."""

    def __init__(self, title: str, source: Source) -> None:
        """`title` names the dataset in reports."""
        self.title = title
        self._source = source
        self._names = source.names()
        self._read: dict[str, Scenario] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all scenarios, in order."""
        return tuple(self._names)

    def get(self, name: str) -> Scenario:
        """The scenario `name`; raises UnknownNameError, ScenarioProblem or SyntaxProblem."""
        if name not in self._read:
            if name not in self._names:
                raise UnknownNameError("task", name, self._names)
            self._read[name] = self._source.load(name)
        return self._read[name]

    def __iter__(self) -> Iterator[Scenario]:
        return (self.get(name) for name in self._names)

    def files(self, name: str) -> list[Path]:
        """The files that the scenario `name` is read from."""
        return self._source.files(name)

    def digest(self, names: Iterable[str]) -> str:
        """A SHA-256 over the files of the scenarios `names`, whatever their order."""
        total = hashlib.sha256()
        for name in sorted(set(names)):
            total.update(name.encode())
            for path in self.files(name):
                total.update(hashlib.sha256(path.read_bytes()).digest())
        return total.hexdigest()


BUNDLED = {
    "bundled": "bundled scenarios",
    "dynamic": "bundled dynamic scenarios",
    "twins": "bundled twins",
    "unseen-1": "first set of unseen homes",
    "unseen-2": "second set of unseen homes",
    "unseen-3": "third set of unseen homes",
    "unseen-4": "fourth set of unseen homes",
    "unseen-5": "fifth set of unseen homes, most of them harmless",
    "unseen-6": "sixth set of unseen homes, most of them harmless",
    "unseen-7": "seventh set of unseen homes, most of them harmless",
    "unseen-8": "eighth set of unseen homes, most of them harmless",
    "unseen-9": "ninth set of unseen homes, most of them harmless",
    "unseen-10": "tenth set of unseen homes, most of them harmless",
    "unseen-11": "eleventh set of unseen homes, most of them harmless",
    "unseen-12": "twelfth set of unseen homes, most of them harmless",
    "unseen-13": "thirteenth set of unseen homes, half of them harmless",
    "unseen-14": "fourteenth set of unseen homes, half of them harmless",
    "unseen-15": "fifteenth set of unseen homes, half of them harmless",
    "unseen-16": "sixteenth set of unseen homes, half of them harmless",
    "unseen-17": "seventeenth set of unseen homes, half of them harmless",
    "unseen-18": "eighteenth set of unseen homes, some of them harmless",
    "unseen-19": "nineteenth set of unseen homes, some of them harmless",
    "unseen-20": "twentieth set of unseen homes, some of them harmless",
    "unseen-21": "twenty-first set of unseen homes, some of them harmless",
    "unseen-22": "twenty-second set of unseen homes, some of them harmless",
    "unseen-23": "twenty-third set of unseen homes, some of them harmless",
    "unseen-24": "twenty-fourth set of unseen homes, some of them harmless",
    "unseen-25": "twenty-fifth set of unseen homes, some of them harmless",
    "unseen-26": "twenty-sixth set of unseen homes, some of them harmless",
    "unseen-27": "twenty-seventh set of unseen homes, some of them harmless",
    "unseen-28": "twenty-eighth set of unseen homes, some of them harmless",
    "unseen-29": "twenty-ninth set of unseen homes, half of them harmless",
    "unseen-30": "thirtieth set of unseen homes, half of them harmless",
    "unseen-31": "thirty-first set of unseen homes, half of them harmless",
    "unseen-32": "thirty-second set of unseen homes, half of them harmless",
    "unseen-33": "thirty-third set of unseen homes, half of them harmless",
    "unseen-34": "thirty-fourth set of unseen homes, half of them harmless",
    "unseen-35": "thirty-fifth set of unseen homes, half of them harmless",
    "unseen-36": "thirty-sixth set of unseen homes, half of them harmless",
    "unseen-37": "thirty-seventh set of unseen homes, half of them harmless",
    "unseen-38": "thirty-eighth set of unseen homes, half of them harmless",
    "unseen-39": "thirty-ninth set of unseen homes, half of them harmless",
    "unseen-40": "fortieth set of unseen homes, half of them harmless",
    "unseen-41": "forty-first set of unseen homes, half of them harmless",
    "unseen-42": "forty-second set of unseen homes, half of them harmless",
    "unseen-43": "forty-third set of unseen homes, half of them harmless",
    "unseen-44": "forty-fourth set of unseen homes, half of them harmless",
    "unseen-45": "forty-fifth set of unseen homes, half of them harmless",
    "unseen-46": "forty-sixth set of unseen homes, half of them harmless",
    "unseen-47": "forty-seventh set of unseen homes, half of them harmless",
    "unseen-48": "forty-eighth set of unseen homes, half of them harmless",
    "unseen-49": "forty-ninth set of unseen homes, half of them harmless",
    "unseen-50": "fiftieth set of unseen homes, half of them harmless",
    "unseen-51": "fifty-first set of unseen homes, half of them harmless",
    "unseen-52": "fifty-second set of unseen homes, half of them harmless",
    "unseen-53": "fifty-third set of unseen homes, half of them harmless",
    "unseen-54": "fifty-fourth set of unseen homes, half of them harmless",
    "unseen-55": "fifty-fifth set of unseen homes, half of them harmless",
    "unseen-56": "fifty-sixth set of unseen homes, half of them harmless",
    "unseen-57": "fifty-seventh set of unseen homes, half of them harmless",
    "unseen-58": "fifty-eighth set of unseen homes, half of them harmless",
    "unseen-59": "fifty-ninth set of unseen homes, half of them harmless",
    "unseen-60": "sixtieth set of unseen homes, half of them harmless",
    "unseen-61": "sixty-first set of unseen homes, half of them harmless",
    "unseen-62": "sixty-second set of unseen homes, half of them harmless",
    "unseen-63": "sixty-third set of unseen homes, half of them harmless",
    "unseen-64": "sixty-fourth set of unseen homes, half of them harmless",
    "unseen-65": "sixty-fifth set of unseen homes, half of them harmless",
    "unseen-66": "sixty-sixth set of unseen homes, half of them harmless",
    "unseen-67": "sixty-seventh set of unseen homes, half of them harmless",
    "unseen-68": "sixty-eighth set of unseen homes, half of them harmless",
    "unseen-69": "sixty-ninth set of unseen homes, half of them harmless",
    "unseen-70": "seventieth set of unseen homes, half of them harmless",
    "unseen-71": "seventy-first set of unseen homes, half of them harmless",
    "unseen-72": "seventy-second set of unseen homes, half of them harmless",
    "unseen-73": "seventy-third set of unseen homes, half of them harmless",
    "unseen-74": "seventy-fourth set of unseen homes, half of them harmless",
    "unseen-75": "seventy-fifth set of unseen homes, half of them harmless",
    "unseen-76": "seventy-sixth set of unseen homes, half of them harmless",
    "unseen-77": "seventy-seventh set of unseen homes, half of them harmless",
    "unseen-78": "seventy-eighth set of unseen homes, half of them harmless",
    "unseen-79": "seventy-ninth set of unseen homes, half of them harmless",
    "unseen-80": "eightieth set of unseen homes, half of them harmless",
    "unseen-81": "eighty-first set of unseen homes, half of them harmless",
    "unseen-82": "eighty-second set of unseen homes, half of them harmless",
    "unseen-83": "eighty-third set of unseen homes, half of them harmless",
    "unseen-84": "eighty-fourth set of unseen homes, half of them harmless",
    "unseen-85": "eighty-fifth set of unseen homes, half of them harmless",
    "unseen-86": "eighty-sixth set of unseen homes, half of them harmless",
    "unseen-87": "eighty-seventh set of unseen homes, half of them harmless",
}
"""The datasets that come with the package, each with its title."""


def bundled_dataset(name: str = "bundled", domain: Domain | None = None) -> Dataset:
    """A dataset that comes with the package; raises UnknownNameError."""
    if name not in BUNDLED:
        raise UnknownNameError("bundled dataset", name, BUNDLED)
    folder = Path(str(files("is_bench") / "scenarios" / name))
    return Dataset(BUNDLED[name], YamlFolder(folder, domain))


def load_dataset(folder: Path | None, domain: Domain | None = None) -> Dataset:
    """The dataset in `folder`, in one of `FORMATS`; None: the bundled one.

    Where no such folder exists, it may be the name of a bundled dataset.  `domain` takes the place
    of the one that its scenarios have.  Raises ScenarioProblem if it is neither.
    """
    if folder is None:
        return bundled_dataset(domain=domain)
    place = Place(str(folder))
    if not folder.is_dir():
        if str(folder) in BUNDLED:
            return bundled_dataset(str(folder), domain)
        near = get_close_matches(str(folder), BUNDLED)
        offer = f"; did you mean {' or '.join(near)}?" if near else f" ({', '.join(BUNDLED)})"
        raise ScenarioProblem(
            f"there is no such folder, nor a bundled dataset of that name{offer}", place
        )
    for form in FORMATS:
        if form.matches(folder):
            dataset = Dataset(f"{form.title} {folder}", form.open(folder, domain))
            if dataset.names:
                return dataset
    expected = " or ".join(form.expects for form in FORMATS)
    raise ScenarioProblem(f"no scenario here; expected {expected}", place)
