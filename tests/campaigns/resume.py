#!/usr/bin/env python3
"""A run with a journal that is killed, torn or out of disk, and gone on with: case by case an undisturbed run's."""
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

from run_again import FAILING, HOLDING, corpus, entries, lines, lockstep, read, report, run, write

seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
print(f"seed {seed}")
chance = random.Random(seed)


def nowhere(folder):
    """A corpus that the run which is disturbed does not find."""
    return ["--corpus", os.path.join(folder, "of the undisturbed")]


def counted(journal, words):
    """The cases of a journal up to the last failure that the run is allowed: which others two threads came to is luck."""
    found = entries(journal)
    allowed = int(words[words.index("--failures") + 1]) if "--failures" in words else 1
    falsified = sorted(index for index, entry in found.items() if entry["verdict"] == "falsified")
    last = falsified[allowed - 1] if len(falsified) >= allowed else max(found)
    return {index: entry for index, entry in found.items() if index <= last}


def undisturbed(folder, words, code):
    journal, results = os.path.join(folder, "undisturbed.jsonl"), os.path.join(folder, "undisturbed.json")
    done = run(*words, "--jobs", 2, "--journal", journal, "--json", results, *nowhere(folder), code=code)
    return report(done.stdout), read(results), counted(journal, words)


def same(folder, words, code, journal, expected):
    """Goes on to the end, and demands what the undisturbed run gave."""
    results = os.path.join(folder, "again.json")
    done = run(*words, "--jobs", 2, "--resume", journal, "--json", results, *corpus(folder), code=code)
    assert report(done.stdout) == expected[0], (done.stdout, expected[0])
    assert read(results) == expected[1]
    assert counted(journal, words) == expected[2]
    assert lines(journal)[-1] == {"end": True}
    return done


