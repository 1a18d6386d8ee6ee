#include "emulator/lint/lint.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "emulator/lint/analyses.hpp"
#include "emulator/lint/argument_reads.hpp"
#include "emulator/lint/expert_mode.hpp"

namespace lockstep::lint {

namespace {

Finding undecided_at(std::uint32_t instruction, std::string why) {
  Finding f = found_at(FindingKind::undecided, instruction);
  f.text = std::move(why);
  return f;
}

void append(std::vector<Finding>& all, std::vector<Finding> more) {
  std::ranges::move(more, std::back_inserter(all));
}

class Lint {
 public:
  Lint(const code_object::CodeObject& object, const isa::Program& program, const isa::WaitStates& found,
       const Executed* executed = nullptr)
      : object_(object), program_(program), wait_states_(found), executed_(executed) {}

  KernelReport check(const code_object::Kernel& kernel) const {
    KernelReport report{kernel.name, {}, {}};
    const ControlFlow flow = kernel_code(object_, program_, kernel);
    if (flow.entries.empty()) {
      report.findings.push_back(
          undecided_at(0, fmt::format("no instruction begins at the entry {:#x}", kernel.entry)));
    } else {
      check(kernel, executed_ != nullptr ? executed_part(flow, *executed_) : flow, report);
    }
    for (Finding& f : report.findings) complete(f, kernel);
    std::ranges::sort(report.findings, {},
                      [](const Finding& f) { return std::tie(f.address, f.kind, f.other_address, f.text); });
    return report;
  }

 private:
  void check(const code_object::Kernel& kernel, const ControlFlow& flow, KernelReport& report) const {
    const int accum_offset = kernel.descriptor.accum_offset;
    const OperationTable code = operations(program_, flow, accum_offset);
    for (const Block& b : flow.blocks) report.code.push_back({b.first, b.last});
    for (const Undecided& u : undecided(program_, flow))
      report.findings.push_back(undecided_at(u.instruction, u.why));
    append(report.findings, check_waits(program_, flow, code, accum_offset));
    append(report.findings, check_expert_mode(program_, flow, code));
    append(report.findings, check_wmma_hazards(program_, flow, code));
    append(report.findings, check_gfx1250_hazards(program_, flow, code));
    append(report.findings, check_wait_states(program_, flow, wait_states_, executed_ != nullptr));
    append(report.findings, check_copies(flow, code, kernel.max_workgroup));
    if (executed_ == nullptr)  // a run orders what it executes itself
      append(report.findings, check_lds_order(program_, flow, code, kernel.max_workgroup, accum_offset));
    append(report.findings, check_errata(program_, flow, kernel));
  }

  // Where the bytes are known, check_lds_bytes() says it all.
  std::vector<Finding> check_copies(const ControlFlow& flow, Operations code,
                                    std::uint32_t most_threads) const {
    std::vector<Finding> all = check_lds_bytes(program_, flow, code, most_threads);
    std::vector<Finding> rest = check_lds_copies(program_, flow, code);
    std::erase_if(rest, [&](const Finding& f) {
      return f.kind == FindingKind::lds_copy && std::ranges::find(all, f.index, &Finding::index) != all.end();
    });
    append(all, std::move(rest));
    return all;
  }

  void complete(Finding& f, const code_object::Kernel& kernel) const {
    f.kernel = kernel.name;
    if (f.index >= program_.instructions.size()) return;
    f.instruction = program_.instructions[f.index].text;
    f.address = program_.instructions[f.index].address;
    const std::int32_t other = f.other_address == 0 ? -1 : program_.at(f.other_address);
    if (other >= 0) f.distance = std::int32_t(f.index) - other;
  }

  const code_object::CodeObject& object_;
  const isa::Program& program_;
  const isa::WaitStates& wait_states_;
  const Executed* executed_;  ///< nullptr: all paths
};

}  // namespace

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::falsified:
      return "falsified";
    case Verdict::inconclusive:
      return "inconclusive";
  }
  return "";
}

Verdict KernelReport::verdict(findings::Severity fails) const {
  const auto undecided = [](const Finding& f) { return f.kind == FindingKind::undecided; };
  const auto failing = [&](const Finding& f) { return !undecided(f) && f.severity >= fails; };
  if (std::ranges::any_of(findings, failing)) return Verdict::falsified;
  return std::ranges::any_of(findings, undecided) ? Verdict::inconclusive : Verdict::holds;
}

std::size_t KernelReport::instructions() const {
  std::size_t n = 0;
  for (const Lines& lines : code) n += lines.last - lines.first + 1;
  return n;
}

bool KernelReport::reaches(std::uint32_t instruction) const {
  return std::ranges::any_of(code,
                             [&](const Lines& l) { return l.first <= instruction && instruction <= l.last; });
}

KernelReport lint(const code_object::CodeObject& object, const isa::Program& program,
                  const isa::WaitStates& found, const code_object::Kernel& kernel) {
  if (arch::find_emulated(object.arch) != nullptr) return Lint(object, program, found).check(kernel);
  Finding f =
      undecided_at(0, fmt::format("the counters and wait states of {} are not modelled", object.arch));
  f.kernel = kernel.name;
  f.address = kernel.entry;
  f.instruction = "entry";
  return {kernel.name, {std::move(f)}, {}};
}

KernelReport lint(const code_object::CodeObject& object, const isa::Program& program,
                  const isa::WaitStates& found, const code_object::Kernel& kernel, const Executed& executed) {
  return Lint(object, program, found, &executed).check(kernel);
}

std::vector<KernelReport> lint(const code_object::CodeObject& object, const isa::Program& program) {
  const isa::WaitStates found = isa::too_close(program);
  std::vector<KernelReport> reports;
  for (const code_object::Kernel& kernel : object.kernels)
    reports.push_back(lint(object, program, found, kernel));
  return reports;
}

}  // namespace lockstep::lint
