#include "properties/proofs/explain.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/operand_names.hpp"

namespace lockstep::proofs {

namespace {

using fingerprint::Fingerprint, fingerprint::TermRecord;

/// Cases with more products are not recorded: their terms would fill memory.
constexpr std::uint64_t kMostProducts = std::uint64_t{1} << 25;
constexpr std::size_t kMostFolded = 16;  // operations that repeat together

/// Whether a term says nothing but which bytes or elements another one is made of.
bool only_holds(const TermRecord::Term& t) {
  return t.name == "value" || t.name == "byte" || t.name == "row" || t.name == "field";
}

/// What a term is computed of: leaves and other computed terms, through those that only hold them.
struct Inputs {
  std::vector<TermRecord::Leaf> leaves;
  std::vector<Fingerprint> computed;
};
Inputs inputs_of(const TermRecord& record, const TermRecord::Term& term) {
  Inputs all;
  record.walk({term.operands.begin(), term.operands.end()}, [&](Fingerprint f, const TermRecord::Term& t) {
    if (t.leaf)
      all.leaves.push_back(*t.leaf);
    else if (!only_holds(t) && !t.operands.empty())
      all.computed.push_back(f);
    return only_holds(t);
  });
  return all;
}

class Explainer {
 public:
  Explainer(const laws::Experiment& e, const TermRecord& record, const std::vector<laws::Operand>& operands)
      : e_(e), record_(record), operands_(operands) {}

  std::vector<Repeated> steps(Fingerprint root) {
    visit(root);
    return folded();
  }

 private:
  /// An operation that is to be listed.
  struct Made {
    Fingerprint term;
    const TermRecord::Term* made = nullptr;
    Inputs inputs;
  };

  /// Lists the operations in the order in which they were executed.
  void visit(Fingerprint root) {
    std::vector<Made> all;
    record_.walk({root}, [&](Fingerprint f, const TermRecord::Term& term) {
      const bool is_made = !term.operands.empty() && !only_holds(term);
      if (is_made) all.push_back({f, &term, inputs_of(record_, term)});
      return true;
    });
    std::ranges::sort(all, {}, [](const Made& m) { return m.made->number; });
    std::unordered_map<Fingerprint, std::size_t> places;
    for (const Made& m : all) {
      list(*m.made, m.inputs.leaves);
      places[m.term] = listed_.size();
      for (const Fingerprint input : m.inputs.computed)
        if (const auto at = places.find(input); at != places.end())
          listed_.back().takes.push_back(listed_.size() - at->second);
    }
  }

  void list(const TermRecord::Term& term, const std::vector<TermRecord::Leaf>& leaves) {
    Operation operation{std::string(term.name), {}, term.address, e_.code().object().lines.at(term.address)};
    const auto& instructions = e_.code().program().instructions;
    const auto at = std::ranges::lower_bound(instructions, term.address, {}, &isa::Instruction::address);
    if (at != instructions.end() && at->address == term.address) operation.instruction = at->mnemonic;
    std::map<std::uint32_t, std::vector<std::int64_t>> elements;
    for (const TermRecord::Leaf& leaf : leaves) {
      const auto those = operand(leaf.tensor).elements_of(leaf.index);
      elements[leaf.tensor].insert(elements[leaf.tensor].end(), those.begin(), those.end());
    }
    for (auto& [tensor, all] : elements) {
      std::ranges::sort(all);
      all.erase(std::ranges::unique(all).begin(), all.end());
      const std::int64_t columns = operand(tensor).columns();
      Reads reads{operand(tensor).name, all[0] / columns, all[0] % columns, columns};
      for (const std::int64_t i : all) reads.offsets.push_back(i - all[0]);
      operation.reads.push_back(std::move(reads));
    }
    listed_.push_back(std::move(operation));
  }

  const laws::Operand& operand(std::uint32_t tensor) const {
    static const laws::Operand kUnread{"unread"};
    return tensor < operands_.size() ? operands_[tensor] : kUnread;
  }

  static std::int64_t first_of(const Reads& r) { return r.row * r.columns + r.column; }

  /// Whether two operations differ in nothing but where their reads begin.
  static bool alike(const Operation& a, const Operation& b) {
    return a.name == b.name && a.instruction == b.instruction && a.source == b.source &&
           std::ranges::equal(a.reads, b.reads, [](const Reads& x, const Reads& y) {
             return x.operand == y.operand && x.offsets == y.offsets;
           });
  }

