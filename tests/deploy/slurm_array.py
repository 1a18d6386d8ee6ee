#!/usr/bin/env python3
"""deploy/slurm.sh on Slurm itself, on this machine alone: slurm_array.py COMMAND SCRIPT FOLDER.

Skipped where Debian's slurm-wlm is not installed (./lockstep packages slurm-wlm), or not by root. Of an array one task is killed while it
runs, one finds the disk full, one stands still until the others are through, and the clock of one jumps; then it is submitted again:
the report that the dependent job writes is that of one undisturbed run, and so is what two mergers at once say. FOLDER is for Debian
packages."""
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "campaigns"), str(pathlib.Path(__file__).resolve().parents[1])]
import debian  # noqa: E402
from run_again import HOLDING, corpus, entries, lines, lockstep, read, report, run, write  # noqa: E402

SCRIPT = sys.argv[2]
SKIPPED = 77
CASES, SHARDS = 600, 4

CONF = """ClusterName=lockstep
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/none
CredType=cred/none
SlurmctldPort={ctld}
SlurmdPort={node}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
MinJobAge=3600
SchedulerParameters=sched_interval=1,bf_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def slurm(folder):
    """The environment in which its commands find it."""
    host = socket.gethostname().split(".")[0]
    conf = os.path.join(folder, "slurm.conf")
    for name in ("state", "spool"):
        os.mkdir(os.path.join(folder, name))
    write(conf, CONF.format(host=host, folder=folder, ctld=free_port(), node=free_port()))
    env = {**os.environ, "SLURM_CONF": conf}
    logs = open(os.path.join(folder, "daemons.log"), "w")
    daemons = [subprocess.Popen([name, "-D", "-f", conf, *more], env=env, stdout=logs, stderr=logs)
               for name, more in (("slurmctld", []), ("slurmd", ["-N", host]))]
    try:
        wait(lambda: "idle" in said(env, "sinfo", "--noheader", "--format=%t"), "a node that is idle", folder)
        yield env
    finally:
        for daemon in reversed(daemons):
            daemon.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                daemon.wait(20)
            daemon.kill()


def said(env, *command):
    return subprocess.run(command, env=env, capture_output=True, text=True).stdout


def wait(until, what, folder, seconds=600):
    deadline = time.monotonic() + seconds
    while not until():
        if time.monotonic() > deadline:
            logs = "\n".join(read(path)[-2000:] for path in sorted(pathlib.Path(folder).glob("*.log")))
            sys.exit(f"no {what} in {seconds} s\n{logs}")
        time.sleep(0.1)


def faketime(folder):
    """The library that moves a process's clock; nothing, and why."""
    unpacked = debian.unpacked(sys.argv[3], ["libfaketime"])
    if isinstance(unpacked, str):
        return None, unpacked
    return next(unpacked.glob("usr/lib/*/faketime/libfaketimeMT.so.1"), None), "libfaketime has no library"


class Trouble:
    """A command in front of the real one, with trouble for some shards while files say so."""

    def __init__(self, folder):
        self.folder = folder
        self.command, self.full, self.clock = (os.path.join(folder, name) for name in ("lockstep", "full", "clock"))
        library, why = faketime(folder)
        if library is None:
            print(f"SKIPPED: a clock that jumps: {why}")
        faked = f"export LD_PRELOAD={library} FAKETIME_TIMESTAMP_FILE={self.clock} FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1"
        write(self.clock, "+3h")
        write(self.full, "")
        write(self.command, f"""#!/bin/sh
case "$*" in
  *"--shard 3/"*) [ ! -e {self.full} ] || {{ trap '' XFSZ; ulimit -f 5; }} ;;
  *"--shard 4/"*) {faked if library else ":"} ;;
esac
exec {lockstep} "$@"
""")
        os.chmod(self.command, 0o755)

    def jump(self):
        self.ahead = not getattr(self, "ahead", False)
        write(self.clock + ".new", "+900d" if self.ahead else "-400d")
        os.replace(self.clock + ".new", self.clock)


def process_of(journal):
    """The process of the command that writes this journal."""
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if os.path.basename(words[0]) == os.path.basename(os.fsencode(lockstep)) and os.fsencode(journal) in words:
                return int(path.parent.name)
    return None


def submit(env, folder, campaign, words, command=lockstep):
    """Submits the script as a user does, but for the size of the array; waits for it and for the job that merges."""
    done = subprocess.run(["sbatch", "--parsable", f"--array=1-{SHARDS}", SCRIPT], cwd=folder, capture_output=True, text=True,
                          env={**env, "LOCKSTEP": command, "CAMPAIGN": campaign, "FUZZ": " ".join(words)})
    assert done.returncode == 0, done
    return done.stdout.strip()


def is_over(env):
    return said(env, "squeue", "--noheader") == ""


def check(env, folder):
    words = [*map(str, HOLDING[1:]), "--cases", str(CASES)]
    one = os.path.join(folder, "one.jsonl")
    expected = report(run("fuzz", *words, "--jobs", 2, "--journal", one, *corpus(folder)).stdout)
    campaign = os.path.join(folder, "campaign")
    journals = [pathlib.Path(campaign, "journals", f"{number}.jsonl") for number in range(1, SHARDS + 1)]
    trouble = Trouble(folder)
    job = submit(env, folder, campaign, words, trouble.command)

    def has_begun(journal):
        trouble.jump()
        return journal.exists() and len(read(journal).splitlines()) > 5

    def has_ended(journal):
        trouble.jump()
        return journal.exists() and read(journal).endswith('{"end":true}\n')
    slow, killed, full, jumping = journals
    wait(lambda: has_begun(slow), "first journal", folder)
    still = process_of(str(slow))
    if still:
        os.kill(still, signal.SIGSTOP)
    wait(lambda: has_begun(killed), "second journal", folder)
    subprocess.run(["scancel", "--signal=KILL", f"{job}_2"], env=env, check=True)
    wait(lambda: has_ended(jumping), "end of the fourth journal", folder)
    if still:
        assert not has_ended(slow), "the slow task did not stand still"
        os.kill(still, signal.SIGCONT)
    wait(lambda: is_over(env), "end of the array and of its merge", folder)
    report_file = os.path.join(campaign, "report.txt")
    assert "INCOMPLETE" in read(report_file), read(report_file)
    assert has_ended(slow) and not has_ended(killed) and not has_ended(full) and len(lines(full)) > 1
    os.remove(trouble.full)
    submit(env, folder, campaign, words, trouble.command)
    wait(lambda: is_over(env), "end of the second array", folder)
    assert read(report_file) == expected, (read(report_file), expected)
    assert entries(*journals) == entries(one)
    mergers = [subprocess.Popen([lockstep, "merge", os.path.join(campaign, "journals")], stdout=subprocess.PIPE, text=True)
               for _ in range(2)]
    assert [merger.communicate()[0] for merger in mergers] == [expected] * 2


if __name__ == "__main__":
    os.environ["PATH"] += ":/usr/sbin"
    missing = [name for name in ("slurmctld", "slurmd", "sbatch") if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        why = f"{', '.join(missing)} missing: ./lockstep packages slurm-wlm" if missing else "its daemons need root"
        print(f"SKIPPED: {why}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder, slurm(folder) as env:
        check(env, folder)
