"""A candidate against an operator: cases are drawn and held to its laws, as lockstep.fuzz does, and what fails is shrunk."""
from __future__ import annotations

import tempfile
import time
from collections.abc import Callable

import numpy as np

from lockstep import _lockstep
from lockstep.errors import UndefinedValues
from lockstep.judged.against_function import _OF_THE_HOST
from lockstep.judged.channel import Late
from lockstep.judged.outcome import Found, Lacking, Outcome, Usage
from lockstep.judged.process import Ended, Process
from lockstep.judged.reference import shuffled
from lockstep.judged.served import Failure, ServedDevice, View
from lockstep.problem import Problem

CASES = 50
_LEAST = 10
_SHRINK_TRIES = 100
_NOT_OF_VALUES = {"clean", "schedule", "untouched", "unread"}
#: The share of the time left that is for drawing; the rest is for shrinking what was found.
_DRAWING = 0.6


class AgainstOperator:
    """Judges one candidate. `judge` fills the outcome, and raises Found, Lacking and Late."""

    def __init__(self, device: ServedDevice, start: Callable[[], Process], operator: str, seed: int, outcome: Outcome) -> None:
        self.device, self.start, self.seed, self.outcome = device, start, seed, outcome
        name, *keys = operator.split()
        try:
            self.trial = _lockstep.Trial.open(name, seed=seed, model="", order="any", laws=[], exact_grid_only=False,
                                              fixed=[(key, value) for key, _, value in (word.partition("=") for word in keys)])
        except ValueError as error:
            raise Usage(f"--against '{operator}': {error}") from None
        self.process = start()
        self.late = self.lost = False
        self.lacks = ""
        self.bytes = self.not_launched = 0

    def judge(self, cases: int) -> None:
        until = time.monotonic() + _DRAWING * (self.process.deadline - time.monotonic())
        self._stop_at = until
        with tempfile.TemporaryDirectory(prefix="lockstep-cases-") as folder:
            count, rejected, held, _, inconclusive, failure = self.trial.run(cases, folder, _SHRINK_TRIES, self)
        judged = count - rejected
        self.outcome.draws, self.outcome.cases = judged, (judged, count)
        self.outcome.output_bytes = (self.bytes, self.bytes)
        self.outcome.laws = [law for law, _ in held]
        if self.lacks:
            raise Lacking(self.lacks)
        if failure is not None:
            self._fail(*failure[:2])
        if self.device.ran.launches == 0 and judged:
            raise Found(Failure("launches", "the candidate launched no kernel"))
        if inconclusive:
            raise Lacking(inconclusive)
        if not judged:
            self.outcome.open = f"no case was judged: {rejected} were rejected"
        elif rejected > judged:
            self.outcome.open = (f"the candidate refused {rejected} of {count} cases, more than were judged: name keys of --against "
                                 "that it takes")
        elif judged < min(_LEAST, cases):
            if self.late:
                raise Late
            self.outcome.open = f"{judged} of {count} cases were judged, {min(_LEAST, cases)} are the least"
        if rejected:
            self.outcome.not_checked.append(f"{rejected} of {count} cases, which the candidate refused")
        if count < cases:
            self.outcome.not_checked.append(f"{cases - count} of {cases} cases, for which there was no time")
        self.outcome.values = "holds"

    def _fail(self, smallest: str, law: str) -> None:
        if self.device.ran.launches == 0:
            raise Found(Failure("launches", "the candidate launched no kernel"))
        self._stop_at = self.process.deadline
        _, _, laws, _ = self.trial.evaluate(smallest, self, True)
        why = next((why for name, verdict, why in laws if name == law and verdict == "falsified"), "")
        self.outcome.smallest_case = smallest
        first = self.device.failures[0] if self.device.failures else Failure("", "")
        text = self.trial.report(smallest, law, self, "", "")
        first_difference = next((line.split(None, 2)[2] for line in text.splitlines() if line.strip().startswith("first diff")), "")
        if law not in _NOT_OF_VALUES:
            self.outcome.values = "differs"
        raise Found(Failure(law, f"law {law}: {why or first_difference or 'falsified'}", first.source))

    def __call__(self, raw: _lockstep.RawProblem) -> tuple[str, str]:
        if self.lost or time.monotonic() > self._stop_at:
            self.late = True
            return "interrupted", ""
        try:
            return self._answer(raw)
        except Late:
            self.late = self.lost = True
            return "interrupted", ""
        except Ended as how:
            self.process.__exit__()
            self.process = self.start()
            return "raised", f"the candidate's process did not answer: {how}"

    def _answer(self, raw: _lockstep.RawProblem) -> tuple[str, str]:
        problem = Problem(raw, self.device.device)
        rng = np.random.default_rng([self.seed, 0x5EED])
        inputs = [name for name in problem.tensors if name not in problem.outputs]
        host = {problem.tensors[name].data_ptr(): np.frombuffer(shuffled(problem._host[name].reshape(-1), rng).tobytes(), np.uint8)
                for name in inputs if problem._host[name].dtype.name not in _OF_THE_HOST and problem._host[name].size}
        self.device.begin(View(self.device.device.schedule, host))
        self.device.inputs = {problem.tensors[name].data_ptr(): np.frombuffer(problem._host[name].tobytes(), np.uint8) for name in inputs
                              if problem._host[name].size}
        self.device.stored = lambda name, layout: problem.stored(name, layout).numpy(undefined="allow")
        before = self.device.ran.launches
        answer = self.process.call({
            "arrays": {name: self.device.record_of(array) for name, array in problem.tensors.items()},
            "problem": {"sizes": problem.sizes, "outputs": problem.outputs, "case": problem.case}})
        if "rejected" in answer:
            return "rejected", str(answer["rejected"])
        if self.device.lacks:
            self.lacks = self.device.lacks
            return "interrupted", ""
        if self.device.failures:
            return "raised", self.device.failures[0].text
        if "raised" in answer:
            return "raised", f"it raises {answer['raised']} at {answer.get('source')}"
        self.not_launched += self.device.ran.launches == before
        self.bytes += sum(problem.tensors[name].nbytes for name in problem.outputs)
        try:
            problem.take_back()
        except UndefinedValues as error:
            return "raised", str(error)
        return "ran", ""
