#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/gpu.hpp"
#include "cli/output_file.hpp"
#include "cli/probe_report.hpp"
#include "host/read_file.hpp"

namespace lockstep::cli {

namespace {

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
  const auto of_arch = matrix::models(o.device.substr(o.device.find(':') + 1));
  return of_arch.empty() ? matrix::models().data() : of_arch.data();
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
    fmt::print(stderr, "lockstep probe: {}\n", record.error().text);
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
