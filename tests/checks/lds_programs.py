#!/usr/bin/env python3
"""lds_programs.py LOCKSTEP CLANG FOLDER [COUNT [FIRST]]: random programs of waves that load, store and copy to the same bytes of LDS,
with waits and barriers or without, often the same values."""
import random
import sys

from random_programs import Dialect, Judge

RESULTS = range(10, 40)  # registers that are loaded and stored at the end
PAIRS = {2: "v[4:5]", 3: "v[6:7]"}  # of the values 7 and 9


class Program:
    groups, fill = 1, "07"

    def __init__(self, arch, seed):
        self.random = random.Random(seed)
        self.arch = Dialect(arch)
        self.waves = self.random.choice([2, 2, 3, 4])
        self.copies = self.random.random() < 0.5
        self.values = [2] if self.random.random() < 0.6 else [2, 3]
        self.at_first = self.random.choice([2, 2, 3, None])
        self.free = [list(RESULTS) for _ in range(self.waves)]

    def one_wait(self):
        return [self.random.choice(["s_wait_dscnt 0", "s_wait_dscnt 1", "s_wait_asynccnt 0"] if self.arch.new else
                                   ["s_waitcnt lgkmcnt(0)", "s_waitcnt lgkmcnt(1)", "s_waitcnt vmcnt(0)"])]

    def operation(self, wave):
        choice, new = self.random.choice, self.arch.new
        value, at = choice(self.values), choice([0, 512])
        shifted = at + choice([0, 0, 4, 128])
        kind = choice(["load", "load", "store", "store", "wide", "half", "wait"] + ["copy"] * 2 * self.copies)
        store = "ds_store_" if new else "ds_write_"
        if kind == "wait":
            return self.one_wait()
        if kind == "store":
            return [f"{store}b32 v1, v{value} offset:{shifted}"]
        if kind == "half":
            return [f"{store}b16 v1, v{value} offset:{shifted}"]
        if kind == "wide":
            return [f"{store}b64 v8, {PAIRS[value]} offset:{at}"]
        if kind == "copy":
            return ([f"v_add_nc_u32_e32 v9, {shifted}, v1", "global_load_async_to_lds_b32 v9, v1, s[4:5]"] if new else
                    [f"s_mov_b32 m0, {shifted}", "s_nop 0", "global_load_lds_dword v1, s[4:5]"])
        load = "ds_load_b32" if new else "ds_read_b32"
        return [f"{load} v{self.free[wave].pop(0)}, v1 offset:{shifted}"] if self.free[wave] else []

    def text(self, name):
        arch = self.arch
        lines = arch.begin() + ["v_lshlrev_b32_e32 v8, 1, v1"]
        for registers, value in (((2, 4, 5), "0x07070707"), ((3, 6, 7), "0x09090909"), (RESULTS, "0")):
            lines += [f"v_mov_b32_e32 v{r}, {value}" for r in registers]
        if self.at_first is not None:
            store = "ds_store_b32" if arch.new else "ds_write_b32"
            lines += [f"{store} v1, v{self.at_first} offset:{at}" for at in range(0, 1536, 4 * arch.lanes)]
        lines += arch.all_waits() + arch.barrier()
        for phase in range(self.random.randrange(1, 4)):
            for wave in range(self.waves):
                behind = f"{name}_{phase}_{wave}"
                lines += [f"s_cmp_lg_u32 s16, {wave}", f"s_cbranch_scc1 {behind}"]
                for _ in range(self.random.randrange(6)):
                    lines += self.operation(wave)
                lines += arch.all_waits() if self.random.random() < 0.6 else []
                lines.append(f"{behind}:")
            lines += arch.barrier()
        return lines + arch.all_waits() + ["v_lshlrev_b32_e32 v9, 2, v0"] + arch.store_results(RESULTS, self.waves * arch.lanes)


Judge(sys.argv[1:], "lds-race").judge(("gfx950", "gfx1250"), Program)
