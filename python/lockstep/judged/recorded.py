"""Candidates that launch through the HIP runtime itself, as FlyDSL's kernels do: a process under `lockstep exec` calls the function
once, and the launch that it records is what is judged."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from lockstep.dtypes import dtype_of
from lockstep.judged.candidate import load, sentence
from lockstep.judged.confinement import write_only_in
from lockstep.judged.outcome import NotRun
from lockstep.judged.reference import Draw

_OF_HIP = re.compile(r"^\s*(?:import|from)\s+(?:flydsl|hip)\b", re.MULTILINE)


def launches_by_hip(file: str) -> bool:
    """Whether a source imports what launches without lockstep's Device."""
    return bool(_OF_HIP.search(Path(file).read_text(encoding="utf-8", errors="replace")))


def record(command: str, file: str, name: str, draw: Draw, arch: str, deadline: float, folder: str) -> tuple[dict[str, Any], str]:
    """The one launch of a call with these inputs, as a launch file, and its folder. Buffers have the names of the inputs that they
    hold, and of the outputs that they become. Raises NotRun."""
    os.mkdir(folder)
    _write_call(draw, folder)
    environment = {**os.environ, "TMPDIR": folder, "HOME": folder, "FLYDSL_RUNTIME_ENABLE_CACHE": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [command, "exec", "--arch", arch, "--schedule", "earliest", "--record", os.path.join(folder, "launches"), "--", sys.executable,
         "-m", "lockstep.judged.recorded", os.path.abspath(file), name, folder], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        _, said = process.communicate(timeout=max(1e-3, deadline - time.monotonic()))
    except BaseException:
        process.kill()  # what it has left behind, the command ends
        raise
    failure = os.path.join(folder, "failure")
    if os.path.exists(failure):
        raise NotRun(Path(failure).read_text(encoding="utf-8"))
    files = sorted(Path(folder, "launches").glob("*/LAUNCH.json"))
    if len(files) != 1:
        last = said.strip().splitlines()[-1:]
        raise NotRun(f"a call launches {len(files)} kernels, one is judged{': ' + last[0] if last and not files else ''}")
    return _named(json.loads(files[0].read_text()), draw, files[0].parent), str(files[0].parent)


def _write_call(draw: Draw, folder: str) -> None:
    arrays = {name: {"dtype": values.dtype.name, "shape": values.shape} for name, values in draw.inputs.items()}
    for name, values in draw.inputs.items():
        values.tofile(os.path.join(folder, f"{name}.in"))
    with open(os.path.join(folder, "call.json"), "w", encoding="utf-8") as file:
        json.dump({"arrays": arrays, "numbers": draw.numbers}, file)


def _named(launch: dict[str, Any], draw: Draw, there: Path) -> dict[str, Any]:
    names: dict[str, str] = {}
    changed = {output["buffer"] for output in launch.get("outputs", [])}

    def find(name: str, does: str, fits: Callable[[dict[str, Any]], bool]) -> None:
        found = next((b["name"] for b in launch["buffers"] if b["name"] not in names and fits(b)), None)
        if found is None:
            raise NotRun(f"no buffer of the launch {does} {name}")
        names[found] = name

    for name, values in draw.inputs.items():
        find(name, "holds", lambda b, raw=values.tobytes(): "file" in b and (there / b["file"]).read_bytes() == raw)  # type: ignore
    for name, values in draw.outputs.items():
        if name not in draw.inputs:
            find(name, "becomes", lambda b, size=values.nbytes: b["name"] in changed and int(b["size"]) == size)  # type: ignore
    for buffer in launch["buffers"]:
        buffer["name"] = names.get(buffer["name"], buffer["name"])
    for argument in launch["arguments"]:
        if "pointer" in argument:
            argument["pointer"] = names.get(argument["pointer"], argument["pointer"])
    outputs = [{"buffer": name, "size": values.nbytes} for name, values in draw.outputs.items()]
    return {key: value for key, value in launch.items() if key not in ("object_sha256", "schedule")} | {"outputs": outputs}


def main() -> None:
    """The process that is recorded."""
    file, name, folder = sys.argv[1:]
    with open(os.path.join(folder, "call.json"), encoding="utf-8") as text:
        call = json.load(text)
    arrays = {of: np.fromfile(os.path.join(folder, f"{of}.in"), dtype_of(a["dtype"])).reshape(a["shape"])
              for of, a in call["arrays"].items()}
    write_only_in(folder)
    try:
        module = load(file)
        function = getattr(module, name, None)
        if function is None:
            raise ImportError(f"{file}: has no {name}")
        (getattr(module, f"launch_{name}", None) or function)(**arrays, **call["numbers"])
    except Exception as error:
        Path(folder, "failure").write_text(f"it raises {sentence(error)}", encoding="utf-8")


if __name__ == "__main__":
    main()
