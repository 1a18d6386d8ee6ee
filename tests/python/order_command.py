"""`lockstep order` of functions in a file: order_command.py COMMAND. A script for venv.py, whose environment has the package."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PRODUCTS = '''
import numpy as np
from lockstep import reference


def halves(a, b):
    """((0 + 1) + (2 + 3)) + …, by halves."""
    p = a.astype(np.float32) * b.astype(np.float32)
    while p.shape[1] > 1:
        p = p[:, ::2] + p[:, 1::2]
    return np.diag(p[:, 0])


numbers = np.random.default_rng(1)


def atomics(a, b):
    total = np.zeros(len(a), np.float32)
    for k in numbers.permutation(a.shape[1]):
        total = total + a[:, k].astype(np.float32) * b[:, k].astype(np.float32)
    return np.diag(total)


def scaled(a, b, scale_a, scale_b):
    total = np.zeros((len(a), len(b)), np.float32)
    for k in range(0, a.shape[1], 32):
        r = reference.mma("hopper_wgmma_e4m3_f32", a[:, k:k + 32], b[:, k:k + 32])
        total = total + (r * scale_a[:, k // 32, None]) * np.repeat(scale_b[:, k // 32], len(b) // len(scale_b))[None]
    return total


def fails(a, b):
    raise RuntimeError("no such device")


class Of:
    product = staticmethod(halves)


number = 3
'''
COMMAND = sys.argv[1]


def order(*words, python=sys.executable):
    done = subprocess.run([COMMAND, "order", *words], capture_output=True, text=True, env={**os.environ, "LOCKSTEP_PYTHON": python})
    return done.returncode, done.stdout, done.stderr


def expect(code, said, *words, **options):
    found = order(*words, **options)
    assert found[0] == code and said in found[1] + found[2], (words, found)
    return found


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("products.py").write_text(PRODUCTS)
        small = ["--k", "8", "--a", "float16", "--rows", "16"]
        _, text, _ = expect(0, "8 products of 7 sums into float32", "products.py:halves", *small, "--json", "found.json")
        assert text.startswith("seed 1\n") and "s1 = add(k 0..1)" in text, text
        found = json.loads(pathlib.Path("found.json").read_text())
        sums, leaves = found["sums"], {}
        for i, one in enumerate(sums):
            leaves[f"s{i + 1}"] = sorted(k for part in one["parts"] for k in ([part] if isinstance(part, int) else leaves[part]))
        assert sorted(map(tuple, leaves.values())) == sorted([(0, 1), (2, 3), (4, 5), (6, 7), (0, 1, 2, 3), (4, 5, 6, 7), (*range(8),)])
        assert (found["bits"], found["rounding"], found["result"], found["seed"]) == (23, "nearest", "float32", 1), found
        expect(0, "8 products of 7 sums", "products.py:Of.product", *small)
        expect(0, "scales: sum + (r * sA) * sB\n", "products.py:scaled", "--k", "64", "--a", "float8_e4m3fn", "--rows", "48", "--scales", "float32",
               "--scale-block", "32", "--scale-rows", "1,48")
        small_case = "small_m_mfma@gfx950,m=48,n=64,model=tr8_inexp"
        _, text, _ = expect(0, "\n  s1 = cut(k 0..7)\n", small_case, "--json", "kernel.json")
        assert "\nmodel tr8_inexp (hypothesis)\n" in text and "\nas declared in all " in text, text
        found = json.loads(pathlib.Path("kernel.json").read_text())
        assert found["case"].startswith("small_m_mfma@gfx950 groups=1 n=64 k=256 m=48") and found["declared"] in text, found
        assert (found["others"], found["k"], len(found["sums"])) == (0, 256, 32) and f"in all {found['results']} results" in text, found
        expect(0, "\n128 products of 8 sums into bfloat16\n", "small_m_mfma@gfx950 m=48 n=64 k=128 model=tr16_inexp")
        _, text, _ = expect(1, "\nnot as declared in ", "grouped_gemm_masked@gfx950:permuted_k_chunks", "--json", "mutant.json")
        found = json.loads(pathlib.Path("mutant.json").read_text())
        assert f"inconclusive  {found['inconclusive']}" in text and found["others"] > 0, (text, found)
        expect(0, "\nas declared in all ", "grouped_gemm_masked@gfx950,m=200,m_max=256,n=256")
        pathlib.Path("mx_gemm.py").write_text(PRODUCTS)
        expect(0, "8 products of 7 sums", "mx_gemm:halves", *small)
        expect(2, "'small_m_mfma,k=64'", "small_m_mfma", "--k", "64")
        expect(2, "--a requires --k", "small_m_mfma", "--a", "bfloat16")
        expect(2, "--k is missing", "products.py:halves")
        expect(2, "beside A and B it reads d", "tensorwise_nt,beta=1")
        expect(3, "inconclusive  two calls", "products.py:atomics", "--k", "24", "--a", "float16", "--rows", "16")
        expect(2, "RuntimeError: no such device", "products.py:fails", *small)
        expect(2, "has no attribute 'halfs'", "products.py:halfs", *small)
        expect(2, "expected a function", "products.py:number", *small)
        expect(2, "FileNotFoundError", "absent.py:halves", *small)
        expect(2, "expected FILE.py:FUNCTION", "halves", *small)
        expect(2, "no_format", "products.py:halves", "--k", "8", "--a", "no_format")
        expect(2, "--scale-block requires --scales", "products.py:scaled", *small, "--scale-block", "4")
        expect(2, "has no package lockstep", "products.py:halves", *small, python=sys._base_executable)
        expect(2, "absent_python", "products.py:halves", *small, python="absent_python")


if __name__ == "__main__":
    main()
