"""Which units a campaign has: a fixed number of cases dealt to shards, or more cases of the kernels whose coverage grows.

A plan hands out units, is told how each ended, and knows when nothing is left to do. It starts nothing itself."""
from __future__ import annotations

import dataclasses
import heapq
import math
from collections import deque
from collections.abc import Iterable

from lockstep_campaigns.journal import Reached, Summary
from lockstep_campaigns.unit import Unit

UNIT_SECONDS = 30.0
#: Units for each worker, at least, so that none waits long for the last; unless they get as short as this.
_UNITS_A_WORKER, _SHORTEST_SECONDS = 4, 2.0
_MOST_SHARDS = 1_000_000


def number_of_shards(cases: int, seconds_a_case: float, workers: int, unit_seconds: float = UNIT_SECONDS) -> int:
    """Units of about `unit_seconds`; shorter ones where each worker would have few."""
    total = cases * seconds_a_case
    of_length = total / unit_seconds
    balanced = min(workers * _UNITS_A_WORKER, total / min(unit_seconds, _SHORTEST_SECONDS))
    return max(1, min(math.ceil(max(of_length, balanced)), cases, _MOST_SHARDS))


class Progress:
    """What a plan can say of how far it is."""

    def __init__(self) -> None:
        self.cases = 0            #: of finished units
        self.falsified = 0
        self.inconclusive = 0

    def note(self, summary: Summary) -> None:
        self.cases += summary.cases
        self.falsified += summary.verdicts.get("falsified", 0)
        self.inconclusive += summary.verdicts.get("inconclusive", 0)


