#!/usr/bin/env python3
"""Builds Triton kernels under many option sets and runs each under several schedules.

Each must compute the right answer under every schedule, with no finding above `risk` but those that KNOWN explains.
  run_triton.py LOCKSTEP [--sample N] [--only WORD]... [--break barriers|answers]"""
import argparse
import collections
import fnmatch
import importlib.metadata
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

import triton_builds
import triton_kernels
from triton_problems import DTYPES, FORMATS

SCHEDULES = ("earliest", "latest", "vmem-late", "lds-late", "random:1")

# Builds whose findings are explained: a pattern of the build, of the findings' kind, and why.
KNOWN = (
    ("attention gfx950 num_warps=8 num_stages=4", "lds-race",
     "Triton 3.9's ping-pong of chained dots: waves overwrite the LDS scratch of a reduction before others have read it; "
     "with TRITON_HIP_USE_BLOCK_PINGPONG=0 there is none"),
)

os.environ.setdefault("TRITON_DEFAULT_FP_FUSION", "1")  # Triton says otherwise that it will change
S_NOP = bytes.fromhex("000080bf")
S_BARRIER = {"gfx942": bytes.fromhex("00008abf"), "gfx950": bytes.fromhex("00008abf"),
             "gfx1250": bytes.fromhex("ffff94bf")}  # s_barrier_wait -1
LANES = {"gfx942": 64, "gfx950": 64, "gfx1250": 32}  # of a wave


def compiled(build, launch):
    kernel = getattr(triton_kernels, launch.kernel)
    constants = {**launch.constants, **{one: 1 for one in launch.ones}}
    if "ACC" in constants:
        constants["ACC"] = getattr(triton.language, constants["ACC"])
    signature, attributes = {}, {}
    for place, name in enumerate(kernel.arg_names):
        if name in constants:
            signature[name] = "constexpr"
        elif name in launch.tensors:
            signature[name] = DTYPES[launch.tensors[name][0]][1]
            attributes[place,] = [["tt.divisibility", 16]]
        else:
            signature[name] = "i32"
            if launch.numbers[name] % 16 == 0:
                attributes[place,] = [["tt.divisibility", 16]]
    places = {(kernel.arg_names.index(name),): value for name, value in constants.items()}
    for name, value in build.environment:
        os.environ[name] = value
    try:
        return triton.compile(ASTSource(kernel, signature, places, attributes),
                              target=GPUTarget("hip", build.arch, LANES[build.arch]), options=dict(build.options))
    finally:
        for name, _ in build.environment:
            del os.environ[name]


def describe(launch, code, folder, arch, broken):
    """Writes the code object, the tensors and launch.json."""
    image = code.asm["hsaco"]
    (folder / "kernel.co").write_bytes(image.replace(S_BARRIER[arch], S_NOP) if broken == "barriers" else image)
    buffers, arguments, outputs = [], [], []
    for name, (dtype, contents) in launch.tensors.items():
        answer = launch.answers.get(name)
        size = (contents if contents is not None else answer[0]).nbytes
        buffer = {"name": name, "size": size}
        if contents is not None:
            contents.tofile(folder / name)
            buffer["file"] = name
        if answer is None:
            buffer["access"] = "read"
        else:
            right = answer[0].copy()
            if broken == "answers":
                right.flat[5] *= 2
            right.tofile(folder / f"{name}.right")
            output = {"buffer": name, "expect": f"{name}.right", "file": f"{name}.out", **answer[1]}
            if answer[1]:
                output["format"] = FORMATS[dtype]
            outputs.append(output)
        buffers.append(buffer)
    kernel = getattr(triton_kernels, launch.kernel)
    for name in kernel.arg_names:
        if name in launch.tensors:
            arguments.append({"pointer": name})
        elif name in launch.numbers and name not in launch.ones:
            arguments.append({"i32": launch.numbers[name]})
    arguments += [{"pointer": "null"}, {"pointer": "null"}]  # global and profile scratch
    description = {"object": "kernel.co", "kernel": code.metadata.name, "grid": list(launch.grid),
                   "block": [LANES[arch] * code.metadata.num_warps], "dynamic_lds": code.metadata.shared,
                   "buffers": buffers, "arguments": arguments, "outputs": outputs}
    path = folder / "launch.json"
    path.write_text(json.dumps(description, indent=1))
    return path


def is_known(build, kind):
    return any(fnmatch.fnmatch(str(build), pattern) and kind == of for pattern, of, _ in KNOWN)


def why_known(build):
    return [f"{kind}: {why}" for pattern, kind, why in KNOWN if fnmatch.fnmatch(str(build), pattern)]


def run(lockstep, build, folder, findings, broken):
    """What is wrong with a build, as lines."""
    launch = build.problem.launch()
    code = compiled(build, launch)
    path = describe(launch, code, folder, build.arch, broken)
    wrong, outputs = [], set()
    for schedule in SCHEDULES:
        command = [lockstep, "run", str(path), "--schedule", schedule, "--json", str(folder / "result.json")]
        ran = subprocess.run(command, capture_output=True, text=True)
        if ran.returncode > 1:
            return [f"{schedule}: exit code {ran.returncode}\n{ran.stdout}{ran.stderr}"]
        result = json.loads((folder / "result.json").read_text())
        for f in result["findings"]:
            findings[f["severity"], f["kind"], f.get("rule", "")] += 1
            if f["severity"] in ("wrong", "manual") and not is_known(build, f["kind"]):
                wrong.append(f"{schedule}: {f['line']}")
        wrong += [f"{schedule}: {line}" for line in result["wrong_outputs"]]
        outputs.add(tuple(o["sha256"] for o in result["outputs"]))
    if len(outputs) > 1:
        wrong.append(f"the output depends on the schedule: {len(outputs)} different ones")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lockstep")
    parser.add_argument("--sample", type=int, default=0, help="this many builds, spread evenly (default: all)")
    parser.add_argument("--only", action="append", default=[], help="builds that contain this word; may be repeated")
    parser.add_argument("--break", dest="broken", choices=["barriers", "answers"],
                        help="drop every barrier, or change one answer, to show that it is noticed")
    parser.add_argument("--keep", type=pathlib.Path, help="leave code objects and launch files in this folder")
    options = parser.parse_args()
    builds = [b for b in triton_builds.all_builds() if all(word in str(b) for word in options.only)]
    if options.sample:
        builds = [builds[i * len(builds) // options.sample] for i in range(min(options.sample, len(builds)))]
    findings, failed = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["TRITON_CACHE_DIR"] = f"{temporary}/cache"
        for number, build in enumerate(builds):
            folder = (options.keep or pathlib.Path(temporary)) / f"{number:03}"
            folder.mkdir(parents=True, exist_ok=True)
            wrong = run(options.lockstep, build, folder, findings, options.broken)
            print(f"{'FAILED' if wrong else 'known ' if why_known(build) else 'right '}  {build}", flush=True)
            for line in wrong[:4] or why_known(build):
                print(f"    {line}")
            failed += bool(wrong)
    for (severity, kind, rule), count in sorted(findings.items()):
        print(f"{count} findings: {kind} ({severity}) {rule}")
    version = importlib.metadata.version("triton")
    print(f"triton {version}: {len(builds)} builds under {len(SCHEDULES)} schedules, {failed} failed")
    return 1 if failed or not builds else 0


if __name__ == "__main__":
    sys.exit(main())
