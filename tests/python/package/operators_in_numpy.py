"""Operators of which the project has no kernel, in numpy and in single precision; and one planted bug in each."""
import ml_dtypes
import numpy as np

F = np.float32
E2M1 = ml_dtypes.float4_e2m1fn


def put(out, values):
    out[...] = values.astype(out.dtype)


def unpacked(codes):
    """e2m1 codes, two to a byte, as float32."""
    both = np.stack([codes & 15, codes >> 4], axis=-1).reshape(*codes.shape[:-1], -1)
    return both.astype(np.uint8).view(E2M1).astype(F)


def elements(x):
    return unpacked(x) if x.dtype == np.uint8 else x.astype(F)


def softmax_of(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True), dtype=F)
    return e / e.sum(axis=-1, keepdims=True, dtype=F)


def softmax(p):
    put(p.y, softmax_of(p.x.astype(F)))


def rms_norm(p):
    x = p.x.astype(F)
    put(p.y, x / np.sqrt((x * x).mean(axis=-1, keepdims=True, dtype=F) + F(2.0**-17)) * p.w.astype(F))


def layer_norm(p):
    x = p.x.astype(F)
    d = x - x.mean(axis=-1, keepdims=True, dtype=F)
    put(p.y, d / np.sqrt((d * d).mean(axis=-1, keepdims=True, dtype=F) + F(2.0**-17)) * p.w.astype(F) + p.b.astype(F))


def rope(p, sign=1):
    x, cos, sin = p.x.astype(F), p.cos[:, None, :], F(sign) * p.sin[:, None, :]
    y = np.empty_like(x)
    half = p.size // 2
    first, second = (np.s_[..., 0::2], np.s_[..., 1::2]) if p.interleaved else (np.s_[..., :half], np.s_[..., half:])
    y[first] = x[first] * cos - x[second] * sin
    y[second] = x[second] * cos + x[first] * sin
    put(p.y, y)


def attention(p, mask_from=1):
    q, share = p.q.astype(F), p.heads // p.kv_heads
    k, v = (np.repeat(t.astype(F), share, axis=0) for t in (p.k, p.v))
    scores = (q @ k.transpose(0, 2, 1)) * F(1 / np.sqrt(p.size))
    if p.causal:
        hidden = np.triu(np.ones((p.queries, p.keys), bool), mask_from + p.keys - p.queries)
        scores[:, hidden] = -np.inf
    seen = np.isfinite(scores).any(axis=-1) | np.isnan(scores).any(axis=-1)
    # Hidden values take no part, whatever they are: 0 * NaN would be one.
    out = np.zeros(q.shape, F)
    for head in range(p.heads):
        for row in range(p.queries):
            if not seen[head, row]:
                continue
            shown = scores[head, row] != -np.inf
            out[head, row] = softmax_of(scores[head, row][shown]) @ v[head][shown]
    put(p.o, out)


ACTIVATIONS = [lambda x: x, lambda x: np.maximum(x, 0), lambda x: x / (1 + np.exp(-x)),
               lambda x: x * F(0.5) * (1 + np.vectorize(erf, otypes=[F])(x * F(np.sqrt(0.5))))]


def erf(x):
    import math

    return math.erf(x)


def finish(p, d):
    put(p.d, ACTIVATIONS[p.activation](d + p.tensors["bias"] if p.sizes["bias"] else d))


def dense_gemm(p):
    a = p.a.astype(F).T if p.a_columns else p.a.astype(F)
    b = p.b.astype(F).T if p.b_columns else p.b.astype(F)
    finish(p, a @ b.T)


def scaled(codes, scales):
    return elements(codes) * np.repeat(scales.astype(F), 32, axis=-1)


def mx_gemm(p):
    finish(p, scaled(p.a, p.a_scale) @ scaled(p.b, p.b_scale).T)


def topk_softmax(p):
    weights = softmax_of(p.logits)
    order = np.argsort(-p.logits, axis=-1, kind="stable")[:, : p.topk]
    top = np.take_along_axis(weights, order, axis=-1)
    put(p.weights, top / top.sum(axis=-1, keepdims=True) if p.renormalise else top)
    put(p.experts, order)


