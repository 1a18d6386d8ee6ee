"""Problems with their data, arguments and right answers.

Products of small integers: every partial sum is exact in binary32 in any order, so that the answer is one code whatever
the order of accumulation. Where exponentials or divisions take part, a tolerance says how far they may be off."""
import dataclasses

import ml_dtypes
import numpy as np

DTYPES = {"bf16": (ml_dtypes.bfloat16, "*bf16"), "f16": (np.float16, "*fp16"), "f32": (np.float32, "*fp32"),
          "e4m3": (ml_dtypes.float8_e4m3fn, "*fp8e4nv"), "e4m3fnuz": (ml_dtypes.float8_e4m3fnuz, "*fp8e4b8"),
          "i8": (np.int8, "*i8"), "i32": (np.int32, "*i32"), "u8": (np.uint8, "*u8")}
FORMATS = {"bf16": "bf16", "f16": "f16", "f32": "f32", "e4m3": "e4m3fn", "e4m3fnuz": "e4m3fnuz"}


@dataclasses.dataclass
class Launch:
    """What a kernel is called with: tensors by argument, in order; numbers; compile-time values; the grid."""
    kernel: str
    tensors: dict       # name -> (dtype, contents or None)
    numbers: dict
    constants: dict
    grid: tuple
    answers: dict       # tensor -> (contents, tolerance: {} for bits)
    ones: tuple = ()    # arguments that are 1, and compiled as such


def integers(seed, shape, dtype, largest=4):
    return np.random.default_rng(seed).integers(-largest, largest + 1, shape).astype(DTYPES[dtype][0])


def normals(seed, shape, dtype):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32).astype(DTYPES[dtype][0])


