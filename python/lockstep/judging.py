"""Verdicts from Python, as `lockstep judge` gives them, and capsules for it to judge. docs/judge.md says what a verdict rests on.

    verdict = lockstep.judge("mine.py:softmax", against="reference.py:softmax", budget=30)
    if verdict.finding == "found":
        print(verdict.cause, verdict.source)
"""
from __future__ import annotations

import hashlib
import inspect
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import lockstep_command
from lockstep.arguments import bytes_of
from lockstep.device import Code, Device
from lockstep.dtypes import host_array, pack, smaller_than_a_byte
from lockstep.errors import LockstepError

#: A path, "FILE.py:FUNCTION", an operator with its keys, or a function at the top of a module.
Judged = str | os.PathLike[str] | Callable[..., Any]

#: Seconds that the command may take beyond its budget, to start and to write.
_BEYOND = 30


@dataclass(frozen=True)
class Share:
    """How much of something was judged, or reached."""

    reached: int = 0
    total: int = 0

    @classmethod
    def _of(cls, record: Mapping[str, int]) -> Share:
        return cls(record.get("judged", record.get("reached", 0)), record["total"])


@dataclass(frozen=True)
class Checked:
    """What was run and looked at."""

    candidate: str = ""
    kernel: str = ""           #: the symbol that ran; of several the names, with commas
    arch: str = ""
    sha256: str = ""           #: of the code object that ran
    reference: str = ""        #: "": nothing
    model: str = ""
    model_label: str = ""
    schedules: list[str] = field(default_factory=list)
    laws: list[str] = field(default_factory=list)
    shapes: list[str] = field(default_factory=list)
    launches: int = 0
    draws: int = 0
    wave_instructions: int = 0
    output_bytes: Share = Share()
    cases: Share = Share()
    instructions: Share = Share()
    branch_directions: Share = Share()


@dataclass(frozen=True)
class Verdict:
    """A verdict, with the fields of docs/verdict.schema.json. `raw` is the record as the command wrote it."""

    execution: str       #: "completed", "not_run", "tool_error" or "timeout"
    finding: str         #: "clean", "found", "inconclusive" or "not_evaluated"
    values: str          #: "proved", "holds", "differs" or "not_judged"
    cause: str           #: a sentence; "": clean
    kind: str            #: of a finding: a check, a law, "values", "unread" …
    source: str          #: "gemm.hip:42", or ""
    smallest_case: str
    reproduce: str       #: the command that gives this verdict again
    checked: Checked
    not_checked: list[str]
    seed: int
    budget_seconds: float
    seconds: float
    version: str
    selftest: dict[str, Any] = field(repr=False, default_factory=dict)
    proof: dict[str, Any] = field(repr=False, default_factory=dict)   #: shapes proved for all data; {}: nothing was tried
    raw: dict[str, Any] = field(repr=False, default_factory=dict)

    @property
    def clean(self) -> bool:
        """Whether all that is demanded was judged, and nothing found."""
        return self.finding == "clean"

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Verdict:
        """The verdict in a record that `lockstep judge --json` wrote. Raises KeyError where it is none."""
        checked = dict(record["checked"])
        shares = {f.name for f in fields(Checked) if f.type == "Share"}
        of_checked: dict[str, Any] = {f.name: Share._of(checked[f.name]) if f.name in shares else checked[f.name] for f in fields(Checked)}
        of_verdict: dict[str, Any] = {f.name: record[f.name] for f in fields(cls) if f.name not in ("checked", "raw", "proof")}
        return cls(**{**of_verdict, "checked": Checked(**of_checked), "proof": record.get("proof", {}), "raw": dict(record)})

    def to_json(self) -> dict[str, Any]:
        """The record, by the schema."""
        return self.raw

    def __str__(self) -> str:
        said = f"{self.finding}: {self.cause}" if self.cause else self.finding
        return f"{said}, at {self.source}" if self.source and self.source not in said else said


def _command() -> str:
    program = lockstep_command.path() or shutil.which("lockstep")
    if program is None:
        raise LockstepError("this installation has no command `lockstep`, and PATH names none")
    return str(program)


def _word(judged: Judged) -> str:
    """As the command takes it. A function is loaded anew where it is judged: all that it needs is in its file."""
    if not callable(judged):
        return os.fspath(judged)
    function = inspect.unwrap(getattr(judged, "fn", judged))  # a kernel of Triton's has its function in `fn`
    name = getattr(function, "__qualname__", "")
    code = getattr(function, "__code__", None)
    if code is None or not name.isidentifier() or not os.path.isfile(code.co_filename):
        raise ValueError(f"{judged!r}: expected a function at the top of a file, which a process of its own can load")
    return f"{os.path.abspath(code.co_filename)}:{name}"


