#!/usr/bin/env python3
"""What `lockstep lint --json` writes is what it prints, field by field as docs/json.md says."""
import json
import pathlib
import subprocess
import sys
import tempfile

lockstep, program = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "lint.json"
    run = subprocess.run([lockstep, "lint", program, "--json", file, "--limit", "0"], capture_output=True, text=True)
    written = json.loads(file.read_text())

assert run.returncode == 1, run
assert (written["schema"], written["unreadable"], written["other_files"]) == (1, [], 0)
[described] = written["files"]
assert described["file"] == program and described["arch"] == "gfx950"
kernels = {kernel["kernel"]: kernel for kernel in described["kernels"]}
printed = []
for kernel in described["kernels"]:
    if kernel["findings"]:
        printed.append(f"{program}: {kernel['kernel']}")
    printed += ["  " + f["line"].replace(f" {kernel['kernel']}: ", " ", 1) for f in kernel["findings"]]
assert sorted(printed) == sorted(run.stdout.splitlines()[:-1])
assert kernels["uneven_enough"]["verdict"] == "holds" and kernels["uneven_enough"]["findings"] == []
assert kernels["jumps_anywhere"]["verdict"] == "inconclusive"
[finding] = kernels["uneven_weak"]["findings"]
assert kernels["uneven_weak"]["verdict"] == "falsified" and kernels["uneven_weak"]["instructions"] > 5
assert (finding["kind"], finding["severity"]) == ("wait", "manual") and finding["registers"] == "v2"
assert finding["instruction"] == "v_mov_b32_e32 v3, v2" and int(finding["other"], 16) < int(finding["address"], 16)
assert finding["needed"] == "s_waitcnt vmcnt(1) or lower" and finding["path"].endswith(" taken")
