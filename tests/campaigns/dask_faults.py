#!/usr/bin/env python3
"""Campaigns on a local Dask cluster in trouble: dask_faults.py COMMAND FOLDER [SEED].

Workers are killed at random times, a disk is full, a worker is slow, a clock jumps: what is merged is what one undisturbed
run says, case by case. FOLDER is for Debian packages."""
import contextlib
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

import dask
dask.config.set({"distributed.logging.distributed": "critical", "distributed.scheduler.allowed-failures": 20})
import distributed  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import debian  # noqa: E402
from lockstep_campaigns import Refused, campaign  # noqa: E402
from lockstep_campaigns.dask_pool import closed  # noqa: E402
from lockstep_campaigns.unit import version_of  # noqa: E402
from run_again import FAILING, HOLDING, corpus, entries, lockstep, read, report, run, write  # noqa: E402

seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
print(f"seed {seed}")
chance = random.Random(seed)

CASES = 120
MANY = 160  # not done before it is interrupted three times


def undisturbed(folder, words, cases, code):
    journal = os.path.join(folder, "one.jsonl")
    done = run(*words, "--cases", cases, "--jobs", 1, "--journal", journal, *corpus(folder), code=code)
    return report(done.stdout), entries(journal)


@contextlib.contextmanager
def cluster(workers):
    with closed(distributed.LocalCluster(n_workers=workers, threads_per_worker=1, processes=True, memory_limit=0,
                                         dashboard_address="localhost:0", silence_logs=50)) as local, \
            distributed.Client(local, set_as_default=False) as client:
        yield client


def words_of(words):
    """Of campaign(): kernels, and the options of fuzz without the seed."""
    at = words.index("--seed")
    return {"kernels": words[1:2], "options": [*words[2:at], *words[at + 2:]], "seed": int(words[at + 1])}


def ran(client, folder, words, cases, *, name="campaign", **how):
    said = []
    how = {"command": lockstep, **how}
    result = campaign(client, **words_of(words), cases=cases, folder=os.path.join(folder, name), unit_seconds=0.4,
                      say=said.append, **how)
    return result, "\n".join(said)


def same(result, said, expected, code, all_cases=True):
    assert result.code == code, (result, said)
    assert result.text == expected[0], (result.text, expected[0], said)
    found = entries_of(result.folder)
    if all_cases:
        assert found.keys() == expected[1].keys(), said
    assert all(found[index] == entry for index, entry in expected[1].items()), said


def entries_of(folder):
    journals = os.path.join(folder, "journals")
    return entries(*(os.path.join(journals, name) for name in sorted(os.listdir(journals))))


def children(pid):
    return list(map(int, pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())) + \
        [child for task in os.listdir(f"/proc/{pid}/task") if task != str(pid)
         for child in map(int, pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split())]


class Trouble(threading.Thread):
    """Does something now and then, until the campaign ends."""

    def __init__(self, client, what, pause, most=10**6):
        super().__init__(daemon=True)
        self.client, self.what, self.pause = client, what, pause
        self.over, self.times, self.most = threading.Event(), 0, most

    def run(self):
        while self.times < self.most and not self.over.wait(self.pause()):
            with contextlib.suppress(OSError, RuntimeError, ValueError, KeyError):
                self.times += bool(self.what(self.client))

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join(20)


def kill_some(client):
    """A worker, or the process of its unit alone."""
    pids = [worker.pid for nanny in client.cluster.workers.values() if (worker := nanny.process.process) is not None]
    if not pids:
        return False
    victim = chance.choice(pids)
    if chance.random() < 0.4 and (units := children(victim)):
        victim = chance.choice(units)
    os.kill(victim, signal.SIGKILL)
    return True


