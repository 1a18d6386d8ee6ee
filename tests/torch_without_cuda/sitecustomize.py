"""torch as requirements_torch.txt installs it, without CUDA's libraries: lockstep_torch's stand in for them in processes that have
this folder in PYTHONPATH. Those of `exec --torch` have its own sitecustomize.py before this one."""
import importlib.abc
import importlib.util
import os
import pathlib
import sys


class BeforeTorch(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec("torch")
        if spec is not None:
            sys.path.append(str(pathlib.Path(__file__).resolve().parents[2] / "python" / "torch_device"))
            os.environ.setdefault("XDG_CACHE_HOME", os.path.join(sys.prefix, "cache"))  # exec_torch.py's: they are made once
            from lockstep_torch import stand_ins

            stand_ins.load(spec.submodule_search_locations[0])
        return spec


sys.meta_path.insert(0, BeforeTorch())
