"""A campaign: one run of `lockstep fuzz` by the workers of a Dask cluster, merged to what one process would have said."""
from __future__ import annotations

import itertools
import json
import os
import re
import secrets
import shutil
import subprocess
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from lockstep_campaigns import unit as on_worker
from lockstep_campaigns.dask_pool import DaskPool, whole
from lockstep_campaigns.drive import Driver, Failed, ProgressLine
from lockstep_campaigns.folder import Folder, Refused, Words
from lockstep_campaigns.journal import Summary, seconds_a_case, summary
from lockstep_campaigns.plan import UNIT_SECONDS, Fixed, Growing, number_of_shards
from lockstep_campaigns.processes import Processes
from lockstep_campaigns.unit import Outcome, Settings, Unit

_USAGE, _INTERRUPTED = 2, 130
_RESULTS = (0, 1, 3, 4)  # exit codes that say something of cases
_PILOT_SECONDS, _PILOTS = 3.0, 2
_ROUNDS = 10  # of asking workers of which none answers
#: Options of fuzz that name a file, which must be the same on every worker.
_OF_FILES = ("--build", "--recipe", "--suppress")
#: Those that a campaign says itself, or that depend on what other cases reached.
_NOT_OF_UNITS = ("--shard", "--journal", "--resume", "--jobs", "--corpus", "--steer", "--device", "--against", "--coverage",
                 "--time", "--cases", "--seed", "--failures", "--json", "--junit", "--sarif", "--html", "--findings", "--selftest")


@dataclass(frozen=True)
class Result:
    """What a campaign came to."""

    code: int     #: as `lockstep fuzz` exits: 0 holds, 1 falsified, 2 trouble, 3 inconclusive, 4 trapped, 130 interrupted
    text: str     #: the report: that of `lockstep merge`
    folder: str   #: its journals, for `merge` and for going on


def find_command(command: str | None = None) -> str:
    """The built command, as an absolute path: the one that is given, $LOCKSTEP, that of the wheel that brought this package,
    or `lockstep` of PATH."""
    of_wheel = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lockstep", "bin", "lockstep")
    wanted = command or os.environ.get("LOCKSTEP") or (of_wheel if os.path.exists(of_wheel) else "lockstep")
    found = shutil.which(wanted)
    if found is None:
        raise Refused(f"there is no command {wanted}: name it with command=, or in the environment variable LOCKSTEP")
    return os.path.abspath(found)


def campaign(client: Any, kernels: Sequence[str] = (), *, options: Sequence[str] = (), seed: int | None = None,
             cases: int | None = None, seconds: float | None = None, plateau: int | None = None, failures: int = 1,
             folder: str | None = None, resume: bool = False, command: str | None = None,
             unit_seconds: float = UNIT_SECONDS, findings: str | None = None, merge: Sequence[str] = (),
             selftest: bool = False, say: Callable[[str], None] = print, progress: bool = False) -> Result:
    """Runs the cases of a seed on the workers of a `distributed.Client`, and merges what they found.

    kernels   names of `lockstep list kernels`; by default all
    options   further words of `lockstep fuzz`, such as ["--law", "bits"]
    cases     that are run. Without: more of each kernel until `seconds` or `plateau`, most where coverage still grows
    seconds   after which no unit is begun
    plateau   a kernel ends when so many of its cases reached nothing new
    failures  falsified cases after which a run ends
    folder    for its journals, .lockstep/campaign-SEED by default; workers need not share it
    resume    go on with the folder's campaign: kernels, options and numbers are those with which it began
    command   the built command, here and on the workers
    unit_seconds  how long a unit takes, about
    findings  a folder of findings that campaigns share: known cases are run first, here, and what is found is noted there
    merge     further words of `lockstep merge`, such as ["--json", "campaign.json"]
    selftest  first of all, here and on every worker: one that fails gets no unit; the record is in the JSON of `merge`
    say       is told what happens, a line each; progress: show it on standard error

    Raises Refused where nothing can be begun. Interrupted by control-C, it merges what there is."""
    run = _Campaign(client, find_command(command), folder, seed, resume, selftest, say, progress)
    try:
        if resume:
            run.go_on()
        else:
            run.begin(list(kernels), list(options), cases, plateau, failures, unit_seconds, seconds)
        known = run.replay(os.path.abspath(findings)) if findings else 0
        if findings:
            merge = [*merge, "--findings", findings]
        if selftest:
            merge = [*merge, "--selftest"]
        result = run.run(seconds, list(merge))
        return replace(result, code=_worse(result.code, known))
    finally:
        run.close()