def killed_workers():
    for words, cases, code in ((HOLDING, CASES, 0), ([*FAILING, "--failures", "2"], 40, 1)):
        with tempfile.TemporaryDirectory() as folder, cluster(4) as client:
            expected = undisturbed(folder, words, cases, code)
            failures = {"failures": 2} if code else {}
            plain = words[:-2] if code else words
            with Trouble(client, kill_some, lambda: chance.uniform(0.3, 2.5), most=12) as killer:
                result, said = ran(client, folder, plain, cases, **failures)
            assert killer.times > 0
            same(result, said, expected, code, all_cases=code == 0)
            # Two mergers at once.
            merge = [lockstep, "merge", os.path.join(result.folder, "journals")]
            mergers = [subprocess.Popen(merge, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
            assert [m.communicate()[0] for m in mergers] == [expected[0]] * 2
            print(f"{killer.times} kills")


def limit_files(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def full_disk():
    with tempfile.TemporaryDirectory() as folder, cluster(2) as client:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        first, second = client.scheduler_info(n_workers=-1)["workers"]
        # One worker's: others do its units.
        client.run(limit_files, 6000, workers=[first])
        result, said = ran(client, folder, HOLDING, CASES, name="one")
        assert f"failed on {first}" in said and "it is tried again" in said, said
        same(result, said, expected, 0)
        # Everybody's: it ends, says why, and goes on when there is room.
        client.run(limit_files, 6000, workers=[second])
        result, said = ran(client, folder, HOLDING, CASES, name="all")
        assert result.code == 2 and "failed 5 times" in said and "--resume" in said, (result, said)
        assert result.text.endswith("seed 0x5\n") and "INCOMPLETE" in result.text, result.text
        client.run(limit_files, resource.RLIM_INFINITY)
        said = []
        again = campaign(client, folder=result.folder, resume=True, command=lockstep, say=said.append)
        same(again, said, expected, 0)


def slow_worker():
    with tempfile.TemporaryDirectory() as folder, cluster(2) as client:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        slow = next(iter(client.run(os.getpid).values()))

        def hold_up(_):
            for unit in children(slow):
                os.kill(unit, signal.SIGSTOP)
                time.sleep(0.2)
                os.kill(unit, signal.SIGCONT)
            return True
        with Trouble(client, hold_up, lambda: 0.05) as brake:
            result, said = ran(client, folder, HOLDING, CASES)
        assert brake.times > 0
        same(result, said, expected, 0)


def jumping_clock(packages):
    unpacked = debian.unpacked(packages, ["libfaketime"])
    library = None if isinstance(unpacked, str) else next(unpacked.glob("usr/lib/*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        print(f"SKIPPED: a clock that jumps: {unpacked if isinstance(unpacked, str) else 'libfaketime has no library'}")
        return
    with tempfile.TemporaryDirectory() as folder, cluster(2) as client:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        clock = os.path.join(folder, "clock")
        write(clock, "+0")
        client.run(os.environ.update, {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": clock, "FAKETIME_NO_CACHE": "1",
                                       "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
        jumps = ["-400d", "+3h", "+900d", "-1d"]

        def jump(_):
            write(clock + ".new", jumps[chance.randrange(len(jumps))])
            os.replace(clock + ".new", clock)
            return True
        jump(client)
        year = client.run(subprocess.check_output, ["date", "+%s"]).popitem()[1]
        assert abs(int(year) - time.time()) > 3000, year
        with Trouble(client, jump, lambda: chance.uniform(0.05, 0.3)) as jumper:
            result, said = ran(client, folder, HOLDING, CASES)
        assert jumper.times > 3
        same(result, said, expected, 0)


def other_version():
    with tempfile.TemporaryDirectory() as folder, cluster(2) as client:
        expected = undisturbed(folder, HOLDING, 40, 0)
        command = os.path.join(folder, "lockstep")
        write(command, '#!/bin/sh\n[ "$1 $OTHER" = "--version yes" ] && exec echo "lockstep 0.0.1 (5eed)"\n'
              f'exec {lockstep} "$@"\n')
        os.chmod(command, 0o755)
        first, second = client.scheduler_info(n_workers=-1)["workers"]
        client.run(os.environ.update, {"OTHER": "yes"}, workers=[first])
        result, said = ran(client, folder, HOLDING, 40, command=command)
        assert f"worker {first} is refused" in said and "lockstep 0.0.1 (5eed)" in said and version_of(lockstep) in said, said
        same(result, said, expected, 0)
        client.run(os.environ.update, {"OTHER": "yes"}, workers=[second])
        try:
            ran(client, folder, HOLDING, 40, name="none", command=command)
            raise AssertionError("no worker is left, and none is missed")
        except Refused as why:
            assert "every worker is refused" in str(why)


def interrupted():
    """The command, ended by control-C and by -9, and gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, MANY, 0)
        env = {**os.environ, "LOCKSTEP": lockstep, "PYTHONPATH": str(pathlib.Path(__file__).resolve().parents[2] / "python")}
        there = os.path.join(folder, "campaign")
        begin = [sys.executable, "-m", "lockstep_campaigns"]
        how = [[*HOLDING[1:], "--cases", str(MANY), "--folder", there, "--unit", "0.4s"], ["--resume", there]]
        for kind, words in ((signal.SIGINT, how[0]), (signal.SIGKILL, how[1]), (signal.SIGTERM, how[1])):
            before = sum(len(read(path).splitlines()) for path in pathlib.Path(there).glob("journals/*"))
            process = subprocess.Popen([*begin, *words, "--local", "2"], env=env, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
            deadline = time.monotonic() + 120
            while sum(len(read(path).splitlines()) for path in pathlib.Path(there).glob("journals/*")) < before + 20:
                assert time.monotonic() < deadline and process.poll() is None, process.communicate()
                time.sleep(0.05)
            (os.kill if kind == signal.SIGKILL else os.killpg)(process.pid, kind)
            out, err = process.communicate()
            if kind == signal.SIGKILL:
                assert process.returncode == -kind
            else:
                assert process.returncode == 130 and f"--resume {there} goes on" in err, (process.returncode, out, err)
        done = subprocess.run([*begin, "--resume", there, "--local", "2"], env=env, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, expected[0]), done
        found = entries_of(there)
        assert found == expected[1]
        for words, complaint in ((["--cases", "5"], "one of the arguments --local --dask is required"),
                                 (["--local", "1"], "say when it ends"),
                                 (["--local", "1", "--cases", "4", "--jobs", "2"], "--jobs can't be an option of the units"),
                                 (["--local", "1", "--resume", folder + "/none"], "there is no campaign to go on with"),
                                 (["--local", "1", "--cases", "4", "--folder", there], "has a campaign; --resume"),
                                 (["no_such", "--local", "1", "--cases", "4", "--folder", folder + "/x"], "no_such")):
            refused = subprocess.run([*begin, *words], env=env, capture_output=True, text=True)
            assert refused.returncode == 2 and complaint in refused.stderr, (words, refused)


if __name__ == "__main__":
    killed_workers()
    full_disk()
    slow_worker()
    jumping_clock(sys.argv[2])
    other_version()
    interrupted()
