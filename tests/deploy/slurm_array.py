#!/usr/bin/env python3
"""deploy/slurm.sh on Slurm itself, on this machine alone: slurm_array.py COMMAND SCRIPT.

Skipped where Debian's slurm-wlm is not installed (./lockstep packages slurm-wlm), or not by root. One task is killed while it
runs and the array is submitted again: the report that the dependent job writes is that of one undisturbed run."""
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "campaigns"))
from run_again import HOLDING, corpus, lockstep, read, report, run, write  # noqa: E402

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


def wait(until, what, folder, seconds=120):
    deadline = time.monotonic() + seconds
    while not until():
        if time.monotonic() > deadline:
            logs = "\n".join(read(path)[-2000:] for path in sorted(pathlib.Path(folder).glob("*.log")))
            sys.exit(f"no {what} in {seconds} s\n{logs}")
        time.sleep(0.2)


def submit(env, folder, campaign, words):
    """Submits the script as a user does, but for the size of the array; waits for it and for the job that merges."""
    done = subprocess.run(["sbatch", "--parsable", f"--array=1-{SHARDS}", SCRIPT], cwd=folder, capture_output=True, text=True,
                          env={**env, "LOCKSTEP": lockstep, "CAMPAIGN": campaign, "FUZZ": " ".join(words)})
    assert done.returncode == 0, done
    return done.stdout.strip()


def is_over(env):
    return said(env, "squeue", "--noheader") == ""


def check(env, folder):
    words = [*map(str, HOLDING[1:]), "--cases", str(CASES)]
    expected = report(run("fuzz", *words, "--jobs", 2, *corpus(folder)).stdout)
    campaign = os.path.join(folder, "campaign")
    journals = pathlib.Path(campaign, "journals")
    job = submit(env, folder, campaign, words)
    wait(lambda: (journals / "2.jsonl").exists() and len(read(journals / "2.jsonl").splitlines()) > 5, "second journal", folder)
    subprocess.run(["scancel", "--signal=KILL", f"{job}_2"], env=env, check=True)
    wait(lambda: is_over(env), "end of the array and of its merge", folder)
    report_file = os.path.join(campaign, "report.txt")
    assert "INCOMPLETE" in read(report_file), read(report_file)
    submit(env, folder, campaign, words)
    wait(lambda: is_over(env), "end of the second array", folder)
    assert read(report_file) == expected, (read(report_file), expected)
    assert all((journals / f"{number}.jsonl").exists() for number in range(1, SHARDS + 1))


if __name__ == "__main__":
    os.environ["PATH"] += ":/usr/sbin"
    missing = [name for name in ("slurmctld", "slurmd", "sbatch") if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        why = f"{', '.join(missing)} missing: ./lockstep packages slurm-wlm" if missing else "its daemons need root"
        print(f"SKIPPED: {why}")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder, slurm(folder) as env:
        check(env, folder)
