#!/usr/bin/env python3
"""`lockstep selftest` passes without any tool at hand; and fails, naming the program, where a program that it takes for right
has the bug or the other way round, where checks are off, and where programs are missing or not what they should be."""
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

LOCKSTEP, DEVICE = sys.argv[1], pathlib.Path(sys.argv[2])
KINDS = ["value", "layout", "race", "wait", "wait state", "bounds", "undefined", "untouched", "schedule"]
ARCHS = ["gfx942", "gfx950", "gfx1250"]
IMAGES = {arch: DEVICE / f"selftest.{arch}.controls.co" for arch in ARCHS}
PROGRAMS = {f"{kind.replace(' ', '_')}_{side}@{arch}" for kind in KINDS for side in ("right", "wrong") for arch in ARCHS}


def run(folder, code, *words):
    """What it printed, and the JSON; PATH is empty."""
    file = pathlib.Path(folder) / "result.json"
    done = subprocess.run([LOCKSTEP, "selftest", *words, "--json", file], capture_output=True, text=True, env={"PATH": ""})
    if done.returncode != code:
        sys.exit(f"{' '.join(map(str, words))}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
    return done.stdout, json.loads(file.read_text())


def expect(holds, what, found):
    if not holds:
        sys.exit(f"{what}:\n{found if isinstance(found, str) else json.dumps(found, indent=1)}")


def failing(result):
    return {f"{c['program']}@{c['arch']}" for c in result["controls"] if not c["passes"]}


def copied(folder, **edits):
    """The images in a folder, that of an arch with its bytes changed."""
    images = pathlib.Path(tempfile.mkdtemp(dir=folder))
    for arch, image in IMAGES.items():
        (images / image.name).write_bytes(edits.get(arch, lambda old: old)(image.read_bytes()))
    return images


def swapped(kind):
    """Gives the two programs of a kind each other's name."""
    right, wrong = (f"{kind.replace(' ', '_')}_{side}".encode() for side in ("right", "wrong"))
    return lambda old: wrong.join(piece.replace(wrong, right) for piece in old.split(right))


with tempfile.TemporaryDirectory() as folder:
    text, result = run(folder, 0)
    expect({f"{c['program']}@{c['arch']}" for c in result["controls"]} == PROGRAMS and len(result["controls"]) == len(PROGRAMS),
           "every kind, both ways, on every arch", result)
    expect(result["schema"] == 1 and result["verdict"] == "holds" and 0 < result["seconds"] < 60 and result["simd"], "a record", result)
    for c in result["controls"]:
        wrong = c["program"].endswith("_wrong")
        expect(c["passes"] and "problem" not in c and (c["verdict"] == "holds") != wrong and bool(c["found"]) == wrong
               and ("expected" in c) == wrong and (not wrong or c["expected"] in c["found"]), "a control", c)
    expect([i["arch"] for i in result["images"]] == ARCHS, "images", result)
    for i in result["images"]:
        contents = IMAGES[i["arch"]].read_bytes()
        expect(i["bytes"] == len(contents) and i["sha256"] == hashlib.sha256(contents).hexdigest(), "a digest", i)
        expect(i["sha256"] in text, "digests in the text", text)
    version = subprocess.run([LOCKSTEP, "--version"], capture_output=True, text=True, check=True).stdout
    expect(result["version"].split(",")[0] in version and result["version"] in text, "the version", result)
    expect("\nholds  54 controls: 27 bugs found, 27 right programs hold" in text, "the last line", text)

    # Every program for the other of its kind: none passes, and each is named.
    def all_swapped(old):
        for kind in KINDS:
            old = swapped(kind)(old)
        return old
    text, result = run(folder, 1, "--images", copied(folder, **dict.fromkeys(ARCHS, all_swapped)))
    expect(failing(result) == PROGRAMS and result["verdict"] == "falsified", "all swapped", result)
    expect(all(f"\n{name}: must " in text for name in PROGRAMS), "each is named", text)
    text, result = run(folder, 1, "--images", copied(folder, gfx950=swapped("race")))
    expect(failing(result) == {"race_right@gfx950", "race_wrong@gfx950"}, "two swapped", result)
    expect("race_wrong@gfx950: must be found as lds-race; found: nothing" in text
           and "race_right@gfx950: must hold, and is accused: lds-race: " in text and text.count("FAILED") == 1, "both named", text)

    # Without checks only values are left, under one schedule or between several, and what stops a wave.
    _, result = run(folder, 1, "--no-checks")
    expect(failing(result) == {p for p in PROGRAMS if p.split("_wrong")[0] in
                               ("race", "wait", "wait_state", "undefined", "untouched")}, "checks off", result)

    # What could not run is named and is no pass.
    missing = copied(folder)
    (missing / IMAGES["gfx942"].name).unlink()
    text, result = run(folder, 3, "--images", missing)
    expect(failing(result) == {p for p in PROGRAMS if p.endswith("@gfx942")} and "image gfx942: " in text
           and text.count("not run") == len(KINDS), "a missing image", text)
    for arch, edit in {"gfx950": lambda old: IMAGES["gfx942"].read_bytes(), "gfx1250": lambda old: b"no code"}.items():
        text, result = run(folder, 3, "--images", copied(folder, **{arch: edit}))
        expect({p.split("@")[1] for p in failing(result)} == {arch} and result["verdict"] == "inconclusive", "an odd image", result)
    text, result = run(folder, 3, "--images", copied(folder, gfx942=lambda old: old.replace(b"wait_state_right", b"wait_state_light")))
    expect(failing(result) == {"wait_state_right@gfx942"} and "wait_state_right@gfx942: did not run: " in text, "a missing program", text)

    _, result = run(folder, 0, "--arch", "gfx950")
    expect({c["arch"] for c in result["controls"]} == {"gfx950"} and len(result["controls"]) == 18, "one arch", result)
    # Before a fuzz, in one process and in several: the same record; and no case is run by a command whose images are wrong.
    fuzz = ["fuzz", "small_m_moe", "--law", "clean", "--cases", "1", "--seed", "1", "--selftest", "--corpus", f"{folder}/corpus",
            "--json", f"{folder}/fuzz.json"]
    record = {key: value for key, value in run(folder, 0)[1].items() if key not in ("schema", "seconds")}
    for processes in ([], ["--processes", "1"]):
        subprocess.run([LOCKSTEP, *fuzz, *processes], check=True, capture_output=True)
        written = json.loads(pathlib.Path(folder, "fuzz.json").read_text())
        expect(written["selftest"] == record and ("cases" in written) != bool(processes), "the record in a fuzz's JSON", written)
    # Before a merge, too.
    subprocess.run([LOCKSTEP, *fuzz, "--shard", "1/1", "--journal", f"{folder}/1.jsonl"], check=True, capture_output=True)
    merge = ["merge", f"{folder}/1.jsonl", "--selftest", "--json", f"{folder}/merged.json"]
    subprocess.run([LOCKSTEP, *merge], check=True, capture_output=True)
    merged = pathlib.Path(folder, "merged.json")
    expect(json.loads(merged.read_text())["selftest"] == record, "the record in a merge's JSON", merged.read_text())
    merged.unlink()
    pathlib.Path(folder, "fuzz.json").unlink()
    other = pathlib.Path(folder) / "lockstep"
    other.write_bytes(swapped("race")(pathlib.Path(LOCKSTEP).read_bytes()))
    other.chmod(0o755)
    stopped = subprocess.run([other, *fuzz], capture_output=True, text=True)
    expect(stopped.returncode == 1 and "lockstep fuzz: --selftest: race_wrong@gfx942: must be found as lds-race" in stopped.stderr
           and stopped.stdout == "" and not pathlib.Path(folder, "fuzz.json").exists(), "a fuzz that does not begin", stopped.stderr)
    stopped = subprocess.run([other, *merge], capture_output=True, text=True)
    expect(stopped.returncode == 1 and "lockstep merge: --selftest: race_wrong@gfx942: must be found" in stopped.stderr
           and stopped.stdout == "" and not merged.exists(), "a merge that does not begin", stopped.stderr)
    refused = subprocess.run([LOCKSTEP, "selftest", "--arch", "gfx90a"], capture_output=True, text=True)
    expect(refused.returncode == 2 and "gfx90a" in refused.stderr, "an arch that is not emulated", refused.stderr)
print("finds, keeps silent, and fails where it must")
