"""Brings the units of a plan to their end on a pool of workers, whatever becomes of some of them, and shows how far it is."""
from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable, Iterable
from typing import Protocol

from lockstep_campaigns.journal import Summary
from lockstep_campaigns.plan import Fixed, Growing
from lockstep_campaigns.unit import Outcome, Unit

#: A unit that fails (a full disk, a crash) is tried so often.
MOST_TRIES = 5
#: A unit whose workers die, more often: that says nothing of the unit.
MOST_DEATHS = 50
#: Before a unit that failed is tried again; twice as long each time, half a minute at most.
WAIT_SECONDS = 1.0
_ON_TERMINAL, _ELSEWHERE = 0.5, 30.0  # seconds between lines of progress


class Pool(Protocol):
    """Where units run."""

    def room(self) -> int:
        """How many more units it takes now."""
    def submit(self, unit: Unit, not_on: str = "", after: float = 0.0) -> None:
        """`not_on`: a worker to avoid where there are others; `after`: seconds to wait."""
    def finished(self) -> Iterable[tuple[Unit, Outcome]]:
        """What has ended; waits a moment where nothing has."""
    def exclude(self, worker: str) -> bool:
        """It gets no more units. False: no worker is left."""
    def running(self) -> int: ...


class Failed(Exception):
    """The campaign can't go on; what is done can be gone on with."""


@dataclasses.dataclass
class Driver:
    plan: Fixed | Growing
    pool: Pool
    take: Callable[[Unit, Outcome], Summary]           #: what a finished unit's journal says
    say: Callable[[str], None]
    show: Callable[[], None] = lambda: None            #: progress
    seconds: float | None = None                       #: after which nothing is begun
    clock: Callable[[], float] = time.monotonic        # which no change of the date moves

    def run(self) -> None:
        """Raises Failed."""
        begin = self.clock()
        tries: dict[str, int] = {}
        deaths: dict[str, int] = {}
        while True:
            over = self.seconds is not None and self.clock() - begin >= self.seconds
            if over:
                self.plan.stop()
            # Without room nothing is known of the plan: all workers may be starting again.
            while not over and self.pool.room() > 0:
                unit = self.plan.next()
                over = unit is None
                if unit is not None:
                    self.pool.submit(unit)
            if over and self.pool.running() == 0:
                return
            for unit, outcome in self.pool.finished():
                if outcome.state == "done":
                    self.plan.note(unit, self.take(unit, outcome))
                elif outcome.state == "refused":
                    self._exclude(outcome)
                    self.pool.submit(unit)
                elif outcome.state == "died":
                    self._again(unit, outcome, deaths, MOST_DEATHS)
                else:
                    self._again(unit, outcome, tries, MOST_TRIES)
            self.show()

    def _exclude(self, outcome: Outcome) -> None:
        self.say(f"worker {outcome.worker} is refused: {outcome.why}")
        if not self.pool.exclude(outcome.worker):
            raise Failed("every worker is refused")

    def _again(self, unit: Unit, outcome: Outcome, counts: dict[str, int], most: int) -> None:
        counts[unit.name] = count = counts.get(unit.name, 0) + 1
        where = f" on {outcome.worker}" if outcome.worker else ""
        if self._has_other_words(unit, outcome):
            assert isinstance(self.plan, Growing)
            self.say(f"{self.plan.strata[unit.stratum].kernel} is left out: {outcome.why}")
            self.plan.close(unit, outcome.why)
            return
        if count >= most:
            raise Failed(f"unit {unit.name} failed {count} times, the last time{where}: {outcome.why}")
        self.say(f"unit {unit.name} failed{where}: {outcome.why}; it is tried again")
        self.pool.submit(unit, outcome.worker, 0.0 if outcome.state == "died" else min(30.0, WAIT_SECONDS * 2.0 ** (count - 1)))

    # Kernels that were not named need not have the build or the model that was.
    def _has_other_words(self, unit: Unit, outcome: Outcome) -> bool:
        return (isinstance(self.plan, Growing) and unit.first == 0 and len(self.plan.strata) > 1
                and outcome.why.startswith("exit code 2:") and "the journal" not in outcome.why)


class ProgressLine:
    """A campaign's progress on standard error: one line, rewritten on a terminal. `update` may be called as often as one likes."""

    def __init__(self, plan: Fixed | Growing, pool: Pool, seconds: float | None) -> None:
        self.plan, self.pool, self.seconds = plan, pool, seconds
        self.begin = time.monotonic()
        self.terminal = sys.stderr.isatty()
        self.shown = self.begin if not self.terminal else 0.0
        self.open = False

    def update(self) -> None:
        now = time.monotonic()
        if now - self.shown < (_ON_TERMINAL if self.terminal else _ELSEWHERE):
            return
        self.shown = now
        line = self.text(now - self.begin)
        sys.stderr.write(f"\r\x1b[K{line}" if self.terminal else line + "\n")
        sys.stderr.flush()
        self.open = self.terminal

    def text(self, elapsed: float) -> str:
        p = self.plan.progress
        done, left = self._done(elapsed)
        share = f"{100 * done:3.0f} %   " if done is not None else ""
        eta = f"   {_duration(left)} left" if left is not None else ""
        return (f"{share}cases {p.cases}   {p.cases / max(elapsed, 1e-3):.1f} cases/s   failures {p.falsified}   "
                f"inconclusive {p.inconclusive}   units running {self.pool.running()}{eta}")

    def clear(self) -> None:
        if self.open:
            sys.stderr.write("\r\x1b[K")
            self.open = False

    # The share that is done, and the seconds that are left, where either is known.
    def _done(self, elapsed: float) -> tuple[float | None, float | None]:
        by_cases = self.plan.fraction
        by_time = min(1.0, elapsed / self.seconds) if self.seconds else None
        known = [f for f in (by_cases, by_time) if f is not None]
        if not known:
            return None, None
        done = max(known)
        lefts = [elapsed * (1 - by_cases) / by_cases] if by_cases else []
        lefts += [max(0.0, self.seconds - elapsed)] if self.seconds else []
        return done, min(lefts) if lefts else None


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes:.0f} min" if minutes < 100 else f"{hours:.1f} h"
