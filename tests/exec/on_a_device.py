#!/usr/bin/env python3
"""fuzz and replay with --device hip:0, on the HIP runtime that exec puts in AMD's place, and with cuda:0, whose driver is
imagined over that runtime.  on_a_device.py LOCKSTEP FOLDER_OF_CODE_OBJECTS FOLDER_OF_LIBCUDA RECIPES LIBRARY_WITHOUT_LLVM"""
import json
import pathlib
import sys
import tempfile

from device_rows import FALSIFIED, HOLDS, INCONCLUSIVE, SKIPPED, TRAPPED, USAGE, Rows, folders

FUZZ = "fuzz --device hip:0 --stats --seed 1 --no-wide-offsets --corpus FOLDER"
SCALAR = "--model fma_post"  # which the scalar builds have written out
SMALL = "--always n=128,k=128"  # which take seconds a case otherwise

# options of exec, arguments of the command, its exit code, words of its output
ROWS = [
    ("", f"{FUZZ} --cases 24", HOLDS,
     ["device hip:0 (AMD Instinct MI355X", "leave fma_post\n", "24 cases: 24 hold", "bits 24 | bound 2"]),
    ("--arch gfx942", f"{FUZZ} --cases 4", HOLDS, ["gfx942", "4 cases: 4 hold"]),
    ("--model fma_post", f"{FUZZ} grouped_gemm_masked --cases 4", HOLDS, ["leave fma_post\n", "bits 4"]),
    # A model that the device contradicts is no model to hold its kernels to.
    ("--model fma_post", f"{FUZZ} grouped_gemm_masked --cases 12 --model exact", FALSIFIED, ["/ bits", "model=exact"]),
    # Planted bugs: of values; of bytes that are not to be written; a race, if the device runs into it.
    ("", f"{FUZZ} grouped_gemm_masked --cases 20 --build permuted_k_chunks", FALSIFIED, ["FALSIFIED"]),
    ("", f"{FUZZ} grouped_gemm_masked --cases 20 --build rows_to_capacity", FALSIFIED, ["/ untouched"]),
    ("--schedule latest", f"{FUZZ} grouped_gemm_masked --cases 20 --build dropped_dma_wait", FALSIFIED, ["FALSIFIED"]),
    # Launch recipes.
    ("", f"{FUZZ} grouped_gemm_masked --cases 5 --always n=128,k=128,m=3*2,m_max=5 --build RECIPES/plain_masked/plain_masked.json", HOLDS, [" hold", "snr 5"]),
    ("", f"{FUZZ} grouped_gemm_masked --cases 9 --always n=128,k=256,m=3*2,m_max=5 --build RECIPES/plain_masked_bug/plain_masked.json", FALSIFIED,
     ["FALSIFIED"]),
    # The device against the emulator.
    ("", "fuzz grouped_gemm_masked --device hip:0 --against emulated --cases 6 --seed 1 --no-wide-offsets", HOLDS,
     ["device hip:0", "same bits  in 6 cases"]),
    # Without names, what runs there; one result for all.
    ("--model fma_post", "fuzz --device hip:0 --against emulated --cases 14 --seed 1 --no-wide-offsets --json FOLDER/against.json",
     HOLDS, ["HOLDS  grouped_gemm_contiguous@gfx950,device=hip:0 / grouped_gemm_contiguous@gfx950\n", "HOLDS  moe_two_stage@gfx950"]),
    # The device adds otherwise than the emulator is told to.
    ("--model fma_post", "fuzz grouped_gemm_masked small_m_mfma --device hip:0 --against emulated --model exact --cases 20 --seed 1 "
     "--no-wide-offsets", FALSIFIED, ["FALSIFIED  grouped_gemm_masked@gfx950,device=hip:0 / grouped_gemm_masked@gfx950", "differ in "]),
    ("", "fuzz --device hip:0 --against emulated --cases 1 --junit FOLDER/j.xml", USAGE, ["--junit has no meaning with --against"]),
    ("", "fuzz --device hip:0 --against emulated --cases 1 --recipe floor", USAGE, ["--recipe has no meaning with --against"]),
    ("", "fuzz --device hip:0 --against emulated --cases 1 --failures 3", USAGE, ["--failures has no meaning with --against"]),
    ("", "fuzz --against emulated --cases 1", USAGE, ["needs a GPU, as in --device hip:0"]),
    ("", "compare grouped_gemm_masked grouped_gemm_masked:permuted_k_chunks,device=hip:0 --cases 20 --seed 1 --no-wide-offsets",
     FALSIFIED, ["is not its declared order's result under any model"]),
    # What the device does not survive costs the process that ran it: the case is shrunk, the campaign goes on.
    ("", f"{FUZZ} grouped_gemm_masked --cases 5 --build FOLDER/trap.co --shrink-tries 20", TRAPPED,
     ["hipErrorLaunchFailure", "shrunk ", "saved      "]),
    (SCALAR, f"{FUZZ} grouped_gemm_masked --cases 6 --failures 9 --build scalar_wild_row", TRAPPED,
     ["hipErrorIllegalAddress", "m=6 m_max=6 ", "6 cases: 0 hold, 6 falsified"]),
    # A kernel that never ends where k is 384: its process is killed. Other k end, large ones about when the time is up.
    (SCALAR, f"{FUZZ} grouped_gemm_masked --cases 6 --build scalar_endless --timeout 1 --shrink-tries 4 --always n=128,k=384,m=3,m_max=5", TRAPPED,
     ["did not end within 1 s, and was killed", "saved      "]),
    # A process for every two runs, those of the probe among them.
    (SCALAR, f"{FUZZ} grouped_gemm_masked --cases 1 --build scalar --runs-per-process 2", HOLDS, ["1 cases: 1 hold", " launches in 9 processes"]),
    # A build without matrix instructions, as it runs on NVIDIA's GPUs, too. A row behind the last is in a red zone.
    (SCALAR, f"{FUZZ} grouped_gemm_masked --cases 4 --build scalar {SMALL}", HOLDS, ["4 cases: 4 hold", "bits 4"]),
    (SCALAR, "replay 'grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=2 m_max=2 build=scalar_padding_row' "
     "--law clean --device hip:0", FALSIFIED, ["byte 512 of d was overwritten"]),
    # Several processes share the GPU.
    (SCALAR, f"{FUZZ} grouped_gemm_masked --cases 6 --build scalar --jobs 2 {SMALL}", HOLDS, ["6 cases: 6 hold"]),
    # Tensors past 4 GiB. What a tensor of many bytes holds between the rows is told, too.
    (SCALAR, "replay 'grouped_gemm_masked@gfx950 groups=3 n=128 k=128 m=1,0,2 m_max=6000000 expected_m=1 build=scalar' "
     "--law untouched --law bits --device hip:0", HOLDS, ["untouched        holds", "bits             holds"]),
    (SCALAR, "replay 'grouped_gemm_masked@gfx950 groups=2 n=128 k=128 m=1,2 m_max=550000 expected_m=1 "
     "build=scalar_padding_row' --law untouched --law bits --device hip:0", FALSIFIED,
     ["bits             holds", "d[1, 0] belongs to no row"]),
    ("", "replay 'grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=3 m_max=4' --device hip:0", HOLDS,
     ["clean            not applicable: a GPU does not say", "schedule         not applicable: a GPU takes no schedule"]),
    # Problems that the emulator computes in part. Rows that nobody writes are looked at outside the part, too.
    ("", "replay 'tensorwise_nt@gfx950 groups=2 n=512 k=128 m=300,20 sample=1' --law bits --law untouched "
     "--law unread --device hip:0", HOLDS, ["computed         1 of 8 tiles", "bits             holds", "unread           holds"]),
    ("", "replay 'grouped_gemm_k@gfx950 groups=2 n=256 k=256 m=128,256 sample=1 c=in_place out=f32' --law bits "
     "--law untouched --device hip:0", HOLDS, ["bits             holds", "untouched        holds"]),
    ("", "replay 'small_m_mfma@gfx950 n=2048 k=256 m=5 split_k=2 sample=1' --law bits --law untouched --device hip:0",
     HOLDS, ["computed         1024 of 2048 columns", "bits             holds"]),
    ("", "replay 'small_m_gemv@gfx950 n=64 k=96 m=3 sample=2 build=O2' --law bits --law untouched --device hip:0",
     HOLDS, ["bits             holds", "untouched        holds"]),
    ("", "replay 'grouped_gemm_masked@gfx942 groups=1 n=128 k=128 m=3 m_max=4' --device hip:0", USAGE, ["gfx942"]),
    ("", f"{FUZZ} grouped_gemm_masked@gfx942 --cases 2", USAGE, ["hip:0 is gfx950"]),
]


