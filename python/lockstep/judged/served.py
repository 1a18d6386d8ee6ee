"""The device that a candidate's process asks for: every request is checked, run here under all schedules, and remembered."""
from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep._lockstep import Coverage, LaunchReport
from lockstep.arrays import Array, PackedArray
from lockstep.device import Code, Device
from lockstep.judged.channel import Broken, Channel, Message

Answer = tuple[Message, tuple[bytes, ...]]

_MOST_ALLOCATED = 1 << 38
#: Bytes. What the host reads of that size may decide what is launched.
_A_NUMBER = 8


@dataclass
class Failure:
    """What is wrong: the kind as a verdict names it, a sentence, a line of source."""

    kind: str
    text: str
    source: str = ""


@dataclass
class Ran:
    """What ran so far, of all calls."""

    launches: int = 0
    wave_instructions: int = 0
    kernels: dict[str, str] = field(default_factory=dict)      #: name -> digest of its code object
    coverage: dict[str, Coverage] = field(default_factory=dict)  #: by digest
    shapes: list[str] = field(default_factory=list)            #: grids
    schedules: list[str] = field(default_factory=list)


@dataclass
class View:
    """How a call sees the device."""

    schedules: str
    #: What the host reads in place of what lies there, by address.
    host: dict[int, NDArray[np.uint8]] = field(default_factory=dict)
    #: Inputs are undefined on purpose: nothing that follows from it is a finding.
    tainted: bool = False
    #: What kernels have computed reads otherwise on the host, too, where it is more than a number.
    derived: bool = False


