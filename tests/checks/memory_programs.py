#!/usr/bin/env python3
"""memory_programs.py LOCKSTEP CLANG FOLDER [COUNT [FIRST]]: random programs of waves, of one workgroup or several, that load, store and
add to the same bytes of memory, with waits, barriers and flags in memory or without, often the same values."""
import random
import sys

from random_programs import Dialect, Judge

RESULTS = range(10, 30)  # registers that are loaded and stored at the end
ROWS, FLAGS = 4, 2048  # rows of shared bytes, and where flags are


class Program:
    fill = "00"

    def __init__(self, arch, seed):
        self.random = random.Random(seed)
        self.arch = Dialect(arch)
        self.groups, self.waves = self.random.choice([(1, 2), (1, 3), (1, 4), (2, 1), (3, 1), (2, 2), (3, 2)])
        self.all_waves = self.groups * self.waves
        self.values = [2] if self.random.random() < 0.4 else [2, 3]
        self.carefully = self.random.choice([0.5, 0.9])
        self.free = [list(RESULTS) for _ in range(self.all_waves)]
        self.raised, self.names = [], 0  # flags that some wave has raised in an earlier phase

    def chance(self, probability):
        return self.random.random() < probability

    def one_wait(self):
        return [self.random.choice(["s_wait_loadcnt 0", "s_wait_storecnt 0", "s_wait_loadcnt 1"] if self.arch.new else
                                   ["s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(1)"])]

    def access(self, wave):
        choice, new, dword = self.random.choice, self.arch.new, self.arch.dword
        at = 4 * self.arch.lanes * self.random.randrange(ROWS) + choice([0, 0, 0, 4])
        kind = choice(["load", "load", "load", "store", "store", "byte", "add", "wait"])
        if kind == "wait":
            return self.one_wait()
        if kind == "store":
            return [f"global_store_{dword} v1, v{choice(self.values)}, s[4:5] offset:{at}"]
        if kind == "byte":
            return [f"global_store_{'b8' if new else 'byte'} v1, v{choice(self.values)}, s[4:5] offset:{at}"]
        if kind == "add":
            return [f"global_atomic_add_u32 v1, v4, s[4:5] offset:{at} scope:SCOPE_DEV" if new else
                    f"global_atomic_add v1, v4, s[4:5] offset:{at}"]
        return [f"global_load_{dword} v{self.free[wave].pop(0)}, v1, s[4:5] offset:{at}"] if self.free[wave] else []

    def raise_flag(self, flag):
        lines = []
        if self.chance(self.carefully):
            lines.append("global_wb scope:SCOPE_DEV" if self.arch.new else "buffer_wbl2 sc1")
        if self.chance(self.carefully):
            lines += self.arch.all_waits()
        return lines + [f"global_atomic_add_u32 v5, v4, s[4:5] offset:{flag} scope:SCOPE_DEV" if self.arch.new else
                        f"global_atomic_add v5, v4, s[4:5] offset:{flag}"]

    def wait_for(self, flag, name):
        if self.arch.new:
            load, wait, fresh = f"global_load_b32 v6, v5, s[4:5] offset:{flag} scope:SCOPE_DEV", "s_wait_loadcnt 0", "global_inv scope:SCOPE_DEV"
        else:
            load, wait, fresh = f"global_load_dword v6, v5, s[4:5] offset:{flag} sc1", "s_waitcnt vmcnt(0)", "buffer_inv sc1"
        return ([f"{name}:", load, wait, "s_nop 4", "v_readfirstlane_b32 s18, v6", "s_cmp_eq_u32 s18, 0", f"s_cbranch_scc1 {name}"]
                + ([fresh, wait] if self.chance(self.carefully) else []))

    def text(self, name):
        arch = self.arch
        lines = arch.begin() + ["s_mov_b32 s17, ttmp9" if arch.new else "s_mov_b32 s17, s2", f"s_mul_i32 s17, s17, {self.waves}",
                                "s_add_co_u32 s16, s16, s17" if arch.new else "s_add_u32 s16, s16, s17"]
        for registers, value in (((2,), "0x07070707"), ((3,), "0x09090909"), ((4,), "1"), ((5,), "0"), (RESULTS, "0")):
            lines += [f"v_mov_b32_e32 v{r}, {value}" for r in registers]
        for phase in range(self.random.randrange(1, 4)):
            raised = []
            for wave in range(self.all_waves):
                behind = f"{name}_{phase}_{wave}"
                lines += [f"s_cmp_lg_u32 s16, {wave}", f"s_cbranch_scc1 {behind}"]
                if self.raised and self.chance(0.6):
                    lines += self.wait_for(self.random.choice(self.raised), f"{behind}_waits")
                for _ in range(self.random.randrange(5)):
                    lines += self.access(wave)
                lines += arch.all_waits() if self.chance(0.4) else []
                if self.chance(0.5):
                    raised.append(FLAGS + 4 * (phase * self.all_waves + wave))
                    lines += self.raise_flag(raised[-1])
                lines.append(f"{behind}:")
            lines += arch.barrier() if self.chance(0.5) else []
            self.raised += raised
        threads = self.waves * arch.lanes
        lines += arch.all_waits() + [f"s_mul_i32 s17, s17, {4 * arch.lanes * len(RESULTS)}", "v_lshlrev_b32_e32 v9, 2, v0",
                                     f"{arch.add} v9, s17, v9"]
        return lines + arch.store_results(RESULTS, threads)


Judge(sys.argv[1:], "memory-race").judge(("gfx942", "gfx950", "gfx1250"), Program)
