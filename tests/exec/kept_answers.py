#!/usr/bin/env python3
"""A GPU's answers to the probe are kept, and read again only where they are that GPU's and whole.
kept_answers.py LOCKSTEP FOLDER_OF_CODE_OBJECTS FOLDER_OF_LIBCUDA"""
import json
import os
import pathlib
import sys
import tempfile

from device_rows import HOLDS, Rows

REPLAY = "replay 'grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=1 m_max=1' --law bits --device hip:0"
EXACT, FMA = "leave exact\n", "leave fma_post\n"


def main():
    rows = Rows(*(pathlib.Path(word).absolute() for word in sys.argv[1:4]))
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        kept = root / "probes"

        def check(model, words, folder=kept):
            rows.check(f"--model {model}", REPLAY, HOLDS, words, LOCKSTEP_PROBES=str(folder), XDG_CACHE_HOME=str(root / "cache"))

        asked = f"its answers to the probe {EXACT}"
        check("exact", [asked])
        found = sorted(kept.iterdir()) if kept.exists() else []
        if len(found) != 1:
            print(f"expected one file of answers, not {found}")
            return 1
        exact, whole = found[0], found[0].read_text()
        check("exact", ["its answers to the probe of 20", f"({exact}) {EXACT}"])
        check("fma_post", [f"its answers to the probe {FMA}"])  # another GPU by its name
        other = json.loads(next(f for f in kept.iterdir() if f != exact).read_text())
        # What is read is what the file says ...
        other["device"]["name"] = json.loads(whole)["device"]["name"]
        exact.write_text(json.dumps(other))
        check("exact", [f"({exact}) {FMA}"])
        # ... unless it is torn, lacks an answer or a probe, or is another device's: then the GPU is asked, and the file mended.
        lacks_answer, lacks_probe, other_driver = (json.loads(whole) for _ in range(3))
        del lacks_answer["probes"][0]["observed"][next(iter(lacks_answer["probes"][0]["observed"]))]
        del lacks_probe["probes"][-1]
        other_driver["device"]["driver"] += "0"
        for text in (whole[:1000], "", *map(json.dumps, (lacks_answer, lacks_probe, other_driver))):
            exact.write_text(text)
            check("exact", [asked])
            if exact.read_text() != whole:
                print("a file that is no good was not replaced")
                return 1
        # A folder that can't be written is none; without a folder named, emulated GPUs leave nothing in the user's cache.
        check("exact", [asked], folder="/dev/null/probes")
        check("exact", [asked], folder="")
        if (root / "cache").exists():
            print("answers of an emulated GPU are in the user's cache")
            return 1
    return rows.end()


os.environ.pop("LOCKSTEP_PROBES", None)
sys.exit(main())