class Fixed:
    """The cases of a seed, dealt to shards.

    A run without shards stops at a falsified case: when it is known, shards that were not begun come only so far."""

    def __init__(self, words: tuple[str, ...], cases: int, shards: int, failures: int = 1) -> None:
        self.words, self.cases, self.shards, self.failures = words, cases, shards, failures
        self.progress = Progress()
        self._next = 1
        self._found: dict[str, Summary] = {}
        self._first: list[int] = []  #: negative numbers of the first falsified cases, as many as are allowed

    @property
    def end(self) -> int:
        """Cases that a run without shards comes to, as far as is known."""
        return -self._first[0] + 1 if len(self._first) >= self.failures else self.cases

    def next(self) -> Unit | None:
        while self._next <= min(self.shards, self.end):
            number = self._next
            self._next += 1
            known = self._found.get(f"{number}-of-{self.shards}")
            if known is None:
                return self._make(number, self.end)
            if not known.ended and known.header is not None:
                return self._make(number, known.header["words"]["cases"])
        return None

    def go_on(self, journals: dict[str, Summary]) -> None:
        """What a campaign has that is gone on with: a unit that did not end goes on with the number of cases with which
        it began."""
        self._found = {name: found for name, found in journals.items() if found.header is not None}
        for found in self._found.values():
            if found.ended:
                self._count(found)

    def note(self, unit: Unit, summary: Summary) -> None:
        self._count(summary)

    def _make(self, number: int, end: int) -> Unit:
        return Unit(f"{number}-of-{self.shards}", (*self.words, "--cases", str(end)), f"{number}/{self.shards}",
                    (end - number) // self.shards + 1, first=number - 1)

    def _count(self, summary: Summary) -> None:
        self.progress.note(summary)
        for index in summary.falsified:
            heapq.heappush(self._first, -index)
            if len(self._first) > self.failures:
                heapq.heappop(self._first)

    def stop(self) -> None:
        """Nothing more is begun."""
        self._next = self.shards + 1

    @property
    def fraction(self) -> float | None:
        return min(1.0, self.progress.cases / max(1, self.end))


@dataclasses.dataclass
class Stratum:
    """A kernel, and how far its cases were run. Its units are ranges of the cases of one seed, one behind the other."""

    kernel: str
    given: int = 0                  #: cases that units were made of
    running: int = 0                #: units
    units: int = 0                  #: that were made
    seconds_a_case: float | None = None
    largest: int = 0                #: cases of a unit that came to its end
    since_news: int = 0             #: cases since something new was reached
    failures: list[int] = dataclasses.field(default_factory=list)
    closed: str = ""                #: why it gets no more


class Growing:
    """Units for whichever kernel still reaches new instructions and branch directions, until told to stop.

    A kernel's first unit is short and says how long a case takes. From then on each has about `unit_seconds`. A kernel
    whose last units reached something new gets `_MORE` units where others get one."""

    FIRST_CASES = 32
    _GROWTH = 8   # a unit is at most so many times larger than the largest before it
    _MORE = 4

    def __init__(self, words: tuple[str, ...], kernels: Iterable[str], *, unit_seconds: float = UNIT_SECONDS,
                 failures: int = 1, cases: int | None = None, plateau: int | None = None) -> None:
        self.words, self.unit_seconds, self.failures = words, unit_seconds, failures
        self.cases, self.plateau = cases, plateau
        self.strata = [Stratum(kernel) for kernel in kernels]
        self.reached = Reached()
        self.progress = Progress()
        self._again: deque[Unit] = deque()  #: begun by a campaign that is gone on with

    def next(self) -> Unit | None:
        if self._again:
            unit = self._again.popleft()
            self.strata[unit.stratum].running += 1
            return unit
        open_ones = [s for s in self.strata if not s.closed and not (s.seconds_a_case is None and s.running)]
        left = None if self.cases is None else self.cases - sum(s.given for s in self.strata)
        if not open_ones or left == 0:
            return None
        s = min(open_ones, key=lambda s: s.units / (self._MORE if self._grows(s) else 1))
        size = self._size(s)
        return self._make(s, size if left is None else min(size, left))

    def go_on(self, ranges: Iterable[tuple[str, int, int, bool]]) -> None:
        """What a campaign has that is gone on with: (kernel, first case, case behind the last, ended). What is between
        ranges was given to units that never began."""
        by_kernel: dict[str, list[tuple[int, int, bool]]] = {}
        for kernel, first, end, ended in ranges:
            by_kernel.setdefault(kernel, []).append((first, end, ended))
        for s in self.strata:
            for first, end, ended in sorted(by_kernel.get(s.kernel, [])):
                for begin, stop in ((s.given, first), (first, end if not ended else first)):
                    if begin < stop:
                        s.given = begin
                        self._again.append(self._make(s, stop - begin))
                        s.running -= 1
                s.given = max(s.given, end)

    def note(self, unit: Unit, summary: Summary) -> None:
        s = self.strata[unit.stratum]
        s.running -= 1
        self.add(s, unit.cases, summary)

    def add(self, s: Stratum, cases: int, summary: Summary) -> None:
        """What a unit's journal says."""
        self.progress.note(summary)
        if summary.cases:
            s.seconds_a_case = summary.seconds / summary.cases
        s.largest = max(s.largest, cases)
        s.since_news = 0 if self.reached.add(summary.reached) else s.since_news + cases
        s.failures += summary.falsified
        if len(s.failures) >= self.failures:
            s.closed = "as many failures as a run has before it stops"
        elif self.plateau is not None and s.since_news >= self.plateau:
            s.closed = f"nothing new in {s.since_news} cases"

    def close(self, unit: Unit, why: str) -> None:
        """The kernel can't be run with these words."""
        s = self.strata[unit.stratum]
        s.running -= 1
        s.closed = why

    def stop(self) -> None:
        for s in self.strata:
            s.closed = s.closed or "stopped"

    @property
    def fraction(self) -> float | None:
        return min(1.0, self.progress.cases / self.cases) if self.cases else None

    def _grows(self, s: Stratum) -> bool:
        return s.since_news < 2 * max(s.largest, 1)

    def _size(self, s: Stratum) -> int:
        if s.seconds_a_case is None:
            return self.FIRST_CASES
        wanted = int(self.unit_seconds / max(s.seconds_a_case, 1e-6))
        return max(1, min(wanted, self._GROWTH * max(s.largest, self.FIRST_CASES)))

    def _make(self, s: Stratum, cases: int) -> Unit:
        first, end = s.given, s.given + cases
        s.given, s.running, s.units = end, s.running + 1, s.units + 1
        words = (s.kernel, *self.words, "--cases", str(end))
        return Unit(f"{s.kernel}+{first}", words, f"1/1+{first}", cases, self.strata.index(s), first)
