#!/usr/bin/env python3
"""Findings over time, with planted bugs: findings.py COMMAND GOOD BAD.

GOOD and BAD are code objects of small_m_gemv@gfx950, the second with a bug. A finding appears, is found again, goes when the
object is mended, comes back, is accepted and opened again; the folder is torn, hostile, and written by many at once."""
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from run_again import NARROW, corpus, lockstep, read, run, write

GOOD, BAD = map(pathlib.Path, sys.argv[2:4])
FUZZ = ["fuzz", "small_m_gemv@gfx950", "--seed", 5, "--no-wide-offsets", "--build", "./mine.co"]


def digest(path):
    """FNV-1a, as manuals have it."""
    value = 0xCBF29CE484222325
    for byte in pathlib.Path(path).read_bytes():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:#018x}"


def listed(folder, *words, code, complaint=""):
    """The findings, by JSON; what is printed has them, too."""
    file = os.path.join(folder, "list.json")
    done = run("findings", os.path.join(folder, "store"), *words, "--json", file, code=code)
    assert complaint in done.stderr, (complaint, done.stderr)
    all_of_it = json.loads(read(file))
    assert all_of_it["schema"] == 1 and f"{len(all_of_it['findings'])} findings" in done.stdout, done.stdout
    assert all(f["id"] in done.stdout and f["cause"] in done.stdout for f in all_of_it["findings"]), done.stdout
    return all_of_it["findings"]


def fuzz(folder, cases, *words, code, of=FUZZ):
    return run(*of, "--cases", cases, "--findings", os.path.join(folder, "store"), *words, *corpus(folder), code=code, cwd=folder)


def next_second():
    time.sleep(1.01)  # times are said in seconds


def through_its_life(folder):
    mine = os.path.join(folder, "mine.co")
    shutil.copy(BAD, mine)
    found = fuzz(folder, 60, code=1)
    (first,) = listed(folder, code=1)
    smallest = re.search(r"^  smallest   (.*)$", found.stdout, re.MULTILINE).group(1)
    assert (first["kernel"], first["build"], first["law"], first["state"], first["case"]) == \
        ("small_m_gemv@gfx950", "mine.co", "bits", "open", smallest), first
    assert first["first_seen"] == first["last_seen"] and first["first_seen"]["object"] == digest(BAD), first
    assert abs(time.time() - time.mktime(time.strptime(first["first_seen"]["time"] + "+0000", "%Y-%m-%dT%H:%M:%SZ%z")) +
               time.timezone) < 600, first
    assert f"1 findings noted, 1 of them new: {first['id']}" in found.stderr, found.stderr

    # Found again by its case, which runs before all others: only when it was last seen moves.
    next_second()
    again = fuzz(folder, 2, code=1)
    assert again.stdout.splitlines()[1] == "1 known findings: 1 still there, 0 of them accepted, 0 gone, 0 not run", again.stdout
    (second,) = listed(folder, code=1)
    assert second["last_seen"]["time"] > first["last_seen"]["time"], (first, second)
    assert {**second, "last_seen": 0} == {**first, "last_seen": 0}, (first, second)
    # A shard has cases of the seed alone.
    assert "known" not in fuzz(folder, 2, "--shard", "1/2", code=0).stdout

    # The object is mended. Nobody but that says so: not a run of other builds.
    next_second()
    assert "known" not in run(*FUZZ[:5], "--cases", 2, "--findings", os.path.join(folder, "store"), *corpus(folder)).stdout
    assert [f["state"] for f in listed(folder, code=1)] == ["open"]
    shutil.rmtree(os.path.join(folder, "corpus"))
    shutil.copy(GOOD, mine)
    results = os.path.join(folder, "results.json")
    mended = fuzz(folder, 0, "--json", results, code=0)
    assert "0 still there, 0 of them accepted, 1 gone" in mended.stdout, mended.stdout
    assert [(k["id"], k["outcome"]) for k in json.loads(read(results))["known"]] == [(first["id"], "gone")]
    (gone,) = listed(folder, code=0)
    assert gone["state"] == "gone" and gone["gone_since"]["object"] == digest(GOOD), gone
    assert gone["last_seen"] == second["last_seen"], (gone, second)
    assert f"gone since object {digest(GOOD)}" in run("findings", os.path.join(folder, "store")).stdout
    next_second()
    fuzz(folder, 0, code=0)
    assert listed(folder, code=0) == [gone]

    # It comes back, and goes with a third object: since that.
    shutil.copy(BAD, mine)
    fuzz(folder, 0, code=1)
    assert [f["state"] for f in listed(folder, code=1)] == ["open"]
    pathlib.Path(mine).write_bytes(GOOD.read_bytes() + b"\0")
    fuzz(folder, 0, code=0)
    assert listed(folder, code=0)[0]["gone_since"]["object"] == digest(mine) != digest(GOOD)
    shutil.copy(BAD, mine)
    fuzz(folder, 0, code=1)
    assert len(os.listdir(os.path.join(folder, "store", first["id"]))) <= 7  # what says nothing any more is removed
    return first["id"]


