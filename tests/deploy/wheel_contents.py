#!/usr/bin/env python3
"""What deploy/wheel.py objects to, in archives that are little more than names: wheel_contents.py WHEEL.PY COMPILER."""
import functools
import importlib.util
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile

spec = importlib.util.spec_from_file_location("wheel", sys.argv[1])
wheel = importlib.util.module_from_spec(spec)
spec.loader.exec_module(wheel)
METADATA = "lockstep-0.2.0.dist-info"
RIGHT = "extern \"C\" int PyInit(); int PyInit() { return 0; } int hipLaunch(int) { return 0; }"


@functools.cache
def library(folder, source):
    path = folder / "library.so"
    subprocess.run([sys.argv[2], "-shared", "-fPIC", "-x", "c++", "-", "-o", path], input=source, text=True, check=True)
    return path.read_bytes()


def objection(folder, *, source=RIGHT, without="", version="1"):
    path = folder / "lockstep.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name in [part.replace("METADATA", METADATA) for part in wheel.PARTS if part != without]:
            archive.writestr(name, library(folder, source) if name.endswith(".so") else "")
        archive.writestr(f"{METADATA}/METADATA", "")
        archive.writestr(f"{METADATA}/sboms/lockstep.cdx.json", json.dumps({"components": [{"name": "fmt", "version": version}]}))
    return wheel.objection(path)


def left_out(folder, *packed):
    """Of a clone with two files."""
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    for name in ("a.txt", "b/c.txt"):
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    subprocess.run(["git", "-C", folder, "add", "a.txt", "b/c.txt"], check=True)
    with tarfile.open(folder / "source.tar.gz", "w:gz") as archive:
        for name in packed:
            archive.add(folder / name, arcname=f"lockstep-0.2.0/{name}")
    return wheel.left_out(folder / "source.tar.gz", folder)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    assert left_out(folder / "clone", "a.txt", "b/c.txt") == []
    assert left_out(folder / "clone", "a.txt") == ["b/c.txt"]
    assert objection(folder) == "", objection(folder)
    inlined = objection(folder, source=RIGHT + " namespace std { int inlined() { return 0; } }")
    assert inlined.startswith("lockstep/lib/") and "_ZSt7inlinedv" in inlined, inlined
    assert "_ZN4llvm3mapEv" in objection(folder, source="namespace llvm { void map() {} }")
    for part in wheel.PARTS:
        assert objection(folder, without=part) == f"it lacks {part.replace('METADATA', METADATA)}", part
    assert objection(folder, version="") == "the version of fmt is not known"
    wheel.LIMIT = 100
    assert "is larger than" in objection(folder)
