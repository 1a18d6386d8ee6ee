"""A candidate's process: started, asked, and ended."""
from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType

from lockstep.judged.channel import Broken, Channel, Late, Message
from lockstep.judged.served import ServedDevice


class Ended(Exception):
    """The process ended before it answered: how, in words."""


class Process:
    """It runs until `with` is left. What it prints goes into a file, of which nobody reads more than the end."""

    def __init__(self, file: str, name: str, device: ServedDevice, deadline: float) -> None:
        self._device, self.deadline = device, deadline
        self._folder = tempfile.TemporaryDirectory(prefix="lockstep-candidate-")
        self._log = open(Path(self._folder.name) / "log", "wb")  # noqa: SIM115
        ends = [socket.socketpair() for _ in range(2)]
        theirs = [end.fileno() for _, end in ends]
        self._control, self._requests = (Channel(end) for end, _ in ends)
        written = os.path.join(self._folder.name, "written")
        os.mkdir(written)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "lockstep.judged.candidate", *map(str, theirs)], pass_fds=theirs, stdin=subprocess.DEVNULL,
            stdout=self._log, stderr=self._log, cwd=os.path.dirname(os.path.abspath(file)),
            env={**os.environ, "TMPDIR": written, "TRITON_CACHE_DIR": os.path.join(written, "triton"), "PYTHONDONTWRITEBYTECODE": "1",
                 "OPENBLAS_NUM_THREADS": "1"})
        for _, end in ends:
            end.close()
        self._control.send({"file": os.path.abspath(file), "name": name, "device": device.facts(), "folder": written})

    def __enter__(self) -> Process:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._process.kill()  # what it has left behind, the command ends
        self._process.wait()
        self._log.close()
        self._folder.cleanup()

    def call(self, message: Message) -> Message:
        """What the function answers. Raises Ended, or Late."""
        try:
            self._control.send(message)
        except Broken:
            raise Ended(self._how()) from None
        return self.answer()

    def answer(self) -> Message:
        """The next message, while requests of the process are served."""
        for channel in (self._control, self._requests):
            channel.deadline = self.deadline
        open_ends = [self._requests.end, self._control.end]
        try:
            while True:
                left = self.deadline - time.monotonic()
                ready = select.select(open_ends, [], [], max(0, left))[0] if left > 0 else []
                if not ready:
                    raise Late
                if self._requests.end in ready:
                    try:
                        self._device.answer(self._requests)
                    except Broken:
                        open_ends.remove(self._requests.end)
                elif self._control.end in ready:
                    return self._control.receive()[0]
        except Broken:
            raise Ended(self._how()) from None

    def _how(self) -> str:
        try:
            code = self._process.wait(2)
        except subprocess.TimeoutExpired:
            return "it closed its connection and goes on"
        if code < 0:
            return f"signal {signal.Signals(-code).name} ended it"
        return f"it ended with exit code {code}{self._last_line()}"

    def _last_line(self) -> str:
        self._log.flush()
        lines = Path(self._log.name).read_bytes()[-2000:].decode(errors="replace").strip().splitlines()
        return f": {lines[-1].strip()}" if lines else ""
