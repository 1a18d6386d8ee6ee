"""A device: the emulator of one GPU, or a GPU."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from lockstep import _lockstep
from lockstep.arrays import Array, allocate
from lockstep.dtypes import DTypeLike, dtype_of, host_array
from lockstep.kernel import Kernel


#: What a device stands on, of an arch, a model and a seed. `lockstep judge` puts another in its place where it runs a candidate.
open_session: Callable[[str, str, int], Any] = _lockstep.Device.open


class Device:
    """A GPU, emulated or not: memory, code objects and launches of its own. Devices of a process know nothing of each other,
    and may be used from several threads at once.

    arch      "gfx950", "gfx942" or "gfx1250", which are emulated, or "hip:0", the first GPU that the HIP runtime sees (under
              `lockstep exec` an emulated one)
    model     how matrix instructions add (`lockstep list models`); by default the arch's first
    schedule  under which launches run: "earliest", "latest", "vmem-late", "lds-late", "random:SEED", several of them with
              commas between, "several" (the first four and random:1, the default) or "hunt" (twelve). The first one's
              results stay; an output that is not the same under all of them is a finding
    seed      of what undefined memory, registers and LDS hold
    threads   of the host, for one launch
    checks    False: no check beyond those that stop a wave; several times as fast
    step_limit   instructions of a wave before it counts as stuck
    fail_on   the least severity that makes a launch raise: "note", "risk", "manual" or "wrong"

    A GPU takes of these `checks` and `fail_on`: it adds and schedules as it does.

    Raises ValueError, with what there is, for an arch, a model, a schedule or a severity that is not known, for a GPU that is not
    there, and for words that a GPU does not take."""

    def __init__(self, arch: str = "gfx950", *, model: str | None = None, schedule: str | None = None,
                 seed: int | None = None, threads: int | None = None, step_limit: int | None = None,
                 checks: bool = True, fail_on: str = "manual") -> None:
        if arch.startswith("cuda:"):
            raise ValueError(f"{arch}: launches from Python run on GPUs of AMD's, emulated or not; `lockstep fuzz --device "
                             f"{arch}` runs cases on one of NVIDIA's")
        if arch.startswith("hip:"):
            given = {"model": model, "schedule": schedule, "seed": seed, "threads": threads,
                     "step_limit": step_limit}
            if meant := [word for word, value in given.items() if value is not None]:
                raise ValueError(f"{arch}: {', '.join(meant)} say how the emulator runs a kernel; a GPU takes none")
        _lockstep.check_words(schedule or "several", fail_on)
        self._session = open_session(arch, model or "", 1 if seed is None else seed)
        #: Under which launches run that name none; of a GPU it has no meaning.
        self.schedule = schedule or "several"
        self.threads = threads or 1
        self.step_limit = step_limit
        self.checks = checks
        self.fail_on = fail_on
        #: Where reports look for the sources that line tables name, without their folders.
        self.source_folders = ["."]

    @property
    def arch(self) -> str:
        """"gfx950", also of the GPU that "hip:0" names."""
        return str(self._session.arch)

    @property
    def model(self) -> str:
        """How matrix instructions add; of a GPU "hardware"."""
        return str(self._session.model)

    @property
    def model_label(self) -> str:
        """What is known of the model: "measured", "documented", "inferred" or "hypothesis"; of a GPU "hardware"."""
        return str(self._session.model_label)

    @property
    def gpu(self) -> str:
        """What a GPU calls itself: "hip:0 (AMD Instinct MI355X)". "" where it is emulated here."""
        return str(self._session.gpu)

    @property
    def used(self) -> int:
        """Bytes that are allocated, whether or not anything was touched."""
        return int(self._session.used)

    def array(self, values: Any, dtype: DTypeLike = None, *, name: str = "") -> Array:
        """A copy of `values` in the device's memory: of a numpy array, anything with `__dlpack__` on the CPU, or numbers.

        `dtype` converts them, as numpy does; `name` is what findings call the array. Elements of less than a byte, which
        numpy keeps one to a byte, lie packed there (docs/python.md).

        Raises TypeError for objects and structures, ValueError for what does not fit and for arrays on other devices."""
        host = host_array(values)
        if dtype is not None:
            host = host.astype(dtype_of(dtype))
        array = allocate(self, host.shape, host.dtype, name)
        array.copy_from(host)
        return array

    def empty(self, shape: int | tuple[int, ...], dtype: DTypeLike = "float32", *, name: str = "") -> Array:
        """An array whose bytes are undefined: a kernel that uses them is told. Costs nothing until it is touched, whatever
        its size, as far as the device's memory goes (288 GB on gfx950). On a GPU it holds what was there, and costs its size.

        `shape` is in elements, also of types of less than a byte, whose last axis fills its bytes.

        Raises TypeError for what is no type of numbers, ValueError for sizes that the memory does not have."""
        return allocate(self, shape, dtype, name)

    def zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike = "float32", *, name: str = "") -> Array:
        """An array of zeros; every page of it is touched. `shape` in elements. Raises as `empty` does."""
        return self.full(shape, 0, dtype, name=name)

    def full(self, shape: int | tuple[int, ...], value: Any, dtype: DTypeLike = "float32", *, name: str = "") -> Array:
        """An array of one value, converted to `dtype`; every page of it is touched. Raises as `empty` does."""
        array = allocate(self, shape, dtype, name)
        array.copy_from(np.broadcast_to(np.asarray(value).astype(array.dtype), array.shape))
        return array

    def load(self, code: str | os.PathLike[str] | bytes, *, name: str = "") -> Code:
        """A code object: the path of a file, or its bytes, which `name` names in reports.

        Raises OSError where the file can't be read, and ValueError where it is no code object for this arch: with the
        offset, what was expected there and what was found."""
        if isinstance(code, (bytes, bytearray, memoryview)):
            return Code(self, self._session.load(name or "code object", bytes(code)))
        self._look_in(Path(code).parent)
        return Code(self, self._session.load(os.fspath(code), Path(code).read_bytes()))

    def _look_in(self, folder: Path) -> None:
        if str(folder) not in self.source_folders:
            self.source_folders.append(str(folder))

    def load_kernel(self, kernel: str, build: str = "O3") -> Code:
        """The code object of a kernel of the project (`lockstep list kernels`), which the package brings along.

        Raises ValueError where there is no such kernel for the arch or no such build, with what there is."""
        image = _lockstep.image(kernel, self.arch, build)
        return Code(self, self._session.load(f"{kernel} ({build})", image))

    def __repr__(self) -> str:
        if self.gpu:
            return f"<Device {self.gpu}, {self.arch}>"
        return f"<Device {self.arch}, model {self.model} ({self.model_label}), schedule {self.schedule}>"


class Code:
    """A code object on a device: a mapping of its kernels by name. A name that it lacks raises KeyError, with those it has."""

    def __init__(self, device: Device, loaded: _lockstep.Code) -> None:
        self.device = device
        self._loaded = loaded

    @property
    def file(self) -> str:
        """The path that it was loaded from, or the name that its bytes were given."""
        return str(self._loaded.file)

    @property
    def notes(self) -> list[str]:
        """What is odd about the object and was put right, a sentence each."""
        return list(self._loaded.notes)

    def keys(self) -> list[str]:
        """Names of its kernels."""
        return list(self._loaded.kernels)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __getitem__(self, kernel: str) -> Kernel:
        if kernel not in self.keys():
            raise KeyError(f"{self.file}: has no kernel {kernel}; it has {', '.join(self.keys())}")
        return Kernel(self.device, self._loaded, kernel)

    def __repr__(self) -> str:
        return f"<Code {self.file}: {', '.join(self.keys())}>"
