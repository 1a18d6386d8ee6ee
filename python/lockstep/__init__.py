"""Lockstep: AMD GPU kernels, run instruction by instruction on the CPU and held to laws.

    gpu = lockstep.Device("gfx950")
    add = gpu.load("vector_add.co")["vector_add"]
    c = gpu.empty((1000,), "float32")
    report = add[4, 256](gpu.array(a), gpu.array(b), c, 1000)   # raises where a check finds something
    c.numpy()

docs/python.md is the tutorial.
"""
from typing import TYPE_CHECKING, Any

from lockstep import reference, strategies
from lockstep._lockstep import Coverage, Finding, LaunchReport
from lockstep.arguments import Argument
from lockstep.arrays import Array
from lockstep.fuzzing import CampaignReport, fuzz, replay
from lockstep.device import Code, Device
from lockstep.dtypes import pack, unpack
from lockstep.errors import Falsified, Inconclusive, LockstepError, Trapped, UndefinedValues
from lockstep.judging import Verdict, capsule, judge
from lockstep.kernel import Kernel
from lockstep.kernel_product import KernelProduct
from lockstep.asked_product import Scales
from lockstep.ordering import SummationOrder, find_order
from lockstep.problem import Problem, Rejected, assume, multiple_of

if TYPE_CHECKING:
    from lockstep_campaigns import campaign

__version__ = "0.2.0"

__all__ = ["Argument", "Array", "CampaignReport", "Code", "Coverage", "Device", "Falsified", "Finding", "Inconclusive",
           "Kernel", "KernelProduct", "LaunchReport", "LockstepError", "Problem", "Rejected", "Scales", "SummationOrder", "Trapped",
           "UndefinedValues", "Verdict", "assume", "campaign", "capsule", "find_order", "fuzz", "judge", "multiple_of", "pack", "reference", "replay", "strategies", "unpack"]


def __getattr__(name: str) -> Any:
    """`campaign` is imported where it is asked for: its modules take a quarter of what this package takes beside numpy."""
    if name != "campaign":
        raise AttributeError(f"module 'lockstep' has no attribute '{name}'")
    from lockstep_campaigns import campaign

    return campaign
