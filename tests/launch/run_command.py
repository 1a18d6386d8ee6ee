#!/usr/bin/env python3
"""`lockstep run` as a user has it: files in, exit code, text, JSON and files out. Expected bytes are computed here."""
import hashlib
import json
import os
import pathlib
import resource
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time

LOCKSTEP, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
failures = []


def run(*words, code, prints=(), cwd, before=None):
    done = subprocess.run([LOCKSTEP, "run", *map(str, words)], capture_output=True, text=True, cwd=cwd, preexec_fn=before)
    text = done.stdout + done.stderr
    problems = [f"exit code {done.returncode}, not {code}"] if done.returncode != code else []
    problems += [f"does not print {p!r}" for p in prints if p not in text]
    if problems:
        failures.append(f"run {' '.join(map(str, words))}: {'; '.join(problems)}\n{text}")
    return done.stdout


def launch(**changes):
    """vector_add over 1000 floats that are exact sums."""
    return {
        "object": "vector_add.co", "grid": [4], "block": [256],
        "buffers": [{"name": "a", "file": "a.bin", "access": "read"}, {"name": "b", "file": "b.bin", "access": "read"},
                    {"name": "c", "size": 4000}],
        "arguments": [{"name": "a", "pointer": "a"}, {"pointer": "b"}, {"pointer": "c"}, {"name": "n", "i32": 1000}],
        "outputs": [{"buffer": "c", "file": "c.bin", "expect": "right.bin", "sha256": RIGHT_DIGEST}],
    } | changes


A, B = [i / 8 for i in range(1000)], [1000.0 - i for i in range(1000)]
RIGHT = struct.pack("<1000f", *(a + b for a, b in zip(A, B)))
RIGHT_DIGEST = hashlib.sha256(RIGHT).hexdigest()


def prepare(folder):
    for name in ("vector_add.co", "scale.co"):
        shutil.copy(EXAMPLES / name, folder)
    (folder / "a.bin").write_bytes(struct.pack("<1000f", *A))
    (folder / "b.bin").write_bytes(struct.pack("<1000f", *B))
    (folder / "right.bin").write_bytes(RIGHT)
    write(folder, "right.json", launch())


def write(folder, name, content):
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
    return name


def names_no_output(folder):
    """What a launch changes is compared all the same; one that changes nothing has shown nothing."""
    nothing = launch(outputs=[])
    run(write(folder, "unnamed.json", nothing), code=0, prints=["holds", f"output c: 4000 bytes, sha256 {RIGHT_DIGEST}"], cwd=folder)
    nothing["arguments"][3]["i32"] = 0
    run(write(folder, "idle.json", nothing), "--json", "idle.out", code=3, prints=["inconclusive", "nothing was judged: the launch changed no buffer"], cwd=folder)
    if json.loads((folder / "idle.out").read_text())["verdict"] != "inconclusive":
        failures.append("a launch that changed nothing has another verdict in JSON")
    nothing["arguments"][3]["i32"] = 500
    undecided = "undecided: c: 2000 of 4000 bytes are undefined, the first at 0x7d0, and no output says whether they may be"
    run(write(folder, "half.json", nothing), code=3, prints=["inconclusive", undecided], cwd=folder)
    run("half.json", "--output", "buffer=c,undefined=all", code=0, cwd=folder)
    racing = json.loads((EXAMPLES / "row_scale.json").read_text()) | {"object": str(EXAMPLES / "row_scale.co"), "outputs": []}
    run(write(folder, "racing.json", racing), "--no-checks", code=1, prints=["schedule: y differs from earliest under "], cwd=folder)


