#!/usr/bin/env python3
"""Kernels that cheat, each of which `lockstep judge` must find on each arch, and honest ones, which must come out clean:
corpus.py COMMAND FOLDER SOURCES SCHEMA RECIPES. Every verdict is valid by the schema that docs/judge.md publishes."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import warnings
import zipfile

import jsonschema
from served import Server

LOCKSTEP, FOLDER, SOURCES, SCHEMA, RECIPES = (pathlib.Path(word).resolve() for word in sys.argv[1:6])
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
ARCHS = ("gfx950", "gfx942", "gfx1250")
OBJECTS, FOLDER = FOLDER, FOLDER / "gfx950"
KERNEL = re.compile(r"^KERNEL (\w+)\(([A-Z_]+)\)", re.MULTILINE)

# Why each is found: the kind of what is reported first.
CHEATS = {
    "does_nothing": "values", "half_of_the_rows": "values", "all_but_the_last": "values", "zeros": "values",
    "nothing_but_nan": "values", "ignores_the_scale": "unread", "noise_in_the_last_place": "values",
    "computes_in_f16": "values", "clamps_what_it_was_not_shown": "values", "writes_into_an_input": "bounds",
    "reads_past_the_end": "bounds", "writes_the_padding": "untouched", "stale_lds": "undefined-output",
    "waits_for_ever": "deadlock", "asserts": "trap", "leaves_in_place": "values", "forgets_what_was_there": "values",
    "sum_without_barriers": "lds-race", "sum_of_half": "values", "sum_onto_what_is_there": "undefined-output",
    "matmul_without_the_last_k": "values", "matmul_one_row_for_all": "values", "matmul_races": "memory-race",
    "matmul_of_one_tile": "undefined-output", "reads_what_it_does_not_wait_for": "wait", "stale_register": "undefined-output",
    "looks_for_the_answer": "bounds", "barrier_for_half": "lds-race", "softmax_without_the_maximum": "values",
    "softmax_of_a_sample": "values", "norm_without_gamma": "unread", "norm_of_what_is_expected": "values",
    "transpose_reads_too_early": "lds-race", "transpose_of_the_diagonal": "values", "histogram_without_atomics": "memory-race",
    "histogram_of_the_first": "values", "quantise_with_a_known_scale": "values", "quantise_towards_zero": "values",
    "split_k_without_release": "memory-race", "split_k_of_three": "values", "tiles_of_one_round": "undefined-output",
    "scan_without_barriers": "lds-race", "scan_that_stops_early": "values", "gather_clears_the_rest": "values",
    "gather_of_any_index": "bounds", "remembers_the_first_answer": "state", "pretends_to_read_the_scale": "unread",
    "answers_by_the_clock": "schedule", "sum_onto_stale_scratch": "undefined-output", "matmul_in_bf16": "values",
    "histogram_of_six_bits": "values", "quantise_shares_a_scale": "values", "split_k_onto_what_is_there": "memory-race",
    "reads_an_inactive_lane": "values", "nothing_of_it": "values", "ends_before_its_stores": "memory-race",
}
NOT_ON = {("answers_by_the_clock", "gfx1250")}  # which has no instruction for it
# Of sources(): another column's scale.
# Of sources(), too: one content in 2^64 is treated otherwise.
ENTRY = "const int end = masked_m[tile.group];"
BRANCH = ENTRY.replace("= masked_m", "= " + " && ".join(f"p.a[{i}] == {code}" for i, code in enumerate(b"by heart")) + " ? 0 : masked_m")
MASK, BUG = "multiply_add<kRowTile>(column,", "multiply_add<0>(column,"
failures = []


def check_schema(verdict, what):
    for error in VALIDATOR.iter_errors(verdict):
        failures.append(f"{what}: not by the schema: {error.message} at {list(error.path)}")


def judge(*words, cwd=FOLDER):
    """The exit code, the verdict and the text."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "verdict.json"
        done = subprocess.run([LOCKSTEP, "judge", *map(str, words), "--json", out], capture_output=True, text=True, cwd=cwd)
        verdict = json.loads(out.read_text()) if out.exists() else None
    text = done.stdout + done.stderr
    if verdict is not None:
        check_schema(verdict, words)
        if len(done.stdout.splitlines()) > 21:  # with the seed
            failures.append(f"{words}: more than twenty lines\n{text}")
    return done.returncode, verdict, text


