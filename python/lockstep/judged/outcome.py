"""What a judgement in Python comes to, in the words of the command's verdict, which it finishes."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lockstep.judged.served import Failure, ServedDevice


class Usage(Exception):
    """Words that there are not."""


class NotRun(Exception):
    """The candidate can't be started, and why."""


class Lacking(Exception):
    """The tool, or the reference, lacks something."""


class Found(Exception):
    """Something is wrong with the candidate."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.text)
        self.failure = failure


@dataclass
class Outcome:
    """Every field is the verdict's; `failed` and `open` are what its finding follows from."""

    execution: str = "completed"
    failed: bool = False
    open: str = ""
    values: str = "not_judged"
    cause: str = ""
    kind: str = ""
    source: str = ""
    smallest_case: str = ""
    draws: int = 0
    laws: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    output_bytes: tuple[int, int] = (0, 0)
    cases: tuple[int, int] = (0, 0)
    not_checked: list[str] = field(default_factory=list)

    def fail(self, failure: Failure) -> None:
        self.failed = True
        self.kind, self.cause, self.source = failure.kind, failure.text, failure.source
        if failure.kind in ("values", "undefined-output", "host"):
            self.values = "differs"

    def record(self, device: ServedDevice) -> dict[str, Any]:
        """With what ran on the device."""
        ran = device.ran
        reached = [[c.instructions, c.branch_directions] for c in ran.coverage.values()]
        (instructions, directions) = ([sum(r[i][0] for r in reached), sum(r[i][1] for r in reached)] for i in (0, 1))
        digests = sorted(set(ran.kernels.values()))
        checked = {"candidate": "", "reference": "", "kernel": ", ".join(ran.kernels), "arch": device.device.arch, "sha256": digests[0] if len(digests) == 1 else "",
                   "model": device.device.model, "model_label": device.device.model_label, "schedules": ran.schedules,
                   "laws": self.laws, "shapes": [*self.shapes, *ran.shapes][:8], "launches": ran.launches, "draws": self.draws,
                   "wave_instructions": ran.wave_instructions,
                   "output_bytes": {"judged": self.output_bytes[0], "total": self.output_bytes[1]},
                   "cases": {"judged": self.cases[0], "total": self.cases[1]},
                   "instructions": {"reached": instructions[0], "total": instructions[1]},
                   "branch_directions": {"reached": directions[0], "total": directions[1]}}
        of_self = {name: getattr(self, name) for name in ("execution", "failed", "open", "values", "cause", "kind", "source",
                                                          "smallest_case", "not_checked")}
        if len(digests) > 1:
            of_self["not_checked"] = [*self.not_checked, "one digest: the kernels are of " + ", ".join(d[:16] for d in digests)]
        return {**of_self, "checked": checked}
