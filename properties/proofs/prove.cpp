#include "properties/proofs/prove.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "emulator/fingerprints/tracker.hpp"
#include "properties/laws/law.hpp"
#include "properties/proofs/operand_leaves.hpp"

namespace lockstep::proofs {

namespace {

using fingerprint::Fingerprint;

/// What each byte of an output's written rows is made of, in the order of its elements.
using Bytes = std::vector<fingerprint::Byte>;

/// A case that was run and followed.
struct Followed {
  std::unique_ptr<laws::Experiment> experiment;
  std::unique_ptr<OperandLeaves> leaves;
  std::vector<Bytes> outputs;
  Proof so_far;  ///< its outcome says whether it can be compared
  bool ok = false;
};

/// Passes on to a tracker that is made once the experiment is prepared.
class Relay final : public machine::Observer {
 public:
  void set(fingerprint::Tracker& tracker) { tracker_ = &tracker; }

  void workgroup_begins(const machine::Workgroup& g) override { tracker_->workgroup_begins(g); }
  void workgroup_ends(const machine::Workgroup& g) override { tracker_->workgroup_ends(g); }
  bool finished() const override { return tracker_->finished(); }
  machine::Interest interest(const machine::Wave& w) override { return tracker_->interest(w); }
  std::uint32_t executes(machine::Wave& w, const machine::PreparedInstruction& p) override {
    return tracker_->executes(w, p);
  }
  void issues(machine::Wave& w, machine::Pending& p) override { tracker_->issues(w, p); }
  void performs(const machine::Wave& w, const machine::Pending& p) override { tracker_->performs(w, p); }
  void retires(const machine::Wave& w, const machine::Pending& p) override { tracker_->retires(w, p); }
  bool reads_loaded() const override { return false; }

 private:
  fingerprint::Tracker* tracker_ = nullptr;
};

std::string text_of(const fingerprint::Obstacle& o) {
  return fmt::format("{}: {} @{:#x}, workgroup {},{},{} wave {}", o.text, o.instruction, o.address,
                     o.workgroup[0], o.workgroup[1], o.workgroup[2], o.wave);
}

/// The written rows of the outputs as the launches left them.
std::vector<Bytes> outputs_of(laws::Experiment& e, const laws::Run& run,
                              const fingerprint::Tracker& tracker) {
  std::vector<Bytes> all;
  const problems::Placed placed = e.image();
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const operators::Output& output = outputs[o];
    Bytes bytes;
    const auto width = std::uint64_t(output.format->bits) / 8;
    for (std::size_t r = 0; r < output.rows.size(); ++r)
      for (std::int64_t c = 0; c < output.columns; ++c) {
        const std::uint64_t at = placed.tensors->address_of_output(o) +
                                 std::uint64_t(output.rows[r].row * output.row_bytes() + output.byte_of(c));
        const std::uint32_t code = run.output[o][r * std::size_t(output.columns) + std::size_t(c)];
        for (std::uint64_t b = 0; b < width; ++b)
          bytes.push_back({std::uint8_t(code >> 8 * b), tracker.memory().at(at + b)});
      }
    all.push_back(std::move(bytes));
  }
  return all;
}

/// Names leaves once the operands' names are known.
struct LeafNames {
  std::vector<std::string> operands;
  std::string operator()(std::uint32_t operand, std::uint64_t index) const {
    return operand < operands.size() ? fmt::format("{}[{}]", operands[operand], index << 1 >> 1)
                                     : fmt::format("a byte at {:#x} that the contract does not read", index);
  }
};

tl::expected<Followed, std::string> follow(cases::Case c, laws::CodeCache& cache,
                                           laws::Experiment::Options options,
                                           const fingerprint::Hasher& hasher, LeafNames* names = nullptr) {
  c.schedule = {};  // earliest: operations complete as they are issued
  Relay observer;
  options.observer = &observer;
  options.threads = 1;
  auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) return tl::unexpected(experiment.error());
  Followed all{std::move(*experiment), nullptr, {}, {}};
  laws::Experiment& e = *all.experiment;
  const problems::Provable* const problem = e.instance().provable();
  if (problem == nullptr) {
    all.so_far.reason = fmt::format("{}: nobody has said yet how this operator is proved", e.kernel().name);
    return all;
  }
  if (!e.instance().sampled().empty()) {
    all.so_far.reason =
        fmt::format("the case is computed in part ({}): prove a smaller one", e.instance().sampled());
    return all;
  }
  if (names != nullptr)
    problem->with_operands(
        [&](std::string_view operand, auto&, int) { names->operands.emplace_back(operand); });
  all.leaves = std::make_unique<OperandLeaves>(hasher, *problem);
  all.so_far.products = e.macs();
  fingerprint::Tracker tracker(hasher, [&](std::uint64_t address) { return all.leaves->at(address); });
  observer.set(tracker);
  const laws::Run& run = e.first_run();
  all.so_far.instructions = tracker.instructions();
  all.so_far.operand_bytes = all.leaves->bytes();
  if (tracker.obstacle()) {
    all.so_far.reason = text_of(*tracker.obstacle());
    return all;
  }
  const verdict::LawResult clean = laws::check_clean(e);
  if (clean.verdict != verdict::Verdict::holds) {
    all.so_far.outcome =
        clean.verdict == verdict::Verdict::falsified ? Outcome::premise_fails : Outcome::inconclusive;
    all.so_far.reason = clean.reason;
    return all;
  }
  if (run.stray) {
    const auto& output = e.instance().outputs()[run.stray->output];
    all.so_far.outcome = Outcome::differs;
    all.so_far.first = {std::string(output.name), run.stray->row, run.stray->column};
    all.so_far.reason = "a byte that the contract does not write is written";
    return all;
  }
  all.outputs = outputs_of(e, run, tracker);
  all.ok = true;
  return all;
}