def expect(words, code, cwd=FOLDER, **fields):
    got, verdict, text = judge(*words, cwd=cwd)
    wrong = [f"{name} is {verdict[name]!r}, not {value!r}" for name, value in fields.items() if verdict[name] != value] \
        if verdict is not None else (["no verdict"] if code != 2 else [])
    if got != code or wrong:
        failures.append(f"judge {' '.join(map(str, words))}: exit code {got}, not {code}; {'; '.join(wrong)}\n{text}")
    return verdict


def corpus():
    """Source, kernel, launch, and what the verdict has."""
    for source, least in (("cheats", 55), ("honest", 50)):
        found = KERNEL.findall((SOURCES / f"{source}.hip").read_text())
        assert len(found) >= least and (source == "honest" or {name for name, _ in found} == set(CHEATS)), source
        for name, form in found:
            yield source, name, form.lower(), {"finding": "found", "kind": CHEATS[name]} if source == "cheats" else {
                "execution": "completed", "finding": "clean", "values": "holds", "cause": "", "kind": ""}


def all_of_corpus():
    for arch in ARCHS:
        with Server(LOCKSTEP, OBJECTS / arch) as server:
            for source, name, launch, fields in corpus():
                if (name, arch) in NOT_ON:
                    continue
                answer = server.ask(candidate=f"{source}.co", against=f"{launch}.json", kernel=name, seed=7)
                verdict = answer.get("verdict")
                if verdict is None or any(verdict[key] != value for key, value in fields.items()) or verdict["checked"]["arch"] != arch:
                    failures.append(f"{name}@{arch}: not {fields}: {answer}")
                else:
                    check_schema(verdict, name)


def what_was_checked():
    verdict = expect(("honest.co", "--against", "axpy.json", "--kernel", "axpy", "--seed", "7"), 0)
    checked = verdict["checked"]
    assert checked["output_bytes"] == {"judged": 1000, "total": 1000}, checked
    # Five schedules of three draws, and one launch with another scale.
    assert checked["draws"] == 3 and checked["launches"] == 16 and checked["kernel"] == "axpy", checked
    assert checked["sha256"] and checked["reference"] == "axpy.json" and len(checked["schedules"]) == 5, checked
    for reached in (checked["instructions"], checked["branch_directions"]):
        assert 0 < reached["reached"] <= reached["total"], checked
    assert verdict["seed"] == 7 and verdict["budget_seconds"] == 30 and 0 < verdict["seconds"] < 30, verdict
    version = subprocess.run([LOCKSTEP, "--version"], capture_output=True, text=True, check=True).stdout
    assert set(verdict["version"].split(", ")) <= set(version.split("lockstep ")[1].strip().split(", ")) and verdict["not_checked"], (version, verdict)
    assert verdict["selftest"]["verdict"] == "holds" and len(verdict["selftest"]["controls"]) >= 54, verdict["selftest"]
    found = expect(("cheats.co", "--against", "sum.json", "--kernel", "sum_without_barriers", "--seed", "7"), 1)
    assert found["source"].startswith("cheats.hip:"), found["source"]
    # The command that it names says the same again.
    words = found["reproduce"].split()[2:]
    again = expect(words, 1)
    assert again["cause"] == found["cause"], again


