#include "properties/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "properties/laws/law.hpp"
#include "properties/problems/orders.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::comparison {

namespace {

using laws::Experiment;
using verdict::LawResult;
using verdict::Verdict;
using Refused = tl::unexpected<std::string>;

constexpr std::string_view kOrdinal[] = {"the first", "the second"};

// Whether nobody declared its order. Fails where its build does not exist.
tl::expected<bool, std::string> leaves_order_open(const Side& side, laws::CodeCache& cache) {
  if (const auto code = cache.get(*side.kernel, side.build); !code) return Refused(code.error());
  if (std::ranges::find(side.keys, cases::Options::Entry{"order", "any"}) != side.keys.end()) return true;
  if (!laws::CodeCache::names_recipe(side.build)) return false;
  const auto recipe = cache.recipe(*side.kernel, side.build);
  if (!recipe) return Refused(recipe.error());
  return (*recipe)->leaves_order_open();
}

// What the order that its recipe names settles.
std::span<const problems::OrderKey> order_keys(const Side& side, laws::CodeCache& cache) {
  if (!laws::CodeCache::names_recipe(side.build)) return {};
  const auto recipe = cache.recipe(*side.kernel, side.build);
  if (!recipe || !(*recipe)->names_order()) return {};
  return (*problems::find_order((*recipe)->order, *side.kernel))->keys;
}

bool same_rows(const operators::Output& a, const operators::Output& b) {
  return std::ranges::equal(
      a.rows, b.rows, [](const auto& x, const auto& y) { return x.group == y.group && x.row == y.row; });
}

// Empty where they have the same outputs.
std::string difference_of(const std::vector<operators::Output>& a, const std::vector<operators::Output>& b) {
  if (a.size() != b.size()) return fmt::format("one has {} outputs, the other {}", a.size(), b.size());
  for (std::size_t o = 0; o < a.size(); ++o) {
    if (a[o].format != b[o].format)
      return fmt::format("{} is {} of one and {} of the other", a[o].name, a[o].format->name,
                         b[o].format->name);
    if (a[o].columns != b[o].columns || !same_rows(a[o], b[o]))
      return fmt::format("they write other rows or columns of {}", a[o].name);
  }
  return {};
}

bool same_value(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

bool same_problem(Experiment& a, Experiment& b) {
  for (std::size_t o = 0; o < a.exact().size(); ++o)
    if (!std::ranges::equal(a.exact()[o].value, b.exact()[o].value, same_value)) return false;
  return true;
}

// What is to be said of a run that did not come to its end.
std::optional<LawResult> stopped(std::size_t side, Experiment& e) {
  auto stop = laws::unfinished("clean", e.first_run());
  if (!stop) return std::nullopt;
  stop->law = "same";
  stop->reason = fmt::format("{} stops: {}", kOrdinal[side], stop->reason);
  return stop;
}

LawResult not_comparable(std::string reason) {
  return {"same", Verdict::not_applicable, std::move(reason)};
}

}  // namespace

Comparison::Comparison(Side first, Side second, Demand demand, bool one_order)
    : sides_{std::move(first), std::move(second)}, demand_(demand), one_order_(one_order) {
  const kernels::Kernel &a = *sides_[0].kernel, &b = *sides_[1].kernel;
  shared_values_ = a.formats != b.formats;
  for (std::size_t i = 0; i < 2; ++i)  // a format of the output is the problem's, whoever asks for it
    for (const auto& key : sides_[1 - i].keys)
      if (key.first == "out" && std::ranges::find(sides_[i].keys, key) == sides_[i].keys.end())
        sides_[i].keys.push_back(key);
}

tl::expected<Comparison, std::string> Comparison::between(Side first, Side second, Demand demand,
                                                          laws::CodeCache& cache) {
  const kernels::Kernel &a = *first.kernel, &b = *second.kernel;
  if (a.op != b.op)
    return Refused(
        fmt::format("{} computes {}, {} computes {}: only implementations of one operator can be compared",
                    a.name, a.op, b.name, b.op));
  bool one_order = a.arch == b.arch && a.order == b.order;
  for (const Side* side : {&first, &second}) {
    const auto open = leaves_order_open(*side, cache);
    if (!open) return Refused(open.error());
    one_order &= !*open;
  }
  if (one_order)
    for (const auto& [key, value] : order_keys(first, cache)) second.keys.emplace_back(key, value);
  if (one_order)
    for (const auto& [key, value] : order_keys(second, cache)) first.keys.emplace_back(key, value);
  return Comparison(std::move(first), std::move(second), demand, one_order);
}

tl::expected<cases::Case, std::string> Comparison::case_of(std::size_t side, const cases::Case& drawn) const {
  if (!shared_values_) return comparison::case_of(sides_[side], drawn);
  Side with_values = sides_[side];
  with_values.keys.emplace_back("values", "shared");
  cases::Case c = drawn;
  if (c.data == cases::Data::full) {  // a quantiser would give other numbers in each format
    c.data = cases::Data::codes;
    c.scales = cases::Scales::distinct;
  }
  return comparison::case_of(with_values, c);
}

tl::expected<Pair, std::string> Comparison::prepare(const cases::Case& drawn, laws::CodeCache& cache,
                                                    const Experiment::Options& options) const {
  Pair pair;
  for (std::size_t i = 0; i < pair.of.size(); ++i) {
    const auto c = case_of(i, drawn);
    if (!c) return Refused(c.error());
    Experiment::Options own = options;
    own.device = devices_[i];
    auto e = Experiment::prepare(*c, cache, own);
    if (!e) return Refused(e.error());
    pair.of[i] = std::move(*e);
  }
  Experiment &a = *pair.of[0], &b = *pair.of[1];
  if (const std::string what = difference_of(a.instance().outputs(), b.instance().outputs()); !what.empty())
    return Refused(what);
  if (!same_problem(a, b)) return Refused("the exact answers differ: the case is another problem for each");
  return pair;
}

LawResult Comparison::same_bits(const Pair& pair) const {
  Experiment &a = *pair.of[0], &b = *pair.of[1];
  for (std::size_t i = 0; i < pair.of.size(); ++i)
    if (auto stop = stopped(i, *pair.of[i])) return *stop;
  if (!a.instance().deterministic() || !b.instance().deterministic())
    return not_comparable("the order of arrival may show in the output");
  LawResult result{"same"};
  verdict::compare(a.instance().outputs(), b.first_run().output, a.first_run().output, result);
  if (result.mismatch_count == 0) return result;
  result.verdict = Verdict::falsified;
  result.reason = fmt::format("{} elements differ", result.mismatch_count);
  return result;
}

laws::CaseResult Comparison::evaluate(const cases::Case& drawn, laws::CodeCache& cache,
                                      const Experiment::Options& options) const {
  laws::CaseResult result;
  result.the_case = drawn;
  const auto pair = prepare(drawn, cache, options);
  if (!pair) {
    result.laws.push_back(not_comparable(pair.error()));
    result.verdict = Verdict::not_applicable;
    return result;
  }
  Experiment &a = *pair->of[0], &b = *pair->of[1];
  if (demand_ == Demand::snr) {
    for (std::size_t i = 0; i < pair->of.size(); ++i) {
      auto stop = stopped(i, *pair->of[i]);
      result.laws.push_back(stop ? *stop : laws::check_snr(*pair->of[i]));
    }
  } else if (one_order_ || (a.instance().on_exact_grid() && b.instance().on_exact_grid())) {
    result.laws.push_back(same_bits(*pair));
  } else {
    result.laws.push_back(not_comparable("they add in different orders, and on this data orders differ"));
  }
  result.cancelled = a.cancelled() || b.cancelled();
  result.macs = a.macs();
  result.sampled = a.instance().sampled();
  result.runs = a.runs() + b.runs();
  result.instructions = a.instructions() + b.instructions();
  result.verdict = Verdict::not_applicable;
  for (const Verdict v : {Verdict::falsified, Verdict::inconclusive, Verdict::holds})
    if (result.verdict == Verdict::not_applicable &&
        std::ranges::any_of(result.laws, [&](const LawResult& r) { return r.verdict == v; }))
      result.verdict = v;
  for (const LawResult& r : result.laws) result.trapped |= r.trapped;
  return result;
}

}  // namespace lockstep::comparison
