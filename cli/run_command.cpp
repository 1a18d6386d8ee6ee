#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/check_flags.hpp"
#include "cli/commands.hpp"
#include "cli/complaint.hpp"
#include "cli/exit_code.hpp"
#include "cli/finding_lines.hpp"
#include "cli/interrupt.hpp"
#include "cli/json.hpp"
#include "cli/launch_target.hpp"
#include "cli/output_file.hpp"
#include "cli/output_report.hpp"
#include "cli/suppression_file.hpp"
#include "emulator/checks/checked_dispatch.hpp"
#include "emulator/launch/outputs.hpp"
#include "emulator/matrix/models/model.hpp"
#include "properties/launch_outputs/derived_snr.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

class Run {
 public:
  Run(LaunchTarget& target, const RunOptions& options, checks::Suppressions suppressions)
      : target_(target),
        options_(options),
        suppressions_(std::move(suppressions)),
        arguments_(launch_arguments(options.launch, target.file, target.model->name) +
                   flags_of(options.policy)) {}

  int run(const std::string& json_path) {
    announce();
    machine::Settings settings = target_.settings();
    settings.cancel = &watch_for_interrupt();
    settings.wait_states = options_.policy.wait_states;
    if (auto ok = check_operators(); !ok) return complain("run", ok.error());
    launch::Placement& p = *target_.placement;
    outcome_ = settings.checks ? checks::checked_dispatch(*target_.code, *p.kernel, p.launch, p.memory,
                                                          settings, options_.policy)
                               : machine::dispatch(*target_.code, *p.kernel, p.launch, p.memory, settings);
    if (outcome_.cancelled) return kInterrupted;
    suppressed_ = suppressions_.take(outcome_.findings);
    std::erase_if(outcome_.findings, [&](const machine::Finding& f) {
      return !is_wanted(options_.rules, machine::name(f.kind), f.rule);
    });
    if (!outcome_.stop) look_at_outputs();
    for (const auto& input : target_.file.inputs)
      if (input->failed())
        return complain("run", fmt::format("{}: could not be read to its end", input->path()));
    print();
    int code = exit_code();
    bool written = write_outputs();
    if (!json_path.empty()) written &= write_or_complain(json_path, result().dump(1) + "\n");
    if (!written && code == kHolds) code = kUsage;
    fmt::print("reproduce: lockstep run {}\n", arguments_);
    return code;
  }

 private:
  void announce() const {
    const code_object::Geometry& g = target_.file.description.geometry;
    fmt::print("seed {}\n{}@{} of {}, grid {},{},{} block {},{},{}, model {} ({}), schedule {}\n",
               target_.file.description.seed, target_.placement->kernel->name, target_.code->object().arch,
               target_.code->object().file, g.grid[0], g.grid[1], g.grid[2], g.block[0], g.block[1],
               g.block[2], target_.model->name, matrix::name(target_.model->label),
               machine::to_string(target_.file.schedule));
    std::fflush(stdout);
  }

  // Before the launch: whether there is arithmetic to compare with.
  tl::expected<void, std::string> check_operators() const {
    for (const auto& gemm : target_.file.operators)
      if (gemm)
        if (auto ok = launch_outputs::check_formats(*gemm, *target_.model); !ok) return ok;
    return {};
  }

  void derive_snr(std::size_t output) {
    derived_.emplace_back();
    const launch::Description& d = target_.file.description;
    if (!target_.file.operators[output]) return;
    const launch::Output& o = d.outputs[output];
    derived_.back() = *launch_outputs::derived_snr(*target_.file.operators[output], d, o, *target_.placement,
                                                   *target_.model);
    for (std::string& line : shortfall(o, *derived_.back())) lines_.push_back(std::move(line));
  }

  void look_at_outputs() {
    const launch::Description& d = target_.file.description;
    for (const launch::Output& o : d.outputs) {
      const launch::OutputResult& r = results_.emplace_back(launch::judge(*target_.placement, d, o));
      if (r.undefined_bytes != 0 && !o.may_be_undefined && target_.file.checks)
        lines_.push_back(fmt::format(
            "undefined-output: {}: {} of {} bytes were never written, or hold undefined values, the first at "
            "{:#x}",
            o.buffer, r.undefined_bytes, r.bytes, o.offset + r.first_undefined));
      for (std::string& line : mismatches(o, r)) lines_.push_back(std::move(line));
      derive_snr(results_.size() - 1);
    }
  }