def holds(folder):
    out = run("right.json", "--json", "result.json", code=0, prints=["holds", RIGHT_DIGEST, " documented\n", "reproduce: "], cwd=folder)
    if (folder / "c.bin").read_bytes() != RIGHT:
        failures.append("c.bin is not what was computed")
    result = json.loads((folder / "result.json").read_text())
    expected = {"schema": 1, "verdict": "holds", "kernel": "vector_add", "arch": "gfx950", "seed": 1, "workgroups": 4}
    if {k: result.get(k) for k in expected} != expected or result["outputs"][0]["sha256"] != RIGHT_DIGEST:
        failures.append(f"result.json: {result}")
    fidelity = result["fidelity"]
    if fidelity["counts"]["documented"] != result["wave_instructions"] or fidelity["instructions"]:
        failures.append(f"vector_add executes what the manual documents: {fidelity}")
    again = shlex.split(out.splitlines()[-1].removeprefix("reproduce: lockstep run "))
    if run(*again, code=0, cwd=folder) != out:
        failures.append("the line that reproduces prints something else")
    (folder / "accepted.rules").write_text("wait * * # tried\n")
    asked = ["--fail-on", "note", "--rule", "lds-race", "--suppress", "accepted.rules"]
    run("right.json", *asked, code=0, prints=[f" {' '.join(asked)}\n"], cwd=folder)
    nowhere = [{"pointer": "a"}, {"pointer": "b"}, {"pointer": None}, {"i32": 1000}]
    run(write(folder, "nowhere.json", launch(arguments=nowhere, outputs=[])), code=4, prints=["bounds"], cwd=folder)
    for schedule in ("latest", "random:7"):
        run("right.json", "--schedule", schedule, "--threads", 2, "--no-checks", code=0, prints=["schedule " + schedule], cwd=folder)
    os.makedirs(folder / "deep", exist_ok=True)
    run("../right.json", code=0, cwd=folder / "deep")  # paths are relative to the file
    flags = ["--object", "vector_add.co", "--grid", "4", "--block", "256", "--buffer", "name=a,file=a.bin",
             "--buffer", "name=b,file=b.bin", "--buffer", "name=c,size=4000", "--arg", "pointer=a", "--arg",
             "pointer=b", "--arg", "pointer=c", "--arg", "i32=1000", "--output", f"buffer=c,sha256={RIGHT_DIGEST}"]
    run(*flags, code=0, prints=[RIGHT_DIGEST], cwd=folder)
    fields = [{"at": 0, "pointer": "y"}, {"at": 8, "pointer": "x", "offset": 4}, {"at": 24, "f32": -2}]
    scale = {"object": "scale.co", "grid": 1, "block": 64, "arguments": fields,
             "buffers": [{"name": "x", "values": list(range(65)), "as": "f32"}, {"name": "y", "size": 256}],
             "outputs": [{"buffer": "y", "sha256": hashlib.sha256(
                 struct.pack("<64f", *(-2.0 * i for i in range(1, 65)))).hexdigest()}]}
    run(write(folder, "scale.json", scale), code=0, cwd=folder)


def falsified(folder):
    wrong = bytearray(RIGHT)
    wrong[4 * 10 + 3] ^= 0x80
    (folder / "wrong.bin").write_bytes(wrong)
    outputs = [{"buffer": "c", "expect": "wrong.bin"}]
    run(write(folder, "x.json", launch(outputs=outputs)), code=1,
        prints=["falsified", "mismatch: c: 1 of 4000 bytes differ, the first at 0x2b: 44, expected c4"], cwd=folder)
    outputs = [{"buffer": "c", "sha256": "0" * 64}]
    run(write(folder, "x.json", launch(outputs=outputs)), code=1, prints=["digest: c: sha256 is", RIGHT_DIGEST], cwd=folder)
    short = launch(arguments=launch()["arguments"][:3] + [{"i32": 999}], outputs=[{"buffer": "c"}])
    run(write(folder, "x.json", short), code=1,
        prints=["undefined-output: c: 4 of 4000 bytes were never written, or hold undefined values, the first at 0xf9c: never written"],
        cwd=folder)
    twice = launch(grid=[4, 2], buffers=launch()["buffers"][:2] + [{"name": "c", "file": "a.bin"}], outputs=[])
    twice["arguments"][0] = {"pointer": "c"}  # c += b, by two workgroups
    run(write(folder, "x.json", twice), code=1, prints=["memory-race", "global_store_dword"], cwd=folder)
    run("x.json", "--no-checks", code=0, cwd=folder)
    short["outputs"][0]["undefined"] = "allowed"
    run(write(folder, "x.json", short), code=0, cwd=folder)


