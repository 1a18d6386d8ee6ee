#!/usr/bin/env python3
"""A kernel with a planted bug, compiled with line tables: the report of fuzz and replay and their JSON name the function that
goes wrong, and those into which it was inlined, each with its line. Without line tables they say nothing of it."""
import json
import pathlib
import subprocess
import sys
import tempfile

lockstep, clang, sources = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
HEADER = "kernels/small_m/small_m_place.hpp"
RIGHT, WRONG = "column < columns)", "column <= columns)"  # of two columns the second is stored past the end of D
CASE = "small_m_gemv@gfx950 m=1 n=7 k=32 data=codes scales=near"
FLAGS = ("-x hip -nogpulib -nogpuinc --offload-device-only --no-gpu-bundle-output -fhip-kernel-arg-name -std=c++20 "
         "-DLOCKSTEP_PLAIN_CLANG -O3 --offload-arch=gfx950").split()


def line_of(file, text):
    lines = (sources / file).read_text().splitlines()
    [at] = [number for number, line in enumerate(lines, 1) if text in line]
    return at


def compiled(folder, name, *debug):
    file = folder / name
    subprocess.run([clang, *FLAGS, *debug, f"-I{folder}", f"-I{sources}", sources / "kernels/small_m/small_m_gemv.hip", "-o", file],
                   check=True)
    return file


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary)
    header = (sources / HEADER).read_text()
    assert header.count(RIGHT) == 1
    (folder / HEADER).parent.mkdir(parents=True)
    (folder / HEADER).write_text(header.replace(RIGHT, WRONG))

    def replayed(build):
        run = subprocess.run([lockstep, "replay", "--json", folder / "out.json", "--law", "clean", f"{CASE} build={build}"],
                             capture_output=True, text=True)
        assert run.returncode in (1, 4), run
        return run.stdout, json.loads((folder / "out.json").read_text())["cases"][0]["finding"]

    report, finding = replayed(compiled(folder, "lines.co", "-gline-tables-only"))
    frames = finding["frames"]
    stored = line_of(HEADER, "d[std::int64_t{row} * n + column] =")
    called = line_of("kernels/small_m/small_m_gemv.hip", "small_m::store_totals(")
    assert frames[0]["function"].startswith("store_totals"), frames
    assert frames[0]["source"].endswith(f"/kernels/small_m/small_m_place.hpp:{stored}"), frames
    assert frames[1]["source"].endswith(f"/kernels/small_m/small_m_gemv.hip:{called}"), frames
    assert frames[-1]["function"].startswith("small_m_gemv_r1_c2"), frames
    assert frames[-1]["source"].endswith(f"/small_m_gemv.hip:{line_of('kernels/small_m/small_m_gemv.hip', 'LOCKSTEP_SMALL_M_GEMV_COLUMNS(1)')}"), frames
    lines = report.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  inlined    "))
    assert lines[at - 1].startswith("  first diff "), report
    # Its arguments are lambdas with paths.
    assert lines[at] == f"  inlined    store_totals<...> at {frames[0]['source']}", report
    block = [line.strip() for line in lines[at + 1:at + 5]]
    assert f"{frames[-1]['function']} at {frames[-1]['source']}" in block, report
    assert len(frames) <= 5 or f"... {len(frames) - 4} more" in block, report

    report, finding = replayed(compiled(folder, "plain.co"))
    assert "  inlined " not in report and "frames" not in finding, report
