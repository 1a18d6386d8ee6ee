"""What a campaign reads of a journal: how far its unit came, what failed and what was reached. The command reads the rest."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_CASE = re.compile(rb'\{"index":(\d+),"verdict":"([a-z ]+)","case":"(\S+)([^"]*)"')
_SECONDS = re.compile(rb'"seconds":([0-9.e+-]+)')
_REACHED = re.compile(rb'"reached":"([^"]*)"')
_BUILD = re.compile(rb" build=(\S+)")
_RUN = re.compile(r"([a-z])(\d*)")


@dataclass
class Summary:
    """What one journal says."""

    header: dict[str, Any] | None = None                                #: None: not even that is whole
    ended: bool = False                                       #: the run came to its end
    cases: int = 0
    seconds: float = 0.0                                      #: of all cases together
    verdicts: dict[str, int] = field(default_factory=dict)
    falsified: list[int] = field(default_factory=list)        #: numbers of cases, from 0
    reached: dict[str, list[str]] = field(default_factory=dict)  #: kernel and build -> texts of its coverage


def summary(path: str) -> Summary:
    """Raises OSError where there is no such file. A last line without its end is passed over."""
    found = Summary()
    with open(path, "rb") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            found.ended = line.startswith(b'{"end"')
            case = _CASE.match(line)
            if case is not None:
                _add_case(found, line, *case.groups())
            elif found.header is None:
                found.header = json.loads(line)
    return found


def seconds_a_case(journal: bytes) -> float | None:
    """What a case takes, by those of a journal; None: it has none. The longest counts as the second longest does: of a few cases one
    may take as long as all others, and what follows has few like it."""
    taken = sorted(float(seconds[1]) for line in journal.splitlines() if _CASE.match(line) and (seconds := _SECONDS.search(line)))
    return (sum(taken[:-1]) + taken[-2:][0]) / len(taken) if taken else None


def _add_case(found: Summary, line: bytes, index: bytes, verdict: bytes, kernel: bytes, rest: bytes) -> None:
    found.cases += 1
    said = verdict.decode()
    found.verdicts[said] = found.verdicts.get(said, 0) + 1
    if said == "falsified":
        found.falsified.append(int(index))
    took, reached = _SECONDS.search(line), _REACHED.search(line)
    found.seconds += float(took.group(1)) if took else 0.0
    if reached is not None:
        build = _BUILD.search(rest)
        image = kernel.decode() + " " + (build.group(1).decode() if build else "O3")
        found.reached.setdefault(image, []).append(reached.group(1).decode())


def facts(text: str) -> Iterator[tuple[int, int]]:
    """(instruction, bit) of what a coverage text says: a letter is a set of bits, a number behind it how often it repeats."""
    at = 0
    for letter, count in _RUN.findall(text):
        bits = ord(letter) - ord("a")
        for instruction in range(at, at + int(count or 1)) if bits else ():
            for bit in (1, 2, 4):
                if bits & bit:
                    yield instruction, bit
        at += int(count or 1)


class Reached:
    """The union of what units reached, by kernel and build."""

    def __init__(self) -> None:
        self._facts: dict[str, set[tuple[int, int]]] = {}

    def add(self, reached: dict[str, list[str]]) -> int:
        """How many instructions and branch directions nobody reached before."""
        news = 0
        for image, texts in reached.items():
            known = self._facts.setdefault(image, set())
            before = len(known)
            for text in texts:
                known.update(facts(text))
            news += len(known) - before
        return news

    def __len__(self) -> int:
        return sum(map(len, self._facts.values()))
