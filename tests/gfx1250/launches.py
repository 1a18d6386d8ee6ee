"""What the tests of gfx1250 have in common: assembling programs, launching them, comparing with what they must compute.
The arguments of the test: LOCKSTEP CLANG FOLDER."""
import json
import pathlib
import re
import struct
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
LOCKSTEP, CLANG, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
HOLDS, FALSIFIED, INCONCLUSIVE, TRAPPED = 0, 1, 3, 4
failures = []


def check(what, good, detail=""):
    if good:
        return
    failures.append(what)
    print(f"FAILED: {what}\n{detail}")


# ---- code objects


def assembled(name):
    subprocess.run([CLANG, "-x", "assembler", "--target=amdgcn-amd-amdhsa", "-mcpu=gfx1250", name.with_suffix(".s"), "-o", name.with_suffix(".co")], check=True)
    return name.with_suffix(".co")


def programs(file="programs.s", text=None):
    """Of a file, or of a text; each `done NAME` ends a kernel. A comment `cluster NAME: X, Y, Z` says how many workgroups run together."""
    text = (HERE / "macros.s").read_text() + ((HERE / file).read_text() if text is None else text)
    sizes = {name: (int(lds or 0), int(scratch or 0)) for name, lds, scratch in re.findall(r"^done (\w+)(?:, (\d+))?(?:, \d+)?(?:, (\d+))?", text, re.M)}
    clusters = {name: f", .cluster_dims: [{sizes}]" for name, sizes in re.findall(r"^// cluster (\w+): ([\d, ]+)", text, re.M)}
    rows = "".join(f"  - {{.name: {n}, .symbol: {n}.kd, .kernarg_segment_size: 32, .kernarg_segment_align: 8, .group_segment_fixed_size: {lds},\n"
                   f"     .private_segment_fixed_size: {scratch}, .wavefront_size: 32, .sgpr_count: 32, .vgpr_count: 32, .max_flat_workgroup_size: 1024{clusters.get(n, '')}}}\n"
                   for n, (lds, scratch) in sizes.items())
    name = FOLDER / pathlib.Path(file).stem
    name.with_suffix(".s").write_text(f"{text}\n.amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n{rows}...\n.end_amdgpu_metadata\n")
    return assembled(name)


# ---- launches


def lockstep(*words):
    done = subprocess.run([LOCKSTEP, *map(str, words)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def run(code, kernel, grid, block, buffers, arguments, expected, schedule="several", more=(), flags=()):
    """buffers: name to bytes, or a size of what is undefined at first; expected: of buffer `out`."""
    listed = []
    for name, contents in buffers.items():
        row = {"name": name}
        if isinstance(contents, int):
            row |= {"size": contents, "fill": "undefined"}
        else:
            (FOLDER / f"{name}.bin").write_bytes(contents)
            row |= {"file": str(FOLDER / f"{name}.bin"), "size": len(contents)}
        listed.append(row)
    (FOLDER / "expected.bin").write_bytes(expected)
    launch = {"object": str(code), "kernel": kernel, "grid": grid, "block": [block], "buffers": listed, "arguments": arguments,
              "outputs": [{"buffer": "out", "expect": str(FOLDER / "expected.bin"), **dict(more)}]}
    (FOLDER / "launch.json").write_text(json.dumps(launch))
    return lockstep("run", FOLDER / "launch.json", "--schedule", schedule, *flags)


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def floats(xs, code="f"):
    return struct.pack(f"{len(xs)}{code}", *xs)


def finish():
    sys.exit(1 if failures else 0)
