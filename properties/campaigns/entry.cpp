#include "properties/campaigns/entry.hpp"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/findings/finding_json.hpp"
#include "host/json_reader.hpp"

namespace lockstep::campaigns {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using verdict::LawResult;
using verdict::Verdict;

// NaN and infinities, for which JSON has no number, as text.
json number(double value) {
  return std::isfinite(value) ? json(value) : json(fmt::format("{}", value));
}

double number_of(const json& j) {
  if (j.is_number()) return j.get<double>();
  const auto text = j.get<std::string>();
  const double infinity = std::numeric_limits<double>::infinity();
  if (text == "infinite" || text == "inf") return infinity;
  if (text == "-infinite" || text == "-inf") return -infinity;
  return std::numeric_limits<double>::quiet_NaN();
}

std::optional<Verdict> verdict_of(std::string_view text) {
  for (const Verdict v : {Verdict::holds, Verdict::falsified, Verdict::inconclusive, Verdict::not_applicable})
    if (verdict::name(v) == text) return v;
  return std::nullopt;
}

// A law that holds, and says nothing else, is its name: most do.
ordered_json to_json(const LawResult& law) {
  if (law.verdict == Verdict::holds && law.reason.empty() && law.silent == 0 && !law.snr)
    return std::string(law.law);
  ordered_json j{{"law", law.law}, {"verdict", verdict::name(law.verdict)}};
  if (!law.reason.empty()) j["reason"] = law.reason;
  if (law.silent > 0) j["silent"] = law.silent;
  if (law.snr) {
    json ratios{json_of_ratio(law.snr->db), json_of_ratio(law.snr->expected_db)};
    if (law.snr->unquantised_db) ratios.push_back(json_of_ratio(*law.snr->unquantised_db));
    j["snr"] = ratios;
  }
  return j;
}

tl::expected<LawResult, std::string> law_of(const json& j) {
  const std::string name = j.is_string() ? j.get<std::string>() : j.at("law").get<std::string>();
  const laws::Law* law = laws::find_law(name);
  if (law == nullptr) return tl::unexpected(fmt::format("there is no law '{}'", name));
  LawResult r{law->name};
  if (j.is_string()) return r;
  const auto verdict = verdict_of(j.at("verdict").get<std::string>());
  if (!verdict) return tl::unexpected(fmt::format("law {} has no verdict", name));
  r.verdict = *verdict;
  r.reason = j.value("reason", "");
  r.silent = j.value("silent", std::uint64_t{0});
  if (const auto snr = j.find("snr"); snr != j.end()) {
    r.snr = {number_of(snr->at(0)), number_of(snr->at(1))};
    if (snr->size() > 2) r.snr->unquantised_db = number_of(snr->at(2));
  }
  return r;
}

ordered_json to_json(const judges::Opinion& o) {
  ordered_json j{{"judge", o.judge->name}, {"verdict", judges::name(o.verdict)}, {"value", number(o.value)}};
  if (o.threshold) j["threshold"] = {int(o.threshold->passes), o.threshold->limit};
  return j;
}

tl::expected<judges::Opinion, std::string> opinion_of(const json& j) {
  using Said = judges::Opinion::Verdict;
  judges::Opinion o;
  const auto name = j.at("judge").get<std::string>();
  o.judge = judges::find_judge(name);
  if (o.judge == nullptr) return tl::unexpected(fmt::format("there is no judge '{}'", name));
  const auto verdict = j.at("verdict").get<std::string>();
  for (const Said v : {Said::passes, Said::notices, Said::silent})
    if (judges::name(v) == verdict) o.verdict = v;
  o.value = number_of(j.at("value"));
  if (const auto t = j.find("threshold"); t != j.end())
    o.threshold = judges::Threshold{judges::Threshold::Passes(t->at(0).get<int>()), t->at(1).get<double>()};
  return o;
}

// The code of a case, where the line says something of it.
tl::expected<void, std::string> read_coverage(const json& line, laws::CodeCache& cache, laws::CaseResult& r) {
  const auto reached = line.find("reached");
  if (reached == line.end() && !r.finding) return {};
  const kernels::Kernel* kernel = kernels::find_kernel(r.the_case.kernel, r.the_case.arch);
  if (kernel == nullptr)
    return tl::unexpected(fmt::format("there is no kernel {}@{}", r.the_case.kernel, r.the_case.arch));
  const auto code = cache.get(*kernel, r.the_case.build);
  if (!code) return tl::unexpected(code.error());
  r.coverage = observe::Coverage(*code);
  if (reached != line.end() && !r.coverage.add(reached->get<std::string>()))
    return tl::unexpected(std::string("'reached' says more than the code object has"));
  return {};
}

}  // namespace

