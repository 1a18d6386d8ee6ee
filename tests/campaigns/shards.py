#!/usr/bin/env python3
"""Shards of a seed, merged: byte for byte the report of one run, for any number of shards and of threads."""
import json
import os
import re
import tempfile

from run_again import HOLDING, NARROW, corpus, entries, lines, read, report, run, write

FILES = ("json", "junit", "sarif", "html")


def merged(folder, *paths, code, more=()):
    """What merge prints, and the files that it writes."""
    files = [os.path.join(folder, f"merged.{kind}") for kind in FILES]
    options = [word for kind, file in zip(FILES, files) for word in (f"--{kind}", file)]
    done = run("merge", *paths, *options, *more, code=code)
    return done.stdout, *map(read, files)


def check(name, words, code, numbers):
    with tempfile.TemporaryDirectory() as folder:
        one = os.path.join(folder, "one.jsonl")
        files = [os.path.join(folder, f"alone.{kind}") for kind in ("json", "sarif")]
        alone = run(*words, "--jobs", 1, "--journal", one, "--json", files[0], "--sarif", files[1], *corpus(folder), code=code)
        expected = merged(folder, one, code=code)
        assert expected[0] == report(alone.stdout), (name, expected[0], alone.stdout)
        # What the run itself writes, as far as it does not list each case.
        assert expected[1 + FILES.index("sarif")] == read(files[1]), name
        coverage = json.loads(expected[1 + FILES.index("json")])["campaigns"][0]["coverage"]
        assert coverage == json.loads(read(files[0]))["coverage"], name
        page = expected[1 + FILES.index("html")]
        assert ("Run it again" in page) == (code == 1) and "What was drawn" in page, name
        for of in numbers:
            shards = os.path.join(folder, f"of{of}")
            os.mkdir(shards)
            journals = [os.path.join(shards, f"{number}.jsonl") for number in range(1, of + 1)]
            for number, journal in enumerate(journals, 1):
                run(*words, "--jobs", 1 + number % 2, "--shard", f"{number}/{of}", "--journal", journal,
                    *corpus(folder), code=None)
            assert merged(folder, shards, code=code) == expected, (name, of)
            # Each case once, the same as in one run.
            dealt, whole = entries(*journals), entries(one)
            assert all(dealt[index] == whole[index] for index in dealt.keys() & whole.keys()), (name, of)
            if code == 0:
                assert dealt.keys() == whole.keys(), (name, of)
            for number, journal in enumerate(journals, 1):
                assert all(index % of == number - 1 for index in entries(journal)), journal
        # The order and the number of paths say nothing.
        assert merged(folder, *reversed(journals), one, code=code) == expected, name
        # A shard that is missing is missed.
        os.remove(journals[0])
        less = merged(folder, *journals[1:], code=None)
        assert less != expected and (code != 0 or "INCOMPLETE" in less[0]), (name, less[0])


check("holding", [*HOLDING, "--cases", 12, "--judge", "all"], 0, (1, 2, 14))
check("the first failure", [*NARROW, "--cases", 30], 1, (2, 7))
check("some failures", [*NARROW, "--cases", 20, "--failures", 3], 1, (7, 22))