/// Counts the elements of an output that are not the `same(element, its bytes' position)`.
template <typename Same>
void compare(const operators::Output& output, Same same, Proof& proof) {
  const auto width = std::size_t(output.format->bits) / 8;
  for (std::size_t i = 0; i < output.elements(); ++i) {
    ++proof.elements;
    if (same(i, i * width)) continue;
    if (proof.different++ == 0)
      proof.first = {std::string(output.name), output.rows[i / std::size_t(output.columns)].row,
                     std::int64_t(i % std::size_t(output.columns))};
  }
}

/// Whether an element depends on no data and has the code.
bool is_constant(std::span<const fingerprint::Byte> bytes, std::uint32_t code) {
  for (std::size_t b = 0; b < bytes.size(); ++b)
    if (!bytes[b].from.none() || bytes[b].value != std::uint8_t(code >> 8 * b)) return false;
  return true;
}

bool is_whole_bytes(const operators::Output& output) {
  return output.format->bits % 8 == 0;
}

void conclude(Proof& proof, const char* otherwise) {
  proof.outcome = proof.elements == 0    ? Outcome::inconclusive
                  : proof.different == 0 ? Outcome::theorem
                                         : Outcome::differs;
  if (proof.elements == 0) proof.reason = "the contract writes no element of this shape";
  if (proof.different != 0) proof.reason = otherwise;
}

/// What an element is made of and what it should be, where the two part.
void explain(const fingerprint::TermRecord& record, Fingerprint found, Fingerprint expected, Proof& proof) {
  constexpr int kDepth = 2;
  std::tie(proof.found, proof.expected) = record.part(found, expected, kDepth);
}

/// `record`: keeps the terms, and the first difference is explained by them.
tl::expected<Proof, std::string> prove_once(const cases::Case& c, laws::CodeCache& cache,
                                            const laws::Experiment::Options& options, std::uint64_t key,
                                            LeafNames* names, fingerprint::TermRecord* record) {
  const fingerprint::Hasher hasher(key, record);
  auto followed = follow(c, cache, options, hasher, names);
  if (!followed) return tl::unexpected(followed.error());
  Proof proof = followed->so_far;
  proof.key = key;
  if (!followed->ok) return proof;
  laws::Experiment& e = *followed->experiment;
  const auto terms = e.instance().provable()->expected_terms(hasher);
  const operators::Codes& codes = e.expected();
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    if (!is_whole_bytes(outputs[o])) {
      proof.reason = "an output of elements of less than a byte";
      return proof;
    }
    const Bytes& found = followed->outputs[o];
    const auto width = std::size_t(outputs[o].format->bits) / 8;
    compare(
        outputs[o],
        [&](std::size_t i, std::size_t at) {
          const auto bytes = std::span(found).subspan(at, width);
          const Fingerprint term = terms[o][i];
          if (term.none()) return is_constant(bytes, codes[o][i]);
          const Fingerprint value = hasher.value(bytes);
          if (value != term && record != nullptr && proof.different == 0)
            explain(*record, value, term, proof);
          return value == term;
        },
        proof);
  }
  conclude(proof, "another order, operation or operand than the declared order has");
  return proof;
}

/// Cases with more products are not explained: their terms would fill memory.
constexpr std::uint64_t kMostExplained = std::uint64_t{1} << 22;

}  // namespace

tl::expected<Proof, std::string> prove(const cases::Case& c, laws::CodeCache& cache,
                                       const laws::Experiment::Options& options, std::uint64_t key) {
  auto proof = prove_once(c, cache, options, key, nullptr, nullptr);
  if (!proof || proof->different == 0 || proof->products > kMostExplained) return proof;
  LeafNames names;
  fingerprint::TermRecord record(
      [&](std::uint32_t operand, std::uint64_t index) { return names(operand, index); });
  return prove_once(c, cache, options, key, &names, &record);
}

tl::expected<Proof, std::string> prove_equal(const cases::Case& first, const cases::Case& second,
                                             laws::CodeCache& cache, const laws::Experiment::Options& options,
                                             std::uint64_t key) {
  const fingerprint::Hasher hasher(key);
  auto a = follow(first, cache, options, hasher);
  if (!a) return tl::unexpected(a.error());
  Proof proof = a->so_far;
  proof.key = key;
  if (!a->ok) return proof;
  auto b = follow(second, cache, options, hasher);
  if (!b) return tl::unexpected(b.error());
  if (!b->ok) {
    Proof other = b->so_far;
    other.key = key;
    return other;
  }
  const auto &outputs = a->experiment->instance().outputs(), &others = b->experiment->instance().outputs();
  if (outputs.size() != others.size()) return tl::unexpected(std::string("they have other outputs"));
  proof.instructions += b->so_far.instructions;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const Bytes &x = a->outputs[o], &y = b->outputs[o];
    if (x.size() != y.size()) return tl::unexpected(std::string("they write other elements"));
    const auto width = std::size_t(outputs[o].format->bits) / 8;
    compare(
        outputs[o],
        [&](std::size_t, std::size_t at) {
          return hasher.value(std::span(x).subspan(at, width)) ==
                 hasher.value(std::span(y).subspan(at, width));
        },
        proof);
  }
  conclude(proof, "the two compute it in another order, by other operations, or of other operands");
  return proof;
}

std::string_view name(Outcome outcome) {
  constexpr std::array<std::string_view, 4> kNames{"theorem", "differs", "premise fails", "inconclusive"};
  return kNames[std::size_t(outcome)];
}

}  // namespace lockstep::proofs
