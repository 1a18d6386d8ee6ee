#!/usr/bin/env python3
"""banks.py LOCKSTEP CLANG FOLDER DEVICE: vector registers beyond the first 256, as clang means them and as they are used. What clang 22
gets wrong is wrong in the emulator, too, and right once the banks are as meant. DEVICE has code objects beside the assembly
that they are made of; of those as shipped every register must be as meant."""
import pathlib
import random
import sys

from launches import *
from meant_banks import contradictions, corrected

MANY = 300
FIRST_BANK = 256
HIP = [CLANG, "-x", "hip", "--offload-arch=gfx1250", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
       "-std=c++20", "-w", "-O3", "-S", "-o", "-"]


def assembly_of(*words):
    return subprocess.run([*HIP, *words], check=True, capture_output=True, text=True).stdout


def check_contradictions():
    """That a register of another bank is told by its field, and nothing else is."""
    line = "  v_cmp_nlt_f32_e64 s4, 0x43480000, |v131 /*v387*/|\n"
    load, store, pair = "  ds_load_b128 v[2:5], v153 /*v409*/ offset:4416\n", "  global_store_b32 v1, v3 /*v259*/, s[4:5]\n", "  v_dual_mov_b32 v4, v2 :: v_dual_add_nc_u32 v5 /*v261*/, v4, v5\n"
    wmma = "  v_wmma_scale_f32_16x16x128_f8f6f4 v[130:137] /*v[386:393]*/, v[140:147] /*v[396:403]*/, v[2:17], v[130:137] /*v[386:393]*/, v1, v250\n"
    for text, mode in ((line, 0x4), (load, 0x1), (store, 0x4), (pair.replace("v4, v2", "v4 /*v260*/, v2"), 0x40), (wmma, 0x51)):
        check(f"as meant: {text}", contradictions(f"s_set_vgpr_msb {mode:#x}\n{text}") == [])
        check(f"reset by a label: {text}", len(contradictions(f"s_set_vgpr_msb {mode:#x}\n.LBB0_1:\n{text}")) > 0)
        for field, bank in enumerate([mode >> 2 * n & 3 for n in range(4)]):
            if bank:
                found = contradictions(f"s_set_vgpr_msb {mode & ~(3 << 2 * field):#x}\n{text}")
                check(f"another bank: {text}", len(found) > 0 and all(f"is bank 0, meant is {bank}" in f for f in found), found)
    check("the halves of a pair share a bank", contradictions(f"s_set_vgpr_msb 0x40\n{pair}") == [f"2: {pair.strip()}: dst is bank 1, meant is 0"])
    check("a literal written to MODE", contradictions("s_setreg_imm32_b32 hwreg(HW_REG_WAVE_MODE, 25, 1), 0x10001\n" + line) == [])
    check("corrected", contradictions(corrected("s_set_vgpr_msb 0x401\n" + line + load)) == [])


def across_a_barrier(text, name):
    """What lockstep says of the kernel, which multiplies sums of small numbers."""
    file = FOLDER / f"{name}.s"
    file.write_text(text)
    x = [random.randint(-99, 99) for _ in range(64 * MANY)]
    many = [[x[64 * i + lane] + lane for lane in range(64)] for i in range(MANY)]
    want = [a * b for i in range(MANY) for a, b in zip(many[i], many[(i * 7 + 3) % MANY])]
    return run(assembled(file), "across_a_barrier", [1], 64, {"x": floats(x, "i"), "out": 4 * len(x)}, [{"pointer": "out"}, {"pointer": "x"}], floats(want, "i"))


def check_compiled():
    text = assembly_of(HERE / "barrier_banks.hip")
    found = contradictions(text)
    print("this clang " + ("switches banks where it must not: " + "; ".join(found) if found else "switches banks as it means to"))
    status, said = across_a_barrier(text, "as_compiled")
    check("the kernel is wrong where a register is another than meant, and nowhere else", status == (FALSIFIED if found else HOLDS), said)
    status, said = across_a_barrier(corrected(text), "corrected")
    check("with the registers that are meant it is right", status == HOLDS, said)


def most_registers(code):
    return max(kernel["vgprs"] for kernel in json.loads(lockstep("object", "info", code, "--json")[1])["kernels"])


def check_kernels(device):
    shipped = sorted(device.glob("*.gfx1250.O3.co"))
    far = [code for code in shipped if most_registers(code) > FIRST_BANK]
    check("there are kernels to look at", len(far) > 0)
    for code in far:
        text = code.with_suffix(".co.s").read_text()
        found = contradictions(text)
        check(f"{code.name}: every register is the one that clang meant", "s_set_vgpr_msb" in text and not found, "\n".join(found))


random.seed(1250)
FOLDER.mkdir(parents=True, exist_ok=True)
check_contradictions()
check_compiled()
check_kernels(pathlib.Path(sys.argv[4]))
finish()
