#!/usr/bin/env python3
"""lds_messages.py LOCKSTEP CLANG SOURCE FOLDER: what waves tell each other through LDS orders them, as clang compiles it. Right
programs are silent under every schedule; in the others each schedule finds the pair that lacks an order."""
import concurrent.futures
import json
import pathlib
import subprocess
import sys

LOCKSTEP, CLANG, SOURCE, FOLDER = sys.argv[1], sys.argv[2], sys.argv[3], pathlib.Path(sys.argv[4])
SCHEDULES = ["earliest", "latest", "vmem-late", "lds-late", "random:1"]
ARCHS = {"gfx942": 64, "gfx950": 64, "gfx1250": 32}  # lanes of a wave
FOUR_WAVES = {"last_arrives", "last_arrives_early", "one_is_not_counted", "all_arrive", "all_arrive_early"}
RIGHT = ["flag", "flag_of_one_lane", "flag_asleep", "flag_behind_fences", "flag_added", "flag_by_atomics", "flag_taken_by_atomic",
         "flag_tried_often", "last_arrives", "all_arrive", "locked", "ring", "memory", "copied", "bytes_in_place"]
# Kernel: the kind, a part of the mnemonic of both, and words of what is missing.
READ, WRITE = ("ds_read", "ds_load"), ("ds_write", "ds_store")
EARLY = "the flag or atomic between comes before wave "
NONE = "no barrier lies between"
WRONG = {
    "flag_early": ("lds-race", READ, WRITE, EARLY),
    "added_early": ("lds-race", READ, WRITE, EARLY),
    "flag_read_once": ("lds-race", READ, WRITE, NONE),
    "flag_ignored": ("lds-race", READ, WRITE, NONE),
    "written_behind_flag": ("lds-race", READ, WRITE, NONE),
    "read_before_flag": ("lds-race", ("flat_load",), WRITE, NONE),
    "two_writers": ("lds-race", ("flat_store",), WRITE, NONE),
    "last_arrives_early": ("lds-race", READ, WRITE, EARLY),
    "one_is_not_counted": ("lds-race", READ, WRITE, NONE),
    "all_arrive_early": ("lds-race", READ, WRITE, EARLY),
    "given_back_early": ("lds-race", WRITE, WRITE, EARLY),
    "not_locked_again": ("lds-race", WRITE, WRITE, NONE),
    "memory_ignored": ("memory-race", ("flat_load",), ("global_store",), NONE),
    "flag_in_memory_ignored": ("memory-race", ("_load",), ("global_store", "flat_store"), NONE),
    "copied_early": ("lds-race", READ, ("_lds_",), EARLY),
}
# Before a flag of the workgroup in memory, LLVM waits for stores on gfx1250 alone: elsewhere the right one has a note, too.
OF_GFX1250 = {"flag_in_memory": None, "flag_in_memory_by_all": None,
              "flag_in_memory_early": ("memory-race", ("_load",), ("global_store", "flat_store"), "comes to the flag or atomic between"),
              "tensor": None, "tensor_early": ("lds-race", READ, ("tensor_load_to_lds",), EARLY)}


def findings(arch, kernel, schedule):
    threads = ARCHS[arch] * (4 if kernel in FOUR_WAVES else 2)
    report = FOLDER / f"{arch}.{kernel}.{schedule.replace(':', '')}.json"
    subprocess.run([LOCKSTEP, "run", "--object", FOLDER / f"{arch}.co", "--kernel", kernel, "--grid", "5" if kernel == "bytes_in_place" else "1", "--block", str(threads),
                    "--buffer", "name=in,size=1024,fill=01", "--buffer", "name=out,size=4096,fill=00", "--arg", "pointer=in",
                    "--arg", "pointer=out", "--schedule", schedule, "--json", report], capture_output=True)
    report = json.loads(report.read_text())
    return report["verdict"], report["findings"] + report["notes"]


def complaint(arch, kernel, schedule, wanted):
    verdict, found = findings(arch, kernel, schedule)
    where = f"{kernel} on {arch} under {schedule}"
    if wanted is None:
        return None if verdict == "holds" and not found else f"{where}: {verdict}, {[f['line'] for f in found]}"
    kind, one, other, missing = wanted

    def is_meant(f):
        pair = [f["instruction"], f["other"]["instruction"]]
        names = any(any(n in a for n in one) and any(n in b for n in other) for a, b in (pair, pair[::-1]))
        return f["kind"] == kind and f["severity"] == "wrong" and names and missing in f["text"]

    return None if any(map(is_meant, found)) else f"{where}: not found in {[f['line'] for f in found]}"


FOLDER.mkdir(parents=True, exist_ok=True)
builds = [subprocess.Popen([CLANG, "-x", "hip", f"--offload-arch={a}", "-nogpulib", "-nogpuinc", "--offload-device-only",
                            "--no-gpu-bundle-output", "-std=c++20", "-O3", SOURCE, "-o", FOLDER / f"{a}.co"]) for a in ARCHS]
if any(b.wait() for b in builds):
    sys.exit("not compiled")
tasks = []
for arch in ARCHS:
    rows = {name: None for name in RIGHT} | WRONG | (OF_GFX1250 if arch == "gfx1250" else {})
    for kernel, wanted in rows.items():
        for schedule in ["several"] if wanted is None or arch == "gfx942" else SCHEDULES:
            tasks.append((arch, kernel, schedule, wanted))
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    complaints = [c for c in pool.map(lambda t: complaint(*t), tasks) if c]
print("\n".join(complaints) or f"{len(tasks)} runs")
sys.exit(1 if complaints else 0)
