#!/usr/bin/env python3
"""The report of a run with checks is the same to the letter for any number of threads: every kernel of some programs, most
of them wrong in some way, in several workgroups; and a case, replayed. Usage: threads.py LOCKSTEP PROGRAM.co..."""
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, PROGRAMS = sys.argv[1], sys.argv[2:]
THREADS = (1, 4)
failures, findings, alone, stops = [], 0, 0, 0


def kernels(program):
    done = subprocess.run([LOCKSTEP, "object", "info", program, "--json"], capture_output=True, text=True)
    return [k["kernel"] for k in json.loads(done.stdout)["kernels"]]


def result(program, kernel, threads, path, schedule):
    words = ["--object", program, "--kernel", kernel, "--grid", "3,2", "--block", "128", "--dynamic-lds", "1024",
             "--buffer", "name=o,size=16384", "--buffer", "name=i,size=16384,fill=00", "--arg", "at=0,pointer=o", "--arg",
             "at=8,pointer=i", "--schedule", schedule, "--step-limit", "20000", "--threads", str(threads), "--json", path,
             "--limit", "0"]
    done = subprocess.run([LOCKSTEP, "run", *words], capture_output=True, text=True)
    return done.returncode, done.stdout, path.read_text() if path.exists() else "", done.stderr


# Its workgroups find the same pairs of instructions, and not each of them all.
CASE = "grouped_gemm_masked@gfx950 groups=3 m_max=600 m=300,17,500 n=256 k=256 data=codes"


def replayed(threads):
    words = ["replay", CASE, "--law", "clean", "--clamped", "--threads", str(threads)]
    return subprocess.run([LOCKSTEP, *words], capture_output=True, text=True).stdout


alone_text = replayed(1)
if "19 findings" not in alone_text:
    failures.append(f"replay on one thread:\n{alone_text}")
for number in range(20):
    text = replayed(2 + number % 3)
    if text != alone_text:
        failures.append(f"replay on {2 + number % 3} threads:\n{text}\n1 thread:\n{alone_text}")

with tempfile.TemporaryDirectory() as folder:
    for program in PROGRAMS:
        for number, kernel in enumerate(kernels(program)):
            path = pathlib.Path(folder) / "result.json"
            for schedule in ("latest", "random:3", "earliest") if number % 3 == 0 else ("earliest",):
                runs = [result(program, kernel, n, path, schedule) for n in THREADS]
                for n, run in zip(THREADS, runs):
                    if run[:3] != runs[0][:3]:
                        failures.append(f"{program} {kernel} {schedule}: {n} threads:\n{run[1]}\n1 thread:\n{runs[0][1]}")
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
