"""Lockstep: AMD GPU kernels, run instruction by instruction on the CPU and held to laws.

    gpu = lockstep.Device("gfx950")
    add = gpu.load("vector_add.co")["vector_add"]
    c = gpu.empty((1000,), "float32")
    report = add[4, 256](gpu.array(a), gpu.array(b), c, 1000)   # raises where a check finds something
    c.numpy()

docs/python.md is the tutorial.
"""
from lockstep import reference
from lockstep._lockstep import Coverage, Finding, LaunchReport
from lockstep.arguments import Argument
from lockstep.arrays import Array
from lockstep.fuzzing import CampaignReport, fuzz, replay
from lockstep.device import Code, Device
from lockstep.dtypes import pack, unpack
from lockstep.errors import Falsified, Inconclusive, LockstepError, Trapped, UndefinedValues
from lockstep.judging import Verdict, capsule, judge
from lockstep.kernel import Kernel
from lockstep.problem import Problem, Rejected, assume, multiple_of
from lockstep_campaigns import campaign

__version__ = "0.2.0"

__all__ = ["Argument", "Array", "CampaignReport", "Code", "Coverage", "Device", "Falsified", "Finding", "Inconclusive",
           "Kernel", "LaunchReport", "LockstepError", "Problem", "Rejected", "Trapped", "UndefinedValues", "Verdict", "assume", "campaign",
           "capsule", "fuzz", "judge", "multiple_of", "pack", "reference", "replay", "unpack"]