def tolerances(folder):
    """c is right; what is expected of it is not, by one element's worth."""
    def near(name, values, *, code="f"):
        (folder / name).write_bytes(struct.pack(f"<{len(values)}{code}", *values))

    def compared(tolerance, *, code, prints=()):
        outputs = [{"buffer": "c", "expect": "near.bin", "format": "f32"} | tolerance]
        run(write(folder, "x.json", launch(outputs=outputs)), "--json", "x.out", code=code, prints=prints, cwd=folder)
        return json.loads((folder / "x.out").read_text())["outputs"][0]

    exact = [a + b for a, b in zip(A, B)]
    near("near.bin", exact[:7] + [exact[7] + 1 / 1024] + exact[8:])  # 993.875 + 2^-10, 16 ulp away
    figures = "dB, 16 ulp at element 7, relative error 9.83e-07 at element 7"
    bits = compared({}, code=1, prints=["1 of 4000 bytes differ", "; element 7: 993.875 (0x44787800), expected 993.876 (0x44787810)", figures])
    if bits["deviation"]["ulp"] != 16 or bits["deviation"]["failed"] or bits["mismatch"]["bytes"] != 1:
        failures.append(f"an output compared by bits: {bits}")
    for holds in ({"ulp": 16}, {"atol": 0.0009765625}, {"rtol": "1e-6"}, {"snr": 140}, {"ulp": "0x10", "snr": 100.5, "rtol": 1e-6},
                  {"atol": 5e-4, "rtol": 5e-7}):
        found = compared(holds, code=0, prints=["holds", figures])["deviation"]
        expected = {"format": "float32", "elements": 1000, "finite": 1000, "different": 1, "wrong_class": 0, "failed": [],
                    "ulp": 16, "ulp_element": 7, "relative_error_element": 7}
        if {k: found.get(k) for k in expected} != expected or not 140 < found["snr_db"] < 160:
            failures.append(f"{holds}: {found}")
    where = "element 7: 993.875 (0x44787800), expected 993.876 (0x44787810)"
    for fails, criterion, sentence in (
            ({"ulp": 15, "snr": 1}, "ulp", "1 of 1000 elements further than 15 ulp from the expected ones, the furthest, by 16, is"),
            ({"atol": 0.0009}, "tolerance", "1 of 1000 elements wrong by more than 0.0009, the worst is"),
            ({"rtol": 9e-7, "ulp": 99}, "tolerance", "1 of 1000 elements wrong by more than 9e-07 * |expected|, the worst is"),
            ({"snr": 200}, "snr", "dB, 200 expected; the largest error is in")):
        found = compared(fails, code=1, prints=[f"{criterion}: c: ", f"{sentence} {where}", figures])["deviation"]["failed"]
        if [f["criterion"] for f in found] != [criterion] or found[0]["element"] != 7 or found[0]["expected"] != "0x44787810":
            failures.append(f"{fails}: {found}")
    near("near.bin", exact[:3] + [float("nan"), float("inf")] + exact[5:])
    found = compared({"snr": 1}, code=1, prints=["class: c: 2 of 1000 elements wrongly infinite, NaN or finite, the first is element 3: 997.375 ",
                                                 "no noise, 0 ulp, relative error 0, 2 wrongly"])
    if found["deviation"]["wrong_class"] != 2 or found["deviation"]["wrong_class_element"] != 3 or found["deviation"]["snr_db"] != "infinite":
        failures.append(f"wrong classes: {found}")
    near("near.bin", exact)
    run("right.json", "--output", "buffer=c,expect=near.bin,format=float32,snr=99,ulp=0,rtol=0,atol=0", code=0, prints=["no noise, 0 ulp, relative error 0\n"], cwd=folder)
    packed_in_fours(folder)


def packed_in_fours(folder):
    """Bytes copied as f32, compared as e2m1: 0.5 everywhere, where element 5, the high nibble of byte 2, should be 6."""
    words = ["--object", "scale.co", "--grid", "1", "--block", "64", "--buffer", "name=x,size=256,fill=11111111",
             "--buffer", "name=y,size=256", "--arg", "at=0,pointer=y", "--arg", "at=8,pointer=x", "--arg", "at=24,f32=1"]
    (folder / "fours.bin").write_bytes(struct.pack("<64I", 0x11711111, *[0x11111111] * 63))
    run(*words, "--output", "buffer=y,expect=fours.bin,format=e2m1,ulp=5", code=1,
        prints=["1 of 512 elements further than 5 ulp", "element 5: 0.5 (0x1), expected 6 (0x7)"], cwd=folder)
    run(*words, "--output", "buffer=y,expect=fours.bin,format=e2m1,ulp=6,snr=6", code=0, prints=["6 ulp at element 5"], cwd=folder)


def traps(folder):
    long = launch(arguments=launch()["arguments"][:3] + [{"i32": 1001}])
    os.remove(folder / "c.bin")
    run(write(folder, "x.json", long), code=4, prints=["trapped", "bounds: vector_add: global_load", "past the end of"], cwd=folder)
    if (folder / "c.bin").exists():
        failures.append("a trapped launch wrote its output")
    run("right.json", "--step-limit", 5, code=4, prints=["step-limit"], cwd=folder)


