#!/usr/bin/env python3
"""The result of a run with checks is the same for any number of threads: every kernel of some programs, most of them
wrong in some way, in several workgroups. To the letter where workgroups run in ascending order; in any other order the
same pairs of instructions are found, perhaps in another workgroup. Usage: threads.py LOCKSTEP PROGRAM.co..."""
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, PROGRAMS = sys.argv[1], sys.argv[2:]
THREADS = (1, 4)
failures, findings, alone, stops = [], 0, 0, 0


def kernels(program):
    done = subprocess.run([LOCKSTEP, "info", program, "--json"], capture_output=True, text=True)
    return [k["kernel"] for k in json.loads(done.stdout)["kernels"]]


def result(program, kernel, threads, path, schedule):
    words = ["--object", program, "--kernel", kernel, "--grid", "3,2", "--block", "128", "--dynamic-lds", "1024",
             "--buffer", "name=o,size=16384", "--buffer", "name=i,size=16384,fill=00", "--arg", "at=0,pointer=o", "--arg",
             "at=8,pointer=i", "--schedule", schedule, "--step-limit", "20000", "--threads", str(threads), "--json", path,
             "--limit", "0"]
    done = subprocess.run([LOCKSTEP, "run", *words], capture_output=True, text=True)
    return done.returncode, done.stdout, path.read_text() if path.exists() else "", done.stderr


def pairs(run):
    """Exit code, and of each finding what doesn't depend on which workgroup was seen first."""
    found = json.loads(run[2])["findings"] if run[2] else []
    return run[0], {(f["kind"], f["severity"], frozenset((f["address"], f.get("other", {}).get("address")))) for f in found}


with tempfile.TemporaryDirectory() as folder:
    for program in PROGRAMS:
        for number, kernel in enumerate(kernels(program)):
            path = pathlib.Path(folder) / "result.json"
            runs = [result(program, kernel, n, path, "random:3") for n in THREADS if number % 3 == 0]
            if runs and pairs(runs[0]) != pairs(runs[-1]):
                failures.append(f"{program} {kernel}: other pairs on {THREADS[-1]} threads:\n{runs[-1][1]}\n1 thread:\n{runs[0][1]}")
            runs = [result(program, kernel, n, path, "earliest") for n in THREADS]
            for n, run in zip(THREADS, runs):
                if run[:3] != runs[0][:3]:
                    failures.append(f"{program} {kernel}: {n} threads:\n{run[1]}\n1 thread:\n{runs[0][1]}")
            findings += '"kind"' in runs[0][2]
            stops += '"stop"' in runs[0][2]
            alone += "on one thread" in runs[-1][3]
            if "on one thread" in runs[0][3]:
                failures.append(f"{program} {kernel}: one thread gave up")
print(f"{findings} kernels with findings, {stops} that stop, {alone} whose workgroups share memory")
if min(findings, stops, alone) < 3:
    failures.append("too few of some kind to show anything")
print("\n".join(failures))
sys.exit(bool(failures))