def judge(candidate: Judged, against: Judged | None = None, budget: float = 30, *, seed: int | None = None,
          draws: int | None = None, kernel: str = "", arch: str = "", model: str = "", schedule: str = "", fail_on: str = "",
          own_code: bool = False) -> Verdict:
    """The verdict of `lockstep judge` on a candidate.

    candidate  a capsule (a folder, a launch file, an archive), a code object, a launch recipe, a HIP source, "FILE.py:FUNCTION",
               or such a function itself, which runs in a process of its own
    against    a capsule, an operator with its keys ("softmax out=bf16"), "FILE.py:FUNCTION" or a function, or "nothing"
    budget     seconds
    own_code   demand that the kernels are the candidate's own

    A candidate that crashes, hangs or can't be loaded has a verdict, too. Raises ValueError for words that the command does not
    take, with what it says, and LockstepError where there is no command."""
    words = [_command(), "judge", _word(candidate), "--budget", f"{budget}s"]
    given = {"--against": None if against is None else _word(against), "--seed": seed, "--draws": draws, "--kernel": kernel,
             "--arch": arch, "--model": model, "--schedule": schedule, "--fail-on": fail_on}
    for option, value in given.items():
        if value not in (None, ""):
            words += [option, str(value)]
    if own_code:
        words.append("--own-code")
    with tempfile.TemporaryDirectory(prefix="lockstep-judge-") as folder:
        written = os.path.join(folder, "verdict.json")
        done = subprocess.run([*words, "--json", written], capture_output=True, text=True, timeout=budget + _BEYOND,
                              stdin=subprocess.DEVNULL, env={**os.environ, "LOCKSTEP_PYTHON": sys.executable})
        if not os.path.exists(written):
            raise ValueError((done.stderr or done.stdout).strip())
        with open(written, encoding="utf-8") as file:
            return Verdict.from_json(json.load(file))


def capsule(folder: str | os.PathLike[str], code: str | os.PathLike[str] | bytes, kernel: str = "", *,
            grid: int | Sequence[int], block: int | Sequence[int], arguments: Sequence[Any] | Mapping[str, Any],
            outputs: Mapping[str, Any], shared: int = 0, arch: str = "gfx950") -> Path:
    """Writes a capsule, a launch with all that it needs, into a folder, and returns the path of its launch file.

    code       a code object: its path, or bytes
    arguments  in order or by name. Arrays become buffers, of the argument's name; numbers and bytes are passed as they are; a
               dict is a buffer in a launch file's words: {"size": 4000, "random": "f32", "low": -1, "high": 1} is drawn anew
               when it is judged
    outputs    by argument: what it must hold, as an array; a dict in a launch file's words, {"format": "f32", "rtol": 1e-5},
               with that array as "expect"; or None, where a reference will say it

    Raises ValueError and TypeError where the launch can't be meant, as a launch does."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    raw = code if isinstance(code, bytes) else Path(code).read_bytes()
    (folder / "kernel.co").write_bytes(raw)
    loaded: Code = Device(arch).load(raw, name=str(folder / "kernel.co"))
    of = loaded[kernel or next(iter(loaded))]
    names = [a.name for a in of.arguments]
    values = dict(arguments) if isinstance(arguments, Mapping) else dict(zip(names, arguments))
    if list(values) != names and set(values) != set(names):
        raise TypeError(f"{of.name} takes {', '.join(names)}; {', '.join(values)} are given")
    if unknown := set(outputs) - set(names):
        raise ValueError(f"outputs {', '.join(sorted(unknown))}: {of.name} takes {', '.join(names)}")
    buffers, passed = [], []
    for position, argument in enumerate(of.arguments):
        value, name = values[argument.name], argument.name
        if isinstance(value, Mapping) or not (value is None or isinstance(value, (int, float, bytes))) and (
                getattr(value, "shape", ()) != () or argument.is_pointer):
            buffers.append({"name": name, **_buffer(folder, name, value, name in outputs)})
            passed.append({"pointer": name})
        else:
            passed.append({"bytes": bytes_of(position, argument, value, of.device).hex()})
    launch = {"object": "kernel.co", "sha256": hashlib.sha256(raw).hexdigest(), "kernel": of.name,
              "grid": _extent(grid), "block": _extent(block), "dynamic_lds": shared, "buffers": buffers, "arguments": passed,
              "outputs": [{"buffer": name, **_expected(folder, name, value)} for name, value in outputs.items()]}
    path = folder / "LAUNCH.json"
    path.write_text(json.dumps(launch, indent=1) + "\n")
    return path


def _extent(of: int | Sequence[int]) -> list[int]:
    return [int(n) for n in of] if isinstance(of, Sequence) else [int(of)]


def _written(folder: Path, name: str, array: Any) -> int:
    """The bytes of an array as a file: how many."""
    host = host_array(array)
    raw = (pack(host) if host.dtype.name in smaller_than_a_byte else host).tobytes()
    (folder / name).write_bytes(raw)
    return len(raw)


def _buffer(folder: Path, name: str, value: Any, is_output: bool) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    host = host_array(value)
    size = _written(folder, f"{name}.bin", host)
    return {"size": size, "file": f"{name}.bin", **({} if is_output else {"access": "read"})}


def _expected(folder: Path, name: str, value: Any) -> dict[str, Any]:
    if value is None:
        return {}
    words = dict(value) if isinstance(value, Mapping) else {"expect": value}
    if "expect" in words and not isinstance(words["expect"], str):
        _written(folder, f"{name}.expected.bin", words["expect"])
        words["expect"] = f"{name}.expected.bin"
    return words
