#!/usr/bin/env python3
"""`snr: derived` of `lockstep run`: right kernels hold in whatever order they add, wrong ones that pass 25 dB do not.

The operands of the second half are coded here, and what a kernel would have made of them is computed here: the kernel only
copies it."""
import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile

LOCKSTEP, EXAMPLES = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
failures = []


def run(folder, description, code, prints=(), words=()):
    (folder / "launch.json").write_text(json.dumps(description))
    done = subprocess.run([LOCKSTEP, "run", "launch.json", "--json", "result.json", "--schedule", "latest", *words], capture_output=True,
                          text=True, cwd=folder)
    text = done.stdout + done.stderr
    problems = [f"exit code {done.returncode}, not {code}"] if done.returncode != code else []
    problems += [f"does not print {p!r}" for p in prints if p not in text]
    if problems:
        failures.append(f"{json.dumps(description['outputs'])}: {'; '.join(problems)}\n{text}")
        return {}
    return json.loads((folder / "result.json").read_text())["outputs"][0] if code < 2 else {}


def kernels(folder):
    """The GEMM of docs/run.md in two orders, and with planted bugs."""
    right = json.loads((EXAMPLES / "gemm_bf16.json").read_text())
    plain = {**right["outputs"][0], "snr": 25, "expect": "right.bin"}
    del plain["operator"]
    right["object"] = str(EXAMPLES / "gemm_bf16.co")
    run(folder, {**right, "outputs": [{**right["outputs"][0], "file": "right.bin"}]}, 0, ["dB derived"])
    for model in ("exact", "fma_post", "gtr32_inexp", "tr8_inexp", "nv_st"):
        for order in ("gemm_bf16", "gemm_bf16_backwards"):
            out = run(folder, {**right, "object": str(EXAMPLES / f"{order}.co")}, 0, words=["--model", model])
            if out and not out["derived"]["snr_db"] > out["derived"]["derived_db"] - 1e-9:
                failures.append(f"{order} {model}: {out}")
    for bug, place in (("dropped", "rows 48..63"), ("narrow", ""), ("truncated", "")):
        wrong = {**right, "object": str(EXAMPLES / f"gemm_bf16_{bug}.co")}
        out = run(folder, wrong, 1, ["snr: d: " + place, "tiles of 128x128"])
        if out and not out["derived"]["worst"]["snr_db"] < out["derived"]["worst"]["derived_db"] - 3:
            failures.append(f"{bug}: {out}")
        run(folder, {**wrong, "outputs": [plain]}, 0)  # what a fixed threshold says of it
    # As the transposed product, in a file's company.
    swapped = {"gemm": {"m": 256, "n": 256, "k": 1024, "a": {"buffer": "b", "format": "bf16"},
                        "b": {"buffer": "a", "format": "bf16"}, "row_stride": 1, "column_stride": 256}}
    output = {**right["outputs"][0], "operator": swapped, "expect": "right.bin"}
    run(folder, {**right, "outputs": [output], "object": str(EXAMPLES / "gemm_bf16_backwards.co")}, 0)
    return right


def e4m3(code):
    exponent, mantissa = code >> 3 & 15, code & 7
    value = math.ldexp(mantissa, -9) if exponent == 0 else math.ldexp(8 + mantissa, exponent - 10)
    return -value if code & 0x80 else value