def moe_sort(p):
    positions, experts = [], []
    for expert in range(p.num_experts):
        own = [slot << 24 | token for token, slot in zip(*np.nonzero(p.topk_ids == expert))]
        own += [p.topk << 24 | p.tokens] * (-len(own) % p.block)
        positions += own
        experts += [expert] * (len(own) // p.block)
    p.sorted_ids[...] = positions
    p.block_experts[...] = experts


def int8_gemm(p, of=np.int8):
    a, b = p.a.view(of).astype(np.int64), p.b.astype(np.int64)
    put(p.d, (a.T if p.a_columns else a) @ (b if p.b_columns else b.T))


def blocks_of(x, down, across):
    """Of each element the largest magnitude of its block."""
    largest = np.zeros_like(x)
    for r in range(0, x.shape[0], down):
        for c in range(0, x.shape[1], across):
            largest[r:r + down, c:c + across] = np.abs(x[r:r + down, c:c + across]).max()
    return largest


def quantise_by_hand(p, least=0.0, step=None):
    """e4m3fn under float32 scales as PyTorch and DeepGEMM have them, without anything of the project's."""
    x = p.x.astype(F)
    scale = np.maximum(blocks_of(x, p.block_rows or x.shape[0], p.block_columns or x.shape[1]), F(least)) / F(448)
    each = step(x, scale) if step else x * (F(1) / scale) if least else x / scale
    each[scale == 0] = 0
    finite = np.isfinite(each)
    put(p.q, np.where(finite, np.clip(each, F(-448), F(448)), each))
    # What holds for ml_dtypes' cast and not for a saturating one: an infinity stays out of range.
    p.q[np.isinf(each)] = np.sign(each[np.isinf(each)]) * 448
    put(p.scales, scale[::p.block_rows or x.shape[0], ::p.block_columns or x.shape[1]])


def block_quantise(p):
    """By lockstep.reference, whose recipes are tested elsewhere: what is tested here is the way to it and back."""
    import lockstep

    said = dict(word.split("=") for word in p.case.split() if "=" in word)
    q = lockstep.reference.quantise(p.x.astype(F), recipe=said.get("rule", "ocp_floor"),
                                    element={"e5m2": "e5m2", "e2m1": "e2m1"}.get(said.get("element"), "e4m3fn"),
                                    block=said.get("block", "1x32"), conversion="ocp_saturate")
    codes = q.codes.view(np.uint8)
    p.q.view(np.uint8)[...] = codes[:, 0::2] | codes[:, 1::2] << 4 if p.q.dtype == np.uint8 else codes
    p.scales[...] = q.scales


def and_then(right, change):
    def run(p):
        right(p)
        change(p)

    return run


def without_largest(p):
    e = np.exp(p.x.astype(F))
    put(p.y, e / e.sum(axis=-1, keepdims=True))


def without_eps(p):
    x = p.x.astype(F)
    put(p.y, x / np.sqrt((x * x).mean(axis=-1, keepdims=True)) * p.w.astype(F))


def biased_variance(p):
    x = p.x.astype(F)
    d = x - x.mean(axis=-1, keepdims=True)
    variance = (d * d).sum(axis=-1, keepdims=True) / max(1, p.columns - 1)
    put(p.y, d / np.sqrt(variance + F(2.0**-17)) * p.w.astype(F) + p.b.astype(F))


def unstable_order(p):
    topk_softmax(p)
    put(p.experts, np.argsort(p.logits, axis=-1, kind="stable")[:, ::-1][:, : p.topk])  # of equal ones the last


def shared_scale(p):
    finish(p, scaled(p.a, np.broadcast_to(p.a_scale[:, :1], p.a_scale.shape)) @ scaled(p.b, p.b_scale).T)


def without_padding(p):
    moe_sort(p)
    p.sorted_ids[p.sorted_ids == (p.topk << 24 | p.tokens)] = p.tokens


def one_scale_up(p):
    block_quantise(p)
    codes = p.scales.view(np.uint8)
    codes[-1, -1 if codes.shape == p.scales.shape else -3] += 1


def without_bias(p):
    a = p.a.astype(F).T if p.a_columns else p.a.astype(F)
    b = p.b.astype(F).T if p.b_columns else p.b.astype(F)
    put(p.d, ACTIVATIONS[p.activation](a @ b.T))


#: Operator: what computes it, and the same with a planted bug.
OPERATORS = {
    "softmax": (softmax, without_largest),
    "rms_norm": (rms_norm, without_eps),
    "layer_norm": (layer_norm, biased_variance),
    "rope": (rope, lambda p: rope(p, sign=-1)),
    "attention": (attention, lambda p: attention(p, mask_from=2)),
    "dense_gemm": (dense_gemm, without_bias),
    "mx_dense_gemm": (mx_gemm, shared_scale),
    "block_quantise": (block_quantise, one_scale_up),
    "int8_gemm": (int8_gemm, lambda p: int8_gemm(p, of=np.uint8)),
    "topk_softmax": (topk_softmax, unstable_order),
    "moe_sort": (moe_sort, without_padding),
}