  /// Whether the `period` operations from `at` on do what those before them did, as far on as those from
  /// their predecessors.
  bool repeats(std::size_t at, std::size_t period, std::size_t first) const {
    if (at + period > listed_.size()) return false;
    for (std::size_t i = 0; i < period; ++i) {
      const Operation &now = listed_[at + i], &before = listed_[at + i - period], &one = listed_[first + i],
                      &two = listed_[first + i + period];
      // What the first of all takes may lie outside, as a sum's beginning does.
      if (!alike(now, before) || now.takes != two.takes) return false;
      for (std::size_t r = 0; r < now.reads.size(); ++r)
        if (first_of(now.reads[r]) - first_of(before.reads[r]) !=
            first_of(two.reads[r]) - first_of(one.reads[r]))
          return false;
    }
    return true;
  }

  std::vector<Repeated> folded() const {
    std::vector<Repeated> all;
    for (std::size_t at = 0; at < listed_.size();) {
      std::size_t best = 1, times = 1;
      for (std::size_t period = 1; period <= kMostFolded; ++period) {
        std::size_t n = 1;
        while (repeats(at + n * period, period, at)) ++n;
        if (n > 1 && n * period > times * best) best = period, times = n;
      }
      Repeated group{{listed_.begin() + std::ptrdiff_t(at), listed_.begin() + std::ptrdiff_t(at + best)},
                     times};
      if (times > 1)
        for (std::size_t i = 0; i < best; ++i)
          for (std::size_t r = 0; r < group.operations[i].reads.size(); ++r)
            group.operations[i].reads[r].stride =
                first_of(listed_[at + best + i].reads[r]) - first_of(listed_[at + i].reads[r]);
      all.push_back(std::move(group));
      at += best * times;
    }
    return all;
  }

  const laws::Experiment& e_;
  const TermRecord& record_;
  const std::vector<laws::Operand>& operands_;
  std::vector<Operation> listed_;
};

/// The number of the element among those of its output, and the output's.
struct Found {
  std::size_t output = 0, element = 0;
};
tl::expected<Found, std::string> find(const std::vector<operators::Output>& outputs, const Place& place) {
  const auto same = [](std::string_view a, std::string_view b) {
    return std::ranges::equal(
        a, b, {}, [](unsigned char c) { return std::tolower(c); },
        [](unsigned char c) { return std::tolower(c); });
  };
  std::string names;
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const operators::Output& output = outputs[o];
    names += fmt::format("{}{}", o == 0 ? "" : ", ", output.name);
    if (!place.output.empty() && !same(output.name, place.output)) continue;
    if (place.column < 0 || place.column >= output.columns)
      return tl::unexpected(fmt::format("{} has columns 0 to {}", output.name, output.columns - 1));
    const auto row = std::ranges::find(output.rows, place.row, &operators::OutputRow::row);
    if (row == output.rows.end())
      return tl::unexpected(fmt::format("the contract does not write row {} of {}", place.row, output.name));
    return Found{o, std::size_t((row - output.rows.begin()) * output.columns + place.column)};
  }
  return tl::unexpected(fmt::format("there is no output '{}'; there are {}", place.output, names));
}

}  // namespace

tl::expected<Explanation, std::string> explain(const cases::Case& c, laws::CodeCache& cache,
                                               const laws::Experiment::Options& options, const Place& place) {
  auto prepared = laws::Experiment::prepare(c, cache, options);
  if (!prepared) return tl::unexpected(prepared.error());
  laws::Experiment& e = **prepared;
  const auto found = find(e.instance().outputs(), place);
  if (!found) return tl::unexpected(found.error());
  Explanation all;
  all.reason = laws::unfollowable(e);
  if (all.reason.empty() && !e.instance().sampled().empty())
    all.reason =
        fmt::format("the case is computed in part ({}): explain a smaller one", e.instance().sampled());
  if (all.reason.empty() && e.macs() > kMostProducts)
    all.reason = fmt::format("{} products are more than the {} whose terms are kept: explain a smaller case",
                             e.macs(), kMostProducts);
  if (!all.reason.empty()) return all;
  const std::vector<laws::Operand> operands = laws::operands_of(e.instance());
  TermRecord record([](std::uint32_t, std::uint64_t) { return std::string(); });
  const fingerprint::Hasher hasher(c.seed, &record);
  const laws::FollowedRun run = laws::follow(e, hasher, laws::Poison::second, &record);
  all.instructions = run.instructions;
  all.reason = run.obstacle;
  if (!all.reason.empty()) return all;
  const std::size_t width = laws::bytes_of(*e.instance().outputs()[found->output].format);
  const auto bytes = std::span(run.outputs[found->output]).subspan(found->element * width, width);
  for (std::size_t b = 0; b < width; ++b) all.code |= std::uint32_t{bytes[b].value} << 8 * b;
  all.steps = Explainer(e, record, operands).steps(hasher.value(bytes));
  return all;
}

}  // namespace lockstep::proofs