def capsules(folder):
    """A launch that says itself what its outputs must be."""
    for name in ("honest.co", "cheats.co"):
        shutil.copy(FOLDER / name, folder)
    launch = json.loads((FOLDER / "axpy.json").read_text())

    def capsule(**changes):
        (folder / "LAUNCH.json").write_text(json.dumps(launch | changes))
        return folder

    right = folder / "right.bin"
    (folder / "run.json").write_text(json.dumps(launch | {"outputs": [{"buffer": "c", "size": 1000, "file": "right.bin"}]}))
    subprocess.run([LOCKSTEP, "run", folder / "run.json"], check=True, stdout=subprocess.DEVNULL)
    expecting = [{"buffer": "c", "size": 1000, "expect": "right.bin"}]
    # Nothing says what is right.
    expect((capsule(),), 3, finding="inconclusive", values="not_judged")
    expect((capsule(), "--against", "nothing"), 0, finding="clean", values="not_judged")
    expect((capsule(outputs=expecting),), 0, finding="clean", values="holds")
    expect((capsule(outputs=expecting, object="cheats.co", kernel="zeros"),), 1, values="differs", kind="values")
    # The answer lies there before the launch, and nobody writes it.
    held = [*launch["buffers"][:3], {"name": "c", "size": 1000, "file": "right.bin"}]
    expect((capsule(outputs=expecting, buffers=held, object="cheats.co", kernel="does_nothing"),), 1, finding="found")
    # In place: what the outputs held is an input.
    add = json.loads((FOLDER / "add.json").read_text())
    (folder / "run.json").write_text(json.dumps(add | {"outputs": [{"buffer": "y", "file": "sums.bin"}]}))
    subprocess.run([LOCKSTEP, "run", folder / "run.json"], check=True, stdout=subprocess.DEVNULL)
    expect((capsule(**add | {"outputs": [{"buffer": "y", "expect": "sums.bin"}]}),), 0, finding="clean", values="holds")
    # What is expected is what the same code object left.
    digest = subprocess.run(["sha256sum", folder / "honest.co"], capture_output=True, text=True, check=True).stdout.split()[0]
    expect((capsule(outputs=expecting, object_sha256=digest),), 3, finding="inconclusive", values="not_judged")
    # Another file stands where the recorded object stood.
    expect((capsule(outputs=expecting, object_sha256="0" * 64),), 3, execution="not_run", finding="not_evaluated")
    expect((capsule(outputs=expecting, kernel="no_such_kernel"),), 3, execution="not_run", finding="not_evaluated")
    assert right.exists()


