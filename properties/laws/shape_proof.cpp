#include "properties/laws/shape_proof.hpp"

#include <array>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "properties/laws/law.hpp"
#include "properties/laws/operand_names.hpp"

namespace lockstep::laws {

namespace {

using fingerprint::Fingerprint;
using Outcome = Proof::Outcome;

/// Why the run proves nothing of others, whatever its terms are; a theorem: it does.
void check_premise(const Experiment& e, const Run& run, Proof& proof) {
  const verdict::LawResult clean = clean_of(e, run);
  proof.trapped = clean.trapped;
  proof.reason = clean.reason;
  if (clean.verdict == verdict::Verdict::falsified) {
    proof.outcome = Outcome::premise_fails;
  } else if (clean.verdict != verdict::Verdict::holds) {
    proof.outcome = Outcome::inconclusive;
  } else if (!run.suppressed.empty()) {
    proof.reason = "a rule accepts findings of this run, and what they say may be of races: " + clean.reason;
  } else if (run.stray) {
    proof.outcome = Outcome::differs;
    proof.first = {std::string(e.instance().outputs()[run.stray->output].name), run.stray->row,
                   run.stray->column};
    proof.reason = "a byte that the contract does not write is written";
  } else {
    proof.outcome = Outcome::theorem;
    proof.reason.clear();
  }
}

/// Whether an element depends on no data and has the code.
bool is_constant(std::span<const fingerprint::Byte> bytes, std::uint32_t code) {
  for (std::size_t b = 0; b < bytes.size(); ++b)
    if (!bytes[b].from.none() || bytes[b].value != std::uint8_t(code >> 8 * b)) return false;
  return true;
}

/// `record`: keeps the terms, and the first difference is explained by them.
Proof prove_once(Experiment& e, const fingerprint::Hasher& hasher, fingerprint::TermRecord* record) {
  CleanRun clean = follow_clean(e, hasher, record);
  Proof proof = std::move(clean.so_far);
  if (!clean.run) return proof;
  const auto terms = e.instance().provable()->expected_terms(hasher);
  const operators::Codes& codes = e.expected();
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const std::size_t width = bytes_of(*outputs[o].format);
    compare(
        outputs[o],
        [&](std::size_t i, std::size_t at) {
          const auto bytes = std::span(clean.run->outputs[o]).subspan(at, width);
          const Fingerprint term = terms[o][i];
          if (term.none()) return is_constant(bytes, codes[o][i]);
          const Fingerprint value = hasher.value(bytes);
          if (value != term && proof.different == 0) {
            proof.program = clean.run->program(bytes);
            if (record != nullptr) explain_difference(*record, value, term, proof);
          }
          return value == term;
        },
        proof);
  }
  conclude(proof, "another order, operation or operand than the declared order has");
  if (proof.outcome == Outcome::differs && clean.run->has_grouped)
    proof.reason += "; integer sums or maxima of more than 512 operands are compared as they are grouped";
  if (proof.outcome == Outcome::differs && e.the_case().any_order) {
    proof.outcome = Outcome::inconclusive;
    proof.reason = "it is not the declared order, and the case leaves the order open";
  }
  return proof;
}

}  // namespace

CleanRun follow_clean(Experiment& e, const fingerprint::Hasher& hasher, fingerprint::TermRecord* record) {
  CleanRun all;
  all.so_far.reason = unfollowable(e);
  if (!all.so_far.reason.empty()) return all;
  all.so_far.products = e.macs();
  all.so_far.part = e.instance().sampled();
  FollowedRun followed = follow(e, hasher, Poison::first, record);
  all.so_far.instructions = followed.instructions;
  all.so_far.operand_bytes = followed.operand_bytes;
  if (!followed.obstacle.empty() && !followed.run->outcome.stop) {
    all.so_far.reason = followed.obstacle;
    return all;
  }
  check_premise(e, *followed.run, all.so_far);
  if (all.so_far.outcome == Outcome::theorem) all.run = std::move(followed);
  return all;
}

void compare(const operators::Output& output, const std::function<bool(std::size_t, std::size_t)>& same,
             Proof& proof) {
  const std::size_t width = bytes_of(*output.format);
  std::vector<std::size_t>& differing = proof.differing.emplace_back();
  for (std::size_t i = 0; i < output.elements(); ++i) {
    ++proof.elements;
    if (same(i, i * width)) continue;
    if (proof.different++ == 0)
      proof.first = {std::string(output.name), output.rows[i / std::size_t(output.columns)].row,
                     std::int64_t(i % std::size_t(output.columns))};
    if (differing.size() < verdict::kMismatchLimit) differing.push_back(i);
  }
}

void explain_difference(const fingerprint::TermRecord& record, Fingerprint found, Fingerprint expected,
                        Proof& proof) {
  constexpr int kDepth = 2;
  const auto [got, want] = record.part(found, expected);
  proof.found = record.text(got, kDepth);
  proof.expected = record.text(want, kDepth);
}

void conclude(Proof& proof, const char* otherwise) {
  proof.outcome = proof.elements == 0    ? Outcome::inconclusive
                  : proof.different == 0 ? Outcome::theorem
                                         : Outcome::differs;
  if (proof.elements == 0) proof.reason = "the contract writes no element of this shape";
  if (proof.different != 0) proof.reason = otherwise;
}

Proof either_order(std::string_view arch, std::uint64_t key,
                   const std::function<Proof(const fingerprint::Hasher&)>& prove) {
  using fingerprint::MatrixOperands;
  Proof proof = prove(fingerprint::Hasher(key));
  proof.key = key;
  if (proof.different == 0 || arch::has(arch, arch::Feature::scales_in_turn)) return proof;
  Proof either = prove(fingerprint::Hasher(key, nullptr, MatrixOperands::either_first));
  if (either.outcome != Outcome::theorem) return proof;
  either.key = key;
  either.assumption =
      "a matrix instruction computes the transpose where its operands are exchanged, as in all models";
  return either;
}

Proof prove(Experiment& e, std::uint64_t key) {
  Proof proof = either_order(e.the_case().arch, key,
                             [&](const auto& hasher) { return prove_once(e, hasher, nullptr); });
  const std::string_view assumed =
      e.instance().provable() == nullptr ? std::string_view() : e.instance().provable()->assumption();
  if (proof.outcome == Outcome::theorem && !assumed.empty())
    proof.assumption += fmt::format("{}{}", proof.assumption.empty() ? "" : "; ", assumed);
  const bool stopped = proof.outcome == Outcome::inconclusive && proof.instructions != 0;
  if (proof.different == 0 && !stopped) return proof;
  const auto record = record_of(e, proof.instructions);
  if (record == nullptr) return proof;
  Proof explained = prove_once(e, fingerprint::Hasher(key, record.get()), record.get());
  explained.key = key;
  return explained;
}

std::unique_ptr<fingerprint::TermRecord> record_of(const Experiment& e, std::uint64_t instructions) {
  if (!may_record(e, instructions)) return nullptr;
  return std::make_unique<fingerprint::TermRecord>(
      [operands = operands_of(e.instance())](std::uint32_t operand, std::uint64_t index) {
        return leaf_name(operands, operand, index);
      });
}

std::string_view name(Proof::Outcome outcome) {
  constexpr std::array<std::string_view, 4> kNames{"theorem", "differs", "premise fails", "inconclusive"};
  return kNames[std::size_t(outcome)];
}

}  // namespace lockstep::laws
