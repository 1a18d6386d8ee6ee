#!/usr/bin/env python3
"""Campaigns on a local Dask cluster in trouble: dask_faults.py COMMAND FOLDER [workers | campaign] [SEED].

Workers are killed at random moments, a disk is full, a worker is slow, a clock jumps, the campaign itself is killed: what is merged
is what one undisturbed run says, case by case. FOLDER is for Debian packages.

Units wait at a gate until the test lets them pass, so that trouble comes while there is still something to do, however fast or
loaded the machine is."""
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
from lockstep_campaigns import Refused, campaign, drive  # noqa: E402
from lockstep_campaigns.dask_pool import closed  # noqa: E402
from lockstep_campaigns.unit import version_of  # noqa: E402
from run_again import FAILING, HOLDING, corpus, entries, lockstep, read, report, run, write  # noqa: E402

seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
chance = random.Random(seed)

drive.WAIT_SECONDS = 0.05  # before a unit that failed is tried again

CASES = 120
MANY = 240


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
    result = campaign(client, **words_of(words), cases=cases, folder=os.path.join(folder, name), unit_seconds=0.05,
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


class Gate:
    """A command in front of the real one, which has units wait: for a ticket each, or until the gate stands open."""

    def __init__(self, folder):
        self.folder, self.tickets, self.over = folder, 0, False
        self.closed = os.path.join(folder, "closed")
        self.command = os.path.join(folder, "lockstep")
        write(self.closed, "")
        write(self.command, f"""#!/bin/sh
case "$*" in
  units) exec {sys.executable} {pathlib.Path(__file__).with_name("gate.py")} {folder} {lockstep} ;;
esac
exec {lockstep} "$@"
""")
        os.chmod(self.command, 0o755)

    def let_pass(self, units):
        for _ in range(units):
            self.tickets += 1
            write(os.path.join(self.folder, f"ticket-{self.tickets}"), "")

    def holds(self, pid):
        """Whether a unit of this process waits."""
        return os.path.exists(os.path.join(self.folder, f"waiting-{pid}"))

    def open(self):
        os.remove(self.closed)


def wait(until, what, gate=None):
    """Until something is so; what never becomes so is a failure, not a slow machine."""
    deadline = time.monotonic() + 600
    while not (found := until()):
        assert time.monotonic() < deadline and not (gate and gate.over), what
        time.sleep(0.02)
    return found


def campaign_amid(client, folder, trouble, words, cases, *, name, **how):
    """A campaign whose units wait at a gate, which trouble(gate) lets pass while it does its worst; then it opens."""
    os.mkdir(gates := os.path.join(folder, f"gate-{name}"))
    gate, failed = Gate(gates), []

    def run():
        try:
            trouble(gate)
        except BaseException as error:  # is the test's failure, not this thread's
            failed.append(error)
        gate.open()
    thread = threading.Thread(target=run)
    thread.start()
    try:
        result = ran(client, folder, words, cases, name=name, command=gate.command, **how)
    finally:
        gate.over = True
        thread.join()
    if failed:
        raise failed[0]
    return result


def workers_of(client):
    return sorted(client.scheduler_info(n_workers=-1)["workers"])


def pids(client):
    return [worker.pid for nanny in client.cluster.workers.values() if (worker := nanny.process.process) is not None]


def has_ended(pid):
    with contextlib.suppress(OSError):
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    return True


def units_of(pid):
    """The gate, the process that units are forked from, the unit, as far as they are there; or one that is asked for its version."""
    below = []
    with contextlib.suppress(OSError):
        below = [child for child in children(pid) if not has_ended(child)]
    return below + [one for child in below for one in units_of(child)]


def busy(client):
    """Workers that have a unit: (its pid, those of its units)."""
    return [(pid, units) for pid in pids(client) if (units := units_of(pid))]


def kill(pid):
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def killed_workers(client):
    most_units = 3  # a unit that is tried five times ends the campaign
    for words, cases, code, kills in ((HOLDING, CASES, 0, 6), ([*FAILING, "--failures", "2"], 40, 1, 3)):
        def trouble(gate):
            units = 0
            for _ in range(kills):
                # A worker that has a unit, or one of its unit's processes, whatever that is at: waiting, starting, or with a case.
                victim, at_work = chance.choice(wait(lambda: busy(client), "no worker has a unit", gate))
                gate.let_pass(chance.randrange(3))
                time.sleep(chance.uniform(0, 0.2))
                if units < most_units and chance.random() < 0.4:
                    units += 1
                    victim = chance.choice(at_work)
                kill(victim)
        with tempfile.TemporaryDirectory() as folder:
            expected = undisturbed(folder, words, cases, code)
            failures = {"failures": 2} if code else {}
            plain = words[:-2] if code else words
            result, said = campaign_amid(client, folder, trouble, plain, cases, name="killed", **failures)
            same(result, said, expected, code, all_cases=code == 0)
            # Two mergers at once.
            merge = [lockstep, "merge", os.path.join(result.folder, "journals")]
            mergers = [subprocess.Popen(merge, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for _ in range(2)]
            assert [m.communicate()[0] for m in mergers] == [expected[0]] * 2
            print(f"{kills} kills")


def limit_files(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def full_disk(client):
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        first, *others = workers_of(client)
        # One worker's: others do its units.
        client.run(limit_files, 2500, workers=[first])
        result, said = ran(client, folder, HOLDING, CASES, name="one")
        assert f"failed on {first}" in said and "it is tried again" in said, said
        same(result, said, expected, 0)
        # Everybody's: it ends, says why, and goes on when there is room.
        client.run(limit_files, 2500, workers=others)
        result, said = ran(client, folder, HOLDING, CASES, name="all")
        assert result.code == 2 and "failed 5 times" in said and "--resume" in said, (result, said)
        assert result.text.endswith("seed 0x5\n") and "INCOMPLETE" in result.text, result.text
        client.run(limit_files, resource.RLIM_INFINITY)
        said = []
        again = campaign(client, folder=result.folder, resume=True, command=lockstep, say=said.append)
        same(again, said, expected, 0)


def slow_worker(client):
    """One worker's units stand still while others do theirs."""
    slow = next(iter(client.run(os.getpid).values()))

    def trouble(gate):
        def is_taken():
            return not any(name.startswith("ticket") for name in os.listdir(gate.folder))
        (unit, *_) = wait(lambda: [pid for pid in units_of(slow) if gate.holds(pid)], "the slow worker has no unit", gate)
        os.kill(unit, signal.SIGSTOP)
        for _ in range(5):
            gate.let_pass(1)
            wait(is_taken, "nobody but the slow worker runs units", gate)
        os.kill(unit, signal.SIGCONT)
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        result, said = campaign_amid(client, folder, trouble, HOLDING, CASES, name="slow")
        same(result, said, expected, 0)


def jumping_clock(client, packages):
    unpacked = debian.unpacked(packages, ["libfaketime"])
    library = None if isinstance(unpacked, str) else next(unpacked.glob("usr/lib/*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        print(f"SKIPPED: a clock that jumps: {unpacked if isinstance(unpacked, str) else 'libfaketime has no library'}")
        return
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, CASES, 0)
        clock = os.path.join(folder, "clock")

        def jump():
            write(clock + ".new", ["-400d", "+3h", "+900d", "-1d"][chance.randrange(4)])
            os.replace(clock + ".new", clock)
        jump()
        faked = {"LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": clock, "FAKETIME_NO_CACHE": "1",
                 "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        client.run(os.environ.update, faked)
        year = client.run(subprocess.check_output, ["date", "+%s"]).popitem()[1]
        assert abs(int(year) - time.time()) > 3000, year

        def trouble(gate):
            for _ in range(6):  # before a unit, and while it runs
                wait(lambda: busy(client), "no worker has a unit", gate)
                gate.let_pass(1)
                jump()
                time.sleep(chance.uniform(0, 0.1))
                jump()
        result, said = campaign_amid(client, folder, trouble, HOLDING, CASES, name="jumping")
        for name in faked:
            client.run(os.environ.pop, name, None)
        same(result, said, expected, 0)


def other_version(client):
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, 40, 0)
        command = os.path.join(folder, "lockstep")
        write(command, '#!/bin/sh\n[ "$1 $OTHER" = "--version yes" ] && exec echo "lockstep 0.0.1 (5eed)"\n'
              f'exec {lockstep} "$@"\n')
        os.chmod(command, 0o755)
        first, *others = workers_of(client)
        client.run(os.environ.update, {"OTHER": "yes"}, workers=[first])
        result, said = ran(client, folder, HOLDING, 40, command=command)
        assert f"worker {first} is refused" in said and "lockstep 0.0.1 (5eed)" in said and version_of(lockstep) in said, said
        same(result, said, expected, 0)
        client.run(os.environ.update, {"OTHER": "yes"}, workers=others)
        try:
            ran(client, folder, HOLDING, 40, name="none", command=command)
            raise AssertionError("no worker is left, and none is missed")
        except Refused as why:
            assert "every worker is refused" in str(why)
        client.run(os.environ.pop, "OTHER", None)


def interrupted():
    """The command, ended by control-C, by -9 and by a request to end, and gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        expected = undisturbed(folder, HOLDING, MANY, 0)
        os.mkdir(gates := os.path.join(folder, "gate"))
        gate = Gate(gates)
        env = {**os.environ, "LOCKSTEP": gate.command, "PYTHONPATH": str(pathlib.Path(__file__).resolve().parents[2] / "python")}
        there = os.path.join(folder, "campaign")
        begin = [sys.executable, "-m", "lockstep_campaigns"]
        how = [[*HOLDING[1:], "--cases", str(MANY), "--folder", there, "--unit", "0.1s"], ["--resume", there]]

        def ended():
            return sum('{"end":true}' in read(path) for path in pathlib.Path(there).glob("journals/*"))
        for kind, words in ((signal.SIGINT, how[0]), (signal.SIGKILL, how[1]), (signal.SIGTERM, how[1])):
            before = ended()
            process = subprocess.Popen([*begin, *words, "--local", "2"], env=env, stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True, start_new_session=True)
            gate.let_pass(2)
            wait(lambda: ended() > before or process.poll() is not None, "no unit ends")
            assert process.poll() is None, process.communicate()
            (os.kill if kind == signal.SIGKILL else os.killpg)(process.pid, kind)
            out, err = process.communicate()
            if kind == signal.SIGKILL:
                assert process.returncode == -kind
            else:
                assert process.returncode == 130 and f"--resume {there} goes on" in err, (process.returncode, out, err)
        gate.open()
        done = subprocess.run([*begin, "--resume", there, "--local", "2"], env=env, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, expected[0]), done
        assert done.stderr.startswith("lockstep campaign: starting, with workers on this machine\n"), done.stderr
        found = entries_of(there)
        assert found == expected[1]
        for words, complaint in ((["--cases", "5"], "one of the arguments --local --dask is required"),
                                 (["--local", "1"], "say when it ends"),
                                 (["--local", "1", "--cases", "4", "--jobs", "2"], "--jobs can't be an option of the units"),
                                 (["--local", "1", "--resume", folder + "/none"], "there is no campaign to go on with"),
                                 (["--local", "1", "--cases", "4", "--folder", there], "has a campaign; --resume"),
                                 (["--local", "1", "--cases", "4", "--folder", __file__], "Not a directory"),
                                 (["no_such", "--local", "1", "--cases", "4", "--folder", folder + "/x"], "no_such")):
            refused = subprocess.run([*begin, *words], env=env, capture_output=True, text=True)
            assert refused.returncode == 2 and complaint in refused.stderr, (words, refused)


if __name__ == "__main__":
    print(f"seed {seed}")
    began = time.monotonic()

    def done(what):
        print(f"{what}: {time.monotonic() - began:.0f} s", flush=True)
    what = sys.argv[3] if len(sys.argv) > 3 else ""
    if what != "campaign":
        with cluster(4) as client:
            done("a cluster")
            for name, trouble in (("killed workers", killed_workers), ("a full disk", full_disk), ("a slow worker", slow_worker),
                                  ("a clock that jumps", lambda c: jumping_clock(c, sys.argv[2])),
                                  ("another version", other_version)):
                client.wait_for_workers(4)
                trouble(client)
                done(name)
    if what != "workers":
        interrupted()
        done("interrupted")