def decisions(folder, finding):
    store = os.path.join(folder, "store")
    for words, complaint in ((["--accept", finding], "--accept needs a --reason"),
                             (["--accept", finding, "--reason", "  "], "--accept needs a --reason"),
                             (["--accept", "fffff", "--reason", "r"], f"{store} has no finding 'fffff'"),
                             (["--accept", "../" + finding, "--reason", "r"], "has no finding"),
                             (["--reason", "r"], "--reason goes with"),
                             (["--reopen", finding, "--state", "open"], "are of one finding"),
                             (["--accept", finding, "--reopen", finding, "--reason", "r"], "excludes"),
                             (["--state", "shut"], "shut")):
        refused = run("findings", store, *words, code=2)
        assert complaint in refused.stderr, (complaint, refused.stderr)
    assert "1 findings, 0 open" in run("findings", store, "--accept", finding[:5], "--reason", "the old tile\x1b[2J, see 7").stdout
    (accepted,) = listed(folder, code=0)
    assert accepted["state"] == "accepted" and accepted["reason"].startswith("the old tile"), accepted
    assert "\x1b" not in run("findings", store).stdout
    # Accepted: it runs, and fails nothing.
    assert "1 still there, 1 of them accepted" in fuzz(folder, 0, code=0).stdout
    assert [f["state"] for f in listed(folder, code=0)] == ["accepted"]
    for words, count in ((["--state", "open"], 0), (["--state", "accepted"], 1), (["--kernel", "small_m_gemv"], 1),
                         (["--kernel", "small_m_gemv@gfx950", "--law", "bits"], 1), (["--law", "bound"], 0)):
        assert len(listed(folder, *words, code=0)) == count, words
    run("findings", store, "--reopen", finding)
    assert [f["state"] for f in listed(folder, code=1)] == ["open"]
    fuzz(folder, 0, code=1)


