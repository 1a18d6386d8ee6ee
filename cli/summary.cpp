#include "cli/summary.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/fidelity.hpp"
#include "cli/json.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::cli {

using campaigns::Tally;

namespace {

/// The models that cases of this arch ran under.
std::vector<const matrix::Model*> models_of(const Tally& tally, std::string_view arch) {
  std::vector<const matrix::Model*> all;
  const auto names = tally.tags.find("model");
  if (names == tally.tags.end()) return all;
  for (const auto& [name, count] : names->second)
    if (const matrix::Model* m = matrix::find_model(name); m != nullptr && m->arch == arch) all.push_back(m);
  return all;
}

FidelityReport fidelity(const Tally& tally, const observe::Coverage& c) {
  return {*c.code(), models_of(tally, c.code()->object().arch), c.reached()};
}

}  // namespace

std::string counts_text(const Tally& tally) {
  return fmt::format(
      "{} cases: {} hold, {} falsified, {} inconclusive{}; {:.1f} G multiply-accumulates per run, {} runs\n",
      tally.cases, tally.holds, tally.falsified, tally.inconclusive,
      tally.not_applicable > 0 ? fmt::format(", {} of which the laws say nothing", tally.not_applicable) : "",
      double(tally.macs) / 1e9, tally.runs);
}

std::string statistics_text(const Tally& tally) {
  std::string out;
  for (const auto& [kind, values] : tally.tags) {
    std::vector<std::string> parts;
    for (const auto& [value, count] : values) parts.push_back(fmt::format("{} {}", value, count));
    out += fmt::format("  {:<15} {}\n", kind, fmt::join(parts, " | "));
  }
  std::vector<std::string> law_parts;
  for (const auto& [law, count] : tally.law_holds) law_parts.push_back(fmt::format("{} {}", law, count));
  if (!law_parts.empty()) out += fmt::format("  {:<15} {}\n", "laws that held", fmt::join(law_parts, " | "));
  for (const auto& [law, elements] : tally.law_silent)
    out +=
        fmt::format("  {:<15} {}: nothing said about {} elements, whose intermediate results may overflow\n",
                    "silent", law, elements);
  if (tally.snr.least)
    out += fmt::format("  {:<15} least {}, of {}; {} of {} cases without noise\n", "snr",
                       verdict::decibels(*tally.snr.least), tally.snr.least_of, tally.snr.without_noise,
                       tally.snr.cases);
  for (const auto& [judge, n] : tally.judges)
    out += fmt::format("  {:<15} {}: passes {} of {} falsified cases, would fail {} of {} that hold\n",
                       "judge", judge, n.passed_falsified, n.falsified, n.noticed_holding, n.holding);
  for (const auto& [image, c] : tally.coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    if (reached.reached == 0) continue;  // on a GPU, which does not say
    out += fmt::format("  {:<15} {}: {} of {} instructions, {} of {} branch directions, {} mnemonics\n",
                       "reached", image, reached.reached, reached.total, directions.reached, directions.total,
                       c.mnemonics().size());
    if (c.code() != nullptr)
      out += fmt::format("  {:<15} {}: of the instructions reached {}\n", "fidelity", image,
                         fidelity(tally, c).text());
  }
  return out;
}

nlohmann::json summary_json(const Tally& tally) {
  nlohmann::json j;
  j["cases"] = tally.cases;
  j["holds"] = tally.holds;
  j["falsified"] = tally.falsified;
  j["inconclusive"] = tally.inconclusive;
  j["not_applicable"] = tally.not_applicable;
  j["macs"] = tally.macs;
  j["runs"] = tally.runs;
  j["wave_instructions"] = tally.instructions;
  j["tags"] = tally.tags;
  j["laws"] = {
      {"holds", tally.law_holds}, {"falsified", tally.law_falsified}, {"silent_elements", tally.law_silent}};
  j["snr"] = {{"cases", tally.snr.cases}, {"without_noise", tally.snr.without_noise}};
  if (tally.snr.least)
    j["snr"].update({{"least_db", json_of_ratio(*tally.snr.least)}, {"least_of", tally.snr.least_of}});
  for (const auto& [judge, n] : tally.judges)
    j["judges"][judge] = {{"falsified", n.falsified},
                          {"passed_falsified", n.passed_falsified},
                          {"holding", n.holding},
                          {"noticed_holding", n.noticed_holding}};
  nlohmann::json images = nlohmann::json::object();
  for (const auto& [image, c] : tally.coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    images[image] = {{"reached", reached.reached},
                     {"instructions", reached.total},
                     {"branch_ways_reached", directions.reached},
                     {"branch_ways", directions.total},
                     {"mnemonics", c.mnemonics()}};
    if (c.code() != nullptr) images[image]["fidelity"] = fidelity(tally, c).json();
  }
  j["instructions"] = images;
  return j;
}

}  // namespace lockstep::cli
