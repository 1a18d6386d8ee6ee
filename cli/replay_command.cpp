#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "corpus.hpp"
#include "exit_code.hpp"
#include "failure.hpp"
#include "interrupt.hpp"
#include "json.hpp"
#include "output_file.hpp"
#include "progress.hpp"
#include "selection.hpp"

namespace lockstep::cli {

namespace {

int usage(std::string_view problem) {
  fmt::print(stderr, "lockstep replay: {}\n", problem);
  return kUsage;
}

tl::expected<std::vector<cases::Case>, std::string> cases_of(const std::vector<std::string>& words) {
  std::error_code ignored;
  if (words.size() == 1 && (std::filesystem::is_regular_file(words[0], ignored) ||
                            (words[0].ends_with(".case") || words[0].ends_with(".cases"))))
    return read_cases(words[0]);
  auto c = cases::parse(fmt::format("{}", fmt::join(words, " ")));
  if (!c) return tl::unexpected(c.error());
  return std::vector{*c};
}

void print_result(const laws::CaseResult& r, double seconds) {
  fmt::print("{}  {}\n", verdict::name(r.verdict), cases::print(r.the_case));
  for (const verdict::LawResult& law : r.laws)
    fmt::print("  {:<12} {}{}\n", law.law, verdict::name(law.verdict),
               law.reason.empty() ? "" : ": " + law.reason);
  fmt::print(stderr, "  {} runs, {:.1f} M multiply-accumulates each, {:.2f} s\n", r.runs,
             double(r.macs) / 1e6, seconds);
}

// The worst of several cases: a trap or a falsified law first.
int worse(int a, int b) {
  constexpr std::array kOrder{kHolds, kInconclusive, kUsage, kTrapped, kFalsified, kInterrupted};
  const auto rank = [&](int code) { return std::find(kOrder.begin(), kOrder.end(), code) - kOrder.begin(); };
  return rank(a) >= rank(b) ? a : b;
}

int code_of(const laws::CaseResult& r) {
  if (!r.error.empty()) return kUsage;
  if (r.cancelled) return kInterrupted;
  switch (r.verdict) {
    case verdict::Verdict::holds:
      return kHolds;
    case verdict::Verdict::falsified:
      return r.trapped ? kTrapped : kFalsified;
    default:
      return kInconclusive;
  }
}

}  // namespace

int replay(const ReplayOptions& options) {
  auto laws = select_laws(options.laws);
  if (!laws) return usage(laws.error());
  auto cases = cases_of(options.words);
  if (!cases) return usage(cases.error());
  if (cases->empty()) {
    fmt::print(stderr, "lockstep replay: {} holds no case: nothing was executed\n", options.words[0]);
    return kInconclusive;
  }
  laws::CodeCache cache;
  laws::Experiment::Options run_options;
  run_options.cancel = &watch_for_interrupt();
  run_options.threads = options.threads;
  nlohmann::json json{{"schema", kSchema}, {"cases", nlohmann::json::array()}};
  int code = kHolds;
  for (const cases::Case& c : *cases) {
    Progress clock;
    const laws::CaseResult result = laws::evaluate(c, *laws, cache, run_options);
    if (!result.error.empty()) {
      fmt::print(stderr, "lockstep replay: {}\n  in {}\n", result.error, cases::print(c));
      code = worse(code, kUsage);
      continue;
    }
    if (!result.cancelled) {
      print_result(result, clock.elapsed());
      json["cases"].push_back(to_json(result));
    }
    if (const verdict::LawResult* failed = result.first_falsified(); failed != nullptr && !result.cancelled)
      fmt::print("{}",
                 verdict::text(make_report(c, *laws::find_law(failed->law), cache, run_options, "replayed")));
    std::fflush(stdout);
    code = worse(code, code_of(result));
    if (result.cancelled) break;
  }
  if (!options.json.empty() && !write_or_complain(options.json, json.dump(1) + "\n") && code == kHolds)
    code = kUsage;
  return code;
}

}  // namespace lockstep::cli