nlohmann::json json_of_ratio(double ratio) {
  return std::isinf(ratio) ? json(ratio > 0 ? "infinite" : "-infinite") : json(ratio);
}

std::string to_line(const Entry& entry, const observe::Coverage& news) {
  const laws::CaseResult& r = entry.result;
  ordered_json j{{"index", entry.index},
                 {"verdict", verdict::name(r.verdict)},
                 {"case", cases::print(r.the_case)},
                 {"seconds", std::round(entry.seconds * 1e4) / 1e4},
                 {"laws", ordered_json::array()}};
  for (const LawResult& law : r.laws) j["laws"].push_back(to_json(law));
  // runs, wave instructions, multiply-accumulates, bytes of the largest tensor
  j["work"] = {r.runs, r.instructions, r.macs, r.largest_tensor};
  if (!r.error.empty()) j["error"] = r.error;
  if (r.trapped) j["trapped"] = true;
  if (!r.sampled.empty()) j["sampled"] = r.sampled;
  if (!r.pattern.empty()) j["pattern"] = r.pattern;
  for (const judges::Opinion& o : r.judges) j["judges"].push_back(to_json(o));
  if (!r.suppressed.empty()) j["suppressed"] = r.suppressed;
  if (r.finding) j["finding"] = findings::json_of(*r.finding);
  if (news.code() != nullptr) j["reached"] = news.text();
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

tl::expected<Entry, std::string> entry_of(const json& line, laws::CodeCache& cache) {
  Entry entry;
  laws::CaseResult& r = entry.result;
  try {
    entry.index = line.at("index").get<std::uint64_t>();
    entry.seconds = line.at("seconds").get<double>();
    const auto verdict = verdict_of(line.at("verdict").get_ref<const std::string&>());
    if (!verdict) return tl::unexpected(std::string("no verdict"));
    r.verdict = *verdict;
    auto c = cases::parse(line.at("case").get_ref<const std::string&>());
    if (!c) return tl::unexpected(c.error());
    r.the_case = std::move(*c);
    for (const json& j : line.at("laws")) {
      auto law = law_of(j);
      if (!law) return tl::unexpected(law.error());
      r.laws.push_back(std::move(*law));
    }
    const json& work = line.at("work");
    r.runs = work.at(0).get<std::uint64_t>();
    r.instructions = work.at(1).get<std::uint64_t>();
    r.macs = work.at(2).get<std::uint64_t>();
    r.largest_tensor = work.at(3).get<std::uint64_t>();
    r.error = line.value("error", "");
    r.trapped = line.value("trapped", false);
    r.sampled = line.value("sampled", "");
    r.pattern = line.value("pattern", "");
    if (const auto judges = line.find("judges"); judges != line.end())
      for (const json& j : *judges) {
        const auto opinion = opinion_of(j);
        if (!opinion) return tl::unexpected(opinion.error());
        r.judges.push_back(*opinion);
      }
    if (const auto counts = line.find("suppressed"); counts != line.end())
      r.suppressed = counts->get<findings::Suppressions::Counts>();
    if (const auto finding = line.find("finding"); finding != line.end()) {
      r.finding = findings::finding_of(*finding);
      if (!r.finding) return tl::unexpected(std::string("'finding' is of no kind that there is"));
    }
    if (auto read = read_coverage(line, cache, r); !read) return tl::unexpected(read.error());
  } catch (const json::exception& e) {
    return tl::unexpected(fmt::format("is no line of a finished case: {}", host::json_complaint(e.what())));
  }
  return entry;
}

}  // namespace lockstep::campaigns
