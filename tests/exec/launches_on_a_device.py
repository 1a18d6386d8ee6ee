#!/usr/bin/env python3
"""run and bench with --device hip:0, on the HIP runtime that exec puts in AMD's place, and with cuda:0, whose driver is
imagined over that runtime.  launches_on_a_device.py LOCKSTEP FOLDER_OF_CODE_OBJECTS FOLDER_OF_LIBCUDA EXAMPLES"""
import json
import pathlib
import subprocess
import sys
import tempfile

from device_rows import FALSIFIED, HOLDS, SKIPPED, TRAPPED, USAGE, Rows, folders

ADD = ("run --object EXAMPLES/vector_add.co --grid 4 --block 256 --buffer name=a,size=4096,fill=00 "
       "--buffer name=b,size=4096,fill=00 --arg pointer=a --arg pointer=b --arg pointer=c --arg i32=1020 --device hip:0 ")
GEMV = "small_m_gemv@gfx950 n=64 k=96 m=3 data=codes scales=distinct build=scalar"
MASKED = "grouped_gemm_masked@gfx950 groups=1 n=128 k=384 m=6 m_max=6 data=codes scales=distinct model=fma_post build=scalar"

# options of exec, arguments of the command, its exit code, words of its output
ROWS = [
    ("", "run EXAMPLES/vector_add.json --device hip:0", HOLDS,
     ["on hip:0 (AMD Instinct MI355X", "holds  4 launches", "absent: races", "reproduce: lockstep run"]),
    ("", "run EXAMPLES/vector_add.json --device hip:0 --against emulated --json FOLDER/run.json", HOLDS,
     ["against: the emulator's bits under model fma_post"]),
    # Outputs that nobody writes; bytes that nobody is to write, inside a buffer and behind it; an input.
    ("", "run EXAMPLES/vector_add.json --buffer name=d,size=4096 --output buffer=d --device hip:0", FALSIFIED,
     ["undefined-output: d: 4096 of 4096 bytes were never written"]),
    ("", ADD + "--buffer name=c,size=4096,untouched=4000+96", FALSIFIED, ["untouched: c: 80 bytes", "the first at 0xfa0"]),
    ("", ADD + "--buffer name=c,size=4000", FALSIFIED, ["bounds: byte 4000 of c was overwritten"]),
    ("", ADD + "--buffer name=c,size=4000 --granularity 512", HOLDS, ["slack (note): c: 80 bytes behind it"]),
    ("", ADD + "--buffer name=c,size=4096,fill=01,access=read", FALSIFIED, ["bounds: byte ", "of c was overwritten"]),
    ("", ADD + "--buffer name=c,size=4096 --output buffer=c,expect=FOLDER/wrong.bin,size=4080", FALSIFIED, ["mismatch: c: "]),
    # What a kernel makes of undefined bytes is undefined.
    ("", "run EXAMPLES/scale.json --buffer name=u,size=512,fill=undefined --output buffer=u --device hip:0", FALSIFIED,
     ["undefined-output: u"]),
    ("", "run EXAMPLES/gemm_bf16.json --device hip:0", HOLDS, ["55.6 dB derived"]),
    ("", "run EXAMPLES/gemm_bf16.json --object EXAMPLES/gemm_bf16_dropped.co --device hip:0", FALSIFIED, ["snr: d: rows 48..63"]),
    # The emulator adds otherwise than this GPU does.
    ("--model fma_post", "run EXAMPLES/gemm_bf16.json --device hip:0 --against emulated --model exact", FALSIFIED,
     ["are not the emulator's under model exact, the first at 0x"]),
    # What means nothing there.
    ("", "run EXAMPLES/vector_add.json --device hip:0 --schedule latest", USAGE, ["--schedule says how the emulator"]),
    ("", "run EXAMPLES/vector_add.json --device hip:0 --wait-states off", USAGE, ["--wait-states says how the emulator"]),
    ("--arch gfx942", "run EXAMPLES/vector_add.json --device hip:0", USAGE, ["is built for gfx950, hip:0 is gfx942"]),
    ("", "run OBJECTS/small_m_gemv.sm_90.scalar.co --device hip:0", USAGE, []),
    ("", "run EXAMPLES/vector_add.json --object OBJECTS/small_m_gemv.sm_90.scalar.co --device hip:0", USAGE, []),
    # A fault, and a kernel without end.
    ("", "run FOLDER/MASKED/LAUNCH.json --object OBJECTS/grouped_gemm_masked.gfx950.scalar_wild_row.co --device hip:0", TRAPPED,
     ["trapped  1 launch", "hipErrorIllegalAddress"]),
    ("", "run FOLDER/MASKED/LAUNCH.json --object OBJECTS/grouped_gemm_masked.gfx950.scalar_endless.co --device hip:0 --timeout 1",
     TRAPPED, ["did not end within 1 s, and was killed", "--timeout 1"]),
    # Speed.
    ("", "bench grouped_gemm_masked@gfx950:O3 --device hip:0 --seconds 0.05 --json FOLDER/bench.json", HOLDS,
     [" us, least ", " G MAC/s", "1.00 of the first one's time", "times the emulator's"]),
    ("", f"bench --device hip:0 --seconds 0.01 --case '{GEMV}' --case 'small_m_gemv@gfx950 n=64 k=96 m=3 sample=2'", HOLDS,
     ["of the first one's time"]),
    ("", f"bench --device hip:0 --case '{MASKED.replace('=scalar', '=scalar_endless')}' --timeout 1", TRAPPED, ["was killed"]),
    ("", "bench nothing --device hip:0", USAGE, ["nothing that runs on hip:0 is called 'nothing'"]),
]

