#!/usr/bin/env python3
"""A kernel with a planted bug, compiled with line tables: the report of fuzz and replay and their JSON name the function that
goes wrong, and those into which it was inlined, each with its line, under what they belong to. Without line tables they say
nothing of it. Where a kernel writes rows that are not its own, the report names the store and its line; where it goes wrong
as another grid launches it, the launch."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

lockstep, clang, sources = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
GEMV, MOE, HEADER = (f"kernels/small_m/small_m_{name}" for name in ("gemv.hip", "moe.hip", "place.hpp"))
RIGHT, WRONG = "column < columns)", "column <= columns)"  # of two columns the second is stored past the end of D
CASE = "small_m_gemv@gfx950 m=1 n=7 k=32 data=codes scales=near"
FLAGS = ("-x hip -nogpulib -nogpuinc --offload-device-only --no-gpu-bundle-output -fhip-kernel-arg-name -std=c++20 "
         "-DLOCKSTEP_PLAIN_CLANG -O3 --offload-arch=gfx950").split()


def line_of(file, text):
    lines = (sources / file).read_text().splitlines()
    [at] = [number for number, line in enumerate(lines, 1) if text in line]
    return at


def planted(folder, file, right, wrong):
    """The kernel's file with a bug, in the folder."""
    text = (sources / file).read_text()
    assert text.count(right) == 1, file
    (folder / file).parent.mkdir(parents=True)
    (folder / file).write_text(text.replace(right, wrong))
    return folder / file


