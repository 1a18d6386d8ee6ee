"""Kernels of a code object, and how they are launched."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lockstep import _lockstep
from lockstep._lockstep import Finding, LaunchReport
from lockstep.arguments import Argument, bytes_of
from lockstep.errors import Falsified, Inconclusive, Trapped

if TYPE_CHECKING:
    from lockstep.device import Device


class Kernel:
    """A kernel on a device. `kernel[grid, block](arguments…)` launches it: `grid` in workgroups and `block` in threads, each
    an int or up to three of them."""

    def __init__(self, device: Device, code: _lockstep.Code, name: str) -> None:
        self.device = device
        self.name = name
        self._code = code
        self.arguments = [Argument(*a) for a in code.arguments(name)]

    @property
    def facts(self) -> dict[str, int]:
        """What the metadata says: vgprs, agprs, sgprs, lds_bytes, scratch_bytes, wave_width, max_workgroup,
        argument_bytes."""
        return dict(self._code.facts(self.name))

    def lint(self) -> list[Finding]:
        """What can be said of the kernel without running it."""
        return list(self._code.lint(self.name))

    def __getitem__(self, geometry: Any) -> Launch:
        if not isinstance(geometry, tuple) or len(geometry) != 2:
            raise TypeError(f"{self.name}[...]: expected [grid, block], workgroups and threads of one")
        return Launch(self, _extent("grid", geometry[0]), _extent("block", geometry[1]))

    def __repr__(self) -> str:
        return f"<Kernel {self.name}({', '.join(a.name for a in self.arguments)})>"


def _extent(what: str, extent: Any) -> tuple[int, int, int]:
    given = tuple(extent) if isinstance(extent, (tuple, list)) else (extent,)
    if not 1 <= len(given) <= 3 or not all(0 < int(n) < 1 << 32 for n in given):
        raise ValueError(f"{what} {extent}: expected one to three numbers from 1 on")
    x, y, z = (*map(int, given), 1, 1)[:3]
    return x, y, z


class Launch:
    """A kernel with its grid and block: called with the arguments, it runs."""

    def __init__(self, kernel: Kernel, grid: tuple[int, int, int], block: tuple[int, int, int]) -> None:
        self.kernel, self.grid, self.block = kernel, grid, block

    def _values(self, given: tuple[Any, ...], named: dict[str, Any]) -> list[bytes]:
        wanted = self.kernel.arguments
        names = [a.name for a in wanted]
        for name in named:
            if name not in names:
                raise TypeError(f"{self.kernel.name} takes no argument '{name}'; it takes {', '.join(names)}")
        if len(given) + len(named) != len(wanted):
            raise TypeError(f"{self.kernel.name} takes {len(wanted)} arguments ({', '.join(names)}), "
                            f"{len(given) + len(named)} are given")
        values = dict(zip(names, given))
        for name, value in named.items():
            if name in values:
                raise TypeError(f"{self.kernel.name}: argument '{name}' is given twice")
            values[name] = value
        return [bytes_of(i, a, values[a.name], self.kernel.device) for i, a in enumerate(wanted)]

    def __call__(self, *arguments: Any, shared: int = 0, schedule: str | None = None, cooperative: bool = False,
                 must_hold: bool = True, regions: bool = False, clamped: bool = False,
                 trace: tuple[int | Sequence[int], int] | None = None, **named: Any) -> LaunchReport:
        """Runs the kernel, and returns the report of the launch.

        arguments    in the order of `Kernel.arguments`, or by name: Array or None for pointers (or an address, as int);
                     for values int, float or a numpy scalar, of the argument's size, or bytes for a structure
        shared       bytes of LDS beyond the static ones
        schedule     instead of the device's
        cooperative  all workgroups at once, as kernels need it whose workgroups wait for each other
        must_hold    raise Trapped, Falsified or Inconclusive where the verdict is not "holds"; False: return the report
        regions, clamped   also run these opt-in checks (docs/checks.md)
        trace        (workgroup, wave): log what this wave does, in `report.trace`

        Raises TypeError or ValueError where the launch can't be meant, with the argument and what was expected. Where the
        kernel stopped, memory is as it left it; a GPU then answers nothing more in this process, as a rule."""
        device = self.kernel.device
        if device.gpu and (schedule is not None or regions or clamped or trace is not None):
            raise ValueError(f"{device.gpu}: schedule, regions, clamped and trace say how the emulator runs a kernel")
        report: LaunchReport = device._session.launch(
            self.kernel._code, self.kernel.name, self.grid, self.block, self._values(arguments, named), shared,
            schedule or device.schedule, device.checks, cooperative, device.threads, device.step_limit,
            device.fail_on, regions, clamped, None if trace is None else (_workgroup(trace[0]), int(trace[1])))
        report.source_folders = device.source_folders
        if must_hold and report.verdict != "holds":
            kinds = {"trapped": Trapped, "inconclusive": Inconclusive}
            raise kinds.get(report.verdict, Falsified)(str(report).rstrip(), report)
        return report


def _workgroup(number: int | Sequence[int]) -> tuple[int, int, int]:
    given = tuple(number) if isinstance(number, (tuple, list)) else (number,)
    x, y, z = (*map(int, given), 0, 0)[:3]
    return x, y, z
