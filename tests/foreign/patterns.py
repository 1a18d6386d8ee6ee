#!/usr/bin/env python3
"""Patterns of kernels that ship, one small program each (programs/patterns.s): each is right, or is found, as its row says.
  patterns.py LOCKSTEP OBJECT"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

LOCKSTEP, OBJECT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
HOLDS, FALSIFIED, TRAPPED = 0, 1, 4
CANARY = 0xEEEEEEEE
IN = [3 * i + 1 for i in range(1024)]


def lanes(count, value):
    return [value(i) for i in range(count)]


# kernel, exit code, (kind, severity) of its findings, what the output must hold, and what else the launch says.
ROWS = [
    ("ping_pong", HOLDS, [], lanes(512, lambda i: i), {"block": 512}),
    ("m0_before_copy", HOLDS, [("nop", "note")], IN[:64], {}),
    ("dpp_in_time", HOLDS, [], lanes(64, lambda i: i + 5), {}),
    ("dpp_one_short", HOLDS, [("nop", "note")], lanes(64, lambda i: i + 5), {}),
    ("dpp_two_short", FALSIFIED, [("nop", "wrong")], None, {}),
    ("matrix_result_in_time", HOLDS, [], lanes(64, lambda i: i), {}),
    ("matrix_result_early", HOLDS, [("nop", "note")], lanes(64, lambda i: i), {}),  # from passes - 1 on
    ("copied_by_all", HOLDS, [("lds-race", "risk")], lanes(256, lambda i: IN[i % 64]), {"block": 256}),
    ("prefetched_past_the_end", HOLDS, [], IN[:64], {}),
    ("last_tile_in_time", HOLDS, [], lanes(64, lambda i: IN[i] + IN[64 + i]), {}),
    ("last_tile_early", FALSIFIED, [("wait", "wrong")], None, {}),
    ("lds_reused_in_time", HOLDS, [], lanes(128, lambda i: i ^ 64), {"block": 128}),
    ("lds_reused_early", FALSIFIED, [("lds-race", "wrong")], None, {"block": 128}),
    ("rows_up_to_m", HOLDS, [], lanes(64, lambda i: i if i < 32 else CANARY), {}),
    ("rows_past_max", FALSIFIED, [], lanes(64, lambda i: i if i < 32 else CANARY), {}),
    ("stored_by_all", HOLDS, [("memory-race", "risk")], lanes(64, lambda _: 7), {"grid": 4}),
    ("last_half", TRAPPED, [], None, {"out": struct.pack("<5H", *[0x3800] * 5)}),
    ("last_half", HOLDS, [("bounds", "note")], struct.pack("<5H", *[0x3800] * 4, 0x3C00),
     {"out": struct.pack("<5H", *[0x3800] * 5), "granularity": 512}),
    ("loaded_twice", HOLDS, [], IN[:64], {}),
    ("exponential_decides", HOLDS, [], lanes(64, lambda i: 0x3F800000 + i),
     {"fidelity": {"v_exp_f32": ["control", "output"], "v_rcp_f32": ["output"]}}),
    ("loaded_then_written", FALSIFIED, [("wait", "wrong")], None, {}),
]


def words(values):
    return values if isinstance(values, bytes) else struct.pack(f"<{len(values)}I", *values)


def check(folder, kernel, code, expected, right, changes):
    (folder / "in.bin").write_bytes(words(IN))
    before = changes.get("out", words([CANARY] * len(right)) if right else words([CANARY] * 512))
    (folder / "before.bin").write_bytes(before)
    output = {"buffer": "out", "undefined": "allowed"}
    if right is not None:
        (folder / "right.bin").write_bytes(words(right))
        output["expect"] = "right.bin"
    launch = {"object": str(OBJECT), "kernel": kernel, "grid": changes.get("grid", 1), "block": changes.get("block", 64),
              "buffers": [{"name": "out", "file": "before.bin"}, {"name": "in", "file": "in.bin", "access": "read"}],
              "arguments": [{"at": 0, "pointer": "out"}, {"at": 8, "pointer": "in"}], "outputs": [output]}
    if "granularity" in changes:
        launch["granularity"] = changes["granularity"]
    (folder / "launch.json").write_text(json.dumps(launch))
    ran = subprocess.run([LOCKSTEP, "run", folder / "launch.json", "--json", folder / "result.json"],
                         capture_output=True, text=True)
    text = ran.stdout + ran.stderr
    if ran.returncode != code:
        return f"exit code {ran.returncode}, not {code}\n{text}"
    result = json.loads((folder / "result.json").read_text())
    found = sorted({(f["kind"], f["severity"]) for f in result["findings"]})
    missing = [f for f in expected if f not in found]
    beyond = [f for f in found if f not in expected] if code == HOLDS else []
    if missing or beyond:
        return f"not found: {missing}; found as well: {beyond}\n{text}"
    said = result.get("fidelity", {"instructions": []})  # nothing is said of a launch that was stopped
    reaches = {i["mnemonic"]: i["reaches"] for i in said["instructions"]}
    if "fidelity" in changes and reaches != changes["fidelity"]:
        return f"fidelity: {reaches}, not {changes['fidelity']}\n{text}"
    if code == FALSIFIED and not expected and not result["wrong_outputs"]:
        return f"the wrong output is not noticed\n{text}"
    return None


def main():
    failed = 0
    for row in ROWS:
        with tempfile.TemporaryDirectory() as temporary:
            if problem := check(pathlib.Path(temporary), *row):
                failed += 1
                print(f"{row[0]}: {problem}")
    print(f"{len(ROWS)} patterns, {failed} failed")
    return 1 if failed or not ROWS else 0


sys.exit(main())