def stale_outputs(folder):
    """A file of an earlier run is gone when this one leaves none; what is read, or no file of a run, stays."""
    old = b"of an earlier run"
    short = launch(arguments=launch()["arguments"][:3] + [{"i32": 1001}], outputs=[{"buffer": "c", "file": "c.bin"}])
    for words in ((), ("--schedule", "earliest,latest")):
        (folder / "c.bin").write_bytes(old)
        (folder / "result.json").write_bytes(old)
        run(write(folder, "x.json", short), "--json", "result.json", *words, code=4, prints=["trapped"], cwd=folder)
        if (folder / "c.bin").exists():
            failures.append("an output of an earlier run is there after a trap")
        if json.loads((folder / "result.json").read_text())["verdict"] != "trapped":
            failures.append("the result of an earlier run is there after a trap")
    (folder / "c.bin").write_bytes(old)
    run(write(folder, "x.json", short), "--step-limit", "many", code=2, cwd=folder)
    if (folder / "c.bin").read_bytes() != old:
        failures.append("a launch that could not be read removed a file")
    in_place = short | {"buffers": launch()["buffers"][:2] + [{"name": "c", "file": "c.bin"}]}
    (folder / "c.bin").write_bytes(RIGHT)
    run(write(folder, "x.json", in_place), code=4, prints=["trapped"], cwd=folder)
    if (folder / "c.bin").read_bytes() != RIGHT:
        failures.append("an output that is an input as well was removed")
    (folder / "c.bin").unlink()


def untouched(folder):
    """Bytes that are not to be written, and bytes that may stay undefined."""
    def with_ranges(buffer, output, count=1000):
        return write(folder, "x.json", launch(
            buffers=launch()["buffers"][:2] + [{"name": "c", "size": 4096, "fill": "undefined"} | buffer],
            arguments=launch()["arguments"][:3] + [{"i32": count}], outputs=[{"buffer": "c"} | output]))

    last = "byte 0xf9c of c, of which bytes 0xf9c to 0xfa0 are not to be written"
    run(with_ranges({"untouched": ["4000+96"]}, {"undefined": "0xfa0+96"}), code=0, prints=["holds"], cwd=folder)
    run(with_ranges({"untouched": "0xfa0+8 3996+4"}, {"undefined": ["4000+96"]}), "--json", "result.json", code=1,
        prints=["untouched: vector_add: global_store_dword", last], cwd=folder)
    found = json.loads((folder / "result.json").read_text())["findings"]
    if len(found) != 1 or found[0]["kind"] != "untouched" or found[0]["lane"] != 39:
        failures.append(f"untouched bytes that were written: {found}")
    run(with_ranges({"untouched": "all"}, {"undefined": "allowed"}), code=1, prints=["untouched: ", "byte 0x0 of c"], cwd=folder)
    run(with_ranges({}, {"undefined": ["4000+92"]}), code=1,
        prints=["undefined-output: c: 4 of 4096 bytes were never written, or hold undefined values, the first at 0xffc: never written"], cwd=folder)
    for buffer, output, complaint in (
            ({"untouched": "96"}, {}, "buffers[2]: untouched '96': expected OFFSET+SIZE within its 4096 bytes"),
            ({"untouched": ["4000+97"]}, {}, "untouched '4000+97': expected"), ({"untouched": ["0+0"]}, {}, "expected OFFSET+SIZE"),
            ({"untouched": 7}, {}, "untouched must be"), ({}, {"undefined": "some"}, "outputs[0]: undefined 'some': expected OFFSET+SIZE"),
            ({}, {"undefined": ["4096+1"]}, "undefined '4096+1'")):
        run(with_ranges(buffer, output), code=2, prints=[complaint], cwd=folder)


def frames(folder):
    """A finding, its other party and what stops a run say through which calls the code came there."""
    long = launch(arguments=launch()["arguments"][:3] + [{"i32": 1001}])
    run(write(folder, "x.json", long), "--json", "result.json", code=4, cwd=folder)
    stop = json.loads((folder / "result.json").read_text())["stopped_by"]
    if stop["kind"] != "bounds" or stop["lane"] != 40 or not stop["source"].startswith("vector_add.hip:"):
        failures.append(f"what stopped the run: {stop}")
    shutil.copy(EXAMPLES / "row_scale.co", folder)
    shutil.copy(EXAMPLES / "row_scale.json", folder)
    run("row_scale.json", "--schedule", "latest", "--json", "result.json", code=1, prints=["lds-race"], cwd=folder)
    for finding in json.loads((folder / "result.json").read_text())["findings"]:
        for party in (finding, finding["other"]):
            if not party["source"].startswith("row_scale.hip:") or party["frames"][-1]["function"] != "row_scale":
                failures.append(f"a race without source or frames: {finding}")


