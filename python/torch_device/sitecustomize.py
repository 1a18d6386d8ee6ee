"""Imported by Python itself as it starts, under `lockstep exec --torch`: torch, once it is imported, has the emulated GPU.
Does what another sitecustomize would have done, too."""
import importlib.machinery
import importlib.util
import os
import sys


def run_the_next():
    here = os.path.dirname(os.path.abspath(__file__))
    others = [folder for folder in sys.path if os.path.abspath(folder) != here]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is not None and spec.loader is not None:
        sys.modules["sitecustomize"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)


import lockstep_torch.starting  # noqa: E402

lockstep_torch.starting.watch_for_torch()
run_the_next()
