"""What the tests of campaigns share: runs of the command, and what a journal says."""
import json
import os
import subprocess
import sys

lockstep = sys.argv[1]

# Cases that take milliseconds each.
HOLDING = ["fuzz", "small_m_gemv", "--seed", "5", "--no-wide-offsets", "--stats"]
# A recipe that rounds scales down is caught now and then, whatever was built.
FAILING = ["fuzz", "grouped_gemm_contiguous@gfx950", "--recipe", "floor", "--law", "bound", "--seed", "1",
           "--no-wide-offsets", "--shrink-tries", "5", "--stats"]
# The same by products that take half as long.
NARROW = [*FAILING, "--always", "n=128,k=256"]


def run(*words, code=0, **how):
    """Runs the command, and demands its exit code; None: any."""
    done = subprocess.run([lockstep, *map(str, words)], capture_output=True, text=True, **how)
    assert code is None or done.returncode == code, (words, done)
    return done


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def entries(*paths):
    """Number of a case -> what the journals say of it, without how long it took, who reached what first, and the SNR to the operands
    before quantisation, which shards leave out."""
    found = {}
    for path in paths:
        for line in lines(path):
            if "verdict" in line:
                assert line["index"] not in found, (path, line)
                for law in line["laws"]:
                    if isinstance(law, dict) and "snr" in law:
                        law["snr"] = law["snr"][:2]
                found[line["index"]] = {key: line[key] for key in line if key not in ("seconds", "reached")}
    return found


def report(text):
    """What fuzz prints that is of the campaign, not of files of its own."""
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith("  saved "))


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def corpus(folder):
    return ["--corpus", os.path.join(folder, "corpus")]
