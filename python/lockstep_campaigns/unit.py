"""What runs on a worker: one unit, a process of the command that writes a journal.

The module travels to the workers as it is, with `processes`, and uses the standard library alone: they need the command, not this package."""
from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import zlib
from collections.abc import Sequence
from typing import Any

from lockstep_campaigns.processes import Processes

_VERSION_TRIES = 5
_PILOT_CASES = 16      # that say how long a case takes
#: In the campaign's folder: the journal of its first cases, whose units need not run them again.
PILOT = "pilot.jsonl"
_CASE = re.compile(rb'^\{"index":(\d+),"verdict":"([a-z ]+)"', re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Unit:
    """A part of the cases of one run of `fuzz`."""

    name: str                #: of its journal, without .jsonl
    words: tuple[str, ...]   #: of fuzz: kernels and options, --seed and --cases among them
    shard: str               #: as --shard takes it
    cases: int               #: that it has
    stratum: int = 0         #: which part of the plan it belongs to
    first: int = 0           #: number of its first case


@dataclasses.dataclass(frozen=True)
class Settings:
    """What all units of a campaign have in common."""

    command: str                       #: the built command, on the worker
    version: str                       #: what `lockstep --version` must say
    folder: str                        #: of the campaign
    token: str                         #: what the file `token` there says: a worker that reads it shares the disk
    cwd: str                           #: where the command runs, and finds the files that options name
    digests: tuple[tuple[str, str], ...] = ()  #: path of such a file, relative to cwd or absolute -> its SHA-256
    selftest: bool = False             #: before a worker's first unit
    busy_seconds: float = 20.0         #: how long to wait for a process that still writes the unit's journal


@dataclasses.dataclass
class Outcome:
    """How a unit ended."""

    state: str                     #: done, refused (the worker can't have units of this campaign), failed, stopped
    why: str = ""
    worker: str = ""
    seconds: float = 0.0
    journal: bytes | None = None   #: zlib; None: it is in the campaign's folder, or there is none


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def version_of(command: str) -> str:
    """What the command says of itself; a sentence that is no version where it can't be started."""
    for _ in range(_VERSION_TRIES):
        try:
            done = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"no version: {error}"
        if done.returncode >= 0:  # else somebody killed it, which says nothing of it
            break
    return done.stdout.strip() or f"no version: {command} exits with {done.returncode}"


def refusal(settings: Settings) -> str:
    """Why this machine can have no unit, in a sentence; empty: it can."""
    here = version_of(settings.command)
    if here != settings.version:
        return f"its {settings.command} is '{here}', the campaign's is '{settings.version}'"
    return ""


def weakness(settings: Settings, processes: Processes) -> str:
    """Why the command can't be trusted here, in a sentence; empty: it can. The self-test runs once for each worker."""
    if not settings.selftest or settings.token in processes.tested:
        return ""
    try:
        done = subprocess.run([settings.command, "selftest"], capture_output=True, text=True, timeout=600)
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"its {settings.command} has no self-test: {error}"
    if done.returncode != 0:
        return f"its {settings.command} fails its self-test: {last_words(done.stdout + done.stderr)}"
    processes.tested.add(settings.token)
    return ""


def travel(settings: Settings, objects: dict[str, bytes]) -> tuple[str, str]:
    """Puts the files that options name where the command finds them, each once. (Where it runs, what is wrong.)"""
    cwd = settings.cwd
    if objects:
        cwd = os.path.join(tempfile.gettempdir(), f"lockstep-objects-{os.getuid()}")
    for path, wanted in settings.digests:
        full = os.path.join(cwd, path)
        if not _has(full, wanted) and wanted in objects:
            os.makedirs(os.path.dirname(full), mode=0o700, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=os.path.dirname(full), delete=False) as file:
                file.write(objects[wanted])
            os.replace(file.name, full)
        if not _has(full, wanted):
            return cwd, f"its {full} is missing or another file: the campaign's has the digest {wanted[:16]}"
    return cwd, ""


def sees(cwd: str, digests: dict[str, str]) -> bool:
    """Whether a worker finds the files that options name where the campaign does."""
    return all(_has(os.path.join(cwd, path), wanted) for path, wanted in digests.items())


def _has(path: str, wanted: str) -> bool:
    try:
        with open(path, "rb") as file:
            return digest(file.read()) == wanted
    except OSError:
        return False


def _shares_disk(settings: Settings) -> bool:
    try:
        with open(os.path.join(settings.folder, "token"), encoding="utf-8") as file:
            return file.read() == settings.token
    except OSError:
        return False


def has_ended(journal: str) -> bool:
    """Whether the last line says that the run came to its end."""
    try:
        with open(journal, "rb") as file:
            file.seek(max(0, os.path.getsize(journal) - 64))
            return file.read().endswith(b'{"end":true}\n')
    except OSError:
        return False


def _processes(of: Any) -> Processes:
    if not hasattr(of, "lockstep_processes"):
        of.lockstep_processes = Processes()
    found: Processes = of.lockstep_processes
    return found


def stop(token: str, dask_worker: Any = None) -> None:
    """Ends the units of a campaign on a worker; their journals can be gone on with."""
    _processes(dask_worker).stop(token)


def run(unit: Unit, settings: Settings, objects: dict[str, bytes], processes: Processes, worker: str = "") -> Outcome:
    """Runs a unit to its end, goes on where its journal is there, and says how that went."""
    begin = time.monotonic()

    def outcome(state: str, why: str = "", journal: bytes | None = None) -> Outcome:
        return Outcome(state, why, worker, time.monotonic() - begin, journal)

    why = refusal(settings) or weakness(settings, processes)
    if not why:
        cwd, why = travel(settings, objects)
    if why:
        return outcome("refused", why)
    shares = _shares_disk(settings)
    with tempfile.TemporaryDirectory(prefix="lockstep-unit-") as scratch:
        folder = settings.folder if shares else scratch
        journal = os.path.join(folder, "journals", unit.name + ".jsonl")
        if shares and has_ended(journal):
            return outcome("done")
        os.makedirs(os.path.dirname(journal), exist_ok=True)
        if shares:
            _begin(journal, os.path.join(folder, PILOT), unit)
        words = [*unit.words, "--shard", unit.shard, "--jobs", "1", "--journal", journal, "--resume", journal, "--corpus",
                 os.path.join(folder, "corpus")]
        while True:
            code, said = processes.run(settings.command, settings.token, words, cwd)
            if "another process is writing this journal" not in said or outcome("").seconds > settings.busy_seconds:
                break
            time.sleep(0.5)
        if has_ended(journal):
            return outcome("done", journal=None if shares else _packed(journal))
        if code in (130, 128 + signal.SIGTERM, -signal.SIGTERM):
            return outcome("stopped")
        return outcome("failed", f"exit code {code}: {last_words(said)}")


def begun(pilot: bytes, unit: Unit) -> bytes:
    """What a unit's journal begins with, of the cases that the pilot ran. Empty where it ran none of the unit's, or where a law was
    falsified: the smallest case of that was saved elsewhere."""
    header, *lines = pilot.splitlines(keepends=True)
    number, of = map(int, unit.shard.split("/"))
    end = int(unit.words[unit.words.index("--cases") + 1])
    own = []
    for case, line in ((_CASE.match(line), line) for line in lines):
        if case is not None and case[2] == b"falsified":
            return b""
        if case is not None and int(case[1]) % of == number - 1 and int(case[1]) < end:
            own.append(line)
    if not own:
        return b""
    said = json.loads(header)
    said["shard"], said["words"]["cases"] = unit.shard, end
    return b"".join([json.dumps(said, separators=(",", ":")).encode() + b"\n", *own])


def _begin(journal: str, pilot: str, unit: Unit) -> None:
    if os.path.exists(journal) or not os.path.exists(pilot):
        return
    with open(pilot, "rb") as file:
        data = begun(file.read(), unit)
    # A full disk, or one without links: the unit runs all its cases.
    with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=os.path.dirname(pilot)) as file:
        if data:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.link(file.name, journal)  # fails where another worker has begun it