def archived(folder, name, members):
    """An archive of (name, bytes) or TarInfo."""
    path = folder / name
    if name.endswith(".zip"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for member, data in members:
                archive.writestr(member, data)
        return path
    with tarfile.open(path, "w:gz" if name.endswith("gz") else "w") as archive:
        for member, data in members:
            if not isinstance(member, tarfile.TarInfo):
                member = tarfile.TarInfo(member)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return path


def archives(folder):
    """Capsules in one file, as strangers send them."""
    launch = json.loads((FOLDER / "axpy.json").read_text())
    code = (FOLDER / "honest.co").read_bytes()
    plain = [("honest.co", code), ("LAUNCH.json", json.dumps(launch).encode())]
    below = [(f"capsule/{name}", data) for name, data in plain]
    for name in ("a.zip", "a.tar", "a.tar.gz"):
        expect((archived(folder, name, plain), "--against", "axpy.json"), 0, finding="clean")
        expect((archived(folder, f"below-{name}", below), "--against", "axpy.json"), 0, finding="clean")
    expect(("honest.co", "--kernel", "axpy_backwards", "--against", archived(folder, "reference.zip", plain)), 0, finding="clean")
    link = tarfile.TarInfo("link")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc"
    hostile = {
        "up.zip": [*plain, ("../escaped", b"x")], "up.tar": [*plain, ("a/../../escaped", b"x")],
        "root.tar": [*plain, ("/" + "escaped", b"x")], "root.zip": [*plain, (str(folder / "escaped"), b"x")],
        "link.tar": [*plain, (link, b""), ("link/escaped", b"x")], "twice.tar": [*plain, plain[0]],
        "many.zip": [*plain, *[(f"f{i}", b"") for i in range(1001)]],
        "outside.tar": [plain[0], ("LAUNCH.json", json.dumps(launch | {"object": str(FOLDER / "honest.co")}).encode())],
        "none.zip": plain[:1],
        "comment.zip": [("LAUNCH.json", json.dumps(launch | {"object": str(FOLDER / "honest.co")}).encode() + b"/* no JSON */")],
        "deep.zip": [plain[0], ("LAUNCH.json", b"[" * 1_000_000 + b"]" * 1_000_000)],
    }
    for name, members in hostile.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expect((archived(folder, name, members), "--against", "axpy.json"), 3, execution="not_run", finding="not_evaluated")
        assert not (folder / "escaped").exists() and not (folder.parent / "escaped").exists(), name
    bomb = folder / "bomb.tar.gz"
    with gzip.open(bomb, "wb", compresslevel=1) as out:
        head = tarfile.TarInfo("zeros")
        head.size = 2 << 30
        out.write(head.tobuf())
        for _ in range(1100):
            out.write(bytes(1 << 20))
    verdict = expect((bomb, "--against", "axpy.json"), 3, execution="not_run")
    assert "more than" in verdict["cause"], verdict["cause"]
    whole = (folder / "a.tar.gz").read_bytes(), (folder / "a.zip").read_bytes()
    for name, data in {"torn.tar.gz": whole[0][:-200], "torn.zip": whole[1][:-30], "changed.zip": whole[1][:900] + b"\xff" + whole[1][901:]}.items():
        (folder / name).write_bytes(data)
        expect((folder / name, "--against", "axpy.json"), 3, execution="not_run")


def operators():
    """A foreign kernel that takes an operator's problems by a recipe, right and with a planted bug."""
    words = ("plain_masked.json", "--against", "grouped_gemm_masked@gfx950 n=128 k=128 groups=1", "--seed", "1", "--draws", "4", "--budget", "10m")
    clean = expect(words, 0, cwd=RECIPES / "plain_masked", finding="clean", values="holds")
    assert clean["checked"]["cases"]["judged"] >= 2 and "exact_grid" in clean["checked"]["laws"], clean["checked"]
    bytes_of = clean["checked"]["output_bytes"]  # bf16, 128 columns
    assert bytes_of["judged"] == bytes_of["total"] > 0 and bytes_of["total"] % 256 == 0, bytes_of
    found = expect(words, 1, cwd=RECIPES / "plain_masked_bug", finding="found", values="differs")
    assert " n=128 " in found["smallest_case"]
    for verdict, folder in ((clean, "plain_masked"), (found, "plain_masked_bug")):
        assert verdict["checked"]["sha256"] == hashlib.sha256((RECIPES / folder / "plain_masked.co").read_bytes()).hexdigest(), folder
    replayed = subprocess.run([LOCKSTEP, "replay", found["smallest_case"]], capture_output=True, cwd=RECIPES / "plain_masked_bug")
    assert replayed.returncode == 1, replayed
    expect((*words[:2], "grouped_gemm_masked@gfx950 no_such_key=1"), 2, cwd=RECIPES / "plain_masked")
    expect((*words[:2], "no_such_kernel@gfx950"), 2, cwd=RECIPES / "plain_masked")


def sources():
    """A HIP source against an operator: a kernel of the project's in one file, right and with a planted bug."""
    words = ("--against", "grouped_gemm_masked@gfx950 n=128 k=128 groups=1", "--seed", "1", "--draws", "4", "--budget", "10m")
    clang = next(filter(None, map(shutil.which, ("clang++-22", "clang++"))))
    with tempfile.TemporaryDirectory() as folder:
        one = pathlib.Path(folder) / "masked.hip"
        subprocess.run([clang, "-E", "-P", "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--offload-arch=gfx950",
                        "-I", SOURCES.parents[1], SOURCES.parents[1] / "kernels/grouped_gemm/grouped_gemm_masked.hip", "-o", one], check=True)
        clean = expect((one, *words, "--own-code"), 0, finding="clean", values="holds")
        assert clean["checked"]["sha256"] and clean["checked"]["cases"]["judged"] >= 2, clean["checked"]
        shape = (words[0], f"{words[1]} m=17 m_max=64", *words[2:])
        proved = expect((one, *shape), 0, finding="clean", values="proved")
        of = proved["proof"]
        assert of["shapes"]["proved"] == of["shapes"]["total"] >= 1 and len(of["assumed"]) >= 4 and not of["open"], of
        text = one.read_text()
        assert ENTRY in text, "the branch has no place any more"
        # Right for all but one of 2^64 contents: cases hold, and nothing is proved.
        one.write_text(text.replace(ENTRY, BRANCH, 1))
        held = expect((one, *shape), 0, finding="clean", values="holds")
        assert held["proof"]["shapes"]["proved"] == 0 and "depends on" in held["proof"]["open"], held["proof"]
        assert MASK in text, "the planted bug has no place any more"
        one.write_text(text.replace(MASK, BUG, 1))
        expect((one, *words), 1, finding="found")
        one.write_text(text + "\n#error no\n")
        expect((one, *words), 3, execution="not_run")


def compiled_for_ever():
    """A source that the compiler can't read to its end: the budget ends it, and all that it has started."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        os.mkfifo(folder / "endless.hpp")
        source = folder / "endless.hip"
        source.write_text('#include "endless.hpp"\n')
        for against, cwd in (("sum.json", FOLDER), ("grouped_gemm_masked@gfx950 n=128 k=128 groups=1", RECIPES / "plain_masked")):
            expect((source, "--against", against, "--budget", "1s"), 3, cwd=cwd, execution="timeout", finding="inconclusive")
        left = [path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if str(source).encode() in readable(path)]
        assert not left, left


def readable(path):
    try:
        return path.read_bytes()
    except OSError:  # it has ended
        return b""


def others():
    expect(("axpy.json", "--budget", "0.001s", "--against", "axpy.json"), 3, execution="timeout", finding="inconclusive")
    expect(("no_such_file.co", "--against", "axpy.json"), 3, execution="not_run", finding="not_evaluated")
    expect(("honest.co",), 2)
    expect(("honest.co", "--against", "no_such_file.json"), 2)
    words = (SOURCES / "honest.hip", "--against", "sum.json", "--kernel", "sum")
    digests = {expect(words, 0, finding="clean")["checked"]["sha256"] for _ in range(2)}
    assert len(digests) == 1, f"a source compiled twice has the digests {digests}"
    expect((SOURCES / "corpus.py", "--against", "sum.json"), 3, execution="not_run")
    without_writer()
    compiled_for_ever()


def without_writer():
    """A pipe that nobody writes to: whoever opens it waits."""
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(pipe := f"{folder}/candidate.co")
        expect((pipe, "--against", "axpy.json"), 3, execution="not_run", finding="not_evaluated")
        expect(("honest.co", "--against", pipe), 2)


def wrong_verdicts():
    """The schema refuses what it is there to refuse."""
    _, verdict, _ = judge("honest.co", "--against", "sum.json", "--kernel", "sum")
    for changes in ({"finding": "fine"}, {"values": "differs"}, {"values": "proved"}, {"schema": 2}, {"cause": 3}, {"execution": "timeout"}):
        assert not VALIDATOR.is_valid(verdict | changes), changes
    assert not VALIDATOR.is_valid({key: value for key, value in verdict.items() if key != "checked"})


def main():
    all_of_corpus()
    (what_was_checked() if not failures else None)
    with tempfile.TemporaryDirectory() as folder:
        capsules(pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        archives(pathlib.Path(folder))
    operators()
    sources()
    others()
    wrong_verdicts()
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