def killed(folder, words, code):
    """Kills the run at random times until it once comes to its end: within a quarter of what an undisturbed one takes."""
    start = time.monotonic()
    expected = undisturbed(folder, words, code)
    takes = time.monotonic() - start
    journal = os.path.join(folder, "killed.jsonl")
    kills = 0
    for _ in range(60):
        process = subprocess.Popen([lockstep, *map(str, words), "--jobs", "2", "--journal", journal, "--resume", journal,
                                    *corpus(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0, takes / 4))
        process.send_signal(signal.SIGKILL)
        if process.wait() != -signal.SIGKILL:
            break
        kills += 1
    assert kills > 0
    same(folder, words, code, journal, expected)
    # Nothing is left to do: the same once more.
    same(folder, words, code, journal, expected)
    assert sum("end" in line for line in lines(journal)) >= 2
    print(f"{kills} kills")


for words, code in (([*HOLDING, "--cases", 50, "--judge", "primus_snr"], 0), ([*HOLDING, "--cases", 40, "--steer"], 0),
                    ([*FAILING, "--cases", 60, "--failures", 2], 1)):
    with tempfile.TemporaryDirectory() as folder:
        killed(folder, words, code)

WORDS = [*HOLDING, "--cases", 12]
with tempfile.TemporaryDirectory() as folder:
    expected = undisturbed(folder, WORDS, 0)
    whole = read(os.path.join(folder, "undisturbed.jsonl"))
    torn = os.path.join(folder, "torn.jsonl")
    # Cut anywhere: in the header, within a line, before its end, behind it.
    ends = [i for i, letter in enumerate(whole) if letter == "\n"]
    cuts = [0, 1, ends[0], ends[0] + 1, ends[1], ends[3] + 1, len(whole) - 1] + [chance.randrange(len(whole)) for _ in range(4)]
    for cut in cuts:
        write(torn, whole[:cut])
        done = same(folder, WORDS, 0, torn, expected)
        is_torn = cut > 0 and whole[cut - 1] != "\n"
        assert ("its last line is torn" in done.stderr) == is_torn, (cut, done.stderr)
    # A line that is damaged and has its end is no torn one.
    write(torn, whole[:ends[2] - 5] + whole[ends[2]:])
    refused = run(*WORDS, "--resume", torn, *corpus(folder), code=2)
    assert "torn.jsonl:3: is no line of a journal: the file is damaged" in refused.stderr, refused.stderr
    assert "torn.jsonl:3" in run("merge", torn, code=2).stderr

    # Other words are refused by their names, and nothing is written.
    write(torn, whole[:ends[5] + 1])
    for words, complaint in (
            (["fuzz", "small_m_gemv", "--seed", 6, "--no-wide-offsets", "--cases", 12], "seed: 5 there, 6 here"),
            ([*HOLDING, "--cases", 13], "cases: 12 there, 13 here"),
            ([*WORDS, "--law", "bits"], 'laws: none there, ["bits"] here'),
            ([*WORDS, "--model", "fma_post"], 'models: none there, ["fma_post"] here'),
            ([*WORDS, "--schedule", "latest"], "schedule:  there, latest here"),
            ([*WORDS, "--clamped"], "flags:  there,  --clamped here"),
            ([*WORDS, "--step-limit", 1000000], "flags:  there,  --step-limit 1000000 here"),
            ([*WORDS, "--build", "O2"], "O3: 0x"),
            ([*WORDS, "--shard", "1/2"], "another shard: 1/1 there, 1/2 here"),
            (["fuzz", "small_m_mfma", "--seed", 5, "--no-wide-offsets", "--cases", 12], "kernels: ")):
        refused = run(*words, "--resume", torn, *corpus(folder), code=2)
        assert complaint in refused.stderr, (complaint, refused.stderr)
        assert read(torn) == whole[:ends[5] + 1]
    version = lines(torn)[0]["words"]["version"]
    write(torn, whole.replace(version, "0.0.1 (5eed), LLVM 1", 1))
    refused = run(*WORDS, "--resume", torn, *corpus(folder), code=2)
    assert f"was written by 0.0.1 (5eed), LLVM 1, and this is {version}" in refused.stderr, refused.stderr
    # Cases that this program does not draw are not those of the journal.
    write(torn, whole.replace(" seed=0x", " seed=0x1", 1))
    refused = run(*WORDS, "--resume", torn, *corpus(folder), code=2)
    assert "and this program draws" in refused.stderr, refused.stderr
    for words, complaint in ((["--resume", os.path.join(folder, "none.jsonl")], "there is no such journal; --journal"),
                             (["--resume", "/dev/full"], "is no plain file"),
                             (["--journal", torn], "torn.jsonl: exists; --resume"),
                             (["--journal", os.path.join(folder, "no", "such.jsonl")], "such.jsonl: No such file"),
                             (["--journal", torn, "--resume", whole[:9]], "name two files")):
        refused = run(*WORDS, *words, *corpus(folder), code=2)
        assert complaint in refused.stderr, (complaint, refused.stderr)

    # One writer at a time.
    busy = os.path.join(folder, "busy.jsonl")
    process = subprocess.Popen([lockstep, "fuzz", "small_m_gemv", "--time", "60", "--seed", "1", "--journal", busy,
                                *corpus(folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    while not os.path.exists(busy) or len(read(busy).splitlines()) < 3:
        time.sleep(0.05)
    refused = run("fuzz", "small_m_gemv", "--resume", busy, *corpus(folder), code=2)
    assert "another process is writing this journal" in refused.stderr, refused.stderr
    # Merged while it is written: what there is, and that there is more to come.
    assert "INCOMPLETE" in run("merge", busy, code=3).stdout
    process.kill()
    process.communicate()

    # A disk that is full: what was counted is in the journal, whole; with room again it goes on as if nothing had been.
    full = os.path.join(folder, "full.jsonl")

    def little_room():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2500, resource.RLIM_INFINITY))

    stopped = run(*WORDS, "--jobs", 1, "--journal", full, *corpus(folder), code=2, preexec_fn=little_room, restore_signals=False)
    assert f"the journal {full}: File too large" in stopped.stderr and "--resume" in stopped.stderr, stopped.stderr
    text = read(full)
    assert text.endswith("\n") and len(text) <= 2500
    held = len(entries(full))
    assert 0 < held < 12
    assert f"{held} cases: " in stopped.stdout, (held, stopped.stdout)
    done = same(folder, WORDS, 0, full, expected)
    assert f"{held} finished cases" in done.stderr and "torn" not in done.stderr
    none = run(*WORDS, "--journal", os.path.join(folder, "none.jsonl"), *corpus(folder), code=2, restore_signals=False,
               preexec_fn=lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                                   resource.setrlimit(resource.RLIMIT_FSIZE, (10, resource.RLIM_INFINITY))))
    assert "none.jsonl: File too large" in none.stderr and not os.path.exists(os.path.join(folder, "none.jsonl"))

    # Two mergers at once, with the same files to write: each is whole, and the same.
    journal, results = os.path.join(folder, "undisturbed.jsonl"), os.path.join(folder, "merged.json")
    mergers = [subprocess.Popen([lockstep, "merge", journal, "--json", results], stdout=subprocess.PIPE, text=True)
               for _ in range(4)]
    printed = {process.communicate()[0] for process in mergers}
    assert all(process.returncode == 0 for process in mergers) and printed == {expected[0]}, printed
    together = read(results)
    run("merge", journal, "--json", results)
    assert together == read(results)