class _Campaign:
    def __init__(self, client: Any, command: str, folder: str | None, seed: int | None, resume: bool, selftest: bool,
                 say: Callable[[str], None], progress: bool) -> None:
        self.client, self.command, self.selftest, self.say, self.progress = client, command, selftest, say, progress
        self.version = on_worker.version_of(command)
        self.seed = secrets.randbits(48) if seed is None else seed
        path = folder or os.path.join(".lockstep", f"campaign-{self.seed:#x}")
        if resume and not os.path.exists(os.path.join(path, "campaign.json")):
            raise Refused(f"{path}: there is no campaign to go on with")
        self.folder = Folder(path)
        self.known = self.folder.read()
        if self.known is not None and not resume:
            self.close()
            raise Refused(f"{path}: has a campaign; --resume {path} goes on with it, and another folder begins anew")

    def close(self) -> None:
        self.folder.close()

    def begin(self, kernels: list[str], options: list[str], cases: int | None, plateau: int | None, failures: int,
              unit_seconds: float, seconds: float | None) -> None:
        _check(options)
        if cases is None and plateau is None and seconds is None:
            raise Refused("say when it ends: by cases, by time or by a plateau")
        self.words = Words(self.version, self.seed, kernels, options, failures, cases, plateau, unit_seconds=unit_seconds,
                           cwd=os.getcwd())
        self._find_files()
        self._meet_workers()
        if cases is not None and plateau is None:
            pilot = self._pilot(cases, seconds)
            self.words.shards = self._shards(cases, pilot)
            self.folder.put(on_worker.PILOT, pilot)
        else:
            self.words.strata = self._strata(kernels)
        self.folder.write(self.words)

    def go_on(self) -> None:
        assert self.known is not None
        self.words = self.known
        if self.words.version != self.version:
            raise Refused(f"{self.folder.path}: was begun by {self.words.version}, and this is {self.version}")
        self._read_files()
        self._meet_workers()

    def replay(self, findings: str) -> int:
        """The exit code of the known cases, which run in a process of the command, before any unit."""
        cwd = self.folder.path if self.words.travels else self.words.cwd
        done = subprocess.run([self.command, "fuzz", *self.words.kernels, *self._fuzz_words(), "--cases", "0", "--findings",
                               findings, "--corpus", os.path.join(self.folder.path, "none")],
                              cwd=cwd, capture_output=True, text=True, errors="replace")
        if done.returncode not in _RESULTS:
            raise Refused(f"the known findings can't be run: {on_worker.last_words(done.stderr)}")
        if re.search(r"^\d+ known findings", done.stdout, re.MULTILINE) is None:
            return 0
        for line in done.stdout.splitlines():
            if re.match(r"\d+ known findings|  (still there|accepted|gone|not run) ", line):
                self.say(line)
        return done.returncode

    def run(self, seconds: float | None, merge: list[str]) -> Result:
        plan = self._plan()
        shown = ProgressLine(plan, self.pool, seconds) if self.progress else None
        driver = Driver(plan, self.pool, self._take, self._say_above(shown), shown.update if shown else lambda: None, seconds)
        self.say(f"seed {self.words.seed:#x}; journals in {self.folder.path}"
                 + (f"; {self.words.shards} units" if self.words.shards else ""))
        trouble = 0
        try:
            self._begin_again(plan)
            driver.run()
        except Failed as error:
            trouble = _USAGE
            self.say(f"{error}")
        except KeyboardInterrupt:
            trouble = _INTERRUPTED
        finally:
            self.pool.stop()
            if shown:
                shown.clear()
        if trouble:
            self.say(f"what is done is in {self.folder.path}; --resume {self.folder.path} goes on")
        return self._merge(merge, trouble)

    def _say_above(self, shown: ProgressLine | None) -> Callable[[str], None]:
        def say(text: str) -> None:
            if shown:
                shown.clear()
            self.say(text)
        return say

    def _fuzz_words(self) -> tuple[str, ...]:
        return (*self.words.options, "--seed", str(self.words.seed), "--failures", str(self.words.failures))

    def _plan(self) -> Fixed | Growing:
        w = self.words
        if w.shards is not None and w.cases is not None:
            return Fixed((*w.kernels, *self._fuzz_words()), w.cases, w.shards, w.failures)
        return Growing(self._fuzz_words(), w.strata, unit_seconds=w.unit_seconds, failures=w.failures, cases=w.cases,
                       plateau=w.plateau)

    # Journals of finished units count; the others are gone on with, in their own words.
    def _begin_again(self, plan: Fixed | Growing) -> None:
        if self.known is None:
            return
        if isinstance(plan, Growing):
            ranges = []
            for name in sorted(os.listdir(self.folder.journals)):
                kernel, _, first = name.removesuffix(".jsonl").rpartition("+")
                s = next((s for s in plan.strata if s.kernel == kernel), None)
                found = summary(os.path.join(self.folder.journals, name))
                if s is None or found.header is None:
                    continue
                end = found.header["words"]["cases"]
                ranges.append((kernel, int(first), end, found.ended))
                if found.ended:
                    plan.add(s, end - int(first), found)
            plan.go_on(ranges)
            return
        plan.go_on({name.removesuffix(".jsonl"): summary(os.path.join(self.folder.journals, name))
                    for name in sorted(os.listdir(self.folder.journals))})

    def _take(self, unit: Unit, outcome: Outcome) -> Summary:
        if outcome.journal is not None:
            self.folder.put(os.path.join("journals", unit.name + ".jsonl"), zlib.decompress(outcome.journal))
        return summary(self.folder.journal(unit.name))

    # The files that options name, by digest.
    def _find_files(self) -> None:
        words = self.words
        for at, word in enumerate(words.options[1:], 1):
            if words.options[at - 1] in _OF_FILES and os.path.isfile(word):
                with open(word, "rb") as file:
                    words.digests[word] = on_worker.digest(file.read())
        seen = self._on_each(on_worker.sees, words.cwd, dict(words.digests)) if words.digests else {}
        words.travels = not all(seen.values())
        self.files: dict[str, bytes] = {}
        if not words.travels:
            return
        renamed = {}
        for path, digest in words.digests.items():
            if path.endswith(".json"):
                raise Refused(f"{path}: a launch recipe names files of its own, and not every worker has them: put it on a "
                              "disk that all share")
            with open(path, "rb") as file:
                self.files[digest] = file.read()
            renamed[path] = os.path.join("objects", digest[:16], os.path.basename(path))
        words.options = [renamed.get(word, word) for word in words.options]
        words.digests = {renamed[path]: digest for path, digest in words.digests.items()}
        for path, digest in words.digests.items():
            os.makedirs(os.path.join(self.folder.path, os.path.dirname(path)), exist_ok=True)
            self.folder.put(path, self.files[digest])

    def _read_files(self) -> None:
        self.files = {}
        if self.words.travels:
            for path, digest in self.words.digests.items():
                with open(os.path.join(self.folder.path, path), "rb") as file:
                    self.files[digest] = file.read()

    def _meet_workers(self) -> None:
        self.settings = Settings(self.command, self.version, self.folder.path, self.folder.token(), self.words.cwd,
                                 tuple(self.words.digests.items()), self.selftest)
        self.pool = DaskPool(self.client, self.settings, self.files)
        refusals = self._on_each(on_worker.refusal_on_dask, asdict(self.settings))
        for worker, why in refusals.items():
            if why:
                self.say(f"worker {worker} is refused: {why}")
                self.pool.exclude(worker)
        if all(refusals.values()):
            raise Refused("every worker is refused")

    def _on_each(self, function: Callable[..., Any], *words: Any) -> dict[str, Any]:
        """Worker -> what it answers. One that dies meanwhile is left out: its units ask it again."""
        for _ in range(_ROUNDS):
            answers = self.client.run(whole(function), *words, on_error="return")
            alive = {worker: answer for worker, answer in answers.items() if not isinstance(answer, BaseException)}
            if alive:
                return alive
            time.sleep(1)
        raise Refused("the cluster has no worker")

    def _pilot(self, cases: int, seconds: float | None) -> bytes:
        """The journal of the first cases."""
        limit = _PILOT_SECONDS if seconds is None else min(_PILOT_SECONDS, seconds / 10)
        wanted = (*self.words.kernels, *self._fuzz_words(), "--cases", str(cases))
        for worker in itertools.islice(self.pool.workers(), _PILOTS):  # until one can
            data, said = self.pool.on_worker(worker, on_worker.pilot_on_dask, wanted, asdict(self.settings), limit,
                                             *self.pool.objects) or (b"", f"worker {worker} died")
            if data:
                return data
        data, said = on_worker.pilot(wanted, self.settings, self.files, limit, Processes())
        if not data:
            raise Refused(f"lockstep fuzz ends with {said}")
        return data

    def _shards(self, cases: int, pilot: bytes) -> int:
        a_case = seconds_a_case(pilot)
        return number_of_shards(cases, self.words.unit_seconds if a_case is None else a_case, sum(self.pool.workers().values()),
                                self.words.unit_seconds)

    def _strata(self, kernels: list[str]) -> list[str]:
        every = [(k["name"], k["arch"], f"{k['name']}@{k['arch']}") for k in self._listed("kernels")]
        for name in kernels:
            if not any(name in (k, full) for k, _, full in every):
                raise Refused(f"there is no kernel '{name}'; `lockstep list kernels` has them all")
        archs = {arch["name"] for arch in self._listed("archs")}  # that are emulated; others need a GPU
        on_gpu = any(option.startswith("--device") for option in self.words.options)
        return [full for name, arch, full in every
                if full in kernels or (not kernels or name in kernels) and (on_gpu or arch in archs)]

    def _listed(self, what: str) -> list[dict[str, str]]:
        done = subprocess.run([self.command, "list", what, "--json"], capture_output=True, text=True)
        rows: list[dict[str, str]] = json.loads(done.stdout)
        return rows

    def _merge(self, words: list[str], trouble: int) -> Result:
        cwd = self.folder.path if self.words.travels else self.words.cwd
        names = [word if word.startswith("-") else os.path.abspath(word) for word in words]
        done = subprocess.run([self.command, "merge", self.folder.journals, *names], cwd=cwd, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        for line in done.stderr.splitlines():
            if line.strip() and not line.startswith("["):  # no bar
                self.say(line)
        falsified = done.returncode in (1, 4)
        return Result(done.returncode if falsified or not trouble else trouble, done.stdout, self.folder.path)


def _worse(code: int, known: int) -> int:
    """A law that is falsified comes before trouble, and that before what is not known."""
    order = (1, 4, _INTERRUPTED, _USAGE, 3, 0)
    return min(code, known, key=lambda c: order.index(c) if c in order else 0)


def _check(options: list[str]) -> None:
    for word in options:
        name = re.split("=", word, maxsplit=1)[0]
        if name in _NOT_OF_UNITS:
            raise Refused(f"{name} can't be an option of the units: a campaign has words of its own for it, or units can't "
                          "have it")