# The same on a GPU of NVIDIA's: build, arguments, exit code, words.
CUDA_ROWS = [
    ("scalar", f"fuzz --device hip:0 --build scalar --stats --seed 5 --no-wide-offsets --cases 6 --corpus FOLDER {SMALL}", HOLDS,
     ["device cuda:0 (Imagined H100, sm_90; driver 12.4); its tensor cores add as hopper does (measured), scalar builds add as "
      "fma_post does\n", "6 cases: 6 hold", "bits 6"]),
    # Its own kernels come first, of which nothing runs here.
    ("scalar", "fuzz --device hip:0 --seed 5 --no-wide-offsets --cases 2 --corpus FOLDER", INCONCLUSIVE, ["cuModuleLoadData", "2 inconclusive"]),
    ("scalar", "replay 'tensorwise_nt@sm_90 groups=1 n=128 k=128 m=2' --device hip:0", INCONCLUSIVE, ["cuModuleLoadData"]),
    ("scalar", "fuzz --device hip:0 --against emulated --cases 4 --seed 1 --no-wide-offsets", HOLDS,
     ["HOLDS  grouped_gemm_masked@gfx950:scalar,device=cuda:0 / grouped_gemm_masked@gfx950:scalar\n",
      "HOLDS  small_m_gemv@gfx950:scalar,device=cuda:0"]),
    ("scalar_padding_row", f"{FUZZ} --cases 6 --build scalar_padding_row {SMALL}", FALSIFIED, ["/ untouched", "saved      "]),
    ("scalar_wild_row", f"{FUZZ} --cases 2 --build scalar_wild_row", TRAPPED, ["cuCtxSynchronize", "m=6 m_max=6 "]),
    ("scalar_past_end", f"{FUZZ} small_m_gemv --cases 6 --build scalar_past_end {SMALL}", FALSIFIED, ["small_m_gemv / ", "saved      "]),
    # Computed in part on the emulator, whole there; its laws judge the part, and red zones stand around all of it.
    ("scalar", "replay 'small_m_gemv@gfx950 n=64 k=96 m=3 sample=2 build=scalar' --device hip:0", HOLDS,
     ["computed         16 of 64 columns", "bits             holds", "untouched        holds"]),
    ("scalar_past_end", "replay 'small_m_gemv@gfx950 n=64 k=96 m=3 sample=2 build=scalar_past_end' --law clean --device hip:0",
     FALSIFIED, ["byte 384 of d was overwritten"]),
    # A device past 4 GiB, whose tensors are sparse here; and one that is too small.
    ("scalar", "replay 'grouped_gemm_masked@gfx950 groups=5 n=128 k=128 m=1,0,0,0,2 m_max=8000000 expected_m=1 model=fma_post "
     "build=scalar' --law bits --law untouched --device hip:0", USAGE, ["its tensors take 14.", "has 8.0 GiB"]),
    ("scalar", "replay 'grouped_gemm_masked@gfx950 groups=1 n=128 k=128 m=2 m_max=4' --device hip:0", USAGE,
     ["has no build 'O3' that runs on sm_90"]),
]