with tempfile.TemporaryDirectory() as folder:
    # Failures of one cause are one, with how often they were met; --all counts what one run would not have come to.
    journals = [os.path.join(folder, f"{number}.jsonl") for number in (1, 2)]
    for number, journal in enumerate(journals, 1):
        # One process: two may end a second failing case before the first is known to fail.
        run(*NARROW, "--cases", 40, "--failures", 1, "--jobs", 1, "--shard", f"{number}/2", "--journal", journal,
            *corpus(folder), code=1)
    first = run("merge", folder, code=1)
    assert "1 falsified" in first.stdout and "cause" not in first.stdout, first.stdout
    assert "left out are" in first.stderr and "--all" in first.stderr, first.stderr
    every = run("merge", folder, "--all", code=1)
    assert "2 falsified" in every.stdout and "cause" in every.stdout and "left out" not in every.stderr, every

    # A merge names both versions, and counts other objects, seeds and laws apart.
    text = read(journals[0])
    version = lines(journals[0])[0]["words"]["version"]
    other = os.path.join(folder, "other.jsonl")
    write(other, text.replace(version, "0.0.1 (5eed), LLVM 1", 1))
    refused = run("merge", folder, code=2)
    assert f"other.jsonl:1: was written by 0.0.1 (5eed), LLVM 1, and this is {version}" in refused.stderr, refused.stderr
    name, digest = next((name, value) for name, value in lines(journals[0])[0]["words"].items()
                        if name.startswith("object "))
    write(other, text.replace(digest, "0x0000000000005eed", 1))
    refused = run("merge", folder, code=2)
    assert "is another code object here: its digest is " + digest + ", there it was 0x0000000000005eed" in refused.stderr
    os.remove(other)
    run(*("2" if word == "1" else word for word in NARROW), "--cases", 2, "--journal", other, *corpus(folder), code=None)
    both = run("merge", folder, code=1)
    said = both.stdout.splitlines()
    assert said.count("seed 0x1") == 2 and said.count("seed 0x2") == 2, both.stdout

    # The last lines say what several runs come to, and which of them do not hold.
    each = [[int(n) for n in found] for found in
            re.findall(r"^(\d+) cases: (\d+) hold, (\d+) falsified, (\d+) inconclusive", both.stdout, re.M)]
    cases, holds, falsified, inconclusive = map(sum, zip(*each))
    assert len(each) == 2 and falsified > 0 and "runs" not in first.stdout.splitlines()[-1], both.stdout
    total = [f"2 runs, {cases} cases: {holds} hold, {falsified} falsified, {inconclusive} inconclusive"]
    for (of, _, wrong, _), seed in zip(each, re.findall(r"^seed (0x\d+)$", both.stdout, re.M)[::2]):
        total += [f"  falsified       {wrong} of {of} cases: grouped_gemm_contiguous@gfx950, seed {seed}"] * (wrong > 0)
    assert said[-len(total):] == total, (said, total)
    less = run("merge", journals[1], other, code=1).stdout
    assert less.count("INCOMPLETE") == 1 and less.endswith("  incomplete      grouped_gemm_contiguous@gfx950, seed 0x1\n") \
        and "  incomplete" not in both.stdout, less

    # Verdicts that contradict each other are no result.
    write(other, text.replace('"verdict":"holds"', '"verdict":"inconclusive"', 1))
    refused = run("merge", folder, code=2)
    assert "another journal has another verdict" in refused.stderr, refused.stderr

with tempfile.TemporaryDirectory() as folder:
    # Ranges of cases, each a run of as many as it needs, are one run of the largest number; a hole is missed.
    one = os.path.join(folder, "one.jsonl")
    run(*HOLDING, "--cases", 60, "--journal", one, *corpus(folder))
    expected = merged(folder, one, code=0)
    ranges = os.path.join(folder, "ranges")
    os.mkdir(ranges)
    for shard, cases in (("1/1", 10), ("1/1+10", 25), ("1/2+25", 60), ("2/2+25", 60)):
        journal = os.path.join(ranges, shard.replace("/", "-") + ".jsonl")
        run(*HOLDING, "--cases", cases, "--shard", shard, "--journal", journal, *corpus(folder))
    whole = merged(folder, ranges, code=0)
    assert whole == expected, (whole, expected)
    os.remove(os.path.join(ranges, "1-1+10.jsonl"))
    assert "INCOMPLETE  15 cases are missing" in merged(folder, ranges, code=3)[0]

for words, complaint in (
        (["--shard", "3/2"], "'3/2' is no shard: expected I/N"),
        (["--shard", "0/2"], "'0/2' is no shard"),
        (["--shard", "1"], "'1' is no shard"),
        (["--shard", "1/2", "--steer", "--seed", "1"], "--steer draws by what all cases before have reached"),
        (["--shard", "1/2"], "--shard needs --seed")):
    refused = run("fuzz", "small_m_gemv", "--cases", 1, *words, code=2)
    assert complaint in refused.stderr, refused.stderr