  int exit_code() const {
    if (outcome_.stop)
      return outcome_.stop->kind == machine::FindingKind::unsupported ? kInconclusive : kTrapped;
    const bool fails = std::ranges::any_of(
        outcome_.findings, [&](const machine::Finding& f) { return options_.policy.is_failure(f.severity); });
    return lines_.empty() && !fails ? kHolds : kFalsified;
  }

  const char* verdict() const {
    switch (exit_code()) {
      case kHolds:
        return "holds";
      case kFalsified:
        return "falsified";
      case kTrapped:
        return "trapped";
      default:
        return "inconclusive";
    }
  }

  void print() const {
    fmt::print("{}  {} workgroups, {} wave instructions\n", verdict(), outcome_.workgroups,
               outcome_.instructions);
    if (outcome_.stop) fmt::print("  {}\n", outcome_.stop->line());
    const std::vector<FindingLine> found(outcome_.findings.begin(), outcome_.findings.end());
    for (const std::string& line : listed(found, options_.limit)) fmt::print("  {}\n", line);
    for (const std::string& line : lines_) fmt::print("  {}\n", line);
    print_account(suppressions_, suppressed_);
    for (std::size_t i = 0; i < results_.size(); ++i) {
      const launch::OutputResult& r = results_[i];
      fmt::print("  output {}: {} bytes, sha256 {}{}\n", target_.file.description.outputs[i].buffer, r.bytes,
                 r.sha256,
                 (derived_[i] ? ", " + figures(*derived_[i]) : "") +
                     (r.deviation ? ", " + figures(*r.deviation) : ""));
    }
  }

  bool write_outputs() const {
    const launch::Description& d = target_.file.description;
    bool written = true;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (target_.file.output_files[i].empty()) continue;
      written &= write_or_complain(target_.file.output_files[i], [&](const Piece& piece) {
        return launch::read(*target_.placement, d, d.outputs[i], [&](std::span<const std::uint8_t> data) {
          return piece({reinterpret_cast<const char*>(data.data()), data.size()});
        });
      });
    }
    return written;
  }

  json result() const {
    json j{{"schema", kSchema},
           {"object", target_.code->object().file},
           {"kernel", target_.placement->kernel->name},
           {"arch", target_.code->object().arch},
           {"model", target_.model->name},
           {"model_label", matrix::name(target_.model->label)},
           {"schedule", machine::to_string(target_.file.schedule)},
           {"seed", target_.file.description.seed},
           {"verdict", verdict()},
           {"findings", json::array()},
           {"wrong_outputs", lines_},
           {"workgroups", outcome_.workgroups},
           {"wave_instructions", outcome_.instructions},
           {"outputs", json::array()},
           {"reproduce", fmt::format("lockstep run {}", arguments_)}};
    for (const machine::Finding& f : outcome_.findings) j["findings"].push_back(to_json(f));
    if (!suppressions_.rules().empty()) j["suppressed"] = to_json(suppressions_, suppressed_);
    if (outcome_.stop) j["stop"] = outcome_.stop->line();
    for (std::size_t i = 0; i < results_.size(); ++i) {
      j["outputs"].push_back(to_json(target_.file.description.outputs[i], results_[i]));
      if (derived_[i]) j["outputs"].back()["derived"] = to_json(*derived_[i]);
    }
    return j;
  }

  LaunchTarget& target_;
  const RunOptions& options_;
  checks::Suppressions suppressions_;
  checks::Suppressions::Counts suppressed_;
  std::string arguments_;
  machine::Outcome outcome_;
  std::vector<std::string> lines_;  ///< what is wrong with the outputs
  std::vector<launch::OutputResult> results_;
  std::vector<std::optional<launch_outputs::DerivedSnr>> derived_;  ///< [output]
};

}  // namespace

int run_launch(const RunOptions& options) {
  auto target = ready(options.launch);
  if (!target) return complain("run", target.error());
  auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain("run", suppressions.error());
  return Run(**target, options, std::move(*suppressions)).run(options.json);
}

}  // namespace lockstep::cli
