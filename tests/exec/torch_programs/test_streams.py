"""Streams, events, graphs and pinned memory of torch on the emulated device: run by exec_torch.py."""
import pytest
import torch


def test_streams_and_events():
    side = torch.cuda.Stream()
    x = torch.zeros(1000, device="cuda")
    assert torch.cuda.current_stream() == torch.cuda.default_stream() and torch.cuda.current_stream().cuda_stream == 0
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        assert torch.cuda.current_stream() == side and side.cuda_stream != 0
        x.add_(1)
        y = x * 2
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    torch.cuda.current_stream().wait_stream(side)
    x.record_stream(side)
    end.record()
    end.synchronize()
    assert end.query() and start.elapsed_time(end) >= 0 and side.query()
    assert y.sum().item() == 2000 and torch.cuda.Stream(priority=-1).priority == -1
    assert torch.cuda.current_stream() == torch.cuda.default_stream()


def test_events_that_were_not_recorded():
    event = torch.cuda.Event()
    assert event.query()
    event.synchronize()
    event.record()
    event.wait(torch.cuda.Stream())


def test_pinned_memory():
    x = torch.arange(1000.0).pin_memory()
    assert x.is_pinned() and not torch.zeros(1).is_pinned()
    assert torch.zeros(3, pin_memory=True).is_pinned()
    y = x.to("cuda", non_blocking=True)
    z = torch.empty(1000, pin_memory=True)
    z.copy_(y, non_blocking=True)
    torch.cuda.synchronize()
    assert torch.equal(z, x)


def test_a_graph_computes_again_from_what_its_inputs_hold():
    x = torch.ones(4, 4, device="cuda")
    side = torch.cuda.Stream()
    side.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(side):
        warm = x @ x
    torch.cuda.current_stream().wait_stream(side)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        assert torch.cuda.is_current_stream_capturing()
        y = (x @ x).relu_()
        y[0] = 5
        total = y.sum(0, keepdim=True).expand(4, 4).contiguous()
    assert not torch.cuda.is_current_stream_capturing()
    for value in (2.0, -3.0):
        x.fill_(value)
        graph.replay()
        host = (x.cpu() @ x.cpu()).relu()
        host[0] = 5
        assert torch.equal(y.cpu(), host) and torch.equal(total.cpu(), host.sum(0, keepdim=True).expand(4, 4))
    del warm
    graph.reset()
    with pytest.raises(RuntimeError, match="without a preceding"):
        graph.replay()


def test_a_graph_may_not_wait():
    x = torch.ones(4, device="cuda")
    graph = torch.cuda.CUDAGraph()
    with pytest.raises(RuntimeError, match="operation not permitted when stream is capturing"):
        with torch.cuda.graph(graph):
            x.sum().item()
    assert x.sum().item() == 4


def test_callables_as_graphs():
    model = torch.nn.Linear(4, 4).cuda()
    graphed = torch.cuda.make_graphed_callables(model, (torch.randn(2, 4, device="cuda"),))
    x = torch.randn(2, 4, device="cuda")
    expected = torch.nn.functional.linear(x, model.weight, model.bias)
    torch.testing.assert_close(graphed(x), expected)