def e2m1(code):
    value = (0, 0.5, 1, 1.5, 2, 3, 4, 6)[code & 7]
    return -value if code & 8 else value


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def copied(folder):
    """D f32 [32, 48] = A [32, 256] * B [48, 256], A in e4m3 under e8m0 scales of 1x32, B in e2m1 under f32 scales of 16x128."""
    m, n, k = 32, 48, 256
    draw = random.Random(5)
    a = [[draw.choice([c for c in range(256) if c & 0x7F != 0x7F]) for _ in range(k)] for _ in range(m)]
    b = [[draw.randrange(16) for _ in range(k)] for _ in range(n)]
    sa = [[draw.randrange(124, 131) for _ in range(k // 32)] for _ in range(m)]
    sb = [[f32(draw.uniform(-2, 2)) for _ in range(k // 128)] for _ in range(n // 16)]

    def product(scale_of_b=lambda column, block: sb[column // 16][block]):
        rows = []
        for i in range(m):
            row = []
            for j in range(n):
                pieces = [math.fsum(e4m3(a[i][p]) * e2m1(b[j][p]) for p in range(q, q + 32)) *
                          2.0 ** (sa[i][q // 32] - 127) * scale_of_b(j, q // 128) for q in range(0, k, 32)]
                row.append(f32(math.fsum(pieces)))
            rows.append(row)
        return rows

    def write(name, rows):
        (folder / name).write_bytes(b"".join(struct.pack(f"<{n}f", *row) for row in rows))

    write("right", product())
    write("neighbour", product(lambda j, block: sb[1 if j == 47 else j // 16][block]))
    write("flipped", [[-x if (i, j) == (3, 4) else x for j, x in enumerate(row)] for i, row in enumerate(product())])
    write("infinite", [[math.inf if (i, j) == (3, 4) else x for j, x in enumerate(row)] for i, row in enumerate(product())])
    (folder / "zeros").write_bytes(bytes(4 * m * n))
    (folder / "a").write_bytes(b"\xFF" * 16 + bytes(c for row in a for c in [*row, 0x7F]))  # a column of NaN behind k
    (folder / "b").write_bytes(bytes(row[p] | row[p + 1] << 4 for row in b for p in range(0, k, 2)))
    (folder / "sa").write_bytes(bytes(sa[i][q] for q in range(k // 32) for i in range(m)))  # [k/32][m]
    (folder / "sb").write_bytes(b"".join(struct.pack("<2f", *row) for row in sb))

    def launch(result, gemm=None, **output):
        gemm = gemm or {
            "m": m, "n": n, "k": k,
            "a": {"buffer": "a", "offset": 16, "format": "e4m3fn", "row_stride": k + 1,
                  "scale": {"buffer": "sa", "format": "float8_e8m0fnu", "rows": 1, "k": 32, "row_stride": 1, "k_stride": m}},
            "b": {"buffer": "b", "format": "e2m1",
                  "scale": {"buffer": "sb", "format": "f32", "columns": 16, "k": 128}}}
        files = {"x": result, "z": "zeros", "a": "a", "b": "b", "sa": "sa", "sb": "sb"}
        return {"object": str(EXAMPLES / "vector_add.co"), "grid": [6], "block": [256],
                "buffers": [{"name": name, "file": file, "access": "read"} for name, file in files.items()] +
                           [{"name": "d", "size": 4 * m * n}],
                "arguments": [{"pointer": "x"}, {"pointer": "z"}, {"pointer": "d"}, {"i32": m * n}],
                "outputs": [{"buffer": "d", "format": "f32", "snr": "derived", "operator": {"gemm": gemm}} | output]}

    right = launch("right")
    gemm = right["outputs"][0]["operator"]["gemm"]
    run(folder, right, 0, ["dB derived"])
    run(folder, launch("neighbour"), 1, ["snr: d: "])
    run(folder, launch("flipped"), 1, ["snr: d: "])
    run(folder, launch("infinite"), 1, ["1 elements wrongly infinite, NaN or finite"])
    for words, prints in (
        ({"operator": {"gemm": {**gemm, "k": 257}}}, "gemm.a.scale: 32 by 9 elements of float8_e8m0fnu"),
        ({"operator": {"gemm": {**gemm, "m": 0}}}, "m, n and k must be at least 1"),
        ({"operator": {"gemm": {**gemm, "m": 1 << 20, "n": 1 << 20}}}, "products: give snr a number"),
        ({"operator": {"gemm": {**gemm, "a": {**gemm["a"], "buffer": "q"}}}}, "gemm.a: no buffer 'q'"),
        ({"operator": {"gemm": {**gemm, "a": {**gemm["a"], "format": "e9"}}}}, "no format 'e9'"),
        ({"operator": {"gemm": {**gemm, "a": {**gemm["a"], "format": "bf16", "row_stride": 0}}}}, "no 16x16 matrix instruction"),
        ({"operator": {"gemm": {**gemm, "row_stride": 480}}}, "gemm.d: 32 by 48 elements of float32"),
        ({"operator": {"gemm": {**gemm, "lanes": 3}}}, "lanes"),
        ({"operator": {"spmm": {}}}, "gemm"),
        ({"snr": 20, "expect": "right"}, 'operator belongs to snr "derived"'),
    ):
        run(folder, launch("right", **words), 2, [prints])
    without = launch("right")
    del without["outputs"][0]["operator"]
    run(folder, without, 2, ['snr "derived" needs the operator'])
    without["outputs"][0].pop("format")
    run(folder, without, 2, ["need format"])


with tempfile.TemporaryDirectory() as name:
    kernels(pathlib.Path(name))
    copied(pathlib.Path(name))
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
