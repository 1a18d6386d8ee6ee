#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/case_words.hpp"
#include "cli/cases/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "properties/schedule_search/search.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;

json instruction(const isa::Program& program, std::uint32_t index) {
  const isa::Instruction& i = program.instructions[index];
  return {{"instruction", i.text}, {"address", i.address}};
}

json difference(const schedule_search::SearchResult& result, const isa::Program& program) {
  json j{{"first", machine::to_string(result.first)},
         {"second", machine::to_string(result.second)},
         {"what", result.difference}};
  if (!result.where) return j;
  const schedule_search::FirstDifference& d = *result.where;
  j["where"] = instruction(program, d.instruction);
  j["where"].update({{"launch", d.location.launch},
                     {"workgroup", d.location.workgroup},
                     {"wave", d.wave},
                     {"step", d.step}});
  if (d.outstanding) {
    j["raced"] = instruction(program, *d.outstanding);
    j["raced"]["was"] = "outstanding";
  } else if (d.writer && d.writer->wave >= 0) {
    j["raced"] = instruction(program, d.writer->instruction);
    j["raced"].update(
        {{"was", "writer"}, {"workgroup", d.writer->location.workgroup}, {"wave", d.writer->wave}});
  }
  return j;
}

bool is_falsified(const schedule_search::SearchResult& result, const checks::Policy& policy) {
  return result.differs || std::ranges::any_of(result.findings, [&](const auto& found) {
           return policy.is_failure(found.second.severity);
         });
}

json json_of(const cases::Case& c, const schedule_search::SearchResult& result, const isa::Program& program,
             bool falsified) {
  json j{{"schema", kSchema},
         {"case", cases::print(c)},
         {"verdict", falsified ? "falsified" : "holds"},
         {"runs", result.runs},
         {"findings", json::array()}};
  for (const auto& [schedule, finding] : result.findings) {
    j["findings"].push_back(to_json(finding));
    j["findings"].back()["schedule"] = machine::to_string(schedule);
  }
  if (result.differs) j["difference"] = difference(result, program);
  return j;
}

}  // namespace

int hunt(const HuntOptions& options) {
  const auto c = case_of(options.case_line);
  if (!c) return complain("hunt", c.error());
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("hunt", suppressions.error());
  laws::CodeCache cache;
  schedule_search::SearchOptions o;
  o.seeds = options.seeds;
  o.seed = options.seed;
  o.cancel = &watch_for_interrupt();
  o.suppressions = &*suppressions;
  o.policy = options.policy;
  if (options.step_limit) o.step_limit = *options.step_limit;
  const auto result = schedule_search::search(*c, cache, o);
  if (!result) return complain("hunt", result.error());
  if (o.cancel->load()) return kInterrupted;
  const bool falsified = is_falsified(*result, options.policy);
  fmt::print("{}  {}\n", falsified ? "FALSIFIED" : "HOLDS", cases::print(*c));
  const kernels::Kernel& kernel = *kernels::find_kernel(c->kernel, c->arch);
  const isa::Program& program = (*cache.get(kernel, c->build))->program();
  fmt::print("{}", schedule_search::text(*result, program, options.policy.fails, options.shown));
  print_account(*suppressions, result->suppressed);
  const int code = falsified ? kFalsified : kHolds;
  if (options.json.empty()) return code;
  json j = json_of(*c, *result, program, falsified);
  if (!suppressions->rules().empty()) j["suppressed"] = to_json(*suppressions, result->suppressed);
  return write_or_complain(options.json, j.dump(1) + "\n") || falsified ? code : kUsage;
}

}  // namespace lockstep::cli
