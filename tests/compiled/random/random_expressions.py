#!/usr/bin/env python3
"""Random C++ expressions, which clang compiles for the device and for the host: the emulator must compute what the host
computes. Prints progress, can be interrupted, and ends a failure with the command that repeats it."""
import argparse
import array
import ctypes
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from batch import LANES, Batch, value  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
ARCHS = ("gfx942", "gfx950", "gfx1250")
LEVELS = ("O0", "O1", "O2", "O3")
ALIKE = ["-std=c++20", "-w", "-fwrapv", "-ffp-contract=off", f"-I{ROOT}"]


class Failed(Exception):
    pass


class Crashed(Failed):
    """clang did, which says nothing of the emulator."""


def call(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True)
    if done.returncode != 0:
        kind = Crashed if "Stack dump:" in done.stderr else Failed
        raise kind(f"{' '.join(map(str, words))}\n{(done.stdout + done.stderr)[:4000]}")
    return done.stdout


def on_host(options, batch, folder):
    source, library = folder / "host.cpp", folder / "host.so"
    source.write_text(batch.host_source())
    call(options.clang, "-x", "c++", "-O0", *ALIKE, "-mfma", "-mf16c", "-Xclang", "-ffloat16-excess-precision=none",
         "-shared", "-fPIC", source, "-o", library, "-lm")
    words = batch.slots * LANES
    out, given = (ctypes.c_uint32 * words)(), (ctypes.c_uint32 * len(batch.inputs))(*batch.inputs)
    loaded = ctypes.CDLL(str(library))
    loaded.random_expressions(out, given)
    return list(out)


def build(options, batch, arch, level, folder):
    source, assembly, built = folder / "device.hip", folder / "device.s", folder / "device.co"
    source.write_text(batch.device_source())
    words = [options.clang, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output", *ALIKE,
             f"-{level}", f"--offload-arch={arch}"]
    if not options.pretend:
        call(*words, source, "-o", built)
        return built
    call(*words, "-S", source, "-o", assembly)
    was, becomes = options.pretend.split("=")
    text, times = re.subn(rf"\b{was}(?=\b|_)", becomes, assembly.read_text())
    options.pretended += times
    assembly.write_text(text)
    call(options.clang, "-x", "assembler", "--target=amdgcn-amd-amdhsa", f"-mcpu={arch}", assembly, "-o", built)
    return built


def on_emulator(options, batch, arch, level, schedule, folder):
    built = build(options, batch, arch, level, folder)
    (folder / "in.bin").write_bytes(array.array("I", batch.inputs).tobytes())
    call(options.lockstep, "run", "--object", built, "--grid", "1", "--block", "64", "--step-limit", "1000000",
         "--buffer", f"name=in,file={folder / 'in.bin'},access=read",
         "--buffer", f"name=out,size={4 * LANES * batch.slots}", "--buffer", "name=scratch,size=4096",
         "--arg", "pointer=out", "--arg", "pointer=in", "--arg", "pointer=scratch",
         "--output", f"buffer=out,file={folder / 'out.bin'}", "--schedule", schedule)
    return list(array.array("I", (folder / "out.bin").read_bytes()))


def explain(batch, node, lane, found, expected):
    lines, nodes = batch.slice(node)
    rows = sorted({int(r) // LANES for n in nodes for r in re.findall(r"in\[(\d+) \+", n.device)})
    inputs = ", ".join(f"in[{LANES * r} + lane] = {batch.inputs[LANES * r + lane]:#010x}" for r in rows)
    return "\n".join([*("  " + line for line in lines), f"  lane {lane}: {inputs or 'no inputs'}",
                      f"  {node.name} is {value(node, found, lane):#x} on the emulator, {value(node, expected, lane):#x} on the "
                      "host"])


def check(options, number, arch, levels):
    """How many expressions were compared."""
    batch = Batch(options.seed, number, arch)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expected = on_host(options, batch, folder)
        for level in levels:
            repeat = f"{sys.argv[0]} --seed {options.seed} --batch {number} --arch {arch} --level {level}"
            try:
                found = on_emulator(options, batch, arch, level, f"random:{number}", folder)
            except Crashed:
                options.crashes += 1
                print(f"clang crashes: {repeat}")
                return 0
            except Failed as why:
                raise Failed(f"{why}\nreproduce: {repeat}") from None
            for node, lane in batch.differences(found, expected):
                raise Failed(f"wrong value on {arch} at {level}\n{explain(batch, node, lane, found, expected)}\n"
                             f"reproduce: {repeat}")
    return batch.expressions() * len(levels)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lockstep", default=ROOT / "build/release/bin/lockstep")
    parser.add_argument("--clang", default=os.environ.get("LOCKSTEP_CLANG", "clang++-22"))
    parser.add_argument("--arch", action="append", choices=ARCHS, help="default: all")
    parser.add_argument("--level", action="append", choices=LEVELS, help="default: each batch has the next one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100_000, help="expressions per arch")
    parser.add_argument("--batch", type=int, help="only this one")
    parser.add_argument("--first", type=int, default=0, help="the first batch")
    parser.add_argument("--pretend", metavar="A=B", help="B stands for A in the assembly: an error that must be found")
    options = parser.parse_args()
    options.pretended = options.crashes = 0
    return options


def main():
    options = parsed()
    archs = options.arch or list(ARCHS)
    print(f"seed {options.seed}", flush=True)
    done, number = dict.fromkeys(archs, 0), options.first if options.batch is None else options.batch
    began = shown = time.monotonic()
    try:
        while True:
            for arch in archs:
                done[arch] += check(options, number, arch, options.level or [LEVELS[number % 4]])
            number += 1
            if options.batch is not None or min(done.values()) >= options.count:
                break
            now = time.monotonic()
            if now - shown >= (1 if sys.stderr.isatty() else 30):
                shown = now
                print(f"{min(done.values())} of {options.count} expressions per arch, {now - began:.0f} s", file=sys.stderr,
                      end="\r" if sys.stderr.isatty() else "\n", flush=True)
    except Failed as why:
        print(why)
        return 1
    except KeyboardInterrupt:
        print(f"interrupted: {done}; continue with --seed {options.seed} --first {number}")
        return 130
    if min(done.values()) == 0:
        print("nothing was compared")
        return 1
    print(f"holds  {', '.join(f'{n} expressions on {arch}' for arch, n in done.items())}, {time.monotonic() - began:.0f} s")
    if options.pretend and options.pretended == 0:
        print(f"nothing to pretend: no {options.pretend.split('=')[0]} in the assembly")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