# The same on a GPU of NVIDIA's, whose objects are PTX: build, arguments, exit code, words.
CUDA_ROWS = [
    ("scalar", "run FOLDER/GEMV/LAUNCH.json --object OBJECTS/small_m_gemv.sm_90.scalar.co --device cuda:0", HOLDS,
     ["small_m_gemv_r4_c2@sm_90", "on cuda:0 (Imagined H100", "holds  4 launches"]),
    ("scalar_past_end", "run FOLDER/GEMV/LAUNCH.json --object OBJECTS/small_m_gemv.sm_90.scalar_past_end.co --device cuda:0",
     FALSIFIED, ["bounds: byte 384 of d was overwritten", "mismatch: d: "]),
    ("scalar_wild_row", "run FOLDER/MASKED/LAUNCH.json --object OBJECTS/grouped_gemm_masked.sm_90.scalar_wild_row.co --device cuda:0",
     TRAPPED, ["cuCtxSynchronize"]),
    ("scalar_endless", "run FOLDER/MASKED/LAUNCH.json --object OBJECTS/grouped_gemm_masked.sm_90.scalar_endless.co --device cuda:0 "
     "--timeout 1", TRAPPED, ["was killed"]),
    ("scalar", "run FOLDER/GEMV/LAUNCH.json --device cuda:0", USAGE, ["is an AMD code object, which cuda:0 does not take"]),
    ("scalar", "run FOLDER/GEMV/LAUNCH.json --object OBJECTS/small_m_gemv.sm_90.scalar.co --device cuda:0 --against emulated",
     USAGE, ["the emulator runs no PTX"]),
    ("scalar", f"bench --device cuda:0 --seconds 0.01 --case '{GEMV}'", HOLDS, ["of the first one's time"]),
]

# What may stand in a file of PTX: its text, words of what run says, which ends with USAGE before it looks for a driver.
HEAD = ".version 8.0\n.target sm_90\n.visible .entry k("
PTX = [
    (HEAD + ".param .u64 a," * 400_000 + ".param .u64 b)", ["kernel k: parameter 4095 ends at byte 32768; a kernel takes 32764 bytes"]),
    (".version 8.0\n.target" + " " * 3_000_000, ["k.ptx: PTX without .target"]),
    (HEAD + ".param .b8 a[4294967297])", ["kernel k: parameter 0 is not understood"]),
    (HEAD + ".param .align 99999999999 .b8 a[8])", ["parameter 0 is not understood"]),
    (HEAD + ".param .u64 a, .param .x32 b)", ["parameter 1 is not understood: .x32 b"]),
    (HEAD + ".param", ["parameter 0 is not understood"]),
    (HEAD + ".param .u64 .ptr .global .align 16 a, .param .align 16 .b8 b[64], .param .u32 c)",
     ["k takes 3 arguments"]),
]


def figures_are_there(folder):
    """What was written as JSON."""
    run = json.loads((folder / "run.json").read_text())
    bench = json.loads((folder / "bench.json").read_text())
    return (run["verdict"] == "holds" and run["device"]["arch"] == "gfx950" and "races" in run["absent"]
            and len(run["outputs"][0]["sha256"]) == 64 and bench["benchmarks"][0]["median_s"] > 0
            and bench["benchmarks"][0]["mac_per_s"] > 0 and bench["cases"]["per_s"] > 0)


def main():
    lockstep, objects, cuda, examples = folders(sys.argv[1:5])
    rows = Rows(lockstep, objects, cuda)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "wrong.bin").write_bytes(b"\x01" * 4080)
        for kernel, case in (("GEMV", GEMV), ("MASKED", MASKED)):
            subprocess.run([lockstep, "replay", case, "--law", "bits", "--dump", folder / kernel], check=True, capture_output=True)

        def filled(text):
            return text.replace("FOLDER", name).replace("EXAMPLES", str(examples)).replace("OBJECTS", str(objects))

        for options, arguments, code, words in ROWS:
            rows.check(options, filled(arguments), code, words)
        for build, arguments, code, words in CUDA_ROWS:
            rows.check_on_cuda(build, filled(arguments), code, words)
        for text, words in PTX:
            (folder / "k.ptx").write_text(text)
            rows.check_without_exec(filled("run --object FOLDER/k.ptx --grid 1 --block 64 --device cuda:0"), USAGE, words)
        rows.check_without_exec(filled("run EXAMPLES/vector_add.json --device hip:0"), SKIPPED)
        rows.check_without_exec(filled("run EXAMPLES/vector_add.json --against emulated"), USAGE)
        rows.check_without_exec("bench --device hip:0", SKIPPED)
        if not figures_are_there(folder):
            rows.failed += 1
            print("a figure is missing in the JSON of run or bench")
    return rows.end()


sys.exit(main())
