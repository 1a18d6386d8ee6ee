#!/usr/bin/env python3
"""First inputs for the fuzz targets, out of code objects that the build made:  seeds.py CORPUS OBJECT.co...

Small objects as they are; of every object the kernels as programs, and one line of assembly of each form."""
import pathlib
import re
import struct
import subprocess
import sys

MOST_OBJECT, MOST_CODE = 12000, 512
SYMBOL = re.compile(r"^([0-9a-f]{16}) <(.+)>:$")
LINE = re.compile(r"^\t(\S.*?)\s*// [0-9A-F]{12}: ((?:[0-9A-F]{8} ?)+)")


def disassembled(path):
    text = subprocess.run(["llvm-objdump-22", "-d", path], capture_output=True, text=True, check=True).stdout
    kernels = {}
    for row in text.splitlines():
        if symbol := SYMBOL.match(row):
            current = kernels.setdefault(symbol[2], [])
        elif line := LINE.match(row):
            current.append((line[1], b"".join(struct.pack("<I", int(word, 16)) for word in line[2].split())))
    return kernels


def form(line):
    return re.sub(r"0x[0-9a-f]+|\d+", "#", line)


def main():
    corpus, forms = pathlib.Path(sys.argv[1]), {}
    for path in map(pathlib.Path, sys.argv[2:]):
        data = path.read_bytes()
        gfx942 = data[48] == 0x4C
        if len(data) <= MOST_OBJECT:
            (corpus / "code_object" / path.name).write_bytes(data)
        for name, lines in disassembled(path).items():
            while lines and lines[-1][1].strip(b"\0") == b"":
                lines.pop()  # padding
            code = b"".join(word for _, word in lines)[:MOST_CODE]
            choice = (hash_of(path.name + name) & ~1) | gfx942 | 0x30  # scratch and LDS
            (corpus / "execution" / f"{path.stem}.{name}"[:80]).write_bytes(bytes([choice & 0xFF, 1, 0, 0]) + code)
            for line, _ in lines:
                forms.setdefault(form(line), line)
    lines = [forms[key] for key in sorted(forms)]
    for at in range(0, len(lines), 20):
        (corpus / "assembly" / f"lines.{at // 20:03}").write_text("\n".join(lines[at:at + 20]))


def hash_of(text):
    return sum(i * ord(c) for i, c in enumerate(text, 1))


main()
