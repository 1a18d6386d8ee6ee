"""KernelBench's `ModelNew` against `Model`, without a GPU: kernels run on the emulator, torch's own operators on the CPU.

    python3 -m lockstep.adapters.kernelbench PROBLEM.py CANDIDATE.py

PROBLEM has Model, get_inputs() and get_init_inputs(), CANDIDATE has ModelNew. Inputs are drawn anew for each seed; the process
of the candidate has them, and neither the model nor what it answers. Needs torch, by `lockstep exec --torch`."""
from __future__ import annotations

import argparse
import importlib.util
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

_HERE = Path(__file__)
_SEVERITIES = ("wrong", "manual", "risk", "note")
_NOT_CHECKED = ["that the kernels computed the values: torch's operators may have", "other shapes than those of get_inputs()"]


def judge(problem: str | os.PathLike[str], candidate: str | os.PathLike[str], *, draws: int = 3, seed: int | None = None,
          rtol: float = 1e-4, atol: float = 1e-4, budget: float = 300, python: str = sys.executable) -> dict[str, Any]:
    """The verdict: `execution`, `finding`, `values`, `cause`, `kind`, `checked`, `not_checked` and `seed`, as docs/judge.md has
    them. `budget`: seconds for each of the three processes."""
    seed = secrets.randbits(31) if seed is None else seed
    verdict: dict[str, Any] = {"execution": "completed", "finding": "found", "values": "not_judged", "cause": "", "kind": "",
                               "checked": {}, "not_checked": _NOT_CHECKED, "seed": seed}
    try:
        text = Path(problem).read_text(encoding="utf-8")  # the candidate, which runs later, may write
    except (OSError, UnicodeError) as error:
        return verdict | {"execution": "tool_error", "finding": "not_evaluated", "cause": f"the problem: {error}"}
    with tempfile.TemporaryDirectory(prefix="lockstep-kernelbench-") as folder:
        request = {"problem": text, "candidate": os.path.abspath(candidate), "folder": folder, "draws": draws, "seed": seed,
                   "rtol": rtol, "atol": atol}
        run = _Runs(request, python, budget)
        try:
            if lacking := run.step("draw"):
                return verdict | {"execution": "tool_error", "finding": "not_evaluated", "cause": f"the problem: {lacking}"}
            failed, result = run.step("candidate"), run.result()
            verdict["checked"] = {"launches": result["launches"], "draws": draws,
                                  "kernels": [kernel["name"] for kernel in result["kernels"]]}
            if result["verdict"] in ("falsified", "trapped"):
                found = [*result["stops"], *result["findings"], *result["remarks"]]
                first = min(found, key=lambda f: _SEVERITIES.index(f.get("severity", "wrong")))
                return verdict | {"kind": first["kind"], "cause": first["line"]}
            if failed:
                return verdict | {"execution": "not_run", "finding": "not_evaluated", "cause": failed}
            if not result["launches"]:
                return verdict | {"kind": "launches", "cause": "no kernel was launched"}
            if result["verdict"] != "holds":
                why = "; ".join(result["complaints"]) or f"the kernels: {result['verdict']}"
                return verdict | {"execution": "tool_error", "finding": "not_evaluated", "cause": why}
            if wrong := run.step("compare"):
                return verdict | {"kind": "values", "values": "differs", "cause": wrong}
        except subprocess.TimeoutExpired:
            return verdict | {"execution": "timeout", "finding": "inconclusive", "cause": f"{budget} s were over"}
    return verdict | {"finding": "clean", "values": "holds"}


