"""A campaign's progress on standard error: one line, rewritten on a terminal."""
from __future__ import annotations

import sys
import time

from lockstep_campaigns.drive import Pool
from lockstep_campaigns.plan import Fixed, Growing

_ON_TERMINAL, _ELSEWHERE = 0.5, 30.0  # seconds between lines


class Progress:
    """`update` may be called at any time, and as often as one likes."""

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

    def finish(self) -> None:
        self.clear()

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
