#!/usr/bin/env python3
"""The assembly of all pairs of formats, out of that of one:  format_pairs.py ONE_PAIR.s ALL_PAIRS.s

The kernels of a pair differ from those of another in the two format fields of their matrix instructions and in their
names, in nothing else: clang takes a quarter of the time for one pair. The test "ground: format pairs are what clang
makes of them" has clang compile all pairs and demands the same code object."""
import re
import sys

COMPILED = "e4m3_e5m2"
OTHERS = ("e4m3_e4m3", "e5m2_e4m3", "e5m2_e5m2")
FIELDS = {"e4m3": 0, "e5m2": 1}
MATRIX = re.compile(r"(?m)^(\tv_mfma_\w+_f8f6f4 [^;\n]*?)((?: (?:cbsz|blgp):\d)*)$")


def refuse(why):
    sys.exit(f"format_pairs.py: {sys.argv[1]}: {why}")


def field_of_b(kernels):
    """In the compiled pair B's field alone is not 0. The instruction may take its operands in either order."""
    fields = {name for found in MATRIX.finditer(kernels) for name in re.findall(r"(\w+):1", found[2])}
    if fields not in ({"cbsz"}, {"blgp"}):
        refuse(f"matrix instructions have the fields {sorted(fields)}, not the one that is B's")
    return fields.pop()


def derived(kernels, pair, of_b):
    a, b = pair.split("_")
    of_a = "blgp" if of_b == "cbsz" else "cbsz"
    values = {of_a: FIELDS[a], of_b: FIELDS[b]}
    text = MATRIX.sub(rf"\1 cbsz:{values['cbsz']} blgp:{values['blgp']}", kernels).replace(COMPILED, pair)
    return re.sub(r"\.L(?=BB\d|func_)", f".L{pair}_", text)


def split(text, start, end):
    """Before, the part from the first `start` to the first `end` behind all that names the compiled pair, after."""
    begin, named = text.index(start), text.rindex(COMPILED)
    after = text.index(end, named)
    return text[:begin], text[begin:after], text[after:]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        text = file.read()
    code, metadata, notes = text.partition("\t.amdgpu_metadata\n")
    head, kernels, rest = split(code, "\t.protected\t", "\t.protected\t")
    begun = re.findall(r"Begin function (\w+)", kernels)
    if not begun or any(not name.endswith(COMPILED) for name in begun):
        refuse(f"not the kernels of {COMPILED} alone come first: {begun}")
    of_b = field_of_b(kernels)
    if MATRIX.search(rest):
        refuse("there are matrix instructions behind them")
    before, entries, after = split(notes, "  - .agpr_count:", "  - .agpr_count:")
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(head + kernels + "".join(derived(kernels, pair, of_b) for pair in OTHERS) + rest)
        file.write(metadata + before + entries + "".join(entries.replace(COMPILED, pair) for pair in OTHERS) + after)


main()
