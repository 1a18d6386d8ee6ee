"""The device as a candidate's process has it: what lockstep.Device stands on, and all of it is asked of the process that judges."""
from __future__ import annotations

import threading
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lockstep.judged.channel import Channel, Message
from lockstep.judged.tensors import Tensors

#: What an answer's error is raised as.
_ERRORS: dict[str, type[Exception]] = {"ValueError": ValueError, "TypeError": TypeError, "KeyError": KeyError}


class RemoteReport:
    """What a launch came to, as far as a program needs it."""

    gpu = ""
    source_folders: list[str] = []

    def __init__(self, record: Message) -> None:
        self.verdict: str = record["verdict"]
        self.kernel: str = record["kernel"]
        self.wave_instructions: int = record["wave_instructions"]
        self.schedules: list[str] = record["schedules"]
        self.findings: list[str] = record["findings"]
        self._text: str = record["text"]

    def text(self, limit: int = 3, notes: bool = False) -> str:
        return self._text

    def html(self, file: Any = None) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text


class RemoteCode:
    """A code object that the judging process holds under a number."""

    def __init__(self, record: Message) -> None:
        self.number: int = record["number"]
        self.file: str = record["file"]
        self.notes: list[str] = record["notes"]
        self._kernels: dict[str, Message] = record["kernels"]

    @property
    def kernels(self) -> list[str]:
        return list(self._kernels)

    def arguments(self, kernel: str) -> list[list[Any]]:
        return list(self._kernels[kernel]["arguments"])

    def facts(self, kernel: str) -> dict[str, int]:
        return dict(self._kernels[kernel]["facts"])

    def lint(self, kernel: str) -> list[Any]:
        return []


class RemoteSession:
    """What `lockstep.Device` asks of the extension module, by messages."""

    gpu = ""

    def __init__(self, channel: Channel, facts: Message) -> None:
        self._channel = channel
        self._lock = threading.Lock()
        self._freed: list[int] = []
        self.tensors = Tensors(self)
        self.arch: str = facts["arch"]
        self.model: str = facts["model"]
        self.model_label: str = facts["model_label"]

    def _ask(self, do: str, *pieces: bytes, **words: Any) -> tuple[Message, list[bytes]]:
        with self._lock:
            # What arrays no longer need is said with the next request: a collector's turn may come within one.
            freed, self._freed = self._freed, []
            self._channel.send({"do": do, "freed": freed, **words}, *pieces)
            answer, given = self._channel.receive()
        if error := answer.get("error"):
            raise _ERRORS.get(error[0], RuntimeError)(error[1])
        return answer, given

    @property
    def used(self) -> int:
        return int(self._ask("used")[0]["bytes"])

    def allocate(self, size: int, name: str) -> int:
        return int(self._ask("allocate", bytes=int(size), name=name)[0]["address"])

    def free(self, address: int) -> None:
        self._freed.append(address)

    def write(self, address: int, data: NDArray[np.uint8]) -> None:
        self._ask("write", data.tobytes(), address=int(address))

    def read(self, address: int, data: NDArray[np.uint8], undefined: NDArray[np.uint8]) -> None:
        there, missing = self._ask("read", address=int(address), bytes=int(data.size))[1]
        data[:] = np.frombuffer(there, np.uint8)
        undefined[:] = np.frombuffer(missing, np.uint8)

    def load(self, name: str, code: bytes) -> RemoteCode:
        return RemoteCode(self._ask("load", code, name=name)[0])

    def launch(self, code: RemoteCode, kernel: str, grid: tuple[int, int, int], block: tuple[int, int, int],
               arguments: list[bytes], shared: int, schedule: str, checks: bool, cooperative: bool, *_: Any) -> RemoteReport:
        report = RemoteReport(self._ask("launch", *arguments, code=code.number, kernel=kernel, grid=grid, block=block,
                                        shared=int(shared), cooperative=bool(cooperative))[0])
        self.tensors.take_back()
        return report
