#!/usr/bin/env python3
"""JSON of `hunt`, `check waits` and suppressed findings: the documented fields, with what must be in them."""
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, WAITS, RULES = sys.argv[1:4]
CASE = "grouped_gemm_masked@gfx950 groups=1 n=128 k=256 m=17 m_max=64"


def result(folder, code, *words):
    file = pathlib.Path(folder) / "result.json"
    done = subprocess.run([LOCKSTEP, *words, "--json", file], capture_output=True, text=True)
    if done.returncode != code:
        sys.exit(f"{' '.join(words)}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return json.loads(file.read_text())


def expect(holds, what, found):
    if not holds:
        sys.exit(f"{what}:\n{json.dumps(found, indent=1)}")


with tempfile.TemporaryDirectory() as folder:
    calm = result(folder, 0, "hunt", CASE, "--seeds", "1")
    expect(calm == {"schema": 1, "case": CASE, "verdict": "holds", "runs": 5, "findings": []}, "a hunt that finds nothing", calm)

    raced = result(folder, 1, "hunt", CASE + " build=dropped_dma_wait", "--seeds", "1")
    finding, difference = raced["findings"][0], raced["difference"]
    expect(raced["verdict"] == "falsified" and finding["kind"] == "lds-race" and finding["schedule"] in ("earliest", "latest")
           and finding["line"].startswith(f"lds-race: {finding['kernel']}: {finding['instruction']} @{finding['address']:#x}: "),
           "a hunt's findings", raced)
    expect(finding["severity"] == "wrong" and finding["other"]["instruction"] in finding["line"]
           and f"@{finding['other']['address']:#x}" in finding["line"], "the other party", finding)
    expect(difference["first"] == "earliest" and difference["second"] == "latest"
           and difference["where"]["instruction"].startswith("ds_read") and difference["raced"]["was"] == "writer"
           and difference["raced"]["instruction"].startswith("buffer_load"), "the pair that raced", difference)

    several = result(folder, 0, "check", "waits", "--case", CASE, "--limit", "6", "--seeds", "1", "--jobs", "1")
    expect(len(several["kernels"]) == 1, "one kernel's matrix", several)
    matrix = several["kernels"][0]
    expect(matrix["kernel"] == "grouped_gemm_masked@gfx950" and "unreached_linted" not in matrix, "whose matrix", matrix)
    expect(matrix["cases"] == [CASE] and len(matrix["mutants"]) == 6 and matrix["unreached"] > 0, "a kill matrix", matrix)
    for m in matrix["mutants"]:
        expect(set(m["killed_by"]) == {"earliest", "latest", "vmem-late", "lds-late", "random:1"}, "schedules of a mutant", m)
        expect(m["killed"] == any(m["killed_by"].values()) and ("explanation" in m) != m["killed"]
               and ("rule" in m) != m["killed"] and isinstance(m["lint"], list), "a mutant", m)
    expect(any("wait" == m["killed_by"]["earliest"] for m in matrix["mutants"]), "a wait that earliest misses", matrix)

    accepted = result(folder, 0, "run", "--object", WAITS, "--kernel", "hidden", "--grid", "1", "--block", "64", "--buffer",
                      "name=o,size=4096", "--buffer", "name=i,size=512,random=f32", "--arg", "at=0,pointer=o", "--arg",
                      "at=8,pointer=i", "--output", "buffer=o,undefined=all", "--suppress", RULES)
    expect([(pathlib.Path(r["rule"]).name, r["findings"]) for r in accepted["suppressed"]]
           == [("accepted.rules:2", 1), ("accepted.rules:3", 0)] and accepted["findings"] == [], "suppressed findings", accepted)
print("as documented")