def named(folder):
    """Arguments by name, in any order; what the metadata does not name is said."""
    pointers = [{"name": name, "pointer": name} for name in "cab"]
    run(write(folder, "x.json", launch(arguments=[{"name": "n", "i32": 1000}, *pointers])), code=0, prints=[RIGHT_DIGEST], cwd=folder)
    run(write(folder, "x.json", launch(arguments=[{"name": "n+0", "u16": 1000}, {"name": "n+2", "u16": 0}, *pointers])), code=0,
        prints=[RIGHT_DIGEST], cwd=folder)
    for argument, complaint in (({"name": "n.x", "i32": 1}, "names nothing inside 'n', which has 4 bytes: say at which byte of it, as in 'n+8'"),
                                ({"name": "n+1", "i32": 1}, "argument 0 'n+1' takes bytes 1 to 5 of an argument of 4 bytes"),
                                ({"name": "m", "i32": 1}, "takes no argument 'm'; it takes a, b, c, n"),
                                ({"name": "n+x", "i32": 1}, "a part of an argument is NAME+OFFSET, as in layout+8"),
                                ({"name": "n+0", "at": 0, "i32": 1}, "NAME+OFFSET says where in an argument")):
        run(write(folder, "x.json", launch(arguments=[argument, *pointers])), code=2, prints=[complaint], cwd=folder)


def noted(folder):
    """More bytes than the metadata says are passed as given, with a note in text and JSON."""
    words = ["--object", "scale.co", "--grid", "1", "--block", "64", "--buffer", "name=x,size=256,fill=11111111",
             "--buffer", "name=y,size=256", "--arg", "at=0,pointer=y", "--arg", "at=8,pointer=x", "--arg", "at=24,f32=1"]
    note = "the arguments take 48 bytes, of 32 that the metadata of scale says: passed as given"
    run(*words, "--arg", "at=40,u64=7", "--json", "result.json", code=0, prints=["note: " + note, "holds"], cwd=folder)
    if json.loads((folder / "result.json").read_text())["notes"] != [note]:
        failures.append("the note is not in the result")
    run(*words, "--arg", "at=40,u64=7", "--argument-bytes", 40, code=2, prints=["takes bytes 40 to 48 of a segment of 40 bytes"], cwd=folder)


def inconclusive(folder):
    code = bytearray((folder / "scale.co").read_bytes())
    multiply = struct.pack("<I", 0x0A040408)  # v_mul_f32_e32 v2, s8, v2
    if code.count(multiply) != 1:
        failures.append("v_mul_f32_e32 is not in scale.co")
    at = code.index(multiply)
    code[at:at + 4] = struct.pack("<I", 0xFFFFFFFF)
    (folder / "odd.co").write_bytes(code)
    fields = [{"at": 0, "pointer": "y"}, {"at": 8, "pointer": "y"}, {"at": 24, "f32": 1}]
    odd = {"object": "odd.co", "grid": 1, "block": 64, "arguments": fields,
           "buffers": [{"name": "y", "size": 256, "fill": "zero"}]}
    run(write(folder, "x.json", odd), code=3, prints=["inconclusive", "unsupported"], cwd=folder)


def causes(folder):
    """A missing wait stands above the access that it leads astray, and bytes that several schedules leave undefined are one line."""
    for counter, wait, code in (("lgkmcnt", 0xBF8CC07F, 4), ("vmcnt", 0xBF8C0F70, 1)):
        without = (folder / "scale.co").read_bytes().replace(struct.pack("<I", wait), struct.pack("<I", 0xBF800000))  # s_nop 0
        (folder / "early.co").write_bytes(without)
        fields = [{"at": 0, "pointer": "y"}, {"at": 8, "pointer": "x"}, {"at": 24, "f32": 1}]
        early = {"object": "early.co", "grid": 4, "block": 64, "arguments": fields, "outputs": [{"buffer": "y"}],
                 "buffers": [{"name": "x", "size": 1024, "random": "f32"}, {"name": "y", "size": 1024}]}
        text = run(write(folder, "x.json", early), code=code, prints=["  wait: scale: "], cwd=folder)
        stop = text.find("  bounds: scale: ")
        if code == 4 and not text.find("  wait: scale: ") < stop:
            failures.append(f"without its wait for {counter}: the stop is not below its cause\n{text}")
        if code == 1 and text.count("undefined-output: y: ") != 1:
            failures.append(f"without its wait for {counter}: bytes are said to be undefined more than once\n{text}")