def torn_and_hostile(folder, finding):
    store = pathlib.Path(folder, "store")
    event = next(store.glob(f"{finding}/seen-*.json"))
    text = event.read_text()
    other = store / ("0" * 16)

    def damage(path, make, complaint, others=1):
        path.parent.mkdir(exist_ok=True)
        make(path)
        found = listed(folder, code=2, complaint=f"{path}")
        assert len(found) == others, found
        said = run("findings", store, code=2).stderr
        assert complaint in said and "may be removed" in said, (complaint, said)
        refused = fuzz(folder, 0, code=2)
        assert str(path) in refused.stderr.replace("store/", str(store) + "/") and complaint in refused.stderr, refused.stderr
        path.unlink()

    for cut in (0, 1, len(text) // 2, len(text) - 2):
        damage(store / finding / "seen-torn.json", lambda p: p.write_text(text[:cut]), "damaged")
    damage(other / "seen-1.json", lambda p: p.write_text(text), f"is of the finding {finding}")
    damage(other / "seen-1.json", lambda p: p.symlink_to("/etc/passwd"), "is no plain file")
    damage(other / "seen-1.json", os.mkfifo, "is no plain file")
    damage(other / "seen-1.json", lambda p: p.write_bytes(b" " * (2 << 20)), "is too large")
    damage(other / "seen-1.json", lambda p: p.write_text("[" * 500000), "damaged")
    damage(other / "seen-1.json", lambda p: p.write_bytes(b"\xff\x00\xfe"), "damaged")
    damage(other / "seen-1.json", lambda p: p.write_text(text.replace('"schema":1', '"schema":2')), "schema 1")
    other.rmdir()
    # What is being written, or was when its writer was killed, and files of others are passed over.
    (store / finding / ".seen-x.json-y").write_text(text[:9])
    (store / "README").write_text("of ours")
    assert len(listed(folder, code=1)) == 1
    # A case that this version can't read is not run, and said.
    line = json.loads(text)
    made_up = {**line, "case": "small_m_gemv@gfx950 no_such_key=1"}
    event.write_text(json.dumps(made_up))
    for file in store.glob(f"{finding}/seen-*.json"):
        file.write_text(json.dumps(made_up))
    done = fuzz(folder, 0, code=3)
    assert "1 not run" in done.stdout and "its case can't be read" in done.stdout, done.stdout

    for words in (["findings"], ["merge", os.path.join(folder, "none.jsonl"), "--findings"]):
        empty = os.path.join(folder, "something", "else")
        os.makedirs(empty, exist_ok=True)
        write(os.path.join(empty, "file"), "text")
        refused = run(*words, empty, code=2)
        assert "is no folder of findings" in refused.stderr and os.listdir(empty) == ["file"], refused
    assert "is no folder of findings" in run("findings", os.path.join(folder, "nowhere"), code=2).stderr
    marker = store / "findings.json"
    for said in ("", "{}", '{"lockstep findings": 2}', "[1]"):
        marker.write_text(said)
        assert "findings" in run("findings", store, code=2).stderr
        fuzz(folder, 0, code=2)
    assert "--findings keeps what the emulator finds" in run("fuzz", "--findings", store, "--device", "hip:0", code=2).stderr


def journals_with_failures(folder, count):
    """Journals of runs that fail, each of another seed, and what each is about."""
    paths = []
    for seed in range(1, 100):
        path = os.path.join(folder, f"{seed}.jsonl")
        words = [str(seed) if before == "--seed" else word for before, word in zip([""] + NARROW, NARROW)]
        done = run(*words, "--cases", 25, "--failures", 3, "--journal", path, *corpus(folder), code=None)
        if done.returncode == 1:
            paths.append(path)
        if len(paths) == count:
            return paths
    raise SystemExit(f"fewer than {count} seeds fail")


def many_at_once(folder):
    """Writers at once lose nothing, also where some are killed; who reads meanwhile finds nothing torn."""
    paths = journals_with_failures(folder, 3)
    alone = os.path.join(folder, "alone")
    for path in paths:
        run("merge", path, "--findings", alone, code=1)
    expected = {f["id"]: f["case"] for f in json_list(alone)}
    assert len(expected) >= 1
    store = os.path.join(folder, "store")
    words = [[lockstep, "merge", path, "--findings", store] for path in paths]
    writers = [subprocess.Popen(w, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for w in words * 5]
    victims = [subprocess.Popen(words[i % len(words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for i in range(8)]
    for number, victim in enumerate(victims):
        time.sleep(0.01 * number)
        victim.send_signal(signal.SIGKILL)
        victim.wait()
        if os.path.exists(os.path.join(store, "findings.json")):
            assert run("findings", store, code=None).returncode in (0, 1)
    for writer in writers:
        said = writer.communicate()[1]
        assert writer.returncode == 1, said
    assert {f["id"]: f["case"] for f in json_list(store)} == expected
    # Each writer left an event. Of those that say nothing more some stay where writers were killed, or did not see each other's,
    # until the next writer.
    run("merge", paths[0], "--findings", store, code=1)
    for finding in expected:
        assert len([f for f in os.listdir(os.path.join(store, finding)) if not f.startswith(".")]) <= 7

    # A full disk: it is said, and the folder stays whole.
    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))

    full = run("merge", paths[0], "--findings", store, code=None, preexec_fn=little_room, restore_signals=False)
    assert "File too large" in full.stderr, full.stderr
    assert full.returncode == 1, full
    assert {f["id"]: f["case"] for f in json_list(store)} == expected


def json_list(store):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "list.json")
        run("findings", store, "--json", file, code=None)
        return json.loads(read(file))["findings"]


if __name__ == "__main__":
    if not BAD.exists():
        print(f"SKIPPED: {BAD} is not built: cmake -DLOCKSTEP_MUTANTS=sample")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        known = through_its_life(folder)
        decisions(folder, known)
        torn_and_hostile(folder, known)
    with tempfile.TemporaryDirectory() as folder:
        many_at_once(folder)