def _packed(journal: str) -> bytes:
    with open(journal, "rb") as file:
        return zlib.compress(file.read(), 1)


def last_words(said: str) -> str:
    """What a process that failed says at its end."""
    lines = [line.strip() for line in re.split(r"[\r\n]", said) if line.strip()]
    return " | ".join(lines[-3:]) or "it says nothing"


# What Dask calls takes and gives plain values: a worker knows no class of this module but by its functions.

def sent(data: bytes) -> bytes:
    """A task whose result is a file: Dask sends it to each worker that needs it once, and again when its holders are gone."""
    return data


def run_on_dask(unit: dict[str, Any], settings: dict[str, Any], *objects: bytes) -> dict[str, Any]:
    """`run`, as a task of Dask."""
    from distributed import get_worker
    worker = get_worker()
    return dataclasses.asdict(run(Unit(**unit), Settings(**settings), by_digest(objects), _processes(worker), worker.address))


def refusal_on_dask(settings: dict[str, Any], dask_worker: Any = None) -> str:
    return refusal(Settings(**settings)) or weakness(Settings(**settings), _processes(dask_worker))


def pilot_on_dask(words: tuple[str, ...], settings: dict[str, Any], seconds: float, *objects: bytes) -> tuple[bytes, str]:
    from distributed import get_worker
    return pilot(words, Settings(**settings), by_digest(objects), seconds, _processes(get_worker()))


def by_digest(objects: Sequence[bytes]) -> dict[str, bytes]:
    return {digest(data): data for data in objects}


def pilot(words: tuple[str, ...], settings: Settings, objects: dict[str, bytes], seconds: float,
          processes: Processes) -> tuple[bytes, str]:
    """The journal of the first cases, and what the command said: how long a case takes."""
    why = refusal(settings)
    if not why:
        cwd, why = travel(settings, objects)
    if why:
        return b"", why
    with tempfile.TemporaryDirectory(prefix="lockstep-pilot-") as scratch:
        journal = os.path.join(scratch, "pilot.jsonl")
        for longer in (1, 3):  # of the first cases one may take as long as all others
            of_pilot = [*words, "--shard", "1/1", "--jobs", "1", "--time", str(longer * seconds), "--journal", journal, "--resume", journal,
                        "--corpus", os.path.join(scratch, "corpus")]
            code, said = processes.run(settings.command, settings.token, of_pilot, cwd)
            if not has_ended(journal):
                return b"", f"exit code {code}: {last_words(said)}"
            with open(journal, "rb") as file:
                data = file.read()
            if len(_CASE.findall(data)) >= _PILOT_CASES:
                break
    return data, ""
