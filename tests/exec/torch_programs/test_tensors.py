"""torch on the emulated device against torch on the CPU: run by exec_torch.py under `exec --torch`."""
import copy
import gc
import io
import pickle

import pytest
import torch
import torch.nn.functional as F

FORMATS = [torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int8, torch.int32, torch.int64, torch.uint8, torch.bool]
SMALL = ["float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu"]


def same(device, host):
    assert device.device == torch.device("cuda", 0) and host.device.type == "cpu"
    assert device.dtype == host.dtype and device.shape == host.shape
    back = device.cpu()
    assert torch.equal(back.contiguous().view(torch.uint8), host.contiguous().view(torch.uint8)) if host.dim() else torch.equal(back, host)


def test_there_is_one_hip_device():
    assert torch.cuda.is_available() and torch.cuda.device_count() == 1 and torch.cuda.current_device() == 0
    assert torch.version.hip and torch.version.cuda is None
    with pytest.raises(RuntimeError, match="one device"):
        torch.cuda.set_device(1)


def test_properties_are_the_archs():
    p = torch.cuda.get_device_properties("cuda")
    assert p.gcnArchName.split(":")[0] == "gfx950" and p.multi_processor_count == 256 and p.warp_size == 64
    assert p.shared_memory_per_block == 163840 and torch.cuda.get_device_capability() == (9, 5)
    assert "MI355X" in torch.cuda.get_device_name() and torch.cuda.get_arch_list() == ["gfx950"]
    free, total = torch.cuda.mem_get_info()
    assert total == p.total_memory and 0 < free <= total


@pytest.mark.parametrize("dtype", FORMATS, ids=str)
def test_tensors_of_every_format_go_there_and_back(dtype):
    x = torch.randint(0, 2, (5, 7)).to(dtype)
    same(x.cuda(), x)
    same(x.to("cuda").t(), x.t())
    same(torch.zeros(3, 4, dtype=dtype, device="cuda"), torch.zeros(3, 4, dtype=dtype))
    same(x.cuda()[1:4, ::2], x[1:4, ::2])
    same(x.cuda()[1:4, ::2].contiguous(), x[1:4, ::2].contiguous())
    assert x.cuda().tolist() == x.tolist()


@pytest.mark.parametrize("name", SMALL)
def test_small_formats_convert_as_the_cpu_does(name):
    dtype = getattr(torch, name)
    x = torch.randn(64, 32).abs()
    same(x.cuda().to(dtype), x.to(dtype))
    same(x.cuda().to(dtype).float(), x.to(dtype).float())
    same(x.to(dtype).cuda(), x.to(dtype))
    same(x.to(dtype).cuda().view(torch.uint8).t().contiguous().view(dtype), x.to(dtype).view(torch.uint8).t().contiguous().view(dtype))


@pytest.mark.skipif(not hasattr(torch, "float4_e2m1fn_x2"), reason="torch 2.8 has it")
def test_pairs_of_four_bits():
    raw = torch.randint(0, 256, (4, 8), dtype=torch.uint8)
    x = raw.cuda().view(torch.float4_e2m1fn_x2)
    assert x.dtype == torch.float4_e2m1fn_x2 and torch.equal(x.view(torch.uint8).cpu(), raw)


OPERATIONS = {
    "arithmetic": lambda a, b: (a + b) * 3 - a / b.abs(), "product": lambda a, b: a @ b.t(), "in place": lambda a, b: a.clone().add_(b).mul_(2),
    "out": lambda a, b: torch.mul(a, b, out=torch.empty(0, dtype=a.dtype, device=a.device)), "sum": lambda a, b: a.sum(-1),
    "index": lambda a, b: a[[2, 0, 1], 1:3], "mask": lambda a, b: a[a > 0], "assigned": lambda a, b: set_rows(a.clone(), b),
    "where": lambda a, b: torch.where(a > b, a, b), "concatenated": lambda a, b: torch.cat([a, b], 1), "sorted": lambda a, b: a.sort(-1).values,
    "top": lambda a, b: torch.topk(a, 2).indices, "softmax": lambda a, b: torch.softmax(a, -1), "norm": lambda a, b: F.layer_norm(a, (8,)),
    "einsum": lambda a, b: torch.einsum("ij,kj->ik", a, b), "scattered": lambda a, b: a.clone().scatter_(1, b.argsort(-1), b),
    "flipped": lambda a, b: a.flip(0), "rolled": lambda a, b: a.roll(1, 1), "cumulative": lambda a, b: a.cumsum(0),
    "expanded": lambda a, b: a[:1].expand(4, 8).clone(), "aliases": lambda a, b: a.clone()[:4, :4].add_(a[:4, :4].t()),
    "own transpose": lambda a, b: own_transpose(a), "bits": lambda a, b: a.view(torch.int32) & 255, "unique": lambda a, b: torch.unique(a.round()),
    "nonzero": lambda a, b: (a > 0).nonzero(),
    "convolution": lambda a, b: F.conv2d(a[None, None], b[None, None, :2, :2]), "complex": lambda a, b: torch.view_as_real(torch.complex(a, b).conj() * 2),
    "quantiles": lambda a, b: torch.quantile(a, 0.5), "many at once": lambda a, b: torch._foreach_add([a, b], 1.0)[1],
    "repeated": lambda a, b: a.repeat_interleave(2, 0), "half": lambda a, b: F.softmax(a.half(), -1, dtype=torch.float32)}


