#include "cli/cases/proof_report.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "cli/output/version.hpp"
#include "properties/pages/case_page.hpp"

namespace lockstep::cli {

namespace {

using proofs::Outcome, proofs::Proof;

std::string place_of(const Proof::Element& e) {
  return fmt::format("{}[{},{}]", e.output, e.row, e.column);
}

std::string proved(const ProofReport& r) {
  return fmt::format(
      "for every content of the operands ({} bytes), every function that a matrix instruction may compute "
      "of its ordered operands, scales and addend, and every legal schedule: each of the {} elements of the "
      "output {}; no other byte is written, and none that the contract does not read has any influence{}",
      r.proof.operand_bytes, r.proof.elements,
      r.second.empty() ? "is the declared order's" : "is the same of both",
      r.proof.part.empty() ? "" : ": of the part that is computed, " + r.proof.part);
}

/// The least x for which no two of the terms have one fingerprint but for a probability of 2^-x.
int collision_bits(const Proof& p) {
  // An instruction makes no more, nor does a product of the declared order, nor a byte of the operands.
  constexpr double kOfInstruction = 1 << 14, kOfProduct = 8, kOfByte = 8;
  const double terms = kOfInstruction * double(p.instructions) + kOfProduct * double(p.products) +
                       kOfByte * double(p.operand_bytes);
  return int(std::floor(129 - 2 * std::log2(terms)));
}

/// What is said, line by line.
std::vector<pages::Fact> facts_of(const ProofReport& r) {
  const Proof& p = r.proof;
  std::vector<pages::Fact> all;
  const auto add = [&](const char* name, std::string text) {
    if (!text.empty()) all.push_back({name, std::move(text)});
  };
  add("because", p.reason);
  if (p.first)
    add("first", fmt::format("{}, of {} elements {} differ", place_of(*p.first), p.elements, p.different));
  add("found", p.found);
  add("instead of", p.expected);
  add("computed by", p.program);
  add("polynomial", p.polynomial);
  if (r.search && !r.search->found && r.search->tried != 0)
    add("no data",
        fmt::format("found that shows it: {} contents of the operands were tried, in {} cases under models",
                    r.search->data, r.search->tried));
  if (p.outcome == Outcome::theorem) {
    add("proved", proved(r));
    add("of", "this shape, routing, arguments and addresses" + (p.part.empty() ? "" : ": of " + p.part));
  }
  add("assumed", p.assumption);
  add("object", r.object);
  if (p.instructions != 0)
    add("followed",
        fmt::format("{} wave instructions in {:.2f} s; --key {:#x}{}", p.instructions, r.seconds, p.key,
                    p.outcome != Outcome::theorem
                        ? ""
                        : fmt::format(", wrong with a probability below 2^-{} if its hashes are random",
                                      collision_bits(p))));
  return all;
}

/// Broken at spaces into lines that a terminal holds.
std::string wrapped(const std::string& text, std::size_t width, const std::string& indent) {
  std::string all;
  std::size_t at = 0;
  while (text.size() - at > width) {
    const std::size_t space = text.rfind(' ', at + width);
    if (space == text.npos || space <= at) break;
    all += text.substr(at, space - at) + "\n" + indent;
    at = space + 1;
  }
  return all + text.substr(at);
}

}  // namespace

std::string ProofReport::outcome() const {
  return search && search->found ? "counterexample" : std::string(laws::name(proof.outcome));
}

int ProofReport::exit_code() const {
  if (proof.outcome == Outcome::theorem) return kHolds;
  return proof.outcome == Outcome::inconclusive ? kInconclusive : kFalsified;
}

void print(const ProofReport& r) {
  constexpr std::size_t kWidth = 95;  // behind the names, which take 15 columns
  fmt::print("{}  {}\n", r.outcome(), r.title());
  for (const pages::Fact& fact : facts_of(r))
    fmt::print("  {:<12} {}\n", fact.name,
               fact.name == "proved" ? wrapped(fact.value, kWidth, std::string(15, ' ')) : fact.value);
  if (!r.search || !r.search->found) return;
  fmt::print("{}", painted(r.search->found->report));
  if (r.search->found->law == "same") fmt::print("  {:<10} {}\n", "again", r.search->found->again);
}

nlohmann::json json_of(const ProofReport& r) {
  const Proof& p = r.proof;
  nlohmann::json j{{"outcome", r.outcome()},
                   {"case", r.first},
                   {"elements", p.elements},
                   {"different", p.different},
                   {"operand_bytes", p.operand_bytes},
                   {"instructions", p.instructions},
                   {"seconds", r.seconds},
                   {"key", p.key}};
  const auto add = [&](const char* name, const std::string& text) {
    if (!text.empty()) j[name] = text;
  };
  add("equals", r.second);
  add("object", r.object);
  add("part", p.part);
  if (p.outcome == Outcome::theorem) {
    add("proved", proved(r));
    j["collision_bits"] = collision_bits(p);
  }
  add("reason", p.reason);
  add("program", p.program);
  add("polynomial", p.polynomial);
  add("assumption", p.assumption);
  add("found", p.found);
  add("expected", p.expected);
  if (p.first) j["first"] = {{"output", p.first->output}, {"row", p.first->row}, {"column", p.first->column}};
  if (!r.search || r.search->tried == 0) return j;
  j["tried"] = {{"data", r.search->data}, {"cases", r.search->tried}};
  if (const auto& found = r.search->found)
    j["counterexample"] = {{"law", found->law},
                           {"case", cases::print(found->found)},
                           {"smallest", cases::print(found->smallest)},
                           {"report", found->report},
                           {"again", found->again}};
  return j;
}

std::string page_of(const ProofReport& r, laws::CodeCache& cache) {
  pages::Page page;
  page.verdict = verdict_of(r.exit_code());
  page.title = "lockstep prove";
  page.sentence = r.outcome();
  page.facts = {{r.second.empty() ? "case" : "cases", r.title()}};
  for (pages::Fact& fact : facts_of(r)) page.facts.push_back(std::move(fact));
  page.facts.push_back({"Lockstep", full_version()});
  page.again = fmt::format("./lockstep prove '{}'{} --key {:#x}", r.first,
                           r.second.empty() ? "" : fmt::format(" == '{}'", r.second), r.proof.key);
  if (r.search && r.search->found) {
    const proofs::Counterexample& found = *r.search->found;
    page.reports.push_back(found.report);
    page.again = found.again;
    if (found.law != "same") pages::add_case(found.smallest, found.law, cache, {}, page);
  }
  return pages::html(page);
}

}  // namespace lockstep::cli
