#include "cli/summary.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/fidelity.hpp"
#include "cli/json.hpp"
#include "properties/cases/classes.hpp"
#include "properties/problems/operator.hpp"
#include "properties/verdict/regions.hpp"

namespace lockstep::cli {

namespace {

using cases::Case;

constexpr std::int64_t kFewValues = 10;  // an option of so many values has each of them counted

std::string size_class(std::uint64_t bytes) {
  const std::uint64_t gib = std::uint64_t{1} << 30;
  return bytes >= 8 * gib   ? ">= 8 GiB"
         : bytes >= 4 * gib ? ">= 4 GiB"
         : bytes >= 2 * gib ? ">= 2 GiB"
                            : "< 2 GiB";
}

/// The models that cases of this arch ran under.
std::vector<const matrix::Model*> models_of(const Summary& summary, std::string_view arch) {
  std::vector<const matrix::Model*> all;
  const auto names = summary.tags.find("model");
  if (names == summary.tags.end()) return all;
  for (const auto& [name, count] : names->second)
    if (const matrix::Model* m = matrix::find_model(name); m != nullptr && m->arch == arch) all.push_back(m);
  return all;
}

FidelityReport fidelity(const Summary& summary, const checks::Coverage& c) {
  return {*c.code(), models_of(summary, c.code()->object().arch), c.reached()};
}

std::string schedule_class(const Case& c) {
  if (c.hunts) return "hunt";
  return c.schedule.kind == machine::Schedule::Kind::random ? "random" : machine::to_string(c.schedule);
}

}  // namespace

void Summary::add(const laws::CaseResult& r) {
  const Case& c = r.the_case;
  ++cases;
  switch (r.verdict) {
    case verdict::Verdict::holds:
      ++holds;
      break;
    case verdict::Verdict::falsified:
      ++falsified;
      break;
    case verdict::Verdict::not_applicable:
      ++not_applicable;
      break;
    case verdict::Verdict::inconclusive:
      ++inconclusive;
  }
  for (const verdict::LawResult& law : r.laws) {
    if (law.verdict == verdict::Verdict::holds) ++law_holds[std::string(law.law)];
    if (law.verdict == verdict::Verdict::falsified) ++law_falsified[std::string(law.law)];
    if (law.silent > 0) law_silent[std::string(law.law)] += law.silent;
    if (law.snr) add_snr(r, law.snr->db);
  }
  add_opinions(r);
  checks::add(r.suppressed, suppressed);
  macs += r.macs;
  runs += r.runs;
  instructions += r.instructions;
  const auto tag = [&](const char* kind, const std::string& value) { ++tags[kind][value]; };
  tag("kernel", c.kernel + "@" + c.arch);
  tag("rows", cases::tail_class(c));
  tag("k blocks", c.k % 128 != 0 ? "a part" : c.k == 128 ? "1" : (c.k / 128) % 2 != 0 ? "odd" : "even");
  tag("largest tensor", size_class(r.largest_tensor));
  tag("data", std::string(cases::name(c.data)));
  tag("scales", std::string(cases::name(c.scales)));
  tag("model", c.model);
  tag("schedule", schedule_class(c));
  tag("out", c.out);
  for (const cases::Key* key : problems::grammar_of(c).keys)
    if (!key->is_number() || key->high - key->low < kFewValues)
      tag(std::string(key->name).c_str(), c.options.text(*key));
  coverage[c.kernel + "@" + c.arch + " " + c.build].merge(r.coverage);
}

void Summary::add_opinions(const laws::CaseResult& r) {
  using Verdict = judges::Opinion::Verdict;
  for (const judges::Opinion& o : r.judges) {
    JudgeCounts& counts = judges[std::string(o.judge->name)];
    if (o.verdict == Verdict::silent) continue;
    const bool notices = o.verdict == Verdict::notices;
    if (r.verdict == verdict::Verdict::falsified) {
      ++counts.falsified;
      counts.passed_falsified += notices ? 0 : 1;
    } else if (r.verdict == verdict::Verdict::holds) {
      ++counts.holding;
      counts.noticed_holding += notices ? 1 : 0;
    }
  }
}

void Summary::add_snr(const laws::CaseResult& r, double db) {
  ++snr.cases;
  if (std::isinf(db) && db > 0) {
    ++snr.without_noise;
  } else if (!snr.least || db < *snr.least) {
    snr.least = db;
    snr.least_of = cases::print(r.the_case);
  }
}

std::string Summary::text() const {
  std::string out = fmt::format(
      "{} cases: {} hold, {} falsified, {} inconclusive{}; {:.1f} G multiply-accumulates per run, {} runs\n",
      cases, holds, falsified, inconclusive,
      not_applicable > 0 ? fmt::format(", {} of which the laws say nothing", not_applicable) : "",
      double(macs) / 1e9, runs);
  for (const auto& [kind, values] : tags) {
    std::vector<std::string> parts;
    for (const auto& [value, count] : values) parts.push_back(fmt::format("{} {}", value, count));
    out += fmt::format("  {:<15} {}\n", kind, fmt::join(parts, " | "));
  }
  std::vector<std::string> law_parts;
  for (const auto& [law, count] : law_holds) law_parts.push_back(fmt::format("{} {}", law, count));
  if (!law_parts.empty()) out += fmt::format("  {:<15} {}\n", "laws that held", fmt::join(law_parts, " | "));
  for (const auto& [law, elements] : law_silent)
    out +=
        fmt::format("  {:<15} {}: nothing said about {} elements, whose intermediate results may overflow\n",
                    "silent", law, elements);
  if (snr.least)
    out += fmt::format("  {:<15} least {}, of {}; {} of {} cases without noise\n", "snr",
                       verdict::decibels(*snr.least), snr.least_of, snr.without_noise, snr.cases);
  for (const auto& [judge, n] : judges)
    out += fmt::format("  {:<15} {}: passes {} of {} falsified cases, would fail {} of {} that hold\n",
                       "judge", judge, n.passed_falsified, n.falsified, n.noticed_holding, n.holding);
  for (const auto& [image, c] : coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    if (reached.reached == 0) continue;  // on a GPU, which does not say
    out += fmt::format("  {:<15} {}: {} of {} instructions, {} of {} branch directions, {} mnemonics\n",
                       "reached", image, reached.reached, reached.total, directions.reached, directions.total,
                       c.mnemonics().size());
    if (c.code() != nullptr)
      out += fmt::format("  {:<15} {}: of the instructions reached {}\n", "fidelity", image,
                         fidelity(*this, c).text());
  }
  return out;
}

nlohmann::json Summary::json() const {
  nlohmann::json j;
  j["cases"] = cases;
  j["holds"] = holds;
  j["falsified"] = falsified;
  j["inconclusive"] = inconclusive;
  j["not_applicable"] = not_applicable;
  j["macs"] = macs;
  j["runs"] = runs;
  j["wave_instructions"] = instructions;
  j["tags"] = tags;
  j["laws"] = {{"holds", law_holds}, {"falsified", law_falsified}, {"silent_elements", law_silent}};
  j["snr"] = {{"cases", snr.cases}, {"without_noise", snr.without_noise}};
  if (snr.least) j["snr"].update({{"least_db", json_of_ratio(*snr.least)}, {"least_of", snr.least_of}});
  for (const auto& [judge, n] : judges)
    j["judges"][judge] = {{"falsified", n.falsified},
                          {"passed_falsified", n.passed_falsified},
                          {"holding", n.holding},
                          {"noticed_holding", n.noticed_holding}};
  nlohmann::json images = nlohmann::json::object();
  for (const auto& [image, c] : coverage) {
    const auto reached = c.instructions(), directions = c.branch_directions();
    images[image] = {{"reached", reached.reached},
                     {"instructions", reached.total},
                     {"branch_ways_reached", directions.reached},
                     {"branch_ways", directions.total},
                     {"mnemonics", c.mnemonics()}};
    if (c.code() != nullptr) images[image]["fidelity"] = fidelity(*this, c).json();
  }
  j["instructions"] = images;
  return j;
}

}  // namespace lockstep::cli
