#!/usr/bin/env python3
"""every_schedule.py LOCKSTEP MUTANTS.json: planted bugs of synchronisation, as far as they were compiled, are what they are under every
schedule: law `clean` names the same pair of instructions whichever runs alone."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LOCKSTEP, TABLE = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
SCHEDULES = ("earliest", "latest", "vmem-late", "lds-late", "random:1", "random:2")
KINDS = ("lds-race", "wait")
WORDS = re.compile("wait|barrier|meet|overwrit|refilled|handed_over|before_lds")


def said(*words):
    run = subprocess.run([LOCKSTEP, *words], capture_output=True, text=True)
    return run.stdout + run.stderr


def named(case, folder):
    """The pair of the first finding of law clean, or what was said."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    text = said("replay", case, "--law", "clean", "--json", report)
    found = json.loads(report.read_text())["cases"][0].get("finding") if report.exists() else None
    return (found["kind"], found["address"], found.get("other", {}).get("address")) if found else text


def bugs():
    for row in json.loads(TABLE.read_text()):
        if row["law"] not in ("clean", "schedule") or not WORDS.search(row["id"]):
            continue
        yield row["id"], f"{row['kernel']}@{row.get('arch', 'gfx950')}"


failed = judged = 0
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    for bug, kernel in bugs():
        text = said("fuzz", kernel, "--build", bug, "--cases", "20", "--seed", "1", "--law", "clean", "--corpus", folder / "corpus")
        if "was not compiled" in text:
            continue
        shown = re.search(r"^  smallest +(.*)$", text, re.M)
        first = re.search(r"^  first diff (\S+):", text, re.M)
        if not shown or not first or first.group(1) not in KINDS:  # a register, an address: not of LDS
            print(f"passed over {bug}: {first.group(1) if first else 'law clean holds'}")
            continue
        judged += 1
        case = re.sub(r" schedule=\S+", "", shown.group(1))
        by = {schedule: named(f"{case} schedule={schedule}", folder) for schedule in SCHEDULES}
        same = len(set(by.values())) == 1 and by["earliest"][0] in KINDS
        failed += not same
        print(f"{'ok' if same else 'FAILED'} {bug}: {by['earliest'] if same else by}")
if judged < 3:
    sys.exit(f"{judged} bugs were judged")
sys.exit(failed != 0)