def main():
    lockstep, objects, cuda, recipes = folders(sys.argv[1:5])
    rows = Rows(lockstep, objects, cuda)
    with tempfile.TemporaryDirectory() as folder:
        traps = (objects / "grouped_gemm_masked.gfx950.O3.co").read_bytes()
        traps = traps.replace(bytes.fromhex("000081bf"), bytes.fromhex("020092bf"))  # s_endpgm, s_trap 2
        (pathlib.Path(folder) / "trap.co").write_bytes(traps)
        for options, arguments, code, words in ROWS:
            # The probe is asked once of each GPU, and where its processes are counted.
            probes = "" if "--runs-per-process" in arguments else folder + "/probes"
            rows.check(options, arguments.replace("FOLDER", folder).replace("RECIPES", str(recipes)), code, words, LOCKSTEP_PROBES=probes)
        for build, arguments, code, words in CUDA_ROWS:
            rows.check_on_cuda(build, arguments.replace("FOLDER", folder).replace("hip:0", "cuda:0"), code, words)
        # What goes wrong only beside other work is found, since repeated launches have some.
        alone = "replay 'small_m_gemv@gfx950 n=64 k=96 m=3 data=codes build=scalar' --law schedule --device cuda:0"
        rows.check_on_cuda("scalar", alone, INCONCLUSIVE, ["3 more launches gave the same bits"])
        rows.check_on_cuda("scalar", alone, FALSIFIED, ["another output when it is repeated"], FAKE_CUDA_RACES="1")
        against = json.loads((pathlib.Path(folder) / "against.json").read_text())["comparisons"]
        if len(against) < 10 or any(one["verdict"] != "holds" or one["same"] != 1 for one in against):
            rows.failed += 1
            print(f"--against emulated --json: {against}")
    # What can't run at all ends at once. A GPU's cases need no disassembler, the emulator's do.
    drawn = "--seed 5 --no-wide-offsets --corpus /nowhere"
    no_llvm = {"LD_PRELOAD": sys.argv[5], "LOCKSTEP_CACHE": ""}
    rows.check_on_cuda("scalar", f"fuzz --device cuda:0 --build scalar --cases 6 {drawn} {SMALL}", HOLDS, ["6 cases: 6 hold"], **no_llvm)
    rows.check_on_cuda("scalar", f"fuzz --device cuda:0 --build scalar --against emulated --time 1h {drawn.replace('--corpus /nowhere', '')}",
                       INCONCLUSIVE, ["no disassembler: "], **no_llvm)
    rows.check("", f"fuzz --time 1h {drawn}", INCONCLUSIVE, ["no disassembler: "], **no_llvm)
    rows.check("", f"fuzz --processes 2 --cases 1000000 {drawn}", INCONCLUSIVE, ["no disassembler: "], **no_llvm)
    rows.check_on_cuda("scalar", f"fuzz --device cuda:0 --time 1h {drawn}", INCONCLUSIVE,
                       ["cuda:0 is sm_80, for which no kernel here is built"], FAKE_CUDA_MAJOR="8")
    rows.check_on_cuda("nothing", f"fuzz --device cuda:0 --time 1h {drawn}", INCONCLUSIVE, ["cuModuleLoadData", " inconclusive"])
    for device, code in (("hip:0", SKIPPED), ("hip:", USAGE), ("cuda", USAGE), ("cuda:0", SKIPPED)):
        rows.check_without_exec(f"fuzz --device {device} --cases 1", code)
    return rows.end()


sys.exit(main())
