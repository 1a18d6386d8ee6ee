#!/usr/bin/env python3
"""meant_banks.py FILE.s…: whether clang's assembly for gfx1250 switches the banks of vector registers as clang itself meant.

clang prints a register beyond the first 256 by the number that the instruction encodes, and the one it means in a comment:
`v131 /*v387*/`. Which it is, is for the last s_set_vgpr_msb to say, for each field of the encoding on its own. Nothing of the
emulator has a part in this: fields are those of LLVM's AMDGPULowerVGPREncoding."""
import pathlib
import re
import sys

SRC0, SRC1, SRC2, DST = range(4)
FIELD_NAMES = ("src0", "src1", "src2", "dst")
REGISTER = re.compile(r"\bv(?:\[(\d+):\d+\]|(\d+))(?:\.[hl])?(?:\s*/\*v\[?(\d+)(?::\d+)?\]?\*/)?")
MODE_BANKS = 12  # bit of MODE
NO_VECTOR = ("s_", ";", ".", "tensor_")


# What the operands of an instruction are, as it lists them; the first row that fits. Scales of a matrix instruction, behind
# its sources, are of the first bank whatever the mode.
FIELDS = [(re.compile(pattern), fields) for pattern, fields in (
    (r"v_cmpx", [SRC0, SRC1]),
    (r"v_(div_scale|(add|sub|subrev)_co_|mad_co_|mad_[iu]64_)", [DST, DST, SRC0, SRC1, SRC2]),
    (r"v_", [DST, SRC0, SRC1, SRC2]),
    (r"ds_store", [SRC0, SRC1, SRC2]),
    (r"ds_\w*permute", [DST, SRC0, SRC1]),
    (r"ds_(add|sub|min|max|and|or|xor|pk_add)_(?!.*rtn)", [SRC0, SRC1, SRC2]),
    (r"ds_", [DST, SRC0, SRC1, SRC2]),
    (r"buffer_", [DST, SRC0]),
    (r"\w+_(store_|atomic_(?!.*TH_ATOMIC_RETURN))", [SRC0, SRC1]),
    (r"\w+_atomic_", [DST, SRC0, SRC1]),
    (r"", [DST, SRC0]))]  # a copy's LDS address is where a load's destination is


def instruction_uses(line):
    """(field, bank meant) of every vector register of an instruction; of one that is a pair, of both halves."""
    found = []
    for half in line.split(";")[0].split("::"):
        mnemonic, _, listed = half.strip().partition(" ")
        fields = next(fields for pattern, fields in FIELDS if pattern.match(half.strip()))
        for field, operand in zip(fields, listed.split(",")):  # DPP's lists come behind all registers
            if register := REGISTER.search(operand):
                found.append((field, int(register[3] or register[1] or register[2]) // 256))
    return found


def switched(mode, text):
    """The mode behind a line."""
    if re.match(r"\w+:|\.LBB", text):
        return [0] * 4  # whence one jumps, all are the first
    if msb := re.match(r"s_set_vgpr_msb (\w+)", text):
        return [int(msb[1], 0) >> 2 * field & 3 for field in range(4)]
    if setreg := re.match(r"s_setreg_imm32_b32 hwreg\(HW_REG_WAVE_MODE\b.*\), (\w+)", text):
        banks = int(setreg[1], 0) >> MODE_BANKS & 0xFF
        return [banks >> 2 & 3, banks >> 4 & 3, banks >> 6 & 3, banks & 3]
    return mode


def modes(assembly):
    """Of each line: its text, the mode that it runs under, and the (field, bank) pairs that it means otherwise."""
    mode = [0] * 4
    for line in assembly.splitlines():
        text = line.strip()
        mode = switched(mode, text)
        runs = re.match(r"[a-z]", text) and not text.startswith(NO_VECTOR)
        yield line, mode, sorted({(field, bank) for field, bank in instruction_uses(text) if mode[field] != bank}) if runs else []


def contradictions(assembly):
    """Where registers are others than those meant: `NUMBER: TEXT: FIELD is bank N, meant is M`."""
    return [f"{number}: {line.strip()}: {FIELD_NAMES[field]} is bank {mode[field]}, meant is {bank}"
            for number, (line, mode, wrong) in enumerate(modes(assembly), 1) for field, bank in wrong]


def corrected(assembly):
    """The same with each such instruction between two switches of its own."""
    lines = []
    for line, mode, wrong in modes(assembly):
        meant = [dict(wrong).get(field, bank) for field, bank in enumerate(mode)]
        lines += [switch(meant), line, switch(mode)] if wrong else [line]
    return "\n".join(lines) + "\n"


def switch(mode):
    return f"\ts_set_vgpr_msb {sum(bank << 2 * field for field, bank in enumerate(mode)):#x}"


if __name__ == "__main__":
    found = [f"{file}:{line}" for file in sys.argv[1:] for line in contradictions(pathlib.Path(file).read_text())]
    print("\n".join(found) or "every register is the one that was meant")
    sys.exit(1 if found else 0)
