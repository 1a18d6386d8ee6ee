#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/cases/case_words.hpp"
#include "cli/cases/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "properties/proofs/prove.hpp"

namespace lockstep::cli {

namespace {

using proofs::Outcome, proofs::Proof;

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

std::string place_of(const Proof::Element& e) {
  return fmt::format("{}[{},{}]", e.output, e.row, e.column);
}

void print(const Proof& p, const std::string& title) {
  fmt::print("{}  {}\n", laws::name(p.outcome), title);
  if (!p.reason.empty()) fmt::print("  {:<12} {}\n", "because", p.reason);
  if (p.first)
    fmt::print("  {:<12} {}, of {} elements {} differ\n", "first", place_of(*p.first), p.elements,
               p.different);
  if (!p.found.empty()) fmt::print("  {:<12} {}\n  {:<12} {}\n", "found", p.found, "instead of", p.expected);
  if (!p.program.empty()) fmt::print("  {:<12} {}\n", "computed by", p.program);
  if (p.outcome == Outcome::theorem)
    fmt::print(
        "  {:<12} for every content of the operands ({} bytes), whatever the matrix instructions compute of\n"
        "  {:<12} their operands, and under every legal schedule: each of the {} elements of the output\n",
        "proved", p.operand_bytes, "", p.elements);
  if (!p.assumption.empty()) fmt::print("  {:<12} {}\n", "assumed", p.assumption);
  if (p.instructions != 0)
    fmt::print("  {:<12} {} wave instructions; fingerprints of 128 bits, --key {:#x}\n", "followed",
               p.instructions, p.key);
}

nlohmann::json json_of(const Proof& p, const std::string& first, const std::string& second) {
  nlohmann::json j{{"outcome", laws::name(p.outcome)},
                   {"case", first},
                   {"elements", p.elements},
                   {"different", p.different},
                   {"operand_bytes", p.operand_bytes},
                   {"instructions", p.instructions},
                   {"key", p.key}};
  if (!second.empty()) j["equals"] = second;
  if (!p.reason.empty()) j["reason"] = p.reason;
  if (!p.program.empty()) j["program"] = p.program;
  if (!p.assumption.empty()) j["assumption"] = p.assumption;
  if (!p.found.empty()) j["found"] = p.found, j["expected"] = p.expected;
  if (p.first) j["first"] = {{"output", p.first->output}, {"row", p.first->row}, {"column", p.first->column}};
  return j;
}

int exit_code_of(Outcome outcome) {
  if (outcome == Outcome::theorem) return kHolds;
  return outcome == Outcome::inconclusive ? kInconclusive : kFalsified;
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
  const auto proof =
      second ? proofs::prove_equal(*first, *second, cache, run, key) : proofs::prove(*first, cache, run, key);
  if (!proof) return complain("prove", proof.error());
  if (*run.cancel) return kInterrupted;
  const std::string a = cases::print(*first), b = second ? cases::print(*second) : "";
  print(*proof, second ? a + " == " + b : a);
  if (!options.json.empty() && !write_or_complain(options.json, json_of(*proof, a, b).dump(2) + "\n"))
    return kUsage;
  return exit_code_of(proof->outcome);
}

}  // namespace lockstep::cli
