"""Units as tasks of Dask, which chooses the workers and starts a task again when its worker dies."""
from __future__ import annotations

import contextlib
import itertools
import queue
import threading
import time
import types
from asyncio import CancelledError
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any

from lockstep_campaigns import processes
from lockstep_campaigns import unit as on_worker
from lockstep_campaigns.unit import Outcome, Settings, Unit

_WAIT_SECONDS = 0.5
#: Units that a worker has waiting, for each that it runs.
_WAITING = 1


def whole(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, as one that travels to the workers with all that it uses of its module, which they need not have.

    Dask sends a function by the name of its module, unless that is the main program's."""
    import cloudpickle
    for module in (on_worker, processes):
        cloudpickle.register_pickle_by_value(module)
    travelling = types.FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    travelling.__module__ = "__main__"
    return travelling


@contextlib.contextmanager
def closed(cluster: Any) -> Iterator[Any]:
    """A cluster of Dask's, closed in the end. When a worker ends while it is closed, Dask raises KeyError."""
    try:
        yield cluster
    finally:
        with contextlib.suppress(KeyError):
            cluster.close()


class DaskPool:
    """A `drive.Pool` over a `distributed.Client`."""

    def __init__(self, client: Any, settings: Settings, objects: dict[str, bytes]) -> None:
        self.client, self.settings = client, settings
        self.excluded: set[str] = set()
        self.objects = [client.submit(whole(on_worker.sent), data, key=f"lockstep-object-{digest}")
                        for digest, data in objects.items()]
        self._ended: queue.Queue[Any] = queue.Queue()
        self._units: dict[Any, tuple[Unit, frozenset[str]]] = {}
        self._waiting: list[tuple[float, Unit, str]] = []
        self._numbers = itertools.count()
        self._seen_at, self._seen = 0.0, {}  # type: float, dict[str, int]

    def workers(self) -> dict[str, int]:
        """Address -> threads, of those that are not excluded."""
        if time.monotonic() - self._seen_at > 1:
            info = self.client.scheduler_info(n_workers=-1)["workers"]
            self._seen = {address: worker["nthreads"] for address, worker in info.items()}
            self._seen_at = time.monotonic()
        return {address: threads for address, threads in self._seen.items() if address not in self.excluded}

    def room(self) -> int:
        return sum(self.workers().values()) * (1 + _WAITING) - self.running()

    def running(self) -> int:
        return len(self._units) + len(self._waiting)

    def submit(self, unit: Unit, not_on: str = "", after: float = 0.0) -> None:
        if after > 0:
            self._waiting.append((time.monotonic() + after, unit, not_on))
            return
        where: dict[str, Any] = {}
        allowed: frozenset[str] = frozenset()
        others = [address for address in self.workers() if address != not_on]
        if self.excluded:
            allowed = frozenset(others or self.workers())
            where = {"workers": list(allowed)}
        elif not_on and others:
            allowed = frozenset(others)
            where = {"workers": others}
        key = f"lockstep-{self.settings.token}-{unit.name}-{next(self._numbers)}"
        future = self.client.submit(whole(on_worker.run_on_dask), asdict(unit), asdict(self.settings), *self.objects, key=key,
                                    pure=False, **where)
        self._units[future] = unit, allowed
        future.add_done_callback(self._ended.put)

    def finished(self) -> Iterable[tuple[Unit, Outcome]]:
        self._submit_what_waited()
        self._move_from_lost_workers()
        timeout = _WAIT_SECONDS
        while True:
            try:
                future = self._ended.get(timeout > 0, timeout)
            except queue.Empty:
                return
            timeout = 0.0
            if future in self._units:
                unit, _ = self._units.pop(future)
                yield unit, self._outcome(future)

    def exclude(self, worker: str) -> bool:
        self.excluded.add(worker)
        return bool(self.workers())

    def stop(self) -> None:
        """Ends what is running."""
        self.client.cancel(list(self._units))
        self._units.clear()
        self._waiting.clear()
        # The scheduler may be gone already, with its workers.
        thread = threading.Thread(target=self._stop_units, daemon=True)
        thread.start()
        thread.join(5)

    def _stop_units(self) -> None:
        try:
            self.client.run(whole(on_worker.stop), self.settings.token, on_error="ignore")
        except Exception:  # whatever a cluster that is going down says
            pass

    def _outcome(self, future: Any) -> Outcome:
        from distributed import KilledWorker
        try:
            return Outcome(**future.result())
        except KilledWorker:
            return Outcome("died", "its workers were killed")
        except (Exception, CancelledError) as error:
            return Outcome("failed", f"{type(error).__name__}: {error}")

    def _submit_what_waited(self) -> None:
        now = time.monotonic()
        due = [w for w in self._waiting if w[0] <= now]
        self._waiting = [w for w in self._waiting if w[0] > now]
        for _, unit, not_on in due:
            self.submit(unit, not_on)

    def on_worker(self, worker: str, function: Callable[..., Any], *words: Any) -> Any:
        """What the function gives on this worker; None: the worker died, or was gone."""
        future = self.client.submit(whole(function), *words, pure=False, workers=[worker])
        while worker in self.workers() and future.status == "pending":
            time.sleep(_WAIT_SECONDS / 10)
        if future.status == "finished":
            return future.result()
        future.cancel()
        return None

    # A task that may run on some workers waits for ever when all of those are gone, whatever allow_other_workers says.
    def _move_from_lost_workers(self) -> None:
        here = self.workers()
        for future, (unit, allowed) in list(self._units.items()):
            if allowed and future.status == "pending" and not allowed & here.keys() and here:
                del self._units[future]
                future.cancel()
                self.submit(unit)
