#!/usr/bin/env python3
"""Many failures, of many causes: in a log, fuzz ends in at most twenty lines, and the page of a merge stays below two megabytes."""
import json
import os
import re
import tempfile

from run_again import lines, run

MOST_LINES, MOST_BYTES = 20, 2_000_000
CASES, COPIES = 80, 100
WORDS = ["fuzz", "--recipe", "floor", "--law", "bound", "--seed", "1", "--no-wide-offsets", "--no-shrink", "--cases", CASES,
         "--failures", CASES]


def write(path, all_lines):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in all_lines)


def undecided(found):
    """The same, in which every second case that held was inconclusive, each for a reason of its own."""
    held = [line for line in found if line.get("verdict") == "holds"][::2]
    for number, line in enumerate(held):
        line["verdict"] = "inconclusive"
        line["laws"] = [{"law": "bound", "verdict": "inconclusive", "reason": "its reason is " + "abcdefgh"[number % 8] * (1 + number // 8)}]
    assert len(held) > MOST_LINES
    return found


def many(found):
    """The same, in which each failure came so many times more, each time of its own cause."""
    begin, *found, end = found
    cases = {line["index"]: line for line in found if "verdict" in line}
    causes = [line for line in found if "cause" in line]
    for copy in range(COPIES):
        for cause in causes:
            failed = cases[cause["index"]]
            index = begin["words"]["cases"]
            begin["words"]["cases"] = index + 1
            text = f"{failed['laws'][0]['reason']}, as {'abcdefghij'[copy // 10]}{'abcdefghij'[copy % 10]}"
            found += [{**failed, "index": index, "laws": [{**failed["laws"][0], "reason": text}]},
                      {**cause, "index": index, "cause": text, "text": cause["text"].replace("first diff ", f"first diff {text}: ")}]
    return [begin, *found, end]


with tempfile.TemporaryDirectory() as folder:
    few, open_ones, journal, page = (os.path.join(folder, name) for name in ("few", "undecided", "many", "page.html"))
    corpus = ["--corpus", os.path.join(folder, "corpus")]
    run(*WORDS, "--journal", few, *corpus, code=1)

    write(open_ones, undecided(lines(few)))
    said = run(*WORDS, "--resume", open_ones, *corpus, code=1).stdout
    closing = said[re.search(r"^\d+ cases: ", said, re.M).start():].splitlines()
    assert len(closing) <= MOST_LINES, (len(closing), closing)
    for kind in ("cause", "inconclusive"):
        assert any(re.match(rf"  {kind} +\d+ more", line) for line in closing), (kind, closing)

    write(journal, many(lines(few)))
    run("merge", journal, "--html", page, code=1)
    size, text = os.path.getsize(page), open(page, encoding="utf-8").read()
    assert text.count(", as ") > MOST_LINES  # causes are there
    assert size < MOST_BYTES, size
print(f"a log ends in {len(closing)} lines, a page has {size} bytes")
