"""A launch against a function: launch files with inputs that inputs() draws, and what the function makes of them. The launch is a
capsule's, or what launch() of the reference's file says of a code object."""
from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.arguments import bytes_of
from lockstep.device import Device
from lockstep.dtypes import pack, smaller_than_a_byte
from lockstep.judged.outcome import NotRun
from lockstep.judged.reference import Draw, Reference
from lockstep.kernel import Kernel, _extent

DRAWS = 3
#: The `format` of an output by its type, where the capsule names none.
_FORMATS = {"float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16"}
#: What a buffer holds, in the words of a launch file.
_CONTENTS = ("fill", "random", "low", "high", "file", "file_offset", "values", "as", "undefined")


#: What gives a draw its launch, and the folder that the launch's files are in.
Base = Callable[[Draw], tuple[dict[str, Any], str]]


def of_capsule(launch_file: str) -> Base:
    """The same for every draw."""
    try:
        with open(launch_file, encoding="utf-8") as file:
            launch = json.load(file)
    except ValueError as error:
        raise NotRun(f"{launch_file}: is no launch file: {error}") from None
    return lambda _: (launch, os.path.dirname(os.path.abspath(launch_file)))


def of_object(path: str, kernel: str, arch: str, reference: Reference) -> Base:
    """Another for every draw: grid, block and arguments follow from the inputs. Raises NotRun where the object has no such kernel."""
    try:
        code = Device(arch).load(path)
        if not kernel and len(code) != 1:
            raise NotRun(f"{path} has kernels {', '.join(code)}: --kernel names one")
        of = code[kernel or next(iter(code))]
    except (KeyError, ValueError) as error:
        raise NotRun(str(error.args[0])) from None

    def base(draw: Draw) -> tuple[dict[str, Any], str]:
        said = reference.launch(draw)
        buffers = [{"name": name, "size": len(_raw(values)), **({} if name in draw.outputs else {"access": "read"})}
                   for name, values in {**draw.outputs, **draw.inputs}.items()]
        try:
            grid, block = (list(_extent(word, said[word])) for word in ("grid", "block"))
            arguments = _passed(of, said["arguments"], {*draw.inputs, *draw.outputs})
        except (KeyError, TypeError, ValueError) as error:
            raise NotRun(f"launch() does not say how {of.name} is launched: {error}") from None
        return {"object": os.path.abspath(path), "kernel": of.name, "grid": grid, "block": block, "buffers": buffers,
                "dynamic_lds": int(said.get("shared", 0)), "arguments": arguments}, ""

    return base


def _passed(of: Kernel, given: Sequence[Any], buffers: set[str]) -> list[dict[str, str]]:
    """Names stand for buffers, anything else is a value."""
    if len(given) != len(of.arguments):
        raise ValueError(f"it takes {', '.join(a.name for a in of.arguments)}, and {len(given)} arguments are given")
    if unknown := [value for value in given if isinstance(value, str) and value not in buffers]:
        raise ValueError(f"{', '.join(unknown)} is no input and no output")
    return [{"pointer": value} if isinstance(value, str) else {"bytes": bytes_of(position, argument, value, of.device).hex()}
            for position, (argument, value) in enumerate(zip(of.arguments, given))]


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


def _raw(values: NDArray[Any]) -> bytes:
    return (pack(values) if values.dtype.name in smaller_than_a_byte else np.ascontiguousarray(values)).tobytes()


def _written(path: str, values: NDArray[Any]) -> str:
    with open(path, "wb") as file:
        file.write(_raw(values))
    return path
