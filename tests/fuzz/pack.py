#!/usr/bin/env python3
"""Packs a folder of inputs into the corpus of a fuzz target, in place of those there:  pack.py TARGET FOLDER

The same inputs give the same archive. Their number goes to CMakeLists.txt, which demands it of the unpacked corpus."""
import io
import lzma
import pathlib
import re
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent


def archive(inputs):
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path in inputs:
            member = tarfile.TarInfo(path.name)  # no time, no owner
            content = path.read_bytes()
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return lzma.compress(data.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def main(target, folder, into=HERE):
    inputs = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_file())
    rows = into / "CMakeLists.txt"
    old = rows.read_text()
    new, found = re.subn(rf"(?m)^(fuzz_target\({target} INPUTS) \d+", rf"\1 {len(inputs)}", old)
    if not inputs or found != 1:
        sys.exit(f"pack.py: {folder} is empty" if found else f"pack.py: no target {target} in {rows}")
    (into / "corpus").mkdir(exist_ok=True)
    (into / "corpus" / f"{target}.tar.xz").write_bytes(archive(inputs))
    rows.write_text(new)
    print(f"{target}: {len(inputs)} inputs")


if len(sys.argv) not in (3, 4):
    sys.exit(__doc__)
main(sys.argv[1], sys.argv[2], *map(pathlib.Path, sys.argv[3:]))
