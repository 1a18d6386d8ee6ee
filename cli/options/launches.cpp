// Options of the commands that launch a kernel of your own, or follow what a kernel executes.

#include "cli/judge/commands.hpp"
#include "cli/launches/commands.hpp"
#include "cli/options/options.hpp"
#include "emulator/arch/arch.hpp"

namespace lockstep::cli {

namespace {

void add_launch_flags(CLI::App& sub, LaunchFlags& l) {
  sub.add_option("--object", l.object, "code object file");
  sub.add_option("--kernel", l.kernel, "kernel name, if the code object has several");
  sub.add_option("--grid", l.grid, "number of workgroups, as in 4,2,1");
  sub.add_option("--block", l.block, "threads per workgroup, as in 256,1,1");
  sub.add_option("--cluster", l.cluster,
                 "workgroups of a cluster, as in 2,2,1 (default: as the metadata has it)");
  sub.add_option("--dynamic-lds", l.dynamic_lds,
                 "bytes of LDS in addition to the kernel's static LDS (default 0)");
  sub.add_option("--buffer", l.buffers,
                 "a buffer, as in name=a,size=1024,random=f32,low=-1,high=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--arg", l.arguments,
                 "an argument, as in pointer=a,offset=16 or i32=5 or at=8,f32=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--argument-bytes", l.argument_bytes,
                 "size of the kernarg segment (default: from the metadata)");
  sub.add_option(
         "--output", l.outputs,
         "an output, as in buffer=c,file=c.bin,expect=right.bin, or with format=bf16,snr=40 or ulp=1 or "
         "rtol=1e-2,atol=1e-5 as well; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--model", l.model, "matrix model (default: that of the arch, which list archs names)");
  sub.add_option("--schedule", l.schedule,
                 "earliest, latest, vmem-late, lds-late or random:SEED, several of them with commas between, "
                 "several (default: all "
                 "of these with random:1) or hunt (twelve)");
  sub.add_option("--seed", l.seed, "seed of the contents of undefined memory and registers (default 1)");
  sub.add_option("--step-limit", l.step_limit, kStepLimit);
  sub.add_option(
      "--granularity", l.granularity,
      "bytes that allocations are a multiple of (default 1): an access past a buffer's end within them is a "
      "note, not a trap");
  sub.add_flag("--no-checks", l.no_checks, "report traps only, no other findings");
}

void add_run(CLI::App& app, int& code) {
  const auto [sub, o] = command<RunOptions>(
      app, code, "run", "Run your kernel; a file, options or both describe the launch", run_launch);
  sub->add_option("LAUNCH", o.launch.file, "a launch file in JSON (docs/json.md); options override it");
  add_launch_flags(*sub, o.launch);
  sub->add_option("--threads", o.launch.threads, "host threads for the workgroups (default 1)");
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--junit", o.junit, "write the launch as a test case to this file as JUnit XML");
  sub->add_option("--sarif", o.sarif, kSarif);
  sub->add_option("--html", o.html, kHtml);
  sub->add_option("--device", o.device, kDevice);
  sub->add_option("--against", o.against, "compare the GPU's outputs with the emulator's, bit for bit")
      ->check(CLI::IsMember({"emulated"}));
  sub->add_option("--timeout", o.timeout, kTimeout)->check(CLI::PositiveNumber);
  add_finding_options(*sub, o.rules, o.shown);
  add_check_options(*sub, o.policy);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(
      "Examples:\n  lockstep run vector_add.json\n"
      "  lockstep run --object gemm.co --grid 4,4 --block 256 --buffer name=a,size=65536,random=bf16 --arg "
      "pointer=a");
}

void add_exec(CLI::App& app, int& code) {
  const auto [sub, o] = command<ExecOptions>(
      app, code, "exec", "Run a HIP program, its kernels on the emulator: exec [OPTIONS] -- PROGRAM ...",
      exec);
  sub->add_option("PROGRAM", o.program, "the program and its arguments, behind --")->required();
  sub->add_option("--arch", o.arch,
                  "the device that the program finds: " + arch::emulated_names("", "or") + " (default " +
                      std::string(arch::kDefault) + ")");
  sub->add_option("--model", o.model, "matrix model (default: that of the arch, which list archs names)");
  sub->add_option(
      "--schedule", o.schedule,
      "earliest, latest, vmem-late, lds-late or random:SEED, several of them with commas between, several "
      "(default: all of these with random:1) or hunt (twelve)");
  sub->add_option("--seed", o.seed, "seed of the contents of undefined memory and registers (default 1)");
  sub->add_option("--threads", o.threads, "host threads for the workgroups of a launch (default 1)")
      ->check(CLI::Range(1, 1024));
  sub->add_option("--step-limit", o.step_limit, kStepLimit)->check(CLI::PositiveNumber);
  sub->add_flag("--no-checks", o.no_checks, "report traps only, no other findings");
  sub->add_option("--kernel", o.kernel,
                  "check only kernels in whose names this regular expression is found (default: all)");
  sub->add_option("--every", o.every,
                  "check one of so many launches of each kernel, and run all (default: all are checked, the "
                  "same one once)")
      ->check(CLI::PositiveNumber);
  sub->add_flag("--bare", o.bare, "run what is not checked as --no-checks does");
  sub->add_option(
      "--record", o.record,
      "write each launch that is checked into a folder of this one, as run, trace and lint take it");
  sub->add_flag("--lint", o.lint, "check each code object without running it, too, when it is loaded");
  sub->add_flag("--torch", o.torch, "give PyTorch from PyPI the device, as torch.cuda");
  sub->add_flag("--keep-going", o.keep_going, "let the program go on after a kernel that stopped");
  sub->add_option("--json", o.json, "write the result to this file as JSON");
  sub->add_option("--junit", o.junit, "write one test case per kernel to this file as JUnit XML");
  sub->add_option("--sarif", o.sarif, kSarif);
  sub->add_option("--html", o.html, kHtml);
  add_finding_options(*sub, o.rules, o.shown);
  add_check_options(*sub, o.policy);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->footer(
      "Examples:\n  lockstep exec -- ./my_test\n  lockstep exec --schedule earliest --html report.html -- "
      "python3 my_kernel.py");
}

void add_judge(CLI::App& app, int& code) {
  const auto [sub, o] = command<JudgeOptions>(
      app, code, "judge", "Give a verdict on a kernel, against a reference, within a budget of time", judge);
  sub->add_option(
      "CANDIDATE", o.candidate,
      "a launch file, its folder or an archive of it, a code object, a launch recipe, a HIP "
      "source, or a function in Python, FILE.py:FUNCTION; with --serve a folder (default: this one)");
  auto* const against = sub->add_option(
      "--against", o.against,
      "the reference: a capsule, an operator with keys as in a case line, a function in Python, or nothing, "
      "for checks alone");
  in_units_of_time(*sub->add_option("--budget", o.budget, "time for all of it (default 30s)"));
  sub->add_option("--draws", o.draws, "different inputs (default 3; of an operator 50 cases)")
      ->check(CLI::PositiveNumber);
  from_environment(*sub->add_option("--seed", o.seed, "seed of what is drawn (default: random; printed)"));
  sub->add_option("--kernel", o.kernel, "kernel name, if the code object has several");
  sub->add_option("--model", o.model, "matrix model (default: that of the arch, which list archs names)");
  sub->add_option("--schedule", o.schedule, "schedules, as run takes them (default several)");
  sub->add_option(
      "--arch", o.arch,
      "the device of a function in Python, and of a source against one: " + arch::emulated_names("", "or"));
  sub->add_flag("--own-code", o.own_code,
                "a kernel that no source beside the candidate defines is a finding");
  auto* const to_file =
      sub->add_option("--json", o.json, "write the verdict to this file as JSON (docs/verdict.schema.json)");
  sub->add_flag(
         "--serve", o.serve,
         "answer requests from standard input, one a line, about files in a folder: plain JSON, or the "
         "Model Context Protocol (docs/agents.md)")
      ->excludes(against, to_file);
  add_check_options(*sub, o.policy);
  sub->footer(
      "Exit codes: 0 clean, 1 found, 2 usage error, 3 inconclusive or not evaluated, 130 interrupted.\n"
      "Examples:\n  lockstep judge mine.hip --against launches/0001 --budget 30s --json verdict.json");
}

void add_trace(CLI::App& app, int& code) {
  const auto [sub, o] = command<TraceOptions>(
      app, code, "trace", "Log the instructions of one wave of a case or launch, with values", trace);
  sub->add_option("CASE", o.target, "a case line, a file that holds one, or a launch file (.json)");
  sub->add_option("--workgroup", o.workgroup, "workgroup to log: X,Y,Z (default 0,0,0)");
  sub->add_option("--wave", o.wave, "wave of the workgroup (default 0)")->check(CLI::Range(0, 15));
  sub->add_option("--launch", o.launch_number, "launch to log, for cases with several (default 0)")
      ->check(CLI::Range(0, 1000));
  sub->add_option("--from", o.from,
                  "first instruction: an address such as 0x1a00, or a number of instructions to skip");
  sub->add_option("--count", o.count, "number of instructions to log; 0 for all (default 100)");
  sub->add_flag("--json", o.json, "print one line of JSON per instruction");
  add_launch_flags(*sub, o.launch);
}

}  // namespace

void add_launch_commands(CLI::App& app, int& code) {
  for (const Add add : {add_run, add_exec, add_judge, add_trace}) add(app, code);
}

}  // namespace lockstep::cli
