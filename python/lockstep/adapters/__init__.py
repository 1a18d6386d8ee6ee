"""Lockstep's verdicts in the terms of tools that others have: pytest, AgentKernelArena, KernelBench, Triton's autotuner."""
