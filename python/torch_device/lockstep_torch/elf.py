"""What a shared object for x86-64 needs of others: names of libraries, and symbols with the library that has them."""
from __future__ import annotations

import mmap
import struct
from pathlib import Path
from typing import NamedTuple

_DYNAMIC = 2  # PT_DYNAMIC
_LOAD = 1  # PT_LOAD
_NEEDED, _STRTAB, _VERSYM, _VERNEED, _VERNEEDNUM = 1, 5, 0x6FFFFFF0, 0x6FFFFFFE, 0x6FFFFFFF  # DT_
_DYNSYM = 11  # SHT_DYNSYM
_WEAK = 2


class Needs(NamedTuple):
    libraries: list[str]
    symbols: list[tuple[str, str]]  # (name, library, or "" where any may have it)


def needs(path: Path) -> Needs:
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as raw:
        return _Object(raw).needs()


class _Object:
    def __init__(self, raw: mmap.mmap) -> None:
        self.raw = raw
        if raw[:6] != b"\x7fELF\x02\x01":
            raise ValueError("no 64-bit ELF file")
        start, size, count = struct.unpack_from("<Q", raw, 32)[0], *struct.unpack_from("<HH", raw, 54)
        headers = [struct.unpack_from("<IIQQQQQQ", raw, start + i * size) for i in range(count)]
        self.loads = [h for h in headers if h[0] == _LOAD]
        table, size, count = struct.unpack_from("<Q", raw, 40)[0], *struct.unpack_from("<HH", raw, 58)
        sections = [struct.unpack_from("<IIQQQQ", raw, table + i * size) for i in range(count)]
        self.symbols = next((at, bytes_) for _, kind, _, _, at, bytes_ in sections if kind == _DYNSYM)
        dynamic = next(h for h in headers if h[0] == _DYNAMIC)
        self.entries = [struct.unpack_from("<QQ", raw, dynamic[2] + at) for at in range(0, dynamic[5], 16)]
        self.of = dict(self.entries)
        self.strings = self.offset(self.of[_STRTAB])

    def offset(self, address: int) -> int:
        """In the file, of an address in memory."""
        load = next(h for h in self.loads if h[3] <= address < h[3] + h[5])
        return int(address - load[3] + load[2])

    def text(self, at: int) -> str:
        return self.raw[self.strings + at:self.raw.find(b"\0", self.strings + at)].decode()

    def needs(self) -> Needs:
        versions = self.libraries_of_versions()
        symbols, size = self.symbols
        numbers = self.offset(self.of[_VERSYM]) if _VERSYM in self.of else None
        found = []
        for i, (name, info, _, section) in enumerate(struct.iter_unpack("<IBBH16x", self.raw[symbols:symbols + size])):
            if section == 0 and name and info >> 4 != _WEAK:
                number = struct.unpack_from("<H", self.raw, numbers + 2 * i)[0] if numbers is not None else 0
                found.append((self.text(name), versions.get(number & 0x7FFF, "")))
        return Needs([self.text(value) for tag, value in self.entries if tag == _NEEDED], found)

    def libraries_of_versions(self) -> dict[int, str]:
        result: dict[int, str] = {}
        at = self.offset(self.of[_VERNEED]) if _VERNEED in self.of else 0
        for _ in range(self.of.get(_VERNEEDNUM, 0)):
            _, count, file, first, following = struct.unpack_from("<HHIII", self.raw, at)
            one = at + first
            for _ in range(count):
                _, _, number, _, behind = struct.unpack_from("<IHHII", self.raw, one)
                result[number & 0x7FFF] = self.text(file)
                one += behind
            at += following
        return result
