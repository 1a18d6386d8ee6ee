#!/usr/bin/env python3
"""Runs some of the planted bugs of docs/judges.md again and holds their rows of the table against the command. The page
names the command, with its seed and number of cases; a row with another number is noticed. Ends with 77 where none of the
bugs is built."""
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


def differing(page, rows):
    """(row of the page, row now) where the two are not the same."""
    return [(row_of(page, bug), now) for bug, now in rows.items() if now is None or now != row_of(page, bug)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("lockstep")
    parser.add_argument("bugs", nargs="+")
    options = parser.parse_args()

    page = options.document.read_text()
    cases, seed = COMMAND.search(page).groups()
    rows = {}
    for bug in options.bugs:
        with tempfile.NamedTemporaryFile(suffix=".md") as file:
            words = [options.lockstep, "arith", "judges", "--bug", bug, "--cases", cases, "--seed", seed, "--markdown", file.name]
            run = subprocess.run(words, capture_output=True, text=True)
            if "is not built" in run.stderr:
                continue
            rows[bug] = row_of(pathlib.Path(file.name).read_text(), bug)
    wrong = differing(page, rows)
    for want, now in wrong:
        print(f"in the page: {want}\nnow:         {now}")
    noticed = differing(re.sub(r"^\|.*", lambda row: row[0].replace("/", "1/", 1), page, flags=re.MULTILINE), rows)
    print(f"{len(rows)} bugs, {len(wrong)} differ; {len(noticed)} of {len(rows)} changed rows are noticed")
    return SKIPPED if not rows else bool(wrong) or len(noticed) < len(rows)


sys.exit(main())
