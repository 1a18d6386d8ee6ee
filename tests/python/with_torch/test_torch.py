"""torch's tensors on the CPU: handed to devices, to Triton's kernels, and by problems to what is judged."""
import lockstep
import ml_dtypes
import numpy as np
import pytest

torch = pytest.importorskip("torch")
triton = pytest.importorskip("triton")
import lockstep.triton  # noqa: E402
import triton.language as tl  # noqa: E402

TYPES = ["bool", "uint8", "int8", "int16", "uint16", "int32", "uint32", "int64", "float16", "float32", "float64", "bfloat16",
         "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"]


@pytest.fixture(scope="module")
def driver():
    return lockstep.triton.activate("gfx950")


@pytest.fixture
def gpu(driver):
    return driver.device


@pytest.mark.parametrize("name", TYPES)
def test_tensors_of_every_type_arrive_as_they_are(gpu, name):
    raw = torch.arange(48, dtype=torch.uint8) % 2 if name == "bool" else torch.randint(0, 256, (48,), dtype=torch.uint8)
    tensor = raw.view(getattr(torch, name)).reshape(3, -1)
    array = gpu.array(tensor)
    assert array.dtype == np.dtype(getattr(ml_dtypes, name, name)) and array.shape == tuple(tensor.shape)
    assert array.numpy().tobytes() == bytes(raw.tolist())
    turned = gpu.array(tensor.T)
    assert turned.shape == tuple(tensor.T.shape) and turned.numpy().tobytes() == array.numpy().T.tobytes()


def test_pairs_of_four_bits_arrive_one_to_an_element(gpu):
    raw = torch.tensor([[0x21, 0x43], [0xF7, 0x80]], dtype=torch.uint8)
    array = gpu.array(raw.view(torch.float4_e2m1fn_x2))
    assert array.shape == (2, 4) and array.numpy().astype(float).tolist() == [[0.5, 1, 1.5, 2], [6, -6, 0, 0]]


def test_arrays_come_back_to_torch(gpu):
    tensor = torch.randn(5, 7)
    assert torch.equal(torch.from_dlpack(gpu.array(tensor)), tensor)
    assert torch.equal(torch.from_dlpack(gpu.array(tensor)[1:4, ::2]), tensor[1:4, ::2])
    bf16 = tensor.to(torch.bfloat16)
    assert torch.equal(torch.from_dlpack(gpu.array(bf16).view("uint16")).view(torch.bfloat16), bf16)


def test_a_tensor_that_is_being_differentiated_is_taken_by_its_values(gpu):
    assert gpu.array(torch.ones(3, requires_grad=True).detach()).numpy().tolist() == [1, 1, 1]
    with pytest.raises(ValueError, match="an array on meta: copy it to the CPU first"):
        gpu.array(torch.ones(3, device="meta"))


@triton.jit
def doubled(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, 2 * tl.load(x + i, i < n), i < n)


@triton.jit
def doubled_past_the_end(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, 2 * tl.load(x + i, i < n), i <= n)


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16, torch.int32])
def test_triton_takes_tensors_and_fills_them(driver, dtype):
    x = torch.arange(300).to(dtype)
    y = torch.zeros(300, dtype=dtype)
    doubled[(3,)](x, y, 300, BLOCK=128)
    assert torch.equal(y, 2 * x) and torch.equal(x, torch.arange(300).to(dtype))
    with pytest.raises((lockstep.Falsified, lockstep.Trapped), match="test_torch.py"):
        doubled_past_the_end[(3,)](x, y, 300, BLOCK=128)


def in_torch(problem):
    """D = A Bᵀ for the first masked_m rows of a group, scales by 128."""
    b = problem.stored("b").double()  # out of its shuffle
    for g, rows in enumerate(problem.masked_m.tolist()):
        if rows == 0:
            continue
        a = problem.a[g, :rows].double()
        blocks = a.unflatten(1, (-1, 128)), b[g].unflatten(1, (-1, 128))
        scale_b = problem.b_scale[g].double().repeat_interleave(128, 0)
        d = torch.einsum("rqk,nqk,qr,nq->rn", *blocks, problem.a_scale[g, :, :rows].double(), scale_b)
        problem.d[g, :rows] = d.to(problem.d.dtype)


@pytest.mark.parametrize("arrays", ["torch", "torch:cpu"])
def test_a_function_of_tensors_holds(tmp_path, arrays):
    options = {"cases": 12, "seed": 7, "corpus": str(tmp_path), "arrays": arrays}
    report = lockstep.fuzz("grouped_gemm_masked", **options)(in_torch)()
    assert report.cases == 12 and report.rejected == 0 and {"exact_grid", "bound", "snr", "untouched", "unread"} <= set(report.held)


def a_row_too_many(problem):
    in_torch(problem)
    for g, rows in enumerate(problem.masked_m.tolist()):
        if rows < problem.m:
            problem.d[g, rows] = 0


def scales_of_the_next_block(problem):
    problem.b_scale.copy_(problem.b_scale.view(torch.uint8).roll(1, -1).view(problem.b_scale.dtype))
    in_torch(problem)


@pytest.mark.parametrize("arrays", ["torch", "torch:cpu"])
@pytest.mark.parametrize("bug, law", [(a_row_too_many, "untouched"), (scales_of_the_next_block, "exact_grid")])
def test_a_bug_in_torch_is_found_and_shrunk(tmp_path, arrays, bug, law):
    with pytest.raises(lockstep.Falsified) as found:
        lockstep.fuzz("grouped_gemm_masked", cases=40, seed=7, corpus=str(tmp_path), arrays=arrays, laws=[law])(bug)()
    assert f"grouped_gemm_masked / {law}" in str(found.value) and "shrunk" in str(found.value)
    assert "groups=1 n=128" in str(found.value)


@pytest.mark.parametrize("operator", ["grouped_gemm_k", "small_m_gemv", "tensorwise_nt", "moe_down_flat", "dense_gemm",
                                      "mx_dense_gemm", "int8_gemm", "block_quantise", "softmax", "rope", "attention", "topk_softmax", "moe_sort"])
def test_every_operator_hands_over_tensors(tmp_path, operator):
    def look(problem):
        assert all(isinstance(t, torch.Tensor) for t in problem.tensors.values())
        problem.reject("only looking")

    with pytest.raises(lockstep.Inconclusive):
        lockstep.fuzz(operator, cases=12, seed=3, corpus=str(tmp_path), arrays="torch")(look)()
