#include <algorithm>
#include <chrono>
#include <random>

#include <fmt/format.h>

#include "cli/cases/case_words.hpp"
#include "cli/cases/commands.hpp"
#include "cli/cases/proof_report.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "host/files.hpp"

namespace lockstep::cli {

namespace {

using Clock = std::chrono::steady_clock;

std::string digest_of(const cases::Case& c) {
  const auto bytes = laws::CodeCache::bytes(*kernels::find_kernel(c.kernel, c.arch), c.build);
  return bytes ? fmt::format("{:016x}", host::digest(*bytes)) : "";
}

std::uint64_t random_key() {
  std::random_device random;
  return std::uint64_t{random()} << 32 | random();
}

/// The words before and behind "==".
struct Sides {
  std::vector<std::string> first, second;
};
Sides sides_of(const std::vector<std::string>& words) {
  const auto at = std::ranges::find(words, "==");
  Sides sides{{words.begin(), at}, {}};
  if (at != words.end()) sides.second.assign(at + 1, words.end());
  return sides;
}

/// The second case: a line of its own, or the first with other keys.
tl::expected<cases::Case, std::string> second_of(const Sides& sides) {
  if (sides.second[0].find('@') != std::string::npos) return case_of(sides.second);
  std::vector<std::string> words = sides.first;
  words.insert(words.end(), sides.second.begin(), sides.second.end());
  return case_of(words);
}

}  // namespace

int prove(const ProveOptions& options) {
  const Sides sides = sides_of(options.words);
  const auto first = case_of(sides.first);
  if (!first) return complain("prove", first.error());
  if (std::ranges::count(options.words, "==") > (sides.second.empty() ? 0 : 1))
    return complain("prove", "behind == stands one case line, or keys, as in == build=O2");
  std::optional<cases::Case> second;
  if (!sides.second.empty()) {
    const auto found = second_of(sides);
    if (!found) return complain("prove", found.error());
    second = *found;
  }
  laws::CodeCache cache;
  laws::Experiment::Options run;
  run.cancel = &watch_for_interrupt();
  if (options.step_limit) run.step_limit = *options.step_limit;
  const std::uint64_t key = options.key ? *options.key : random_key();
  const Clock::time_point start = Clock::now();
  const auto proof =
      second ? proofs::prove_equal(*first, *second, cache, run, key) : proofs::prove(*first, cache, run, key);
  if (!proof) return complain("prove", proof.error());
  if (*run.cancel) return kInterrupted;
  ProofReport report{*proof, cases::print(*first), second ? cases::print(*second) : "", digest_of(*first)};
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (second) report.object += ", " + digest_of(*second);
  if (proof->outcome == proofs::Outcome::differs)
    report.search = second ? proofs::search(*first, *second, cache, run) : proofs::search(*first, cache, run);
  print(report);  // an interrupt ends the search, and what was proved stands
  if (!options.json.empty() && !write_or_complain(options.json, json_of(report).dump(2) + "\n"))
    return kUsage;
  if (!options.html.empty() && !write_or_complain(options.html, page_of(report, cache))) return kUsage;
  return *run.cancel ? kInterrupted : report.exit_code();
}

}  // namespace lockstep::cli