def set_rows(a, b):
    a[1] = b[0]
    a[2:, ::2] = 7
    return a


def own_transpose(a):
    square = a[:4, :4].clone()
    square.add_(square.clone().t())
    return square


@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_are_the_cpus(name):
    a, b = torch.randn(4, 8), torch.randn(4, 8)
    same(OPERATIONS[name](a.cuda(), b.cuda()), OPERATIONS[name](a, b))


def test_attention_is_composed():
    q, k, v = torch.randn(3, 1, 2, 16, 8)
    expected = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    torch.testing.assert_close(F.scaled_dot_product_attention(q.cuda(), k.cuda(), v.cuda(), is_causal=True).cpu(), expected)


def test_gradients_are_the_cpus():
    def gradients(device):
        torch.manual_seed(3)
        model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.GELU(), torch.nn.LayerNorm(16), torch.nn.Linear(16, 4)).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=0.1)
        x = torch.linspace(-1, 1, 24).reshape(3, 8).to(device)
        for _ in range(3):
            optimizer.zero_grad()
            model(x).square().mean().backward()
            optimizer.step()
        return [p.detach() for p in model.parameters()]

    for there, here in zip(gradients("cuda"), gradients("cpu")):
        torch.testing.assert_close(there.cpu(), here)


def test_operators_of_a_library():
    @torch.library.custom_op("lockstep_test::doubled", mutates_args=())
    def doubled(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    doubled.register_autograd(lambda ctx, grad: grad * 2)
    x = torch.ones(3, device="cuda", requires_grad=True)
    doubled(x).sum().backward()
    same(x.grad, torch.full((3,), 2.0))


def test_copies_pickles_and_files():
    x = {"w": torch.randn(3, 4, device="cuda"), "n": 3}
    same(copy.deepcopy(x)["w"], x["w"].cpu())
    same(pickle.loads(pickle.dumps(x))["w"], x["w"].cpu())
    file = io.BytesIO()
    torch.save(x, file)
    file.seek(0)
    same(torch.load(file)["w"], x["w"].cpu())
    file.seek(0)
    assert torch.load(file, map_location="cpu")["w"].device.type == "cpu"


def test_seeds():
    torch.manual_seed(5)
    a = torch.randn(6, device="cuda")
    torch.manual_seed(5)
    same(torch.randn(6, device="cuda"), a.cpu())
    torch.cuda.manual_seed_all(6)
    assert not torch.equal(torch.randn(6, device="cuda"), a)
    state = torch.cuda.get_rng_state()
    b = torch.rand(4, device="cuda")
    torch.cuda.set_rng_state(state)
    same(torch.rand(4, device="cuda"), b.cpu())
    generator = torch.Generator(device="cuda").manual_seed(9)
    assert generator.device.type == "cuda"
    c = torch.randint(0, 99, (8,), device="cuda", generator=generator)
    same(torch.randint(0, 99, (8,), device="cuda", generator=generator.manual_seed(9)), c.cpu())


def test_what_torch_testing_says_of_a_mismatch():
    a = torch.randn(4, device="cuda")
    torch.testing.assert_close(a, a.clone())
    with pytest.raises(AssertionError, match="1 / 4"):
        torch.testing.assert_close(a, a + torch.tensor([0, 1, 0, 0], device="cuda"))
    assert "cuda:0" in repr(a)


def test_memory_is_counted():
    gc.collect()
    torch.cuda.reset_peak_memory_stats()
    before = torch.cuda.memory_allocated()
    x = torch.empty(1 << 20, dtype=torch.uint8, device="cuda")
    assert torch.cuda.memory_allocated() == before + (1 << 20) and torch.cuda.memory_reserved() >= 1 << 20
    del x
    torch.cuda.empty_cache()
    assert torch.cuda.memory_allocated() == before and torch.cuda.max_memory_allocated() == before + (1 << 20)
    assert "Allocated" in torch.cuda.memory_summary() and torch.cuda.memory_stats()["allocation.all.current"] >= 0


def test_tensors_past_four_gigabytes():
    x = torch.empty(5 << 30, dtype=torch.uint8, device="cuda")
    x[-3:] = 7
    assert x[-2].item() == 7 and x.data_ptr() + x.numel() - 1 == x[-1:].data_ptr()


def test_storage_grows():
    x = torch.arange(4, device="cuda")
    x.resize_(6)
    x[4:] = 9
    same(x, torch.tensor([0, 1, 2, 3, 9, 9]))
    y = torch.empty(0, device="cuda").set_(x.float())
    same(y, x.float().cpu())


def test_a_missing_operation_is_named(capfd):
    with pytest.raises((NotImplementedError, RuntimeError)):
        torch.ops.aten._thnn_fused_gru_cell(*[torch.zeros(2, 6, device="cuda")] * 2, torch.zeros(2, 2, device="cuda"))
    with pytest.raises((NotImplementedError, RuntimeError)):
        torch.ops.aten._thnn_fused_gru_cell(*[torch.zeros(2, 6, device="cuda")] * 2, torch.zeros(2, 2, device="cuda"))
    assert capfd.readouterr().err.count("aten::_thnn_fused_gru_cell") == 1
