#!/usr/bin/env python3
"""What `exec` costs over `run` of the same launch: overhead.py COMMAND [BLOCKS…] (default 256 1024 4096).

The program is tests/exec/reduction.hip with so many workgroups in its first launch, which `--record` writes for `run`. Counted, by
valgrind, are the instructions of all processes, the program's own and its second, small launch included; other work of the machine
changes nothing. Needs valgrind, clang-22 and the command's own lib/hip."""
import glob
import pathlib
import re
import subprocess
import sys
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]


def counted(folder, *words):
    out = str(folder / "counted.%p")
    done = subprocess.run(["valgrind", "--tool=callgrind", "--trace-children=yes", f"--callgrind-out-file={out}", *map(str, words)],
                          capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    counts = [int(n) for n in re.findall(r"Collected : (\d+)", done.stderr)]
    for file in glob.glob(str(folder / "counted.*")):
        pathlib.Path(file).unlink()
    return counts


def program(command, folder, blocks):
    hip = command.parent.parent / "lib" / "hip"
    at = folder / f"reduction{blocks}"
    subprocess.run(["clang++-22", "-x", "hip", "-nogpulib", "-nogpuinc", "-O2", "--offload-arch=gfx950", f"-DBLOCKS={blocks}",
                    "-I", root / "tests/exec", "-c", root / "tests/exec/reduction.hip", "-o", f"{at}.o"], check=True)
    subprocess.run(["c++", f"{at}.o", f"-L{hip}", "-l:libamdhip64.so.6", "-Wl,--allow-shlib-undefined", "-o", at], check=True)
    return at


def main():
    command, blocks = pathlib.Path(sys.argv[1]).resolve(), [int(n) for n in sys.argv[2:]] or [256, 1024, 4096]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        before = None
        for number in blocks:
            built = program(command, folder, number)
            record = folder / f"record{number}"
            subprocess.run([command, "exec", "--record", record, "--", built], check=True, stdout=subprocess.DEVNULL)
            launch = sorted(record.rglob("*.json"))[0]
            run = sum(counted(folder, command, "run", "--schedule", "earliest", "--threads", "1", launch))
            each = counted(folder, command, "exec", "--", built)
            print(f"{number} workgroups: exec {sum(each) / 1e6:.1f} million instructions in {len(each)} processes, run {run / 1e6:.1f}: "
                  f"{sum(each) / run:.3f}", flush=True)
            if before:
                print(f"  for each workgroup more: {(sum(each) - before[0]) / (run - before[1]):.3f}")
            before = sum(each), run


if __name__ == "__main__":
    main()
