#include <algorithm>
#include <ctime>
#include <map>
#include <string>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/devices/commands.hpp"
#include "cli/devices/gpu.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "emulator/arch/arch.hpp"
#include "host/files.hpp"
#include "properties/probe/judge.hpp"
#include "properties/probe/parameters.hpp"

namespace lockstep::cli {

namespace {

// What `lockstep arith probe` prints: the table, the parameters, and who survives.

using probe::Instruction;
using probe::Judgement;
using probe::Record;

// Rungs of a ladder are called "name n"; their sum is among the parameters.
bool is_rung(const std::string& name) {
  for (const probe::Ladder& ladder : probe::kLadders)
    if (name.starts_with(fmt::format("{} ", ladder.name))) return true;
  return false;
}

std::string names(const std::vector<const matrix::Model*>& models) {
  std::vector<std::string_view> all;
  for (const matrix::Model* m : models) all.push_back(m->name);
  return fmt::format("{}", fmt::join(all, " "));
}

// "47800000 exact fma_post; 477FFFFF gtr16_inexp": the models that say otherwise, by what they say.
std::string otherwise(const Judgement& j, std::size_t answer, std::uint32_t observed) {
  std::map<std::uint32_t, std::vector<std::string_view>> others;
  for (std::size_t m = 0; m < j.models.size(); ++m)
    if (const auto bits = j.predictions[m][answer]; bits && !probe::same_result(*bits, observed))
      others[*bits].push_back(j.models[m].name);
  std::vector<std::string> parts;
  for (const auto& [bits, models] : others)
    parts.push_back(fmt::format("{:08X} {}", bits, fmt::join(models, " ")));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string row(const Record& r, const Judgement& j, std::size_t answer) {
  const probe::Answer& a = r.answers[answer];
  const probe::Probe& p = r.probes[a.probe];
  return fmt::format("  {:<20} {:08X}  {:<58}  {}\n", p.name, a.bits, inputs(p),
                     otherwise(j, answer, a.bits));
}

const Instruction* first_observed(const Record& r) {
  return r.answers.empty() ? nullptr : r.answers.front().instruction;
}

std::vector<const Instruction*> observed(const Record& r) {
  std::vector<const Instruction*> out;
  for (const probe::Answer& a : r.answers)
    if (std::ranges::find(out, a.instruction) == out.end()) out.push_back(a.instruction);
  return out;
}

const probe::Answer* answer_to(const Record& r, const Instruction& instruction, std::size_t probe) {
  for (const probe::Answer& a : r.answers)
    if (a.instruction == &instruction && a.probe == probe) return &a;
  return nullptr;
}

bool share_probes(const Record& r, const Instruction& x, const Instruction& y) {
  return std::ranges::any_of(r.answers, [&](const probe::Answer& a) {
    return a.instruction == &x && answer_to(r, y, a.probe) != nullptr;
  });
}

// Where an instruction differs from an earlier one that took some of the same probes.
std::string differences(const Record& r, const Judgement& j, const Instruction& first,
                        const Instruction& other) {
  std::string rows;
  std::size_t shared = 0;
  for (std::size_t i = 0; i < r.answers.size(); ++i) {
    const probe::Answer& a = r.answers[i];
    if (a.instruction != &other) continue;
    const probe::Answer* earlier = answer_to(r, first, a.probe);
    if (earlier == nullptr) continue;
    ++shared;
    if (!probe::same_result(earlier->bits, a.bits)) rows += row(r, j, i);
  }
  const std::string than = &first == first_observed(r) ? "" : fmt::format(" as {}", first.name);
  if (rows.empty())
    return fmt::format("\n{}: the same bits{} on all {} probes that both take\n", other.name, than, shared);
  return fmt::format("\n{}: other bits{} on these of {} probes that both take\n{}", other.name,
                     than.empty() ? "" : fmt::format(" than {}", first.name), shared, rows);
}

std::string whole_table(const Record& r, const Judgement& j, const Instruction& instruction, bool all) {
  std::string text = fmt::format("\n{}\n  {:<20} {:<8}  {:<58}  {}\n", instruction.name, "probe", "observed",
                                 "inputs", "models that say otherwise");
  for (std::size_t i = 0; i < r.answers.size(); ++i)
    if (r.answers[i].instruction == &instruction && (all || !is_rung(r.probes[r.answers[i].probe].name)))
      text += row(r, j, i);
  return text;
}

/// `all`: every rung of the ladders, too.
std::string probe_table(const Record& r, const Judgement& j, bool all) {
  std::string text;
  std::vector<const Instruction*> shown;  // in whole
  for (const Instruction* instruction : observed(r)) {
    const auto kin = std::ranges::find_if(
        shown, [&](const Instruction* earlier) { return share_probes(r, *instruction, *earlier); });
    if (kin != shown.end()) {
      text += differences(r, j, **kin, *instruction);
    } else {
      shown.push_back(instruction);
      text += whole_table(r, j, *instruction, all);
    }
  }
  return text;
}

std::string probe_parameters(const Record& r) {
  std::string text;
  std::map<std::string, std::string> first;  // what the first instruction has
  for (const Instruction* instruction : observed(r)) {
    std::string lines;
    for (const auto& [name, value] : describe(read_parameters(r, *instruction), r, *instruction)) {
      const bool known = !text.empty() && first.contains(name);
      if (!known || first[name] != value) lines += fmt::format("  {:<26} {}\n", name, value);
      if (text.empty()) first[name] = value;
    }
    text += text.empty()    ? fmt::format("\nparameters of {}, as far as the probes determine them\n{}",
                                          instruction->name, lines)
            : lines.empty() ? fmt::format("{}: the same\n", instruction->name)
                            : fmt::format("{}: the same but for\n{}", instruction->name, lines);
  }
  return text;
}

std::string probe_survivors(const Record& r, const Judgement& j) {
  std::string text = "\n";
  const auto pairs = unseparated(j);
  if (pairs.empty()) text += fmt::format("these probes tell all {} models apart\n", j.models.size());
  for (const auto& [first, second, why] : pairs)
    text +=
        fmt::format("{} and {}: {}\n", first->name, second->name,
                    why.empty() ? "not told apart by these probes" : fmt::format("one function ({})", why));
  for (std::size_t m = 0; m < j.models.size(); ++m)
    text += fmt::format(
        "  {:<16} {}\n", j.models[m].name,
        j.contradictions[m].empty()
            ? fmt::format("survives; label: {}", matrix::name(j.models[m].label))
            : fmt::format("contradicted by {} of {} answers, first by {}", j.contradictions[m].size(),
                          r.answers.size(), r.probes[r.answers[j.contradictions[m][0]].probe].name));
  if (j.classes.size() == 1) return text + fmt::format("survives: {}\n", names(j.classes[0]));
  if (j.classes.size() > 1) {
    text += "survive:";
    for (const auto& group : j.classes) text += fmt::format(" {}", names(group));
    return text + "\n";
  }
  text += "survives: no model\n";
  for (const Instruction* instruction : observed(r))
    if (const auto alone = survivors(j, r, *instruction); !alone.empty())
      text += fmt::format("  for {} alone: {}\n", instruction->name, names(alone));
  return text;
}

struct Problem {
  ExitCode code;
  std::string text;
};
using Observed = tl::expected<probe::Record, Problem>;

tl::unexpected<Problem> problem(const devices::Failure& f) {
  return tl::unexpected(Problem{code_of(f.kind), f.text});
}

const matrix::Model* model_of(const ProbeOptions& o) {
  if (!o.model.empty()) return matrix::find_model(o.model);
  const std::string arch = o.device.substr(o.device.find(':') + 1);
  return matrix::choose_model(arch, "").value_or(*matrix::choose_model(arch::kDefault, ""));  // for a GPU any
}

Observed ask(const ProbeOptions& o) {
  const matrix::Model* model = model_of(o);
  if (model == nullptr)
    return tl::unexpected(
        Problem{kUsage, fmt::format("no matrix model '{}'; `lockstep list models` names them", o.model)});
  const auto device = devices::open(o.device, *model);
  if (!device) return problem(device.error());
  auto record = probe::observe(**device, probe::probes((*device)->identity().arch));
  if (!record) return problem(record.error());
  record->date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  return *record;
}

Observed read(const std::string& path) {
  const auto text = host::read_text(path);
  if (!text) return tl::unexpected(Problem{kUsage, text.error()});
  auto record = probe::from_json(*text);
  if (!record) return tl::unexpected(Problem{kUsage, fmt::format("{}: {}", path, record.error())});
  return *record;
}

}  // namespace

int probe(const ProbeOptions& o) {
  const Observed record = o.from.empty() ? ask(o) : read(o.from);
  if (!record) {
    fmt::print(stderr, "lockstep arith probe: {}\n", record.error().text);
    return record.error().code;
  }
  const probe::Judgement judgement = probe::judge(*record, matrix::models(record->identity.arch));
  const devices::Identity& id = record->identity;
  fmt::print("device {} ({}), {}, {}; {}\n{} probes, {} answers\n", id.device, id.name, id.arch, id.driver,
             record->date, record->probes.size(), record->answers.size());
  fmt::print("{}{}{}", probe_table(*record, judgement, o.all), probe_parameters(*record),
             probe_survivors(*record, judgement));
  if (!o.json.empty() && !write_or_complain(o.json, probe::to_json(*record))) return kUsage;
  if (judgement.classes.size() == 1) return kHolds;
  return judgement.classes.empty() && !record->answers.empty() ? kFalsified : kInconclusive;
}

}  // namespace lockstep::cli
