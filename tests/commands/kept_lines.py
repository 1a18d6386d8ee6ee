"""Lines of LLVM's disassembler that commands keep: kept_lines.py COMMAND OBJECT... All print the same with a folder for them that
is empty, full, damaged, of another LLVM, or none; LLVM is loaded only where it is asked."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

COMMAND, OBJECTS = sys.argv[1], sys.argv[2:]


def disassembled(cache, path, command=COMMAND):
    """What is said of an object, and whether LLVM was loaded."""
    done = subprocess.run([command, "disasm", path], env={**os.environ, "LOCKSTEP_CACHE": str(cache), "LD_DEBUG": "files"}, capture_output=True)
    assert done.returncode == 0 and len(done.stdout) > 1000, done.stderr[-2000:]
    return done.stdout, re.search(rb"calling init: \S*LLVM", done.stderr) is not None


def must_say(cache, path, said, loads):
    got, loaded = disassembled(cache, path)
    assert got == said, f"{path}: other text with lines in {cache}"
    assert loads in (None, loaded), f"{path}: LLVM was {'' if loaded else 'not '}loaded, with lines in {cache}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        cache = pathlib.Path(folder) / "kept"
        plain = {path: disassembled("", path)[0] for path in OBJECTS}
        for loads in (True, False):
            for path in OBJECTS:
                must_say(cache, path, plain[path], loads)
        files = sorted(cache.iterdir())
        archs = {pathlib.Path(path).name.split(".")[1] for path in OBJECTS}
        assert len(files) == len(archs) < len(OBJECTS) and not any(file.name.endswith(".tmp") for file in files), files
        sizes = [file.stat().st_size for file in files]
        file = files[0]
        whole = file.read_bytes()
        for damage in (whole[:-100], whole[:10], b"", whole[:2000] + b"?" + whole[2001:]):
            file.write_bytes(damage)
            for path in OBJECTS:
                must_say(cache, path, plain[path], None)
        assert [f.stat().st_size for f in sorted(cache.iterdir())] == sizes, "a damaged file was not made anew"
        # Of a program that is another one now.
        copy = pathlib.Path(folder) / "lockstep"
        copy.write_bytes(pathlib.Path(COMMAND).read_bytes())
        copy.chmod(0o755)
        for loads in (True, False):
            assert disassembled(cache, path, copy) == (plain[path], loads)
        os.utime(copy, (1, 1))
        assert disassembled(cache, path, copy) == (plain[path], True)
        # Nowhere to write.
        must_say("/proc/none", path, plain[path], True)
        print("holds")


main()