def compiled(folder, name, source, *debug):
    file = folder / name
    subprocess.run([clang, *FLAGS, *debug, f"-I{folder}", f"-I{sources}", source, "-o", file], check=True)
    return file


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary) / "past_the_end"
    planted(folder, HEADER, RIGHT, WRONG)

    def replayed(build, case=CASE, law="clean"):
        run = subprocess.run([lockstep, "replay", "--json", folder / "out.json", "--law", law, f"{case} build={build}"],
                             capture_output=True, text=True)
        assert run.returncode in (1, 4), run
        return run.stdout, json.loads((folder / "out.json").read_text())["cases"][0].get("finding")

    report, finding = replayed(compiled(folder, "lines.co", sources / GEMV, "-gline-tables-only"))
    frames = finding["frames"]
    stored = line_of(HEADER, "d[std::int64_t{row} * n + column] =")
    called = line_of(GEMV, "small_m::store_totals(")
    assert frames[0]["function"].startswith("store_totals"), frames
    assert frames[0]["source"].endswith(f"/kernels/small_m/small_m_place.hpp:{stored}"), frames
    assert frames[1]["source"].endswith(f"/kernels/small_m/small_m_gemv.hip:{called}"), frames
    assert frames[-1]["function"].startswith("small_m_gemv_r1_c2"), frames
    assert frames[-1]["source"].endswith(f"/small_m_gemv.hip:{line_of(GEMV, 'LOCKSTEP_SMALL_M_GEMV_COLUMNS(1)')}"), frames
    lines = report.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  inlined    "))
    assert lines[at - 1].startswith("  first diff "), report
    # Its arguments are lambdas with paths.
    assert lines[at] == f"  inlined    store_totals<...> at {frames[0]['source']}", report
    block = [line.strip() for line in lines[at + 1:at + 5]]
    assert f"{frames[-1]['function']} at {frames[-1]['source']}" in block, report
    assert len(frames) <= 5 or f"... {len(frames) - 4} more" in block, report

    report, finding = replayed(compiled(folder, "plain.co", sources / GEMV))
    assert "  inlined " not in report and "frames" not in finding, report

    # Each result goes to the row beside its own, which is nobody's.
    folder = pathlib.Path(temporary) / "another_row"
    source = planted(folder, MOE, "[&](int i) { return id[i]; }", "[&](int i) { return id[i] ^ 1; }")
    report, _ = replayed(compiled(folder, "row.co", source, "-gline-tables-only"), "small_m_moe@gfx950 n=8 k=32 m=1 spare=1",
                         "untouched")
    assert re.search(rf"belongs to no row that is to be written, but was, written by global_store_short .* @0x[0-9a-f]+ at "
                     rf"\S+/small_m_place.hpp:{stored}, workgroup \d+,0,0 wave \d lane \d+\n  inlined    store_totals<...> "
                     rf"at \S+/small_m_place.hpp:{stored}\n +run at \S+/small_m_moe.hip:\d+\n", report), report
    # One row of eight elements in bf16, of which a byte or two may be as before by chance.
    assert re.search(r"^  pattern    1[4-6] bytes changed in 1 row outside those to be written", report, re.M), report

    def belong(report, above):
        """The line that begins so, of lines that each stand right above their `inlined`, ends at the first line of that."""
        lines = report.splitlines()
        [at] = [i for i, line in enumerate(lines) if line.startswith(above)]
        assert lines[at + 1].startswith("  inlined    "), report
        return lines[at], lines[at + 1].rpartition(" at ")[2]

    # A lane that is chosen too early: what clean says comes behind the wrong value, each with its own calls.
    folder = pathlib.Path(temporary) / "too_early"
    header = planted(folder, HEADER, COLUMN := "  const int column = lane % kColumns;\n", COLUMN +
                     '  asm volatile("v_readfirstlane_b32 s90, %1\\n\\tv_readlane_b32 s91, %0, s90\\n\\tv_mov_b32 %0, s91" '
                     ': "+v"(mine) : "v"(column) : "s90", "s91");\n')
    early = next(number for number, line in enumerate(header.read_text().splitlines(), 1) if "v_readlane" in line)
    report, finding = replayed(compiled(folder, "early.co", sources / GEMV, "-gline-tables-only"),
                               "small_m_gemv@gfx950 n=8 k=32 m=2 data=codes", "bits")
    assert finding["frames"][0]["source"].endswith(f"/small_m_place.hpp:{early}"), finding
    said, source = belong(report, "  first diff ")
    assert "written by global_store_short" in said and source.endswith(f"/small_m_place.hpp:{stored + 1}"), report
    said, source = belong(report, "  also       clean: ")
    assert "v_readlane_b32 s91" in said and source.endswith(f"/small_m_place.hpp:{early}"), report

    # A race stands above the wrong value, with its own calls.
    folder = pathlib.Path(temporary) / "not_waited_for"
    planted(folder, "kernels/primitives/workgroup.hpp", "__builtin_amdgcn_s_waitcnt(kVmcntZero & kLgkmcntZero);",
            "__builtin_amdgcn_s_waitcnt(kLgkmcntZero);")
    report, finding = replayed(
        compiled(folder, "race.co", sources / "kernels/grouped_gemm/grouped_gemm_masked.hip", "-gline-tables-only", "-DLOCKSTEP_ONE_PAIR"),
        "grouped_gemm_masked@gfx950 n=128 k=128 m=1 m_max=1 data=one_hot seed=1 schedule=latest", "bits")
    said, source = belong(report, "  race       lds-race: ds_read")
    assert source == finding["frames"][0]["source"], (report, finding)
    said, source = belong(report, "  first diff ")
    assert "written by buffer_store" in said and source != finding["frames"][0]["source"], report

    # Right as the case launches it: the report gives the launch that it is wrong in.
    folder = pathlib.Path(temporary) / "launched"
    source = planted(folder, GEMV, "[](int, float x) { return x; }", "[&](int, float x) { return o.block_n == 16 ? x : x + 1; }")
    build = compiled(folder, "launched.co", source)
    report, _ = replayed(build, "small_m_gemv@gfx950 n=8 k=32 m=1 block_n=16 data=one_hot seed=0x7d785", "relaunched")
    [(sentence, case)] = re.findall(r"^  follow-up  (.*), launched as (small_m_gemv@gfx950 .*)$", report, re.M)
    assert "block_n=16" not in case and re.search(r"changed D: d\[0, \d\] = \S+ became d\[0, \d\] = ", sentence), report
    assert re.search(r"^  first diff D\[0, \d\] .*: in the follow-up 0x\w+ \S+, here 0x", report, re.M), report
    run = subprocess.run([lockstep, "replay", "--law", "bits", case], capture_output=True, text=True)
    assert run.returncode == 1 and "the output is not what the declared order gives" in run.stdout, run

    # Waves that leave before they store, and a sum that begins with more than a product: where, and by which calls.
    folder = pathlib.Path(temporary) / "left"
    source = planted(folder, GEMV, "column < end; column += kColumns) {", "column + 1 < end; column += kColumns) {")
    report, _ = replayed(compiled(folder, "left.co", source, "-gline-tables-only"), "small_m_gemv@gfx950 n=1 k=32 m=1", "bits")
    said, place = belong(report, "  first diff ")
    left = f"/small_m_gemv.hip:{line_of(GEMV, 'column < end; column += kColumns) {')}"
    assert re.search(r", never written; nothing of the rows to be written is; 4 of 4 waves stored nothing: workgroup 0,0,0 wave 0 "
                     r"and 3 more branched past all stores at s_cbranch\S* \S+ @0x", said) and said.endswith(left), report
    assert place.endswith(left), report
    assert re.search(r"^  pattern    all 1 elements differ; 2 bytes of the rows to be written were never written$", report, re.M), report

    folder = pathlib.Path(temporary) / "more"
    dot = "kernels/primitives/lane_dot.hpp"
    planted(folder, dot, FIRST := "float sum = x.pair[0].x * y.pair[0].x;", FIRST.replace(";", " + 0x1p-20f;"))
    report, _ = replayed(compiled(folder, "more.co", sources / GEMV, "-gline-tables-only"),
                         "small_m_gemv@gfx950 n=4 k=32 m=3 data=one_hot seed=1", "bits")
    assert re.search(rf"^  made of    fma_f32\(.*\) at \S+/lane_dot.hpp:{line_of(dot, FIRST)}, where mul_f32\(.*\) belongs\n"
                     rf" +./lockstep explain .*\n  inlined    chain at \S+/lane_dot.hpp:{line_of(dot, FIRST)}\n", report, re.M), report
