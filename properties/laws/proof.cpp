#include <algorithm>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/laws/law.hpp"
#include "properties/laws/shape_proof.hpp"

namespace lockstep::laws {

using verdict::LawResult, verdict::Verdict;

namespace {

constexpr std::string_view kName = "proof";

/// Where the first element's term parts from the declared one.
std::string parting(const Proof& p) {
  const std::string place =
      p.first ? fmt::format("{}[{},{}]: ", p.first->output, p.first->row, p.first->column) : "";
  return place + p.reason + (p.found.empty() ? "" : fmt::format(": {} instead of {}", p.found, p.expected));
}

/// A shape without an element of output, as of groups without rows: there is nothing to prove.
bool writes_nothing(const problems::Instance& instance) {
  return std::ranges::all_of(instance.outputs(),
                             [](const operators::Output& o) { return o.elements() == 0; });
}

}  // namespace

LawResult check_proof(Experiment& e) {
  constexpr std::uint64_t kSalt = 0x9700F;
  if (!e.is_emulated())
    return {kName, Verdict::not_applicable,
            fmt::format("{} does not say what it computes of what", e.runner())};
  const Proof proof = prove(e, host::hash(e.the_case().seed, kSalt));
  LawResult result{kName};
  result.trapped = proof.trapped;
  switch (proof.outcome) {
    case Proof::Outcome::theorem:
      if (!proof.assumption.empty()) result.reason = "assumed: " + proof.assumption;
      if (proof.part.empty()) return result;
      result.verdict = Verdict::inconclusive;
      result.reason = fmt::format("proved of the part that is computed alone, {}", proof.part);
      return result;
    case Proof::Outcome::inconclusive:
      result.verdict = writes_nothing(e.instance()) ? Verdict::not_applicable : Verdict::inconclusive;
      result.reason = proof.reason;
      return result;
    case Proof::Outcome::premise_fails:
      result.verdict = Verdict::falsified;
      result.reason = "its premise fails: " + proof.reason;
      return result;
    case Proof::Outcome::differs:
      result.verdict = Verdict::falsified;
      result.reason = parting(proof);
  }
  const operators::Codes& got = e.run({}, Poison::first).output;
  for (std::size_t o = 0; o < proof.differing.size(); ++o)
    for (const std::size_t i : proof.differing[o])
      verdict::add_mismatch(e.instance().outputs(), o, i, got[o][i], e.expected()[o][i], result);
  result.mismatch_count = proof.different;
  return result;
}

}  // namespace lockstep::laws
