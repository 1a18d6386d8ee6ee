"""`python -m lockstep.judged`: a request of the command's on standard input, what came of it on standard output, as JSON."""
from __future__ import annotations

import ctypes
import itertools
import json
import os
import signal
import subprocess
import sys
import time
from types import FrameType
from typing import Any

from lockstep.device import Device
from lockstep.judged import against_capsule, recorded
from lockstep.judged.against_function import DRAWS, AgainstFunction
from lockstep.judged.against_operator import CASES, AgainstOperator
from lockstep.judged.candidate import sentence
from lockstep.judged.channel import Late
from lockstep.judged.outcome import Found, Lacking, NotRun, Outcome, Usage
from lockstep.judged.process import Ended, Process
from lockstep.judged.reference import Draw, NoReference, Reference
from lockstep.judged.served import Failure, ServedDevice

_PARENT_DEATH_SIGNAL, _DUMPABLE = 1, 4


class Judging:
    """One request."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request, self.outcome = request, Outcome()
        self.deadline = time.monotonic() + request["budget"]
        device = Device(request["arch"] or "gfx950", model=request["model"] or None, schedule=request["schedule"] or None,
                        fail_on=request["fail_on"])
        self.device = ServedDevice(device, fail_on=request["fail_on"], regions=request["regions"], clamped=request["clamped"])

    def start(self) -> Process:
        """Raises NotRun where the file can't be loaded."""
        process = Process(self.request["file"], self.request["name"], self.device, self.deadline)
        try:
            ready = process.answer()
        except Ended as how:
            process.__exit__()
            raise NotRun(f"the candidate's file can't be loaded: {how}") from None
        except BaseException:
            process.__exit__()
            raise
        if "lacks" in ready:
            process.__exit__()
            raise NotRun(f"{ready['lacks']}{', at ' + ready['source'] if ready.get('source') else ''}")
        self.facts = ready["ready"]
        return process

    def run(self) -> None:
        if not os.path.isfile(self.request["file"]):
            raise NotRun(f"{self.request['file']}: there is no such file")
        if recorded.launches_by_hip(self.request["file"]):
            raise NotRun("a function that launches by HIP is judged against a function")
        if self.request["operator"]:
            judge = AgainstOperator(self.device, self.start, self.request["operator"], self.request["seed"], self.outcome)
            try:
                judge.judge(self.request["draws"] or CASES)
            finally:
                judge.process.__exit__()
        else:
            file, name = self.request["reference"]
            if os.path.exists(file) and os.path.samefile(file, self.request["file"]):
                raise Lacking("the reference lies in the candidate's own file: it must be another")
            reference = Reference(file, name)
            with self.start() as process:
                AgainstFunction(self.device, process, reference, self.request["seed"], self.outcome).judge(
                    self.facts["parameters"], self.request["draws"] or DRAWS)
        if self.facts["kernel"] and self.facts["kernel"] not in self.device.ran.kernels:
            raise Found(Failure("kernel", f"{self.facts['kernel']} was never launched; what ran is "
                                          f"{', '.join(self.device.ran.kernels) or 'nothing'}"))

    def outcome_of(self) -> dict[str, Any]:
        """Whatever happens, it is an outcome."""
        try:
            self.run()
        except Found as found:
            self.outcome.fail(found.failure)
        except Ended as how:
            self.outcome.fail(Failure("exit", f"the candidate's process did not answer: {how}"))
        except NotRun as why:
            self.outcome.execution, self.outcome.open = "not_run", str(why)
        except (Lacking, NoReference) as why:
            self.outcome.execution, self.outcome.open = "tool_error", str(why)
        except Late:
            self.outcome.execution = "timeout"
            self.outcome.open = (f"the budget of {self.request['budget_seconds']} s ended in draw {self.outcome.draws + 1}, "
                                 "which had not come to its end")
        except Usage:
            raise
        except Exception as error:  # of the reference, which is anybody's code
            self.outcome.execution, self.outcome.open = "tool_error", f"the reference raises {sentence(error)}"
        return self.outcome.record(self.device)


def launches_of(request: dict[str, Any]) -> dict[str, Any]:
    """The launches that are judged in place of a capsule, of a code object, or of a function that launches by HIP."""
    try:
        reference = Reference(*request["reference"])
        if request["object"]:
            base = against_capsule.of_object(request["object"], request["kernel"], request["arch"], reference)
        else:
            base = against_capsule.of_capsule(request["capsule"]) if request["capsule"] else _recorded(request)
        return against_capsule.launches(base, reference, request["seed"], request["draws"] or against_capsule.DRAWS, request["folder"])
    except NotRun as why:
        return {"execution": "not_run", "why": str(why)}
    except (Late, subprocess.TimeoutExpired):
        return {"execution": "timeout", "why": "the budget ended before the candidate's launches were known"}
    except Exception as error:
        said = str(error) if isinstance(error, NoReference) else f"the reference raises {sentence(error)}"
        return {"execution": "tool_error", "why": said}


def _recorded(request: dict[str, Any]) -> against_capsule.Base:
    deadline, numbers = time.monotonic() + request["budget"], itertools.count()
    file, name = request["callable"]

    def base(draw: Draw) -> tuple[dict[str, Any], str]:
        folder = os.path.join(request["folder"], f"call-{next(numbers)}")
        return recorded.record(request["command"], file, name, draw, request["arch"] or "gfx950", deadline, folder)

    return base


def _late(signum: int, frame: FrameType | None) -> None:
    raise Late


def main() -> None:
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a reference prints is no answer
    prctl = ctypes.CDLL(None).prctl
    prctl(_DUMPABLE, 0, 0, 0, 0)  # no other process of the user's reads what is in this one
    prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)  # whoever ends the command ends the candidate with it
    request = json.load(sys.stdin)
    os.environ["TMPDIR"] = request["folder"]  # which the command removes, however this process ends
    signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, max(1e-3, request["budget"]))
    try:
        record = launches_of(request) if "capsule" in request else Judging(request).outcome_of()
    except (Usage, ValueError) as error:
        record = {"usage": str(error)}
    except Late:
        record = Outcome(execution="timeout", open="the budget ended before the candidate was started").__dict__
    signal.setitimer(signal.ITIMER_REAL, 0)
    json.dump(record, answer)
    answer.flush()
    os._exit(0)  # whatever threads a reference has left


if __name__ == "__main__":
    main()
