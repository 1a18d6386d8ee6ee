#include "properties/proofs/counterexample.hpp"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "properties/comparison/comparison.hpp"
#include "properties/fuzzing/case_loop.hpp"
#include "properties/fuzzing/failure.hpp"
#include "properties/fuzzing/minimise.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::proofs {

namespace {

using cases::Case;
using comparison::Comparison, comparison::Side;
using laws::CaseResult;
using problems::Instance;

constexpr std::uint64_t kMostData = 100;
/// Multiply-accumulates of all cases tried: large shapes are tried on less data, each on one at least.
constexpr std::uint64_t kMostProducts = std::uint64_t{1} << 31;

/// What the kernel reads beside its operands, by the names of the tensors: routing.
std::vector<std::uint8_t> routing_of(const Instance& instance) {
  constexpr std::uint64_t kMost = 1 << 24;
  std::vector<std::string> operands;
  instance.provable()->with_operands(
      [&](std::string_view name, auto&, auto&) { operands.emplace_back(name); });
  std::vector<std::uint8_t> all;
  for (const auto& tensor : instance.place(0).tensors->named()) {
    if (!tensor.defined || tensor.bytes > kMost || std::ranges::find(operands, tensor.name) != operands.end())
      continue;
    std::vector<std::uint8_t> bytes(tensor.bytes), undefined(tensor.bytes, 0xFF);
    tensor.defined(0, bytes, undefined);
    for (std::size_t i = 0; i < bytes.size(); ++i) all.push_back(undefined[i] != 0 ? 0 : bytes[i]);
  }
  return all;
}

/// Draws data for a case's shape.
class DataDraws {
 public:
  explicit DataDraws(const Case& c) : case_(c), kernel_(*kernels::find_kernel(c.kernel, c.arch)) {
    for (const matrix::Model& m : matrix::models(c.arch)) models_.emplace_back(m.name);
    if (const auto made = problems::instantiate(c, kernel_)) routing_ = routing_of(**made);
  }

  std::size_t models() const { return models_.size(); }

  /// The case's own data and then others, each under all models, the case's first.
  Case at(std::uint64_t index) const {
    const std::uint64_t data = index / models_.size();
    Case c = data == 0 ? case_ : problems::with_drawn_data(case_, data);
    if (data != 0 && !has_routing(c)) c.seed = case_.seed;
    const auto own = std::size_t(std::ranges::find(models_, case_.model) - models_.begin());
    c.model = models_[(own + index) % models_.size()];
    return c;
  }

 private:
  bool has_routing(const Case& c) const {
    const auto made = problems::instantiate(c, kernel_);
    return made && routing_of(**made) == routing_;
  }

  Case case_;
  const kernels::Kernel& kernel_;
  std::vector<std::string> models_;
  std::vector<std::uint8_t> routing_;
};

/// The first case that `evaluate` falsifies.
std::optional<CaseResult> first_falsified(const Case& c,
                                          const std::function<CaseResult(const Case&)>& evaluate,
                                          const std::atomic<bool>* cancel, Search& search) {
  const DataDraws draws(c);
  std::uint64_t products = 0;
  fuzzing::CaseLoop loop;
  loop.next = [&](std::uint64_t index) -> std::optional<Case> {
    if (index >= kMostData * draws.models() || products > kMostProducts) return std::nullopt;
    return draws.at(index);
  };
  loop.evaluate = [&](std::uint64_t, const Case& drawn) { return evaluate(drawn); };
  loop.note = [&](const CaseResult& r) { products += r.macs; };
  loop.cancel = cancel;
  fuzzing::LoopResult all = fuzzing::run(loop);
  std::set<std::string> contents;
  for (const CaseResult& r : all.results) {
    if (r.runs == 0) continue;
    ++search.tried;
    Case content = r.the_case;
    content.model = c.model;
    contents.insert(cases::print(content));
  }
  search.data = contents.size();
  if (all.results.empty() || all.results.back().first_falsified() == nullptr) return std::nullopt;
  return std::move(all.results.back());
}

/// What a kernel that is not its declared order gets wrong in bits.
std::vector<const laws::Law*> laws_of_bits() {
  return {laws::find_law("bits"), laws::find_law("untouched"), laws::find_law("unread")};
}

/// A case as a side of a comparison of the cases of another.
Side side_of(const Case& c, const Case& other) {
  Side side{.text = fmt::format("{}@{}", c.kernel, c.arch), .kernel = kernels::find_kernel(c.kernel, c.arch)};
  side.build = c.build;
  for (const cases::Key* key : problems::grammar_of(c).keys)
    if (c.options.text(*key) != other.options.text(*key))
      side.keys.emplace_back(key->name, c.options.text(*key));
  if (c.out != other.out) side.keys.emplace_back("out", c.out);
  return side;
}

/// Whether the second case is the first but for what side_of() says of it: with other sizes it is another
/// problem, and on another arch under no model of the first one's.
bool is_a_side_of(const Case& second, const Case& first) {
  Case carried = second;
  carried.kernel = first.kernel;
  carried.build = first.build;
  carried.out = first.out;
  carried.options = first.options;
  return cases::print(carried) == cases::print(first);
}

/// What comparing the bits of two cases comes to.
CaseResult compared(const Comparison& of, const Case& c, laws::CodeCache& cache,
                    const laws::Experiment::Options& options) {
  CaseResult result;
  result.the_case = c;
  result.verdict = verdict::Verdict::not_applicable;
  const auto pair = of.prepare(c, cache, options);
  if (!pair) return result;
  result.laws.push_back(of.same_bits(*pair));
  result.verdict = result.laws[0].verdict;
  for (const auto& e : pair->of) {
    result.cancelled |= e->cancelled();
    result.macs += e->macs();
    result.runs += e->runs();
    result.instructions += e->instructions();
  }
  return result;
}

}  // namespace

Search search(const Case& c, laws::CodeCache& cache, const laws::Experiment::Options& options) {
  Search all;
  const auto laws = laws_of_bits();
  const auto evaluate = [&](const Case& drawn) { return laws::evaluate(drawn, laws, cache, options); };
  const auto failed = first_falsified(c, evaluate, options.cancel, all);
  if (!failed) return all;
  const laws::Law& law = *laws::find_law(failed->first_falsified()->law);
  const fuzzing::Minimised least = fuzzing::minimise(failed->the_case, law, cache, options);
  const auto report = fuzzing::make_report(least.smallest, law, cache, options,
                                           fuzzing::found_text(all.tried - 1, false, least));
  all.found = {failed->the_case, least.smallest, std::string(law.name), verdict::text(report), report.again};
  return all;
}

Search search(const Case& first, const Case& second, laws::CodeCache& cache,
              const laws::Experiment::Options& options) {
  Search all;
  if (!is_a_side_of(second, first)) return all;
  const auto of =
      Comparison::between(side_of(first, first), side_of(second, first), comparison::Demand::bits, cache);
  if (!of) return all;
  const auto evaluate = [&](const Case& drawn) { return compared(*of, drawn, cache, options); };
  const auto failed = first_falsified(first, evaluate, options.cancel, all);
  if (!failed) return all;
  const fuzzing::Minimised least = fuzzing::minimise(failed->the_case, evaluate, options.cancel);
  const auto account = comparison::account_of(*of, least.smallest, cache, options);
  all.found = {failed->the_case, least.smallest, "same", "", ""};
  if (!account) return all;
  all.found->report = comparison::text(*account);
  all.found->again = fmt::format("./lockstep prove '{}' == '{}'", cases::print(account->cases[0]),
                                 cases::print(account->cases[1]));
  return all;
}

}  // namespace lockstep::proofs
