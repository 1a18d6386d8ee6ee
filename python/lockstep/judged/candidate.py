"""The process of a candidate: it loads the user's function and calls it with arrays, whenever it is told to. Nothing that it says
is believed."""
from __future__ import annotations

import importlib.util
import inspect
import os
import socket
import sys
import traceback
from collections.abc import Callable
from types import ModuleType
from typing import Any

from lockstep import device as devices
from lockstep.arrays import Array, PackedArray
from lockstep.device import Device
from lockstep.dtypes import dtype_of
from lockstep.judged.channel import Channel, Message
from lockstep.judged.remote import RemoteSession
from lockstep.judged.tensors import is_tensor
from lockstep.problem import Rejected


def load(file: str) -> ModuleType:
    """The module of a file, its folder first among those that it imports from."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(file)))
    name = os.path.splitext(os.path.basename(file))[0]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file}: is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def where(error: BaseException, file: str) -> str:
    """"softmax.py:12", the last line of the user's that was on the way."""
    last = [f for f in traceback.extract_tb(error.__traceback__) if os.path.realpath(f.filename) == os.path.realpath(file)]
    return f"{os.path.basename(file)}:{last[-1].lineno}" if last else ""


def sentence(error: BaseException) -> str:
    said = [line.strip() for line in str(error).strip().splitlines() if line.strip()]
    return f"{type(error).__name__}{': ' + ' | '.join(said[:2]) if said else ''}"


class Problem:
    """A problem of an operator, as lockstep.Problem has it: tensors, sizes, outputs."""

    def __init__(self, tensors: dict[str, Array], record: Message, session: RemoteSession, device: Device) -> None:
        self.tensors, self.sizes, self.outputs, self.case = tensors, record["sizes"], record["outputs"], record["case"]
        self._session, self._device = session, device

    def __getattr__(self, name: str) -> Any:
        for of in ("tensors", "sizes"):
            held = self.__dict__.get(of, {})
            if name in held:
                return held[name]
        raise AttributeError(f"the problem has no {name}; it has {', '.join([*self.tensors, *self.sizes])}")

    def stored(self, name: str, layout: str = "rows") -> Array:
        return array_of(self._session._ask("stored", name=name, layout=layout)[0]["array"], self._device)

    def reject(self, reason: str) -> None:
        raise Rejected(reason)


def array_of(record: Message, device: Device) -> Array:
    """An array that the judging process has made, and that nobody gives back here."""
    shape, dtype = tuple(record["shape"]), dtype_of(record["dtype"])
    of_bytes = dtype_of("uint8") if record["packed"] else dtype
    strides: list[int] = []
    step = of_bytes.itemsize
    for extent in reversed(shape):
        strides.insert(0, step)
        step *= extent
    plain = Array(device, None, record["address"], shape, of_bytes, tuple(strides))  # type: ignore[arg-type]
    return PackedArray(plain, dtype) if record["packed"] else plain


def record_of(value: Any, session: RemoteSession) -> Message:
    """What a function returned: where an array lies, or what it is instead."""
    if is_tensor(value) and (record := session.tensors.record_of(value)) is not None:
        return record
    if not isinstance(value, Array):
        return {"is": type(value).__name__}
    packed = isinstance(value, PackedArray)
    plain = value.view("uint8") if packed else value
    return {"address": plain.data_ptr(), "shape": list(plain.shape), "dtype": value.dtype.name, "packed": packed,
            "strides": list(plain.strides)}


class Candidate:
    """The user's function."""

    def __init__(self, file: str, name: str, device: Device) -> None:
        self.file, self.name, self.device = file, name, device
        self.module = load(file)
        named = getattr(self.module, name, None)
        if named is None:
            raise ImportError(f"{file}: has no {name}")
        if "triton" in sys.modules:
            import lockstep.triton

            lockstep.triton.activate(device)  # type: ignore[arg-type]
        #: A kernel by its own name does not say its grid: launch_NAME() of the same file does.
        self.is_kernel = not inspect.isfunction(named) and hasattr(named, "fn")
        function = getattr(self.module, f"launch_{name}", None) if self.is_kernel else named
        if not callable(function):
            raise ImportError(f"{name} is a kernel: a function launch_{name}() in {os.path.basename(file)} must launch it"
                              if self.is_kernel else f"{file}: {name} is no function")
        self.function: Callable[..., Any] = function

    def facts(self) -> Message:
        function = inspect.unwrap(self.function)
        return {"parameters": list(inspect.signature(function).parameters), "kernel": self.name if self.is_kernel else ""}

    def call(self, message: Message, session: RemoteSession) -> Message:
        arrays = {name: array_of(record, self.device) for name, record in message["arrays"].items()}
        session.tensors.forget()
        tensors = {name: session.tensors.of(arrays[name]) for name in message.get("tensors", [])}
        values = {**arrays, **tensors, **message.get("numbers", {})}
        if "problem" in message:
            self.function(Problem(arrays, message["problem"], session, self.device))
            return {"returned": []}
        returned = self.function(**values)
        if isinstance(returned, dict):
            return {"returned": [], "named": {str(name): record_of(value, session) for name, value in returned.items()}}
        all_of = returned if isinstance(returned, (tuple, list)) else [] if returned is None else [returned]
        return {"returned": [record_of(value, session) for value in all_of]}


def confine(folder: str) -> None:
    """Whatever the system has for it keeps the process from writing outside a folder."""
    from lockstep.judged.confinement import write_only_in

    write_only_in(folder)


def main() -> None:
    control, requests = (Channel(socket.socket(fileno=int(word))) for word in sys.argv[1:3])
    request, _ = control.receive()
    confine(request["folder"])
    session = RemoteSession(requests, request["device"])
    devices.open_session = lambda arch, model, seed: _same(session, arch)
    file = request["file"]
    try:
        candidate = Candidate(file, request["name"], Device(session.arch))
        control.send({"ready": candidate.facts()})
    except Exception as error:
        control.send({"lacks": sentence(error), "source": where(error, file)})
        return
    while True:
        message, _ = control.receive()
        try:
            control.send(candidate.call(message, session))
        except Rejected as why:
            control.send({"rejected": str(why)})
        except Exception as error:
            control.send({"raised": sentence(error), "source": where(error, file)})


def _same(session: RemoteSession, arch: str) -> RemoteSession:
    if arch != session.arch:
        raise ValueError(f"{arch}: the candidate is judged on {session.arch}; `lockstep judge --arch {arch}` on that")
    return session


if __name__ == "__main__":
    main()
