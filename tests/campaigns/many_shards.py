#!/usr/bin/env python3
"""Merges many journals that are made up from the lines of a real one: COMMAND SHARDS CASES [SECONDS MIB].

The counts must be those of the lines. With SECONDS and MIB, the merge must not take longer or use more memory; by hand:
many_shards.py COMMAND 10000 1000000 60 1024."""
import os
import resource
import sys
import tempfile
import time

from run_again import HOLDING, corpus, lines, read, run

SHARDS, CASES = int(sys.argv[2]), int(sys.argv[3])
MOST = [float(limit) for limit in sys.argv[4:6]]
PATTERNS = 500

with tempfile.TemporaryDirectory() as folder:
    real = os.path.join(folder, "real")
    run(*HOLDING, "--cases", PATTERNS, "--journal", real, *corpus(folder))
    header, *rest = read(real).splitlines()
    patterns = [None] * PATTERNS
    for line, entry in zip(rest, lines(real)[1:]):
        if "verdict" in entry:
            patterns[entry["index"]] = line.split(",", 1)[1]  # what stands behind the number
    header = header.replace(f'"cases":{PATTERNS}', f'"cases":{CASES}')
    whole = ('"shard":"1/1"', f'"cases":{CASES}')
    assert all(part in header for part in whole), header
    shards = os.path.join(folder, "shards")
    os.mkdir(shards)
    size = 0
    for number in range(1, SHARDS + 1):
        with open(os.path.join(shards, f"{number}.jsonl"), "w", encoding="utf-8") as file:
            file.write(header.replace('"shard":"1/1"', f'"shard":"{number}/{SHARDS}"') + "\n")
            for index in range(number - 1, CASES, SHARDS):
                file.write(f'{{"index":{index},{patterns[index % PATTERNS]}\n')
            file.write('{"end":true}\n')
            size += file.tell()
    start = time.monotonic()
    merged = run("merge", shards)
    seconds = time.monotonic() - start
    mib = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{SHARDS} journals, {CASES} cases, {size / 1e6:.0f} MB: {seconds:.1f} s, at most {mib:.0f} MiB")
    assert f"\n{CASES} cases: {CASES} hold, 0 falsified" in merged.stdout, merged.stdout
    assert "INCOMPLETE" not in merged.stdout and merged.stderr.count("several journals") == 0, merged.stderr
    if MOST:
        assert seconds < MOST[0] and mib < MOST[1]
    # A line less is noticed.
    some = os.path.join(shards, "1.jsonl")
    text = read(some).splitlines(keepends=True)
    with open(some, "w", encoding="utf-8") as file:
        file.writelines(text[:-2] + text[-1:])
    assert "INCOMPLETE  1 case is missing" in run("merge", shards, code=3).stdout
