"""Random programs whose waves use the same bytes, and what each schedule alone finds in them: the same, of the same severity, as it
follows from waits, barriers and atomics. An arch's programs are one code object."""
import concurrent.futures
import json
import pathlib
import subprocess
import sys

SCHEDULES = ["earliest", "latest", "vmem-late", "lds-late", "random:1", "random:2"]


class Dialect:
    """How an arch says it: the words that all programs need."""

    def __init__(self, arch):
        self.new = arch == "gfx1250"
        self.lanes = 32 if self.new else 64
        self.add, self.wide, self.dword = (("v_add_nc_u32_e32", "b128", "b32") if self.new else ("v_add_u32_e32", "dwordx4", "dword"))

    def all_waits(self):
        counters = ("dscnt", "loadcnt", "storecnt", "asynccnt")
        return [f"s_wait_{c} 0" for c in counters] if self.new else ["s_waitcnt vmcnt(0) lgkmcnt(0)"]

    def barrier(self):
        return ["s_barrier_signal -1", "s_barrier_wait -1"] if self.new else ["s_barrier"]

    def begin(self):
        """s[4:5], s[6:7] are the arguments, s16 the wave's number, v0 the thread's, v1 four times the lane's."""
        return [f"s_load_{self.wide} s[4:7], s[0:1], 0x0", "s_wait_kmcnt 0" if self.new else "s_waitcnt lgkmcnt(0)",
                "v_and_b32_e32 v0, 0x3ff, v0", "s_nop 4", "v_readfirstlane_b32 s16, v0", f"s_lshr_b32 s16, s16, {5 if self.new else 6}",
                f"v_and_b32_e32 v1, {self.lanes - 1}, v0", "v_lshlrev_b32_e32 v1, 2, v1"]

    def store_results(self, registers, threads):
        """v9: where the thread's first result goes."""
        lines = []
        for r in registers:
            lines += [f"global_store_{self.dword} v9, v{r}, s[6:7]", f"{self.add} v9, {4 * threads}, v9"]
        return lines + ["s_endpgm"]


def kernel(program, name):
    more = ".amdhsa_wavefront_size32 1" if program.arch.new else ".amdhsa_accum_offset 64"
    body = "\n  ".join(program.text(name))
    return (f".text\n.globl {name}\n.p2align 8\n.type {name},@function\n{name}:\n  {body}\n.rodata\n.p2align 6\n.amdhsa_kernel {name}\n"
            ".amdhsa_group_segment_fixed_size 2048\n.amdhsa_kernarg_size 16\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n"
            f".amdhsa_next_free_vgpr 64\n.amdhsa_next_free_sgpr 32\n.amdhsa_system_vgpr_workitem_id 0\n{more}\n.end_amdhsa_kernel\n")


def metadata(program, name):
    pointer = "{.size: 8, .offset: %d, .value_kind: global_buffer, .address_space: global}"
    return (f"  - {{.name: {name}, .symbol: {name}.kd, .kernarg_segment_size: 16, .kernarg_segment_align: 8, .group_segment_fixed_size: 2048, "
            f".private_segment_fixed_size: 0, .wavefront_size: {program.arch.lanes}, .sgpr_count: 32, .vgpr_count: 64, .agpr_count: 0, "
            f".max_flat_workgroup_size: 1024, .args: [{pointer % 0}, {pointer % 8}]}}\n")


class Judge:
    """words: LOCKSTEP CLANG FOLDER [COUNT [FIRST]]; kind is that of the races that the programs are about."""

    def __init__(self, words, kind):
        self.lockstep, self.clang, self.folder, self.kind = words[0], words[1], pathlib.Path(words[2]), kind
        self.count, self.first = (int(word) for word in (words[3:5] + ["30", "1"][len(words[3:5]):]))
        self.folder.mkdir(parents=True, exist_ok=True)

    def build(self, arch, programs):
        source = self.folder / f"{arch}.s"
        source.write_text(f'.amdgcn_target "amdgcn-amd-amdhsa--{arch}"\n.amdhsa_code_object_version 6\n'
                          + "".join(kernel(p, name) for name, p in programs.items())
                          + ".amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n"
                          + "".join(metadata(p, name) for name, p in programs.items()) + "...\n.end_amdgpu_metadata\n")
        subprocess.run([self.clang, "-x", "assembler", "-target", "amdgcn-amd-amdhsa", f"-mcpu={arch}", source, "-o",
                        self.folder / f"{arch}.co"], check=True)

    def found(self, arch, name, program, schedule):
        report = self.folder / f"{arch}.{name}.{schedule.replace(':', '')}.json"
        report.unlink(missing_ok=True)
        run = subprocess.run([self.lockstep, "run", "--object", self.folder / f"{arch}.co", "--kernel", name, "--grid", str(program.groups),
                              "--block", str(program.waves * program.arch.lanes), "--buffer", f"name=in,size=4096,fill={program.fill}",
                              "--buffer", "name=out,size=131072,fill=00", "--arg", "pointer=in", "--arg", "pointer=out", "--schedule", schedule,
                              "--json", report], capture_output=True, text=True)
        if run.returncode not in (0, 1, 3):  # 3: it stores nothing
            return run.stdout + run.stderr
        report = json.loads(report.read_text())
        return frozenset((f["kind"], f["severity"], f["address"], f.get("other", {}).get("address"))
                         for f in report["findings"] + report["notes"])

    def judge(self, archs, program_of):
        failed, severities = 0, set()
        for arch in archs:
            programs = {f"k{seed}": program_of(arch, seed) for seed in range(self.first, self.first + self.count)}
            self.build(arch, programs)
            with concurrent.futures.ThreadPoolExecutor(2) as pool:
                for name, program in programs.items():
                    all_found = list(pool.map(lambda s: self.found(arch, name, program, s), SCHEDULES))
                    severities |= {f[1] for one in all_found if not isinstance(one, str) for f in one if f[0] == self.kind}
                    if len(set(all_found)) == 1 and not isinstance(all_found[0], str):
                        continue
                    failed += 1
                    print(f"{arch} {name}: findings depend on the schedule")
                    common = frozenset.intersection(*([o for o in all_found if not isinstance(o, str)] or [frozenset()]))
                    for schedule, one in zip(SCHEDULES, all_found):
                        print(f"  {schedule}: {one if isinstance(one, str) else sorted(one - common, key=str)}")
        if self.count >= 30 and not {"wrong", "risk"} <= severities:
            sys.exit(f"the programs have races of severity {severities} only")
        print(f"{self.count} programs for each arch, {failed} failed")
        sys.exit(failed != 0)
