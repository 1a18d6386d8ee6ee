"""What runs units on a worker: a process of the command that forks one for each (`lockstep units`).

Like `unit`, the module travels to the workers as it is, and uses the standard library alone."""
from __future__ import annotations

import contextlib
import ctypes
import itertools
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Sequence
from typing import Any

_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_END_SECONDS = 2.0     # for a process that closed its output to end


def _end_with_parent() -> Callable[[], None]:
    # A process whose worker was killed would go on writing a journal that another worker is given.
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def prepare() -> None:
        libc.prctl(_DIES_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    return prepare


class Server:
    """A process that decodes kernels once, and forks one for each unit, of which many run at a time (`lockstep units`)."""

    def __init__(self, command: str, token: str) -> None:
        self.token = token  #: of the campaign, whose files it may have read
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._waiting: dict[int, queue.SimpleQueue[int | None]] = {}
        self._ended = False
        started: queue.SimpleQueue[subprocess.Popen[str] | OSError] = queue.SimpleQueue()
        # The thread that starts a process must live as long: the process ends with it.
        threading.Thread(target=self._serve, args=(command, started), daemon=True).start()
        process = started.get()
        if isinstance(process, OSError):
            raise process
        self._process = process

    def _serve(self, command: str, started: queue.SimpleQueue[subprocess.Popen[str] | OSError]) -> None:
        try:
            process = subprocess.Popen([command, "units"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                       text=True, preexec_fn=_end_with_parent())
        except OSError as error:
            started.put(error)
            return
        started.put(process)
        assert process.stdout
        for line in process.stdout:
            answer = json.loads(line)
            with self._lock:
                waiting = self._waiting.pop(answer["id"])
            waiting.put(answer["code"])
        try:
            code = process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        with self._lock:
            self._ended = True
            left, self._waiting = self._waiting, {}
        for waiting in left.values():
            waiting.put(code or None)
        process.stdout.close()

    def run(self, words: Sequence[str], cwd: str) -> tuple[int | None, str]:
        """The exit code of a `fuzz` with these words, negative where a signal ended it or this process, and what it said.

        None: nothing was run, as this process had waited long enough and ended."""
        with tempfile.NamedTemporaryFile("r", prefix="lockstep-errors-", errors="replace") as errors:
            code = self._ask({"words": list(words), "folder": os.path.abspath(cwd), "errors": errors.name}).get()
            return code, errors.read()

    def _ask(self, request: dict[str, Any]) -> queue.SimpleQueue[int | None]:
        answer: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        assert self._process.stdin
        with self._lock:
            if self._ended:
                answer.put(None)
                return answer
            number = next(self._numbers)
            self._waiting[number] = answer
            with contextlib.suppress(BrokenPipeError):  # it has ended, which its output says
                self._process.stdin.write(json.dumps({"id": number, **request}) + "\n")
                self._process.stdin.flush()
        return answer

    @property
    def pid(self) -> int:
        return self._process.pid

    def lives(self) -> bool:
        return not self._ended

    def stop(self) -> None:
        """Ends what it runs, which answers, or itself."""
        self._process.send_signal(signal.SIGTERM)

    def close(self) -> None:
        """Once it runs nothing."""
        assert self._process.stdin
        self._process.kill()
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()


class Processes:
    """The processes that run this worker's units, so that they can be stopped."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._servers: dict[Server, int] = {}  # -> units that it runs
        self.stopped: set[str] = set()  #: tokens of campaigns
        self.tested: set[str] = set()   #: of those whose command has passed its self-test here

    def run(self, command: str, token: str, words: Sequence[str], cwd: str) -> tuple[int, str]:
        """The exit code of a campaign's `fuzz` with these words, and what it said."""
        while True:
            with self._lock:
                if token in self.stopped:
                    return -signal.SIGTERM, "stopped"
                server = self._of(command, token)
                self._servers[server] += 1
            try:
                code, said = server.run(words, cwd)
            finally:
                with self._lock:
                    self._servers[server] -= 1
            if code is not None:
                return code, said

    def _of(self, command: str, token: str) -> Server:
        """That of this campaign, or a new one. Those of other campaigns, where they run nothing, are closed."""
        for server in [s for s, units in self._servers.items() if units == 0 and (s.token != token or not s.lives())]:
            del self._servers[server]
            server.close()
        found = next((s for s in self._servers if s.token == token and s.lives()), None)
        if found is None:
            found = Server(command, token)
            self._servers[found] = 0
        return found

    def servers(self) -> list[int]:
        """Their process numbers."""
        with self._lock:
            return [server.pid for server in self._servers]

    def stop(self, token: str) -> None:
        with self._lock:
            self.stopped.add(token)
            for server, units in self._servers.items():
                if server.token == token and units > 0:
                    server.stop()