class ServedDevice:
    """One device, of one candidate. `failures` and `lacks` are those of the call that runs."""

    def __init__(self, device: Device, *, fail_on: str, regions: bool = False, clamped: bool = False) -> None:
        self.device = device
        self.ran = Ran()
        self.view = View(device.schedule)
        self.failures: list[Failure] = []
        self.lacks = ""
        self.undecided = False          #: of a tainted call: an undefined branch or address
        self.host_read: set[int] = set()  #: addresses of inputs that the host has read, in this call
        self.derived_read = False       #: the host has read what a kernel of this call may have computed
        self.written: list[bytes] = []  #: what the host wrote in this call
        self.inputs: dict[int, NDArray[np.uint8]] = {}   #: what lies at the addresses of inputs
        self.stored: Callable[[str, str], Any] | None = None
        self._fail_on, self._regions, self._clamped = fail_on, regions, clamped
        self._codes: list[tuple[Code, str]] = []
        self._own: set[int] = set()      #: allocations of the candidate's
        self._launched = False           #: a kernel, in this call
        self._kept: list[Array] = []     #: arrays that were handed over
        self._operations: dict[str, Callable[[Message, list[bytes]], Answer]] = {
            "used": lambda *_: ({"bytes": self.device.used}, ()), "allocate": self._allocate, "write": self._write,
            "read": self._read, "load": self._load, "launch": self._launch, "stored": self._stored}

    def facts(self) -> Message:
        return {"arch": self.device.arch, "model": self.device.model, "model_label": self.device.model_label}

    def begin(self, view: View) -> None:
        """A call of the candidate begins."""
        self.view, self.failures, self.lacks, self.undecided, self.host_read = view, [], "", False, set()
        self.derived_read, self.written, self._launched = False, [], False

    def record_of(self, array: Array) -> Message:
        """What candidates are told of an array here."""
        self._kept.append(array)
        packed = isinstance(array, PackedArray)
        plain = array.view("uint8") if packed else array
        return {"address": plain.data_ptr(), "shape": list(plain.shape), "dtype": array.dtype.name, "packed": packed}

    def answer(self, channel: Channel) -> None:
        """One request. Raises Broken where it is none."""
        message, pieces = channel.receive()
        operation = self._operations.get(str(message.get("do")))
        if operation is None:
            raise Broken("a request that there is not")
        try:
            for address in message.get("freed", []):
                if address in self._own:
                    self._own.discard(address)
                    self.device._session.free(address)
            answer, given = operation(message, pieces)
        except (ValueError, TypeError, KeyError, IndexError) as error:
            answer, given = {"error": [type(error).__name__, str(error)]}, ()
        channel.send(answer, *given)

    def _allocate(self, message: Message, _: list[bytes]) -> Answer:
        size = int(message["bytes"])
        if not 0 < size <= _MOST_ALLOCATED:
            raise ValueError(f"{size} bytes can't be had")
        address = self.device._session.allocate(size, str(message["name"]))
        self._own.add(address)
        return {"address": address}, ()

    def _write(self, message: Message, pieces: list[bytes]) -> Answer:
        self.device._session.write(int(message["address"]), np.frombuffer(pieces[0], np.uint8))
        self.written.append(pieces[0])
        return {}, ()

    def _read(self, message: Message, _: list[bytes]) -> Answer:
        address, size = int(message["address"]), int(message["bytes"])
        if not 0 < size <= _MOST_ALLOCATED:
            raise ValueError(f"{size} bytes can't be read")
        data, undefined = np.empty(size, np.uint8), np.empty(size, np.uint8)
        self.device._session.read(address, data, undefined)
        if self.view.tainted:
            undefined[:] = 0
        of_inputs = False
        for base, values in self.inputs.items():
            begin, end = max(base, address), min(base + values.size, address + size)
            if begin >= end:
                continue
            of_inputs = True
            self.host_read.add(base)
            shown = self.view.host.get(base)
            if shown is not None:
                data[begin - address:end - address] = shown[begin - base:end - base]
        if self._launched and not of_inputs and size > _A_NUMBER:
            self.derived_read = True
            if self.view.derived:
                data = np.roll(data, _A_NUMBER)  # the same numbers at other places
        return {}, (data.tobytes(), undefined.tobytes())

    def _load(self, message: Message, pieces: list[bytes]) -> Answer:
        code = self.device.load(pieces[0], name=str(message["name"]))
        self._codes.append((code, hashlib.sha256(pieces[0]).hexdigest()))
        loaded = code._loaded
        kernels = {name: {"arguments": loaded.arguments(name), "facts": loaded.facts(name)} for name in loaded.kernels}
        return {"number": len(self._codes) - 1, "file": loaded.file, "notes": loaded.notes, "kernels": kernels}, ()

    def _stored(self, message: Message, _: list[bytes]) -> Answer:
        if self.stored is None:
            raise ValueError("no problem of an operator is judged")
        array = self.device.array(self.stored(str(message["name"]), str(message["layout"])), name=str(message["name"]))
        return {"array": self.record_of(array)}, ()

    def _launch(self, message: Message, pieces: list[bytes]) -> Answer:
        number = int(message["code"])
        if not 0 <= number < len(self._codes):
            raise ValueError("no such code object was loaded")
        code, digest = self._codes[number]
        kernel = str(message["kernel"])
        if kernel not in code.keys():
            raise KeyError(kernel)
        extents = [tuple(int(n) for n in message[word]) for word in ("grid", "block")]
        self._launched = True
        report = self.device._session.launch(
            code._loaded, kernel, *extents, pieces, int(message["shared"]), self.view.schedules, True,
            bool(message["cooperative"]), self.device.threads, self.device.step_limit, self._fail_on, self._regions,
            self._clamped, None)
        self._look_at(report, digest, extents)
        said = "holds" if self.view.tainted and report.stop is None else report.verdict
        return {"verdict": said, "kernel": report.kernel, "wave_instructions": report.wave_instructions,
                "schedules": report.schedules, "findings": [f.line for f in report.findings], "text": str(report)}, ()

    def _look_at(self, report: LaunchReport, digest: str, extents: list[tuple[int, ...]]) -> None:
        self.ran.launches += len(report.schedules)
        self.ran.schedules = max(self.ran.schedules, report.schedules, key=len)
        self.ran.wave_instructions += report.wave_instructions
        self.ran.kernels[report.kernel] = digest
        self.ran.coverage.setdefault(digest, Coverage()).merge(report.coverage)
        shape = "{} grid {} block {}".format(report.kernel, *(",".join(map(str, e)) for e in extents))
        if shape not in self.ran.shapes:
            self.ran.shapes.append(shape)
        if self.view.tainted:
            self.undecided |= bool(report.findings) or report.stop is not None
            return
        if report.verdict == "inconclusive":
            self.lacks = self.lacks or (report.stop.line if report.stop else str(report))
        elif report.verdict != "holds":
            self.failures.append(_failure_of(report))


def _failure_of(report: LaunchReport) -> Failure:
    """The gravest."""
    gravest = report.stop or next((f for f in report.findings if f.severity != "note"), None)
    if gravest is not None and (report.stop or not report.differences):
        return Failure(gravest.kind, gravest.line, gravest.source)
    if report.differences:
        return Failure("schedule", report.differences[0])
    return Failure("clean", str(report).splitlines()[0])
