#include "properties/cases/shrink.hpp"

#include <algorithm>

namespace lockstep::cases {

namespace {

class Candidates {
 public:
  Candidates(const Case& c, const Grammar& grammar) : c_(c), grammar_(grammar), weight_(weight(c, grammar)) {}

  // Adds a copy changed by `edit` if that made it lighter.
  template <typename Edit>
  void add(Edit edit) {
    Case next = c_;
    edit(next);
    next.options = plainest(next.options, grammar_.keys);
    if (weight(next, grammar_) < weight_) found_.push_back(std::move(next));
  }
  std::vector<Case> take() { return std::move(found_); }

 private:
  const Case& c_;
  const Grammar& grammar_;
  std::uint64_t weight_;
  std::vector<Case> found_;
};

void drop_groups(const Case& c, Candidates& out) {
  if (c.m.size() <= 1) return;
  const std::size_t half = c.m.size() / 2;
  out.add([&](Case& n) { n.m.resize(half); });
  out.add([&](Case& n) { n.m.erase(n.m.begin(), n.m.begin() + std::ptrdiff_t(half)); });
  for (std::size_t g = 0; g < std::min<std::size_t>(c.m.size(), 16); ++g)
    out.add([&](Case& n) { n.m.erase(n.m.begin() + std::ptrdiff_t(g)); });
}

void fewer_rows(const Case& c, Candidates& out) {
  for (std::size_t g = 0; g < std::min<std::size_t>(c.m.size(), 16); ++g)
    for (const std::int32_t rows : {0, 1, c.m[g] / 2, c.m[g] - 1})
      if (rows >= 0 && rows < c.m[g]) out.add([&](Case& n) { n.m[g] = rows; });
}

// Smaller values: one step, two, half of it all, one step less.
std::vector<std::int64_t> lesser(std::int64_t value, std::int64_t step) {
  return {step, 2 * step, value / 2 / step * step, value / 2, value - step, value - 1};
}

void smaller_sizes(const Case& c, const Grammar& g, Candidates& out) {
  for (const std::int64_t k : lesser(c.k, g.k_step))
    if (k >= 1 && k < c.k) out.add([&](Case& next) { next.k = k; });
  for (const std::int64_t n : lesser(c.n, g.n_step))
    if (n >= 1 && n < c.n) out.add([&](Case& next) { next.n = n; });
}

void plainer_options(const Case& c, const Grammar& g, Candidates& out) {
  for (const Key* key : g.keys) {
    const std::string text = c.options.text(*key);
    if (key->is_default(text)) continue;
    out.add([&](Case& next) { next.options.erase(*key); });
    if (!key->is_number()) continue;
    const std::int64_t value = key->number(&text);
    std::vector<std::int64_t> tries(c.m.begin(),
                                    c.m.begin() + std::ptrdiff_t(std::min<std::size_t>(c.m.size(), 4)));
    tries.insert(tries.end(), {key->low, value / 2, value - 1});
    for (const std::int64_t less : tries)
      if (less >= key->low && less < value)
        out.add([&](Case& next) { next.options.set_text(*key, std::to_string(less)); });
  }
}

void plainer_choices(const Case& c, Candidates& out) {
  out.add([](Case& n) { n.place = BasePlacement::aligned; });
  out.add([](Case& n) { n.out = Case{}.out; });
  for (const machine::Schedule& schedule : machine::several_schedules(0, 0))
    out.add([&](Case& n) {
      n.schedule = schedule;
      n.hunts = false;
    });
  if (c.build == "O2") out.add([](Case& n) { n.build = "O3"; });
  out.add([](Case& n) { n.seed = 1; });
  out.add([](Case& n) { n.model = arch::default_model(n.arch); });
}

void plainer_data(Candidates& out) {
  for (const Data data : {Data::one_hot, Data::grid, Data::codes})
    for (const Scales scales : {Scales::unit, Scales::near, Scales::distinct})
      out.add([&](Case& n) {
        n.data = data;
        n.scales = scales;
      });
  for (const Scales scales : {Scales::unit, Scales::equal, Scales::near, Scales::distinct})
    out.add([&](Case& n) {
      if (n.data != Data::full) n.scales = scales;
    });
}

std::uint64_t data_rank(Data d) {
  switch (d) {
    case Data::one_hot:
      return 0;
    case Data::grid:
      return 1;
    case Data::codes:
      return 2;
    default:
      return 3;
  }
}

std::uint64_t scales_rank(Scales s) {
  switch (s) {
    case Scales::unit:
      return 0;
    case Scales::equal:
      return 1;
    case Scales::near:
      return 2;
    case Scales::distinct:
      return 3;
    default:
      return 4;
  }
}

std::uint64_t schedule_rank(const Case& c) {
  constexpr std::uint64_t kHunts = std::uint64_t(machine::Schedule::Kind::random) + 1;
  return c.hunts ? kHunts : std::uint64_t(c.schedule.kind);
}

}  // namespace

std::uint64_t weight(const Case& c, const Grammar& grammar) {
  std::uint64_t rows = 0, groups = c.m.size();
  for (const std::int32_t m : c.m) rows += std::uint64_t(std::max(m, 0));
  const auto size = [](std::int64_t x) { return std::uint64_t(std::max<std::int64_t>(x, 0)); };
  std::uint64_t sizes = 64 * groups + 16 * rows + size(c.n) + size(c.k);
  std::uint64_t choices = (c.place != BasePlacement::aligned ? 1u : 0u) + (c.out != Case{}.out ? 1u : 0u) +
                          schedule_rank(c) + (c.build == "O2" ? 1u : 0u) + (c.seed != 1 ? 1u : 0u) +
                          (c.model != arch::default_model(c.arch) ? 1u : 0u) + 2 * data_rank(c.data) +
                          scales_rank(c.scales);
  for (const Key* key : grammar.keys) {
    const std::string text = c.options.text(*key);
    if (key->is_default(text)) continue;
    ++choices;
    if (key->is_number()) sizes += 2 * size(key->number(&text) - key->low);
  }
  return 32 * sizes + choices;
}

std::vector<Case> plainer(const Case& c, const Grammar& grammar) {
  if (c.m.empty()) return {};
  Candidates out(c, grammar);
  for (const Data data : {Data::one_hot, c.data})
    out.add([&](Case& n) {
      n.data = data;
      n.scales = data == Data::full ? Scales::quantised : Scales::unit;
      n.place = BasePlacement::aligned;
      n.out = Case{}.out;
      n.schedule = {};
      n.hunts = false;
      n.seed = 1;
      n.model = arch::default_model(n.arch);
      for (const Key* key : grammar.keys)
        if (!key->is_number() || key->high - key->low <= 1) n.options.erase(*key);
    });
  plainer_data(out);
  plainer_choices(c, out);
  for (const Key* key : grammar.keys) out.add([&](Case& n) { n.options.erase(*key); });
  return out.take();
}

std::vector<Axis> axes(const Case& c, const Grammar& g) {
  constexpr std::size_t kMostGroups = 16;
  std::vector<Axis> all;
  const auto add = [&](std::int64_t low, std::int64_t now, std::int64_t step, auto set) {
    if (now > low) all.push_back({low, now, step, set});
  };
  // The last groups stay: what goes wrong often needs some before it, and with the first ones gone it would
  // not be seen.
  add(1, c.groups(), 1, [](Case& n, std::int64_t count) { n.m.erase(n.m.begin(), n.m.end() - count); });
  add(1, c.groups(), 1, [](Case& n, std::int64_t count) { n.m.resize(std::size_t(count)); });
  add(g.k_step, c.k, g.k_step, [](Case& n, std::int64_t k) { n.k = k; });
  add(g.n_step, c.n, g.n_step, [](Case& n, std::int64_t columns) { n.n = columns; });
  for (std::size_t i = 0; i < std::min(c.m.size(), kMostGroups); ++i)
    add(0, c.m[i], 1, [i](Case& n, std::int64_t rows) { n.m[i] = std::int32_t(rows); });
  for (const Key* key : g.keys) {
    const std::string text = c.options.text(*key);
    if (!key->is_number()) continue;
    add(key->low, key->number(&text), 1,
        [key](Case& n, std::int64_t value) { n.options.set_text(*key, std::to_string(value)); });
  }
  return all;
}

std::vector<Case> simpler(const Case& c, const Grammar& grammar) {
  if (c.m.empty()) return {};
  Candidates out(c, grammar);
  drop_groups(c, out);
  smaller_sizes(c, grammar, out);
  fewer_rows(c, out);
  plainer_options(c, grammar, out);
  plainer_data(out);
  plainer_choices(c, out);
  return out.take();
}

bool drops_part(const Case& from, const Case& to, const Grammar& grammar) {
  constexpr double kMostTried = 1 << 28;  // multiply-accumulates
  if (grammar.part == nullptr) return false;
  const auto is_whole = [&](const Case& c) {
    return grammar.part->is_default(c.options.text(*grammar.part));
  };
  double rows = 0;
  for (const std::int32_t m : to.m) rows += double(m);
  return !is_whole(from) && is_whole(to) && rows * double(to.n) * double(to.k) > kMostTried;
}

}  // namespace lockstep::cases
