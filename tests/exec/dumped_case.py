#!/usr/bin/env python3
"""`replay --dump`: the launch file holds under `run`, and the HIP program, compiled with Debian's headers, holds under exec;
both find a planted bug.  dumped_case.py LOCKSTEP CLANG FOLDER_OF_THE_RUNTIME FOLDER_FOR_DEBIAN"""
import pathlib
import re
import subprocess
import sys
import tempfile

from exec_runs import schedule_of, skip

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import debian

LOCKSTEP, CLANG, RUNTIME, DEBIAN = (pathlib.Path(word).absolute() for word in sys.argv[1:5])
MASKED = "grouped_gemm_masked@gfx950 groups=2 n=128 k=256 m=3,0 m_max=5 data=codes scales=distinct"
SUMS = "grouped_gemm_k@gfx950 groups=2 n=128 k=128 m=128,256 c=in_place out=f32 data=codes scales=distinct model=fma_post"
HOLDS, FALSIFIED, USAGE = 0, 1, 2

# case, exit code of run, options of exec, a pattern of what the program prints
PROGRAMS = [
    (MASKED, HOLDS, (), "0 elements are wrong, 0 have other bits"),
    (MASKED + " out=f16 model=exact", HOLDS, ("--model", "exact"), "0 elements are wrong, 0 have other bits"),
    (MASKED + " build=permuted_k_chunks", FALSIFIED, (), " is wrong at byte "),
    (MASKED + " build=rows_to_capacity", FALSIFIED, (), " is wrong at byte "),
    (SUMS, HOLDS, ("--model", "fma_post"), "0 elements are wrong, 0 have other bits"),
    (SUMS, HOLDS, ("--model", "exact"), "0 elements are wrong, [1-9][0-9]* have other bits"),
]
FILES = [
    "grouped_gemm_contiguous@gfx942 groups=2 n=128 k=256 m=3,40 data=codes scales=distinct",
    "small_m_gemv@gfx950 n=64 k=256 m=5 data=codes scales=distinct",
    "small_m_moe@gfx950 groups=2 n=64 k=256 m=5,3 data=codes scales=distinct weights=mixed",
    "tensorwise_nt@gfx950 groups=2 n=64 k=256 m=20,30 data=codes",
    "moe_down_mxfp4@gfx950 groups=2 n=256 k=256 m=5,3 data=codes scales=distinct",
]
REFUSED = [
    ("small_m_mfma@gfx950 n=64 k=256 m=5 split_k=2 data=grid", "takes 2 launches; a dump has one"),
    (MASKED + " order=any", "the order of the additions is open"),
    (MASKED.replace("m_max=5", "m_max=8000000"), "more than 1073741824; --dump-bytes "),
]


def dump(case, folder):
    done = subprocess.run([LOCKSTEP, "replay", case, "--law", "bits", "--dump", folder], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def under_run(folder):
    done = subprocess.run([LOCKSTEP, "run", folder / "LAUNCH.json"], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def under_exec(folder, options, include):
    command = [CLANG, "-x", "c++", "-std=c++17", "-D__HIP_PLATFORM_AMD__", "-Wno-unused-value", f"-I{include}", "launch.hip",
               f"-L{RUNTIME}", "-l:libamdhip64.so.5", "-o", "launch", "-Xlinker", "--allow-shlib-undefined"]
    built = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True)
    if built.returncode != 0:
        return built.stderr
    done = subprocess.run([LOCKSTEP, "exec", "--no-checks", *schedule_of(options), *options, "--", "./launch"], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def main():
    packages = debian.unpacked(DEBIAN, ["libamdhip64-dev", "rocm-device-libs"])
    if isinstance(packages, str):
        skip(packages, in_ci_too=True)  # lists of packages grow old
    problems = []
    with tempfile.TemporaryDirectory() as name:
        for i, (case, expected, options, prints) in enumerate(PROGRAMS):
            folder = pathlib.Path(name) / str(i)
            said = dump(case, folder)[1]
            if not (folder / "launch.hip").exists():
                problems.append(f"{case}: nothing was dumped:\n{said}")
                continue
            code, text = under_run(folder)
            text += under_exec(folder, options, packages / "usr/include")
            if code != expected or not re.search(prints, text):
                problems.append(f"{case}: run ends with {code}; no {prints!r}:\n{text}")
        for case in FILES:
            folder = pathlib.Path(name) / "files"
            said = dump(case, folder)[1]
            code, text = under_run(folder)
            if code != HOLDS or "dumped to" not in said:
                problems.append(f"{case}: run ends with {code}:\n{said}{text}")
        for case, words in REFUSED:
            code, text = dump(case, pathlib.Path(name) / "refused")
            if code != USAGE or words not in text:
                problems.append(f"{case}: exit code {code}; no {words!r}:\n{text}")
    print("\n".join(problems))
    print(f"{len(PROGRAMS) + len(FILES) + len(REFUSED)} cases, {len(problems)} failed")
    return 1 if problems else 0


sys.exit(main())
