#!/usr/bin/env python3
"""builtins.py LOCKSTEP CLANG [ARCH...]: every instruction that clang selects for a builtin of an arch is executed, or stands below with
the reason why it is refused. The list of builtins is the compiler's own: its library holds their names."""
import pathlib
import re
import subprocess
import sys

LOCKSTEP, CLANG, *ARCHS = sys.argv[1:]

# Builtins that take no operand of any type, or of which LLVM 22 selects nothing on some of the archs: it ends with an error.
NOT_COMPILED = re.compile("__builtin_amdgcn_(" + "|".join((
    "image_.*", "interp_.*", "cooperative_atomic_.*", "atomic_(inc|dec).*", ".*_atomic_fadd_v2.*", "fence", "buffer_wbinvl1.*",
    "(global|raw_ptr_buffer|struct_ptr_buffer)?_?load(_to)?_lds", "[fisu]cmp[fl]?", "log_clampf", "trig_preopf", "fdot2c_f32_bf16",
    "mov_dpp8", "s_waitcnt", "(sw|w)mma.*_w32(_gfx12)?", "s_dcache_.*", "ds_gws_sema_release_all", r"mfma_f32_\d+x\d+x\dbf16", "mfma_i32_(16x16x16|32x32x8)i8", "mfma_.*_xf32", "s_setreg", "s_ttracedata.*")) + ")")

REFUSED = {
    "ds_(append|consume|gws_.*)": "global wave sync and ordered counters need hardware beside the workgroups",
    "image_.*|ds_bvh_.*|s_wait_bvhcnt|v_trig_preop_f64": "graphics, ray tracing and libm's reduction of huge angles",
    "(global|flat)_load_monitor_.*|s_monitor_sleep": "waiting for another device's write",
    "s_(buffer_)?prefetch.*|s_ttracedata.*|s_sleep_var|s_setprio_inc_wg|s_wakeup_barrier|s_get_barrier_state": "not modelled",
    "s_sendmsg.*|s_wait_event": "messages of graphics, and of the debugger",
    "v_permlane64_b32": "gfx1250 swaps halves of a wave of 64, and has none",
}
HEAD = """#define D __attribute__((device))
D char in[4096];
D char out[4096];
struct Any { template <typename T> D operator T() const { return *(volatile T*)in; } };
D Any any;
template <typename F> D void use(F f) { if constexpr (__is_same(decltype(f()), void)) f(); else *(volatile decltype(f())*)out = f(); }
"""
FIRST = HEAD.count("\n") + 1


def names():
    """Of all of AMD's builtins."""
    linked = subprocess.run(["ldd", pathlib.Path(CLANG).resolve()], capture_output=True, text=True).stdout
    library = re.search(r"libclang-cpp\S* => (\S+)", linked)
    content = pathlib.Path(library.group(1) if library else CLANG).read_bytes()
    found = {name.decode() for name in re.findall(rb"__builtin_amdgcn_\w+", content)}
    return sorted(name for name in found if not NOT_COMPILED.fullmatch(name))


class Calls:
    """A kernel for each builtin, called with operands that convert to whatever it takes."""

    def __init__(self, arch):
        self.arch, self.names = arch, names()
        self.count, self.constants = dict.fromkeys(self.names, 0), {name: {} for name in self.names}

    def call(self, name):
        return f"{name}({', '.join(self.constants[name].get(i, 'any') for i in range(self.count[name]))})"

    def compile(self, *words):
        self.rows = [f'extern "C" __attribute__((global)) void k{i}() {{ use([]() D {{ return {self.call(name)}; }}); }}'
                     for i, name in enumerate(self.names)]
        return subprocess.run(
            [CLANG, "-x", "hip", "-std=c++20", "-nogpulib", "-nogpuinc", "--offload-device-only", "--no-gpu-bundle-output",
             f"--offload-arch={self.arch}", "-O1", "-w", "-ferror-limit=0", "-fno-caret-diagnostics", "-fno-color-diagnostics",
             "-fdiagnostics-print-source-range-info", *words, "-", "-o", "-"],
            input=HEAD + "\n".join(self.rows), capture_output=True, text=True)

    def learn(self, said):
        """Numbers of operands, and which are constants, from what the compiler complains of. False: nothing was learnt."""
        gone, learnt = set(), False
        for line, column, start, error in re.findall(r"<stdin>:(\d+):(\d+):(?:\{\d+:(\d+)-\d+:\d+\})*:? error: (.*)", said):
            name, row = self.names[int(line) - FIRST], self.rows[int(line) - FIRST]
            operands = row.index(name + "(") + len(name) + 1
            at = int(start or column) - 1
            count = re.search(r"expected (?:at least )?(\d+), have", error)
            limits = re.search(r"outside the valid range \[(-?\d+)", error)
            if count:
                self.count[name] = int(count.group(1))
            elif at >= operands and ("constant" in error or limits):
                self.constants[name][row[operands:at].count(",")] = limits.group(1) if limits else "0"
            else:
                gone.add(name)  # of another arch
            learnt = True
        self.names = [name for name in self.names if name not in gone]
        return learnt

    def assembly(self):
        while self.learn(self.compile("-fsyntax-only").stderr):
            pass
        while True:
            done = self.compile("-S")
            if done.returncode == 0:
                return done.stdout
            if not self.learn(done.stderr):
                lost = re.search(r"(?:declaration '|function '@)k(\d+)", done.stderr)
                assert lost, done.stderr[-3000:]
                sys.exit(f"{self.arch}: {self.names[int(lost.group(1))]} ends the compiler: it belongs to NOT_COMPILED\n{done.stderr[:400]}")


def selected(assembly, names_of):
    """Each mnemonic without its encoding, and a builtin that it is selected for."""
    of, kernel = {}, None
    for line in assembly.split("\n"):
        if label := re.match(r"k(\d+):", line):
            kernel = names_of[int(label.group(1))]
        elif (word := re.match(r"\t([a-z]\w+)", line)) and kernel:
            of.setdefault(re.sub(r"_(e32|e64|dpp|sdwa|e64_dpp)$", "", word.group(1)), kernel)
    return of


wrong, refused, met = [], {}, set()
for arch in ARCHS or ("gfx942", "gfx950", "gfx1250"):
    listed = subprocess.run([LOCKSTEP, "list", "instructions", "--arch", arch], capture_output=True, text=True, check=True).stdout
    known = set(re.findall(r"^([a-z]\w+) ", listed, re.MULTILINE))
    calls = Calls(arch)
    of = selected(calls.assembly(), calls.names)
    for mnemonic, name in sorted(of.items()):
        if mnemonic in known:
            continue
        row = next((pattern for pattern in REFUSED if re.fullmatch(pattern, mnemonic)), None)
        met.add(row)
        if row is None:
            wrong.append(f"{arch}: {mnemonic}, of {name}, is not executed, and no row says why")
    print(f"{arch}: {len(calls.names)} builtins, {len(of)} instructions, {sum(m not in known for m in of)} refused")
    assert len(calls.names) > 200, "most builtins were lost"
if not ARCHS:
    wrong += [f"no instruction is refused for this any more: {pattern}" for pattern in REFUSED if pattern not in met]
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
