#!/usr/bin/env python3
"""Runs some of the planted bugs of docs/judges.md again and holds their rows of the table against the command. The page
names the command, with its seed and number of cases. Ends with 77 where none of the bugs is built."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

COMMAND = re.compile(r"lockstep arith judges --cases (\d+) --seed (\d+)")
SKIPPED = 77


def row_of(text, bug):
    return next((line for line in text.splitlines() if line.startswith(f"| {bug} |")), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("lockstep")
    parser.add_argument("bugs", nargs="+")
    parser.add_argument("--break", dest="broken", action="store_true", help="expect another number of cases")
    options = parser.parse_args()

    page = options.document.read_text()
    cases, seed = COMMAND.search(page).groups()
    compared = wrong = 0
    for bug in options.bugs:
        with tempfile.NamedTemporaryFile(suffix=".md") as file:
            words = [options.lockstep, "arith", "judges", "--bug", bug, "--cases", cases, "--seed", seed, "--markdown", file.name]
            run = subprocess.run(words, capture_output=True, text=True)
            if "is not built" in run.stderr:
                continue
            got = row_of(pathlib.Path(file.name).read_text(), bug)
        want = row_of(page, bug)
        if options.broken and want:
            want = want.replace("/", "1/", 1)
        compared += 1
        if got is None or got != want:
            wrong += 1
            print(f"in the page: {want}\nnow:         {got}")
    print(f"{compared} bugs, {wrong} differ")
    return SKIPPED if compared == 0 else wrong > 0


sys.exit(main())