def bad_input(folder):
    def refused(content, *prints, words=()):
        run(write(folder, "x.json", content), *words, code=2, prints=["lockstep run: x.json: ", *prints], cwd=folder)

    run("none.json", code=2, prints=["none.json: can't be opened"], cwd=folder)
    run(".", code=2, prints=["can't be opened"], cwd=folder)
    refused("{", "parse error")
    refused("[1]", "expected an object")
    refused(launch(grid=[1, 2, 3, 4]), "grid must be one to three whole numbers")
    refused(launch(grid=[-1]), "grid must be one to three whole numbers")
    refused(launch(gird=[1]), "unknown key 'gird'")
    refused(launch(object="none.co"), "none.co: No such file or directory")
    refused(launch(object="."), "is not a regular file")
    refused(launch(schedule="never"), "'never' is no schedule")
    refused(launch(threads=0), "threads must be between 1 and 1024")
    refused({k: v for k, v in launch().items() if k != "object"}, "object, the path of a code object, is missing")
    for buffer, complaint in (
            ({"name": "a"}, "needs a size in bytes"), ({"size": 5}, "needs a name"),
            ({"name": "a", "file": "none.bin"}, "none.bin: No such file"),
            ({"name": "a", "file": "a.bin", "size": 4001}, "has 4000 bytes, 4001 are needed"),
            ({"name": "a", "file": "a.bin", "file_offset": 4001}, "file_offset is 4001"),
            ({"name": "a", "size": 8, "random": "e9m9"}, "no type 'e9m9'"),
            ({"name": "a", "size": 8, "fill": "abc"}, "fill must be"),
            ({"name": "a", "size": 8, "fill": "zero", "random": "f32"}, "more than one of fill"),
            ({"name": "a", "values": [300], "as": "u8"}, "300 does not fit u8"),
            ({"name": "a", "size": -8}, "size must be a whole number"),
            ({"name": "a", "size": 8, "low": 1}, "low, high and seed belong to random")):
        refused(launch(buffers=[buffer]), "buffers[0]: " if "No such" not in complaint else "", complaint)
    for argument, complaint in (({}, "needs one value"), ({"i32": 1, "f32": 1}, "needs one value"),
                                ({"i32": 1 << 40}, "does not fit i32"), ({"bytes": "0"}, "bytes must be"),
                                ({"struct": [{"i32": 1}]}, "needs at")):
        refused(launch(arguments=[argument]), "arguments[0]", complaint)
    (folder / "half.bin").write_bytes(RIGHT[:2000])
    refused(launch(outputs=[{"buffer": "c", "expect": "half.bin"}]), "has 2000 bytes, 4000 are needed")
    refused(launch(outputs=[{"buffer": "c", "sha256": "12"}]), "sha256 must be 64")
    for output, complaint in (
            ({"snr": 40, "format": "f32"}, "belong to expect, which is missing"), ({"format": "f32"}, "belong to expect"),
            ({"expect": "right.bin", "snr": 40}, "need format"), ({"expect": "right.bin", "ulp": 1}, "need format"),
            ({"expect": "right.bin", "rtol": 0}, "need format"),
            ({"expect": "right.bin", "format": "e9m9"}, "no format 'e9m9'; there are float8_e4m3fn"),
            ({"expect": "right.bin", "format": "i32"}, "no format 'i32'"),
            ({"expect": "right.bin", "format": "f32", "snr": -1}, "snr must be a finite number, not negative"),
            ({"expect": "right.bin", "format": "f32", "snr": "nan"}, "snr must be a finite number, not negative"),
            ({"expect": "right.bin", "format": "f32", "snr": "high"}, "snr must be a number"),
            ({"expect": "right.bin", "format": "f32", "rtol": "inf"}, "rtol must be a finite number"),
            ({"expect": "right.bin", "format": "f32", "atol": -1e-9}, "atol must be a finite number"),
            ({"expect": "right.bin", "format": "f32", "ulp": -1}, "ulp must be a whole number, not negative"),
            ({"expect": "right.bin", "format": "f32", "ulp": 0.5}, "ulp must be a whole number"),
            ({"expect": "half.bin", "format": "f32", "snr": 4}, "has 2000 bytes, 4000 are needed")):
        refused(launch(outputs=[{"buffer": "c"} | output]), complaint)

    def unplaced(content, *prints):
        run(write(folder, "x.json", content), code=2, prints=["lockstep run: ", *prints], cwd=folder)

    unplaced(launch(arguments=launch()["arguments"][:3]), "takes 4 arguments (a, b, c, n), 3 are given")
    unplaced(launch(block=[2000]), "a block of 2000 threads, of 1024")
    unplaced(launch(model="none"), "no matrix model 'none' of gfx950")
    (folder / "odd.bin").write_bytes(RIGHT[:3998])
    unplaced(launch(outputs=[{"buffer": "c", "size": 3998, "expect": "odd.bin", "format": "f32"}]), "3998 bytes of buffer 'c' are no whole number")
    unplaced(launch(kernel="none"), "has no kernel none; it has vector_add")
    overlap = launch()["buffers"]
    overlap[0]["address"], overlap[1]["address"] = 1 << 30, (1 << 30) + 256
    unplaced(launch(buffers=overlap), "buffer 'a' [0x40000000, 0x40000fa0) overlaps buffer 'b'")
    whole = (folder / "vector_add.co").read_bytes()
    for size in (0, 10, 63, 200, len(whole) // 2, len(whole) - 1):
        (folder / "cut.co").write_bytes(whole[:size])
        unplaced(launch(object="cut.co"), "cut.co: at offset", "expected")
    run("--object", "vector_add.co", "--grid", "1;2", "--block", "1", code=2, prints=["expected X,Y,Z"], cwd=folder)
    run("right.json", "--arg", "i32", code=2, prints=["expected KEY=VALUE"], cwd=folder)


def schedules(folder):
    """A race shows as an output that is not the same under all schedules; atomic sums may differ."""
    for name in ("row_scale.co", "row_scale_fixed.co", "row_scale.json", "arrivals.co", "in_turn.co", "tiles.co", "tiles_overlap.co",
                 "clock.co", "clock_branch.co"):
        shutil.copy(EXAMPLES / name, folder)
    def result(*words, code, prints):
        run(*words, "--json", "x.out", code=code, prints=prints, cwd=folder)
        return json.loads((folder / "x.out").read_text())

    several = ["earliest", "latest", "vmem-late", "lds-late", "random:1"]
    racing = result("row_scale.json", code=1, prints=["schedule: y differs from earliest under latest", "lds-race"])
    if racing["schedules"] != several or [d["severity"] for d in racing["differences"]] != ["wrong"]:
        failures.append(f"schedules of a race: {racing['schedules']}, {racing['differences']}")
    if {f["schedule"] for f in racing["findings"]} != {"earliest"}:  # every schedule finds the same pair
        failures.append(f"findings of a race: {racing['findings']}")
    fixed = result("row_scale.json", "--object", "row_scale_fixed.co", "--schedule", "hunt", code=0, prints=["random:8"])
    if len(fixed["schedules"]) != 12 or fixed["differences"]:
        failures.append(f"schedules of a launch that holds: {fixed}")
    result("row_scale.json", "--object", "row_scale_fixed.co", "--schedule", "latest,earliest", code=0,
           prints=["schedules latest, earliest\n", "--schedule latest,earliest"])
    # Twelve workgroups add to one float, and 1 is lost beside 10^8.
    arrivals = {"object": "arrivals.co", "grid": 12, "block": 64, "arguments": [{"pointer": "sum"}, {"pointer": "x"}],
                "buffers": [{"name": "sum", "size": 4, "fill": "00000000"},
                            {"name": "x", "values": [1e8, 1, -1e8, 1] * 3, "as": "f32", "access": "read"}],
                "outputs": [{"buffer": "sum"}]}
    write(folder, "arrivals.json", arrivals)
    open_order = result("arrivals.json", "--schedule", "hunt", code=0, prints=["schedule (risk): sum differs from earliest under latest"])
    if [d["severity"] for d in open_order["differences"]] != ["risk"]:
        failures.append(f"an open order: {open_order['differences']}")
    run("arrivals.json", "--schedule", "hunt", "--fail-on", "risk", code=1, cwd=folder)
    # What a clock says is something else each time; what it decides is not.
    clock = {"object": "clock.co", "grid": 1, "block": 1, "arguments": [{"pointer": "time"}],
             "buffers": [{"name": "time", "size": 8}], "outputs": [{"buffer": "time"}]}
    write(folder, "clock.json", clock)
    result("clock.json", code=0, prints=["schedule (risk): time differs from earliest", "it may be what a clock says"])
    result("clock.json", "--object", "clock_branch.co", code=1, prints=["schedule: time differs from earliest"])
    # An answer that a clock gives is none.
    judged = subprocess.run([LOCKSTEP, "judge", "clock.json", "--budget", "10s"], capture_output=True, text=True, cwd=folder)
    if judged.returncode != 1 or "it may be what a clock says" not in judged.stdout:
        failures.append(f"judge of a stored clock: exit code {judged.returncode}, not 1\n{judged.stdout}{judged.stderr}")
    # A counter hands out tiles: it orders no stores to tiles that overlap, and what differs is then no matter of atomics.
    tiles = {"object": "tiles.co", "grid": 3, "block": 64, "arguments": [{"pointer": "out"}, {"pointer": "counter"}, {"i32": 12}],
             "buffers": [{"name": "out", "size": 4 * 64 * 12, "fill": "00000000"}, {"name": "counter", "size": 4, "fill": "00000000"}],
             "outputs": [{"buffer": "out"}]}
    write(folder, "tiles.json", tiles)
    result("tiles.json", "--schedule", "hunt", code=0, prints=["holds"])
    overlap = result("tiles.json", "--object", "tiles_overlap.co", code=1, prints=["memory-race", "nothing orders the two"])
    if {d["severity"] for d in overlap["differences"]} - {"wrong"}:
        failures.append(f"overlapping tiles: {overlap['differences']}")
    in_turn = {"object": "in_turn.co", "grid": 12, "block": 64, "arguments": [{"pointer": "turn"}], "step_limit": 20000,
               "buffers": [{"name": "turn", "size": 4, "fill": "00000000"}],
               "outputs": [{"buffer": "turn", "sha256": hashlib.sha256(struct.pack("<I", 12)).hexdigest()}]}
    write(folder, "in_turn.json", in_turn)
    if notes := result("in_turn.json", code=0, prints=["holds"])["notes"]:
        failures.append(f"workgroups that wait for those before them: {notes}")
    write(folder, "in_turn.json", in_turn | {"buffers": [{"name": "turn", "size": 4, "fill": "01000000"}]})
    run("in_turn.json", code=4, prints=["deadlock: ", "1 of 12 workgroups are under way", "1 wave at"], cwd=folder)
    write(folder, "in_turn.json", in_turn | {"buffers": [{"name": "turn", "size": 4, "fill": "0c000000"}]})
    run("in_turn.json", code=4, prints=["deadlock: ", "12 of 12 workgroups are under way", "12 waves at"], cwd=folder)
    waiting = run("in_turn.json", code=4, cwd=folder)
    if waiting.count("in_turn.hip:") != 1:
        failures.append(f"the line where all wait is named once: {waiting}")


def interrupted(folder):
    """Control-C ends a launch of hours: 130, and no output."""
    fields = [{"at": 0, "pointer": "y"}, {"at": 8, "pointer": "y"}, {"at": 24, "f32": 1}]
    long = {"object": "scale.co", "grid": [1000000000], "block": 64, "arguments": fields,
            "buffers": [{"name": "y", "size": 1 << 38, "fill": "zero"}], "outputs": [{"buffer": "y", "file": "y.bin"}]}
    (folder / "y.bin").write_bytes(b"of an earlier run")
    process = subprocess.Popen([LOCKSTEP, "run", write(folder, "x.json", long)], cwd=folder, stdout=subprocess.PIPE)
    process.stdout.readline()
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=20)[0].decode()
    if process.returncode != 130 or (folder / "y.bin").exists():
        failures.append(f"interrupted: exit code {process.returncode}")
    if "of 1000000000 workgroups of 64 threads had run" not in said:
        failures.append(f"interrupted: {said}")


