#!/usr/bin/env python3
"""`lockstep trace` as a user has it: cases, launches, the same text twice, JSON lines, a reader that goes away."""
import json
import pathlib
import subprocess
import sys

LOCKSTEP, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
CASE = ["grouped_gemm_masked@gfx950", "m_max=64", "m=17,0,64", "k=256"]
failures = []


def trace(*words, code=0):
    done = subprocess.run([LOCKSTEP, "trace", *map(str, words)], capture_output=True, text=True, cwd=EXAMPLES)
    if done.returncode != code:
        failures.append(f"trace {words}: exit code {done.returncode}, not {code}\n{done.stderr}")
    return done.stdout if code == 0 else done.stderr


def expect(condition, what):
    if not condition:
        failures.append(what)


instructions = [line for line in trace("scale.json", "--workgroup", "1,0,0").splitlines() if not line.startswith(" ")]
expect(len(instructions) == 10 and instructions[-1].endswith("s_endpgm"), f"scale: {instructions}")
whole = trace(*CASE, "--count", 0, "--wave", 1)
expect(whole == trace(*CASE, "--count", 0, "--wave", 1), "the same case gives another text")
expect("v_mfma_scale_f32" in whole and whole.splitlines()[-1].endswith("s_endpgm"), "the wave's end is missing")
lines = [json.loads(line) for line in trace(*CASE, "--json", "--count", 3, "--from", 7).splitlines()]
expect([line["index"] for line in lines] == [7, 8, 9], f"JSON lines: {lines}")
address = lines[1]["address"]
first = trace(*CASE, "--from", address, "--count", 1)
expect(first.startswith(address + "  " + lines[1]["instruction"]), f"--from {address}: {first}")
expect("executed nothing" in trace(*CASE, "--workgroup", "999,0,0", code=3), "a workgroup that is not there")
expect("expected X,Y,Z" in trace(*CASE, "--workgroup", "1;2", code=2), "a workgroup that is none")
expect("expected an address" in trace(*CASE, "--from", "here", code=2), "a place that is none")
expect("no kernel" in trace("nothing@gfx950", "m=1", code=2), "a kernel that is none")
expect("can't be opened" in trace("none.json", code=2), "a file that is none")

reader = subprocess.Popen([LOCKSTEP, "trace", *CASE, "--count", "0"], stdout=subprocess.PIPE)
reader.stdout.read(100)
reader.stdout.close()
expect(reader.wait(20) != 0, "a reader that goes away is not noticed")

print("\n".join(failures) or "all as expected")
sys.exit(bool(failures))
