"""
Lockstep's emulator, laws and references. Use the package lockstep, which stands before it.
"""

from collections.abc import Callable, Sequence
import os
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


class Finding:
    """
    What a run of a kernel, or lint, has to say about one of its instructions.
    """

    @property
    def kind(self) -> str:
        """As docs/checks.md names it."""

    @property
    def severity(self) -> str:
        """"wrong", "manual", "risk" or "note"."""

    @property
    def text(self) -> str:
        """What happened, with the address and the allocation it is in or beside."""

    @property
    def instruction(self) -> str:
        """The disassembler's line."""

    @property
    def address(self) -> int:
        """The address of the instruction in the code object."""

    @property
    def workgroup(self) -> list[int]: ...

    @property
    def wave(self) -> int:
        """In its workgroup; -1: of no wave, but of the code that was executed."""

    @property
    def lane(self) -> int:
        """The first one concerned; -1: the whole wave."""

    @property
    def kernel(self) -> str: ...

    @property
    def source(self) -> str:
        """"gemm.hip:42"; empty where the code object has no line tables."""

    @property
    def other(self) -> str:
        """The other instruction, of races, waits and wait states."""

    @property
    def other_address(self) -> int: ...

    @property
    def distance(self) -> int:
        """
        Instructions from the other to this one, as the code stands; 0: unknown.
        """

    @property
    def more(self) -> int:
        """Findings of the same cause, which this one stands for."""

    @property
    def rule(self) -> str:
        """The name of a rule of wait states; empty for other findings."""

    @property
    def line(self) -> str:
        """All of it in one line, as the command prints it."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class Coverage:
    """
    Which instructions of a code object were reached, and which ways its branches took.
    """

    def __init__(self) -> None:
        """Covers nothing yet: it becomes the first that is merged."""

    def merge(self, other: Coverage) -> None:
        """Adds what another run of the same code object reached."""

    @property
    def instructions(self) -> tuple[int, int]:
        """(reached, all) of the code object."""

    @property
    def branch_directions(self) -> tuple[int, int]:
        """(taken, all): two of each conditional branch."""

    @property
    def mnemonics(self) -> set[str]:
        """The mnemonics of the instructions that were reached."""

class LaunchReport:
    """What a launch came to."""

    @property
    def verdict(self) -> str:
        """"holds", "falsified", "trapped" or "inconclusive"."""

    @property
    def object(self) -> str:
        """The code object's file."""

    @property
    def kernel(self) -> str: ...

    @property
    def model(self) -> str:
        """How matrix instructions add; on a GPU "hardware"."""

    @property
    def model_label(self) -> str:
        """
        What is known of that: "measured", "documented", "inferred" or "hypothesis"; on a GPU "hardware".
        """

    @property
    def gpu(self) -> str:
        """The GPU that ran it; "" on the emulator."""

    @property
    def absent(self) -> list[str]:
        """
        What the emulator finds and a GPU does not say, a name each; empty on the emulator. What belongs to it raises ValueError when it is asked for.
        """

    @property
    def schedules(self) -> list[str]: ...

    @property
    def findings(self) -> list[Finding]:
        """The findings of all schedules, one for each cause."""

    @property
    def stop(self) -> Finding | None:
        """Why the kernel did not come to its end; None where it did."""

    @property
    def differences(self) -> list[str]:
        """Bytes that are not the same under all schedules, a line each."""

    @property
    def notes(self) -> list[str]:
        """On how it ran, a line each."""

    @property
    def workgroups(self) -> int:
        """That ran, under the first schedule."""

    @property
    def wave_instructions(self) -> int:
        """Executed under the first schedule."""

    @property
    def instructions(self) -> dict[str, int]:
        """Times that waves executed each mnemonic, under the first schedule."""

    @property
    def coverage(self) -> Coverage: ...

    @property
    def trace(self) -> str:
        """The log of the wave that was asked for, as `lockstep trace` prints it."""

    def text(self, limit: int = 3, notes: bool = False) -> str:
        """
        The command's lines; of findings that are alike at most `limit` (0: all). Findings of severity note are counted, or printed where `notes` asks for them.
        """

    @property
    def source_folders(self) -> list[str]:
        """
        Where html() looks for the files that line tables name: by default the working folder, and those that the code object and, with Triton, its kernels came from.
        """

    @source_folders.setter
    def source_folders(self, arg: Sequence[str], /) -> None: ...

    def html(self, file: str | os.PathLike[str] | None = None) -> str:
        """
        A page to look at: returned, and written to `file` where one is named. Raises OSError where it can't be written.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def device_facts(arch: str) -> dict[str, int]: ...

def image(kernel: str, arch: str, build: str) -> bytes:
    """The code object of a kernel of the project."""

def check_words(schedule: str, fails: str) -> None:
    """Raises ValueError for what launches would refuse."""

def number_bytes(type: str, size: int, number: str) -> bytes:
    """A number without a type of its own, for an argument of a C++ type."""

def number_mismatch(type: str, given: str) -> str:
    """
    Why a number of a type is none for an argument of a C++ type; empty: it is one.
    """

class Code:
    """A code object, decoded."""

    @property
    def file(self) -> str: ...

    @property
    def arch(self) -> str: ...

    @property
    def notes(self) -> list[str]: ...

    @property
    def kernels(self) -> list[str]: ...

    def arguments(self, kernel: str) -> list[tuple[str, int, int, str, str]]:
        """(name, offset, bytes, kind, C++ type) of each explicit argument."""

    def facts(self, kernel: str) -> dict[str, int]: ...

    def lint(self, kernel: str) -> list[Finding]: ...

class Device:
    """Memory, code objects and launches of one GPU, emulated or not."""

    @staticmethod
    def open(arch: str, model: str, seed: int) -> Device: ...

    @property
    def arch(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def model_label(self) -> str: ...

    @property
    def gpu(self) -> str: ...

    @property
    def used(self) -> int: ...

    def allocate(self, bytes: int, name: str) -> int: ...

    def free(self, address: int) -> None: ...

    def write(self, address: int, bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def read(self, address: int, bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')], undefined: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu')]) -> None: ...

    def load(self, name: str, bytes: bytes) -> Code: ...

    def launch(self, code: Code, kernel: str, grid: Sequence[int], block: Sequence[int], arguments: Sequence[bytes], shared: int, schedule: str, checks: bool, cooperative: bool, threads: int, step_limit: int | None, fails: str, regions: bool, clamped: bool, trace: tuple[Sequence[int], int] | None) -> LaunchReport: ...

class RawProblem:
    """A problem in the hands of a callable."""

    @property
    def case(self) -> str: ...

    def tensors(self) -> list[tuple[str, numpy.typing.NDArray[numpy.uint8], bool]]: ...

    def views(self) -> dict[str, tuple[str, list[int]]]: ...

    def sizes(self) -> dict[str, int]: ...

    def stored(self, name: str, layout: str) -> tuple[numpy.typing.NDArray[numpy.uint8], tuple[int, int, int]]: ...

class Trial:
    """Cases of an operator, and what laws say of a callable on them."""

    @staticmethod
    def open(kernel: str, seed: int, model: str, order: str, laws: Sequence[str], exact_grid_only: bool, fixed: Sequence[tuple[str, str]] = []) -> Trial: ...

    def draw(self, index: int) -> str: ...

    def read(self, line: str) -> str: ...

    def evaluate(self, line: str, function: Callable[[RawProblem], tuple[str, str]] | None, all: bool) -> tuple[str, str, list[tuple[str, str, str]], bool]: ...

    def run(self, count: int, corpus: str, tries: int, function: Callable[[RawProblem], tuple[str, str]] | None) -> tuple[int, int, list[tuple[str, int]], list[tuple[str, int]], str, tuple[str, str, str, bool, bool] | None]: ...

    def report(self, line: str, law: str, function: Callable[[RawProblem], tuple[str, str]] | None, progress: str, again: str) -> str: ...

    def grammar(self) -> tuple[list[str], int, int, list[tuple[str, int, int, str, list[str]]]]: ...

    def refusal(self, line: str) -> str: ...

    def page(self, name: str, verdict: str, line: str, law: str, report: str, again: str, function: Callable[[RawProblem], tuple[str, str]] | None) -> str: ...

    def save(self, folder: str, line: str, law: str) -> str: ...

class KernelProduct:
    """A kernel's problem, on operands of one's own."""

    @staticmethod
    def open(text: str) -> KernelProduct: ...

    @property
    def case(self) -> str: ...

    @property
    def model(self) -> str: ...

    @property
    def model_label(self) -> str: ...

    @property
    def gpu(self) -> str: ...

    @property
    def adds_as_modelled(self) -> bool: ...

    @property
    def declared(self) -> str: ...

    @property
    def result(self) -> str: ...

    @property
    def operands(self) -> dict[str, tuple[str, int, int]]: ...

    def run(self, operands: dict[str, numpy.typing.NDArray[numpy.uint8]]) -> tuple[str, numpy.typing.NDArray[numpy.uint32], int]: ...

def encode(x: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], format: str, conversion: str) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def decode(codes: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], format: str) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def quantise(x: numpy.typing.NDArray[numpy.float32], rows: int, columns: int, recipe: str, element: str, block: str, conversion: str) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.uint32], int, int, str, numpy.typing.NDArray[numpy.float32]]: ...

def multiply(unit: str, a_format: str, b_format: str, m: int, n: int, k: int, a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], c: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], scale_a: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], scale_b: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.uint32], dict(shape=(None,))]: ...

def relay(bytes: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], planes: int, rows: int, columns: int, element_bytes: int, source: str, to: str) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]: ...

def format_names() -> list[str]: ...

def recipe_names() -> list[str]: ...

def block_names() -> list[str]: ...

def conversion_names() -> list[str]: ...

def units() -> list[tuple[str, str, str, str, str, str, str, int, int, str]]: ...

def unit(name: str) -> tuple[str, str, str, str, str, str, str, int, int, str]: ...

def chain(order: str) -> tuple[str, int, bool]: ...
