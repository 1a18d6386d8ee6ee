#!/usr/bin/env python3
"""builtin_values.py LOCKSTEP CLANG [ARCH...]: calls of builtins, compiled and run, against values from their definitions."""
import array
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from builtin_rows import INPUTS, ROWS, Lane  # noqa: E402

LANES = 64
WIDTH = {"gfx942": 64, "gfx950": 64, "gfx1250": 32}
PRELUDE = """
#define D __attribute__((device))
typedef unsigned U; typedef unsigned long long U64; typedef _Float16 H; typedef __bf16 B; typedef short S2 __attribute__((ext_vector_type(2)));
typedef unsigned short UH2 __attribute__((ext_vector_type(2)));
typedef H H2 __attribute__((ext_vector_type(2))); typedef B B2 __attribute__((ext_vector_type(2))); typedef __fp16 P2 __attribute__((ext_vector_type(2)));
typedef float F2 __attribute__((ext_vector_type(2))); typedef float F8 __attribute__((ext_vector_type(8)));
typedef U U2 __attribute__((ext_vector_type(2))); typedef U U3 __attribute__((ext_vector_type(3))); typedef U U4 __attribute__((ext_vector_type(4)));
template <typename T, typename F> D T as(F x) { return __builtin_bit_cast(T, x); }
D U64 wide(U low, U high) { return U64(high) << 32 | low; }
template <U bytes> D void put(U* out, const void* x) {
  U words[(bytes + 3) / 4] = {};
  __builtin_memcpy(words, x, bytes);
  for (U i = 0; i < sizeof words / 4; ++i) out[64 * i] = words[i];
}
"""


def source(rows):
    lines, slot = [], 0
    for row in rows:
        lines.append(f"  {{ const auto got = {row.call}; put<sizeof got>(out + {LANES * slot}, &got); }}")
        slot += row.dwords
    fetched = "\n".join(f"  const {'U' if t == 'U' else t} {name} = as<{t}>(in[{LANES * i}]);"
                        for i, (name, t, _) in enumerate(INPUTS))
    return (f"{PRELUDE}extern \"C\" __attribute__((global)) void rows(U* out, const U* in) {{\n  const U l = __builtin_amdgcn_workitem_id_x();\n"
            f"  out += l; in += l;\n{fetched}\n" + "\n".join(lines) + "\n}\n").replace("@", "__builtin_amdgcn_"), slot


def call(*words, text=None):
    done = subprocess.run([str(w) for w in words], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}\n{(done.stdout + done.stderr)[:4000]}")


def run(lockstep, clang, arch, rows, given):
    """What each lane's call of each row gave."""
    text, slots = source(rows)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "in.bin").write_bytes(array.array("I", given).tobytes())
        call(clang, "-x", "hip", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output", "-std=c++20", "-w",
             "-O1", f"--offload-arch={arch}", "-", "-o", folder / "rows.co", text=text)
        call(lockstep, "run", "--object", folder / "rows.co", "--grid", "1", "--block", LANES,
             "--buffer", f"name=in,file={folder / 'in.bin'},access=read", "--buffer", f"name=out,size={4 * LANES * slots}",
             "--arg", "pointer=out", "--arg", "pointer=in", "--output", f"buffer=out,file={folder / 'out.bin'}")
        words = array.array("I", (folder / "out.bin").read_bytes())
    found, slot = [], 0
    for row in rows:
        found.append([sum(words[LANES * (slot + d) + lane] << 32 * d for d in range(row.dwords)) for lane in range(LANES)])
        slot += row.dwords
    return found


def differences(arch, rows, found, expected):
    for row, got, meant in zip(rows, found, expected):
        for lane in range(LANES):
            if meant[lane] is not None and got[lane] != meant[lane]:
                yield f"{arch}: {row.call} of lane {lane} is {got[lane]:#x}, its definition gives {meant[lane]:#x}"
                break


def main():
    lockstep, clang, *archs = sys.argv[1:]
    failed = []
    for arch in archs or WIDTH:
        draw = random.Random(arch)
        columns = {name: [make(draw) for _ in range(LANES)] for name, _, make in INPUTS}
        rows = [row for row in ROWS if arch in row.archs]
        expected = [[row.value(Lane(arch, columns, lane, WIDTH[arch])) for lane in range(LANES)] for row in rows]
        assert all(sum(x is not None for x in values) >= LANES // 4 for values in expected), "a row expects next to nothing"
        found = run(lockstep, clang, arch, rows, [x for column in columns.values() for x in column])
        wrong = list(differences(arch, rows, found, expected))
        flipped = [[None if x is None else x ^ 1 for x in values] for values in expected]
        assert len(list(differences(arch, rows, found, flipped))) >= len(rows) - len(wrong), "a wrong bit is not noticed"
        print(f"{arch}: {len(rows)} builtins, {len(wrong)} wrong")
        failed += wrong
    print("\n".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
