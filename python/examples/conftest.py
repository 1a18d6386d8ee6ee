"""Compiles what the examples launch, as a project's build would."""
import os
import pathlib
import subprocess

import pytest

DOCS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture(scope="session")
def vector_add_co(tmp_path_factory):
    out = tmp_path_factory.mktemp("examples") / "vector_add.co"
    subprocess.run([os.environ.get("LOCKSTEP_CLANG", "clang++-22"), "-x", "hip", "-nogpulib", "-nogpuinc",
                    "--offload-device-only", "--no-gpu-bundle-output", "-fhip-kernel-arg-name", "-gline-tables-only",
                    "-O3", "--offload-arch=gfx950", str(DOCS / "vector_add.hip"), "-o", str(out)], check=True)
    return out
