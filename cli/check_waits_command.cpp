#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "commands.hpp"
#include "exit_code.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "output_file.hpp"
#include "properties/mutation/kill_matrix.hpp"
#include "properties/subjects/generate.hpp"
#include "suppression_file.hpp"

namespace lockstep::cli {

namespace {

using mutation::CodeMutant;
using mutation::KillMatrix;
using mutation::MatrixRow;

int complain(int code, std::string_view problem) {
  fmt::print(stderr, "lockstep check waits: {}\n", problem);
  return code;
}

const kernels::Kernel* named_kernel(const std::string& name) {
  for (const kernels::Kernel& k : kernels::kernels())
    if (subjects::is_name_of(name, k)) return &k;
  return nullptr;
}

tl::expected<std::vector<cases::Case>, std::string> cases_of(const CheckWaitsOptions& options) {
  std::vector<cases::Case> chosen;
  for (const std::string& line : options.lines) {
    auto c = cases::parse(line);
    if (!c) return tl::unexpected(c.error());
    if (!chosen.empty() &&
        (c->kernel != chosen[0].kernel || c->arch != chosen[0].arch || c->build != chosen[0].build))
      return tl::unexpected(std::string("the cases are of different kernels or builds"));
    chosen.push_back(std::move(*c));
  }
  if (!chosen.empty()) return chosen;
  const kernels::Kernel* kernel = named_kernel(options.kernel);
  if (kernel == nullptr) return tl::unexpected(fmt::format("no kernel '{}'", options.kernel));
  chosen = mutation::reaching_cases(*kernel, options.build, options.cases, options.seed);
  if (chosen.empty())
    return tl::unexpected(fmt::format("{} has no case with build {}", options.kernel, options.build));
  return chosen;
}

void print_row(const KillMatrix& matrix, const MatrixRow& row) {
  const isa::Instruction& i = matrix.code->program().instructions[row.mutant.instruction];
  fmt::print("  {:#8x} {:<34} {:<12}", i.address, i.text, mutation::name(row.mutant.kind));
  for (const std::string& by : row.killed_by) fmt::print(" {:<17}", by.empty() ? "-" : by);
  fmt::print(" {}\n", row.lint.empty() ? "-" : fmt::format("{}", fmt::join(row.lint, ",")));
  if (!row.killed())
    fmt::print("           survives: {}\n", row.explanation.empty() ? "UNEXPLAINED" : row.explanation);
}

// What noticed a mutant under each schedule; null: nothing did.
nlohmann::json killed_by(const KillMatrix& matrix, const MatrixRow& row) {
  nlohmann::json by = nlohmann::json::object();
  for (std::size_t s = 0; s < matrix.schedules.size(); ++s) {
    nlohmann::json& word = by[machine::to_string(matrix.schedules[s])];
    if (!row.killed_by[s].empty()) word = row.killed_by[s];
  }
  return by;
}

nlohmann::json to_json(const KillMatrix& matrix, const std::vector<cases::Case>& cases) {
  nlohmann::json j{{"schema", kSchema},
                   {"cases", nlohmann::json::array()},
                   {"mutants", nlohmann::json::array()},
                   {"unreached", matrix.unreached}};
  for (const cases::Case& c : cases) j["cases"].push_back(cases::print(c));
  for (const MatrixRow& row : matrix.rows) {
    const isa::Instruction& i = matrix.code->program().instructions[row.mutant.instruction];
    j["mutants"].push_back({{"address", i.address},
                            {"instruction", i.text},
                            {"mutation", mutation::name(row.mutant.kind)},
                            {"killed", row.killed()},
                            {"killed_by", killed_by(matrix, row)}});
    if (!row.killed()) j["mutants"].back()["explanation"] = row.explanation;
  }
  return j;
}

int print(const KillMatrix& matrix) {
  fmt::print("  {:<8} {:<34} {:<12}", "address", "instruction", "mutation");
  for (const machine::Schedule& s : matrix.schedules) fmt::print(" {:<17}", machine::to_string(s));
  fmt::print(" lint\n");
  std::size_t killed = 0, unexplained = 0, linted = 0;
  for (const MatrixRow& row : matrix.rows) {
    print_row(matrix, row);
    killed += row.killed();
    linted += !row.lint.empty();
    unexplained += !row.killed() && row.explanation.empty();
  }
  const std::size_t survivors = matrix.rows.size() - killed;
  fmt::print(
      "{} mutants: {} killed, {} survive, {} of them explained; {} more in code that no case reaches\n",
      matrix.rows.size(), killed, survivors, survivors - unexplained, matrix.unreached);
  fmt::print("lint speaks of {} of them without running any\n", linted);
  if (matrix.rows.empty()) return kInconclusive;
  return unexplained == 0 ? kHolds : kFalsified;
}

}  // namespace

int check_waits(const CheckWaitsOptions& options) {
  if (options.kernel.empty() == options.lines.empty())
    return complain(kUsage, "name a kernel, or give cases with --case");
  auto cases = cases_of(options);
  if (!cases) return complain(kUsage, cases.error());
  mutation::MatrixOptions o;
  o.cases = std::move(*cases);
  o.schedules = machine::several_schedules(options.seed, options.seeds);
  o.jobs = options.jobs > 0 ? options.jobs : int(std::max(1u, std::thread::hardware_concurrency()));
  o.limit = options.limit;
  o.cancel = &watch_for_interrupt();
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain(kUsage, suppressions.error());
  o.suppressions = &*suppressions;
  for (const cases::Case& c : o.cases) fmt::print("case {}\n", cases::print(c));
  std::fflush(stdout);
  const auto matrix = mutation::kill_matrix(o);
  if (o.cancel->load()) return kInterrupted;
  if (!matrix) return complain(kInconclusive, matrix.error());
  print_account(*suppressions, matrix->suppressed);
  const int code = print(*matrix);
  if (options.json.empty()) return code;
  nlohmann::json j = to_json(*matrix, o.cases);
  if (!suppressions->rules().empty()) j["suppressed"] = to_json(*suppressions, matrix->suppressed);
  return write_or_complain(options.json, j.dump(1) + "\n") || code != kHolds ? code : kUsage;
}

}  // namespace lockstep::cli
