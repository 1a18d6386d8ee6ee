// Options of the commands that launch a kernel of your own, or follow what a kernel executes.
#include <memory>

#include "cli/commands.hpp"
#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

void add_launch_flags(CLI::App& sub, LaunchFlags& l) {
  sub.add_option("--object", l.object, "code object");
  sub.add_option("--kernel", l.kernel, "kernel, where the object has several");
  sub.add_option("--grid", l.grid, "workgroups, as in 4,2,1");
  sub.add_option("--block", l.block, "threads of one, as in 256,1,1");
  sub.add_option("--dynamic-lds", l.dynamic_lds, "bytes of LDS beyond the kernel's own (0)");
  sub.add_option("--buffer", l.buffers, "as in name=a,size=1024,random=f32,low=-1,high=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--arg", l.arguments, "as in pointer=a,offset=16 or i32=5 or at=8,f32=1; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--argument-bytes", l.argument_bytes, "size of the argument segment (the metadata's)");
  sub.add_option("--output", l.outputs, "as in buffer=c,file=c.bin,expect=right.bin; may be repeated")
      ->allow_extra_args(false);
  sub.add_option("--model", l.model, "matrix model (the first of the arch)");
  sub.add_option("--schedule", l.schedule, "earliest, latest or random:SEED (earliest)");
  sub.add_option("--seed", l.seed, "of what undefined memory and registers read as (1)");
  sub.add_option("--step-limit", l.step_limit, "instructions of one wave before it counts as stuck");
  sub.add_flag("--no-checks", l.no_checks, "report no findings, only traps");
}

void add_run(CLI::App& app, int& code) {
  const auto options = std::make_shared<RunOptions>();
  RunOptions& o = *options;
  CLI::App* sub = app.add_subcommand("run", "Run anybody's kernel, described by a file, flags, or both");
  sub->add_option("LAUNCH", o.launch.file, "a launch as JSON (docs/json.md); flags go over what it says");
  add_launch_flags(*sub, o.launch);
  sub->add_option("--threads", o.launch.threads, "host threads for the workgroups (1)");
  sub->add_option("--json", o.json, "write the result as JSON");
  add_opt_in_checks(*sub, o.opt_in);
  sub->add_option("--suppress", o.suppress, kSuppressions);
  sub->callback([options, &code] { code = run_launch(*options); });
}

void add_trace(CLI::App& app, int& code) {
  const auto options = std::make_shared<TraceOptions>();
  TraceOptions& o = *options;
  CLI::App* sub =
      app.add_subcommand("trace", "Log what one wave of a case or a launch executes, with values");
  sub->add_option("CASE", o.target, "a case line, a file with one, or a launch (.json)");
  sub->add_option("--workgroup", o.workgroup, "X,Y,Z (0,0,0)");
  sub->add_option("--wave", o.wave, "of the workgroup (0)")->check(CLI::Range(0, 15));
  sub->add_option("--launch", o.launch_number, "of a case with several launches (0)")
      ->check(CLI::Range(0, 1000));
  sub->add_option("--from", o.from, "first instruction: an address such as 0x1a00, or how many to pass over");
  sub->add_option("--count", o.count, "instructions to log (100; 0: all)");
  sub->add_flag("--json", o.json, "a line of JSON per instruction");
  add_launch_flags(*sub, o.launch);
  sub->callback([options, &code] { code = trace(*options); });
}

}  // namespace

void add_launch_commands(CLI::App& app, int& code) {
  for (const Add add : {add_run, add_trace}) add(app, code);
}

}  // namespace lockstep::cli
