#include "cli/judged_outputs.hpp"

#include <fmt/format.h>

#include "cli/output_report.hpp"

namespace lockstep::cli {

namespace {

launch_outputs::DerivedSnr derived_snr(const LaunchFile& file, const launch::Placement& placement,
                                       const matrix::Model& model, std::size_t output,
                                       const launch::OutputResult& result, const JudgedOutputs* first) {
  if (first != nullptr && output < first->derived.size() && first->derived[output] &&
      first->results[output].sha256 == result.sha256)
    return *first->derived[output];
  const launch::Description& d = file.description;
  return *launch_outputs::derived_snr(*file.operators[output], d, d.outputs[output], placement, model);
}

}  // namespace

JudgedOutputs judge_outputs(const LaunchFile& file, const launch::Placement& placement,
                            const matrix::Model* model, const JudgedOutputs* first) {
  JudgedOutputs all;
  const launch::Description& d = file.description;
  for (std::size_t i = 0; i < d.outputs.size(); ++i) {
    const launch::Output& o = d.outputs[i];
    const launch::OutputResult& r = all.results.emplace_back(launch::judge(placement, d, o));
    if (r.undefined_bytes != 0 && !o.may_be_undefined && file.checks)
      all.wrong_outputs.push_back({fmt::format(
          "undefined-output: {}: {} of {} bytes were never written, or hold undefined values, the first at {:#x}",
          o.buffer, r.undefined_bytes, r.bytes, o.offset + r.first_undefined)});
    for (std::string& line : mismatches(o, r)) all.wrong_outputs.push_back({std::move(line)});
    all.derived.emplace_back();
    if (!file.operators[i]) continue;
    all.derived.back() = derived_snr(file, placement, *model, i, r, first);
    if (auto lines = shortfall(o, *all.derived.back()); !lines.empty())
      all.wrong_outputs.push_back(std::move(lines));
  }
  return all;
}

}  // namespace lockstep::cli
