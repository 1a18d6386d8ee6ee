"""A capsule's launch against a function: launch files with inputs that inputs() draws, and what the function makes of them."""
from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.dtypes import pack, smaller_than_a_byte
from lockstep.judged.outcome import NotRun
from lockstep.judged.reference import Draw, Reference

DRAWS = 3
#: Of an output's `format`, where the capsule names none.
_FORMATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
#: What a buffer holds, in the words of a launch file.
_CONTENTS = ("fill", "random", "low", "high", "file", "file_offset", "values", "as", "undefined")


#: Of a draw: a launch, and the folder that its files are in.
Base = Callable[[Draw], tuple[dict[str, Any], str]]


def of_capsule(launch_file: str) -> Base:
    """The same for every draw."""
    with open(launch_file, encoding="utf-8") as file:
        launch = json.load(file)
    return lambda _: (launch, os.path.dirname(os.path.abspath(launch_file)))


def launches(base: Base, reference: Reference, seed: int, draws: int, folder: str) -> dict[str, Any]:
    """Writes a launch file for each draw into a folder: their paths, and the inputs on which the function depends. Raises NotRun
    where what is drawn does not fit the launch."""
    written, read = [], set[str]()
    for number in range(draws):
        draw = reference.draw([seed, number])
        launch, there = base(draw)
        into = os.path.join(folder, f"draw-{number}")
        os.mkdir(into)
        path = os.path.join(into, "LAUNCH.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(_with(launch, draw, reference, there, into), file)
        written.append(path)
        read |= {name for name in draw.inputs if name not in draw.outputs and reference.depends_on(draw, name, [seed, number])}
        read &= {buffer["name"] for buffer in launch.get("buffers", [])}
    return {"launches": written, "read": sorted(read)}


def _with(launch: dict[str, Any], draw: Draw, reference: Reference, there: str, into: str) -> dict[str, Any]:
    buffers = {buffer["name"]: _elsewhere(buffer, there) for buffer in launch.get("buffers", [])}
    named = launch.get("outputs") or [{"buffer": name} for name in draw.outputs]
    outputs = [_elsewhere(output, there) for output in named]
    for name, values in draw.inputs.items():
        if name not in buffers:
            raise NotRun(f"the launch has no buffer {name}, which inputs() draws; it has {', '.join(buffers)}")
        kept = {key: value for key, value in buffers[name].items() if key not in _CONTENTS}
        kept["file"] = _written(os.path.join(into, f"{name}.in"), values)
        if int(kept.setdefault("size", os.path.getsize(kept["file"]))) != os.path.getsize(kept["file"]):
            raise NotRun(f"inputs() draws {os.path.getsize(kept['file'])} bytes of {name}; the buffer has {kept['size']}")
        buffers[name] = kept
    by_name = all(output["buffer"] in draw.outputs for output in outputs)
    if not by_name and len(outputs) != len(draw.outputs):
        raise NotRun(f"the launch has {len(outputs)} outputs, the reference {len(draw.outputs)}")
    for output, name in zip(outputs, draw.outputs):
        values = draw.outputs[output["buffer"] if by_name else name]
        output["expect"] = _written(os.path.join(into, f"{output['buffer']}.out"), values)
        tolerance = {word: value for word, value in reference.tolerance.items() if value}
        if tolerance and values.dtype.name in _FORMATS:
            output.update({"format": _FORMATS[values.dtype.name], **tolerance})
    return {**_elsewhere(launch, there), "buffers": list(buffers.values()), "outputs": outputs}


def _elsewhere(words: dict[str, Any], there: str) -> dict[str, Any]:
    """The same, read from another folder."""
    return {key: os.path.join(there, value) if key in ("object", "file", "expect") else value for key, value in words.items()
            if key != "object_sha256"}


def _written(path: str, values: NDArray[Any]) -> str:
    raw = pack(values) if values.dtype.name in smaller_than_a_byte else np.ascontiguousarray(values)
    with open(path, "wb") as file:
        file.write(raw.tobytes())
    return path
