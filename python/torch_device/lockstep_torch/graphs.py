"""torch.cuda.CUDAGraph's base: a graph of HIP's, with what its operations need as long as it can be launched."""
from __future__ import annotations

import ctypes
import itertools
from typing import Any

from lockstep_torch import runtime

_MODES = {"global": 0, "thread_local": 1, "relaxed": 2}
_pools = itertools.count(1)


def new_pool() -> tuple[int, int]:
    """A handle: graphs share no memory, as none is used again."""
    return 0, next(_pools)


def graph_class(library: ctypes.CDLL) -> type:
    def stream() -> runtime.Handle:
        return runtime.Handle(library.lockstep_torch_stream())

    class Graph:
        capturing: Any = None  # the graph that is being captured

        def __new__(cls, keep_graph: bool = False) -> Any:
            self = object.__new__(cls)
            self._keeps, self._graph, self._executable, self._memory, self._pool = keep_graph, None, None, None, (0, 0)
            return self

        def capture_begin(self, pool: Any = None, capture_error_mode: str = "global") -> None:
            self._destroy()
            self._pool = pool or new_pool()
            self._memory = library.lockstep_torch_begin_capture()
            if self._memory is None:
                raise RuntimeError("a graph is being captured already")
            try:
                runtime.call("hipStreamBeginCapture", stream(), _MODES[capture_error_mode])
            except RuntimeError:
                library.lockstep_torch_end_capture()
                raise
            Graph.capturing = self

        def capture_end(self) -> None:
            self.capture_end_pre()
            if not self._keeps:
                self.instantiate()
            self.capture_end_post()

        def capture_end_pre(self) -> None:
            Graph.capturing = None
            library.lockstep_torch_end_capture()
            graph = runtime.Handle()
            runtime.call("hipStreamEndCapture", stream(), ctypes.byref(graph))
            self._graph = graph.value

        def capture_end_post(self) -> None:
            if not self._keeps:
                self._destroy_graph()

        def instantiate(self) -> None:
            if self._graph is None:
                raise RuntimeError("Called CUDAGraph::replay without a preceding successful capture or load.")
            executable = runtime.Handle()
            runtime.call("hipGraphInstantiate", ctypes.byref(executable), runtime.Handle(self._graph), None, None, 0)
            self._destroy_executable()
            self._executable = executable.value

        @property
        def _has_graph_exec(self) -> bool:
            return self._executable is not None

        def replay(self) -> None:
            if self._executable is None:
                self.instantiate()
            runtime.call("hipGraphLaunch", runtime.Handle(self._executable), stream())

        def reset(self) -> None:
            self._destroy()

        def pool(self) -> tuple[int, int]:
            return self._pool

        def pools(self) -> list[tuple[int, int]]:
            return [self._pool]

        def _retain_pool(self, pool: Any) -> None:
            """Pools hold nothing."""

        def register_generator_state(self, generator: Any) -> None:
            """Operations draw again each time."""

        def enable_debug_mode(self) -> None:
            self._keeps = True

        def debug_dump(self, path: str) -> None:
            raise RuntimeError("the emulated GPU draws no graphs")

        def raw_cuda_graph(self) -> int:
            return int(self._graph or 0)

        def raw_cuda_graph_exec(self) -> int:
            return int(self._executable or 0)

        @staticmethod
        def get_currently_capturing_graph() -> Any:
            return Graph.capturing

        def _destroy_graph(self) -> None:
            if self._graph is not None:
                runtime.call("hipGraphDestroy", runtime.Handle(self._graph))
            self._graph = None

        def _destroy_executable(self) -> None:
            if self._executable is not None:
                runtime.call("hipDeviceSynchronize")  # it may be running
                runtime.call("hipGraphExecDestroy", runtime.Handle(self._executable))
            self._executable = None

        def _destroy(self) -> None:
            self._destroy_executable()
            self._destroy_graph()
            if self._memory is not None:
                library.lockstep_torch_release_capture(self._memory)
            self._memory = None

        def __del__(self) -> None:
            self._destroy()

    Graph.__name__ = Graph.__qualname__ = "_CUDAGraph"
    return Graph