def full_disk(folder):
    """Nothing half-written: what can't be written whole is not there, nor what an earlier run left."""
    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    (folder / "c.bin").write_bytes(b"before")
    run("right.json", code=2, prints=["holds", "can't write", "File too large"], cwd=folder, before=little_room)
    if (folder / "c.bin").exists() or list(folder.glob("*.tmp")):
        failures.append(f"after a full disk: {sorted(p.name for p in folder.iterdir())}")
    if os.path.exists("/dev/full"):
        outputs = [{"buffer": "c", "file": "/dev/full"}]
        run(write(folder, "x.json", launch(outputs=outputs)), code=2, prints=["No space left"], cwd=folder)
    run(write(folder, "x.json", launch(outputs=[{"buffer": "c", "file": "a.bin/c"}])), code=2, prints=["can't write"],
        cwd=folder)


def large(folder):
    """A sparse file of 6 GiB, and a buffer of as much: what is touched is what it costs."""
    size, at = 6 << 30, 5 << 30
    with open(folder / "large.bin", "wb") as f:
        f.truncate(size)
        f.seek(at)
        f.write(struct.pack("<1000f", *A))
    big = launch(buffers=[{"name": "a", "file": "large.bin"}, launch()["buffers"][1], {"name": "c", "size": size}],
                 arguments=[{"pointer": "a", "offset": at}, {"pointer": "b"}, {"pointer": "c", "offset": at}, {"i32": 1000}],
                 outputs=[{"buffer": "c", "offset": at, "size": 4000, "sha256": RIGHT_DIGEST}])
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    run(write(folder, "x.json", big), code=0, cwd=folder)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    if peak > max(before, 400 * 1024):
        failures.append(f"{peak} KiB for a launch over 12 GiB")
    (folder / "large.bin").unlink()


with tempfile.TemporaryDirectory() as temporary:
    where = pathlib.Path(temporary)
    prepare(where)
    for test in (holds, names_no_output, falsified, tolerances, traps, stale_outputs, untouched, frames, named, noted, inconclusive, causes, bad_input, schedules, interrupted, full_disk, large):
        test(where)
print("\n".join(failures) or "all as expected")
sys.exit(bool(failures))