@dataclasses.dataclass(frozen=True)
class Matmul:
    dtype: str
    ragged: bool = False
    transposed: bool = False
    split: int = 1

    def __str__(self):
        return " ".join(["matmul", self.dtype] + ["ragged"] * self.ragged + ["transposed"] * self.transposed
                        + [f"split={self.split}"] * (self.split > 1))

    def launch(self):
        m, n, k = (200, 168, 208) if self.ragged else (256, 256, 192)
        integral = self.dtype == "i8"
        out = "i32" if integral else "f32" if self.split > 1 else "bf16"
        a, b = integers(1, (m, k), self.dtype), integers(2, (k, n), self.dtype)
        right = a.astype(np.float64) @ b.astype(np.float64)
        bm, bn, bk = 128, 128, 64
        strides = {"stride_am": k, "stride_ak": 1, "stride_bk": n, "stride_bn": 1, "stride_cm": n}
        if self.transposed:
            b = np.ascontiguousarray(b.T)
            strides |= {"stride_bk": 1, "stride_bn": k}
        before = np.zeros((m, n), np.float32) if self.split > 1 else None
        return Launch("matmul", {"a_ptr": (self.dtype, a), "b_ptr": (self.dtype, b), "c_ptr": (out, before)},
                      {"m": m, "n": n, "k": k} | strides,
                      {"BM": bm, "BN": bn, "BK": bk, "ACC": "int32" if integral else "float32", "SPLIT": self.split},
                      (-(-m // bm) * -(-n // bn), self.split, 1), {"c_ptr": (right.astype(DTYPES[out][0]), {})},
                      tuple(s for s, v in strides.items() if v == 1))


@dataclasses.dataclass(frozen=True)
class PersistentMatmul:
    """Tiles through tensor descriptors, by workgroups that take several; ends that no tile fills."""
    dtype: str

    def __str__(self):
        return f"persistent {self.dtype}"

    def launch(self):
        m, n, k, workgroups = 96, 160, 128, 2
        a, b = integers(1, (m, k), self.dtype), integers(2, (n, k), self.dtype)
        right = a.astype(np.float64) @ b.astype(np.float64).T
        return Launch("persistent", {"a_ptr": (self.dtype, a), "b_ptr": (self.dtype, b), "c_ptr": ("f32", None)},
                      {"m": m, "n": n, "k": k}, {"BM": 64, "BN": 64, "BK": 32, "WORKGROUPS": workgroups}, (workgroups, 1, 1),
                      {"c_ptr": (right.astype(np.float32), {})})


@dataclasses.dataclass(frozen=True)
class ScaledMatmul:
    a: str
    b: str

    def __str__(self):
        return f"matmul_scaled {self.a} {self.b}"

    def operand(self, seed, rows, k, form):
        values = integers(seed, (rows, k), "f32", 2 if form == "e2m1" else 4)
        if form == "e4m3":
            return values, ("u8", values.astype(ml_dtypes.float8_e4m3fn).view(np.uint8))
        codes = values.astype(ml_dtypes.float4_e2m1fn).view(np.uint8) & 15
        return values, ("u8", codes[:, 0::2] | codes[:, 1::2] << 4)

    def launch(self):
        m, n, k, bm, bn, bk = 256, 256, 512, 128, 128, 128
        a, a_codes = self.operand(1, m, k, self.a)
        b, b_codes = self.operand(2, n, k, self.b)
        random = np.random.default_rng(3)
        sa, sb = (random.integers(126, 129, (rows, k // 32)).astype(np.uint8) for rows in (m, n))
        wide = lambda s: np.repeat(2.0 ** (s.astype(np.float64) - 127), 32, axis=1)
        right = (a * wide(sa)) @ (b * wide(sb)).T
        return Launch("matmul_scaled", {"a_ptr": a_codes, "sa_ptr": ("u8", sa), "b_ptr": b_codes, "sb_ptr": ("u8", sb),
                                        "c_ptr": ("f32", None)},
                      {"m": m, "n": n, "k": k}, {"BM": bm, "BN": bn, "BK": bk, "A": self.a, "B": self.b},
                      (m // bm * n // bn, 1, 1), {"c_ptr": (right.astype(np.float32), {})})


@dataclasses.dataclass(frozen=True)
class Softmax:
    def __str__(self):
        return "softmax"

    def launch(self):
        rows, columns = 6, 781
        x = normals(1, (rows, columns), "bf16")
        e = np.exp(x.astype(np.float64) - x.astype(np.float64).max(axis=1, keepdims=True))
        right = (e / e.sum(axis=1, keepdims=True)).astype(np.float32)
        return Launch("softmax", {"x_ptr": ("bf16", x), "y_ptr": ("f32", None)}, {"columns": columns, "stride": columns},
                      {"BLOCK": 1024}, (rows, 1, 1), {"y_ptr": (right, {"rtol": 1e-5})})


@dataclasses.dataclass(frozen=True)
class LayerNorm:
    def __str__(self):
        return "layer_norm"

    def launch(self):
        rows, columns = 6, 781
        x, w = normals(1, (rows, columns), "bf16"), normals(2, columns, "f32")
        wide = x.astype(np.float64)
        centred = wide - wide.mean(axis=1, keepdims=True)
        right = centred / np.sqrt((centred ** 2).mean(axis=1, keepdims=True) + 1e-5) * w
        return Launch("layer_norm", {"x_ptr": ("bf16", x), "w_ptr": ("f32", w), "y_ptr": ("f32", None)},
                      {"columns": columns, "stride": columns}, {"BLOCK": 1024}, (rows, 1, 1),
                      {"y_ptr": (right.astype(np.float32), {"rtol": 1e-5, "atol": 1e-5})})


@dataclasses.dataclass(frozen=True)
class Quantise:
    def __str__(self):
        return "quantise"

    def launch(self):
        rows, columns = 6, 640
        x = normals(1, (rows, columns), "bf16")
        scale = np.abs(x.astype(np.float32)).max(axis=1) / np.float32(448)
        codes = (x.astype(np.float32) / scale[:, None]).astype(ml_dtypes.float8_e4m3fn)
        return Launch("quantise", {"x_ptr": ("bf16", x), "q_ptr": ("e4m3", None), "s_ptr": ("f32", None)},
                      {"columns": columns}, {"BLOCK": 1024, "LARGEST": 448.0}, (rows, 1, 1),
                      {"q_ptr": (codes, {"ulp": 1}), "s_ptr": (scale, {"rtol": 1e-6})})


@dataclasses.dataclass(frozen=True)
class Attention:
    def __str__(self):
        return "attention"

    def launch(self):
        length, d = 256, 64
        q, k, v = (normals(s, (length, d), "f16") for s in (1, 2, 3))
        s = q.astype(np.float64) @ k.astype(np.float64).T / d ** 0.5
        p = np.exp(s - s.max(axis=1, keepdims=True))
        right = (p / p.sum(axis=1, keepdims=True)) @ v.astype(np.float64)
        # P is rounded to f16 before it meets V: 2^-11 of each term at most.
        return Launch("attention", {"q_ptr": ("f16", q), "k_ptr": ("f16", k), "v_ptr": ("f16", v), "o_ptr": ("f32", None)},
                      {"length": length}, {"BM": 128, "BN": 64, "D": d}, (length // 128, 1, 1),
                      {"o_ptr": (right.astype(np.float32), {"rtol": 1e-3, "atol": 1e-3})})