class _Runs:
    def __init__(self, request: dict[str, Any], python: str, budget: float) -> None:
        from lockstep.judging import _command

        self.request, self.python, self.budget, self.command = request, python, budget, _command()
        self.record = Path(request["folder"]) / "exec.json"

    def step(self, name: str) -> str:
        """In a process of its own: what it complains of; empty: nothing."""
        hidden = {"problem"} if name == "candidate" else set()
        self.record.unlink(missing_ok=True)
        request = json.dumps({key: value for key, value in self.request.items() if key not in hidden})
        words = [self.command, "exec", "--torch", "--json", str(self.record), "--", self.python, str(_HERE), "--step", name]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            try:
                answered, complained = process.communicate(request, timeout=self.budget)
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)  # the program, too, that `exec` runs
                raise
        said = [line for line in answered.splitlines() if line.startswith("lockstep-kernelbench: ")]
        if said:
            return said[-1].split(": ", 1)[1]
        return "" if f"ended {name}" in answered else "it ended: " + " ".join(complained.split())[-300:]

    def result(self) -> dict[str, Any]:
        """What the last step came to. Where `exec` could not write it, nothing is known of the kernels."""
        record: dict[str, Any] = {"verdict": "inconclusive", "launches": 0}
        record |= {name: [] for name in ("kernels", "stops", "findings", "remarks", "complaints")}
        return record | (json.loads(self.record.read_text()) if self.record.exists() else {})


# What the processes do.

def _load(file: str) -> Any:
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[Path(file).stem] = module
    spec.loader.exec_module(module)
    return module


def _draw(request: dict[str, Any], number: int) -> tuple[Any, Any, Any]:
    import torch

    module = sys.modules["problem"] = types.ModuleType("problem")
    exec(request["problem"], module.__dict__)
    torch.manual_seed(request["seed"] + number)
    return module, module.get_init_inputs(), module.get_inputs()


def _model(kind: Any, given: Any, request: dict[str, Any], device: str) -> Any:
    import torch

    torch.manual_seed(request["seed"])  # both draw their weights alike
    return kind(*given).to(device)


def _answer(model: Any, inputs: Any, seed: int) -> list[Any]:
    import torch

    torch.manual_seed(seed)
    with torch.no_grad():
        answer = model(*inputs)
    return [t.detach().cpu() for t in (answer if isinstance(answer, (tuple, list)) else [answer])]


def _step(name: str, request: dict[str, Any]) -> str:
    import torch

    model = None  # one for all draws: what it keeps of the first is wrong in the second
    for number in range(request["draws"]):
        drawn, left = (Path(request["folder"]) / f"{what}{number}.pt" for what in ("inputs", "outputs"))
        seed = request["seed"] ^ number
        if name == "candidate":
            given, inputs = torch.load(drawn, weights_only=True)
            if model is None:
                model = _model(_load(request["candidate"]).ModelNew, given, request, "cuda")
            inputs = [value.cuda() if isinstance(value, torch.Tensor) else value for value in inputs]
            torch.save(_answer(model, inputs, seed), left)
            continue
        module, given, inputs = _draw(request, number)
        if name == "draw":
            torch.save([given, inputs], drawn)
            continue
        model = _model(module.Model, given, request, "cpu") if model is None else model
        expected, got = _answer(model, inputs, seed), torch.load(left, weights_only=True)
        if [t.shape for t in got] != [t.shape for t in expected] or [t.dtype for t in got] != [t.dtype for t in expected]:
            return f"draw {number}: the outputs have other shapes or types"
        for position, (want, have) in enumerate(zip(expected, got)):
            away = ~torch.isclose(have.double(), want.double(), rtol=request["rtol"], atol=request["atol"], equal_nan=True)
            if away.any():
                first = tuple(int(i) for i in away.nonzero()[0])
                return (f"draw {number}: {int(away.sum())} of {away.numel()} elements of output {position} are wrong, the "
                        f"first {list(first)}: {have[first].item()}, expected {want[first].item()}")
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="KernelBench's ModelNew against Model, on the emulator")
    parser.add_argument("files", nargs="*", metavar="PROBLEM.py CANDIDATE.py")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--draws", type=int, default=3)
    parser.add_argument("--step", help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.step:
        request = json.load(sys.stdin)
        try:
            problem = _step(words.step, request)
        except Exception as error:
            problem = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"
        print(f"\nlockstep-kernelbench: {problem}" if problem else f"\nended {words.step}")
        return
    if len(words.files) != 2:
        parser.error("PROBLEM.py and CANDIDATE.py are needed")
    verdict = judge(*words.files, seed=words.seed, draws=words.draws)
    print(json.dumps(verdict, indent=1))
    sys.exit({"clean": 0, "found": 1}.get(verdict["finding"], 3))


if __name__ == "__main__":
    main()
