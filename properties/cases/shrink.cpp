#include "shrink.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::cases {

namespace {

class Candidates {
 public:
  explicit Candidates(const Case& c) : c_(c), weight_(weight(c)) {}

  // Adds a copy changed by `edit` if that made it lighter.
  template <typename Edit>
  void add(Edit edit) {
    Case next = c_;
    edit(next);
    if (weight(next) < weight_) found_.push_back(std::move(next));
  }
  std::vector<Case> take() { return std::move(found_); }

 private:
  const Case& c_;
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
  const std::int32_t most = *std::max_element(c.m.begin(), c.m.end());
  for (const std::int64_t capacity :
       {std::int64_t(most), (most + std::int64_t{127}) / 128 * 128, c.m_max / 2})
    if (c.m_max > capacity && capacity >= most) out.add([&](Case& n) { n.m_max = capacity; });
}

void smaller_sizes(const Case& c, Candidates& out) {
  for (const std::int64_t k : {std::int64_t{128}, std::int64_t{256}, c.k / 256 * 128, c.k - 128})
    if (k >= 128 && k < c.k) out.add([&](Case& n) { n.k = k; });
  for (const std::int64_t n : {std::int64_t{128}, c.n / 256 * 128, c.n - 128})
    if (n >= 128 && n < c.n) out.add([&](Case& next) { next.n = n; });
  for (const std::int64_t gap : {std::int64_t{0}, c.gap / 2, c.gap - 1})
    if (gap >= 0 && gap < c.gap) out.add([&](Case& n) { n.gap = gap; });
}

void plainer_choices(const Case& c, Candidates& out) {
  out.add([](Case& n) { n.place = Place::aligned; });
  out.add([](Case& n) { n.pad = Padding::tail; });
  out.add([](Case& n) { n.ragged = false; });
  out.add([](Case& n) { n.out = "bf16"; });
  out.add([](Case& n) { n.schedule = {}; });
  out.add([](Case& n) { n.schedule = {machine::Schedule::Kind::latest, 0}; });
  if (c.build == "O2") out.add([](Case& n) { n.build = "O3"; });
  out.add([](Case& n) { n.seed = 1; });
  out.add([](Case& n) { n.model = Case{}.model; });
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

std::uint64_t schedule_rank(const machine::Schedule& s) {
  return s.kind == machine::Schedule::Kind::earliest ? 0 : s.kind == machine::Schedule::Kind::latest ? 1 : 2;
}

}  // namespace

std::uint64_t weight(const Case& c) {
  std::uint64_t rows = 0, groups = c.m.size();
  for (const std::int32_t m : c.m) rows += std::uint64_t(std::max(m, 0));
  const auto size = [](std::int64_t x) { return std::uint64_t(std::max<std::int64_t>(x, 0)); };
  const std::uint64_t sizes =
      64 * groups + 16 * rows + 2 * size(c.m_max) + size(c.n) + size(c.k) + 128 * size(c.gap);
  const std::uint64_t choices = (c.place != Place::aligned ? 1u : 0u) + (c.pad != Padding::tail ? 1u : 0u) +
                                (c.ragged ? 1u : 0u) + (c.out != "bf16" ? 1u : 0u) +
                                schedule_rank(c.schedule) + (c.build == "O2" ? 1u : 0u) +
                                (c.seed != 1 ? 1u : 0u) + (c.model != Case{}.model ? 1u : 0u) +
                                2 * data_rank(c.data) + scales_rank(c.scales);
  return 32 * sizes + choices;
}

std::vector<Case> simpler(const Case& c) {
  if (c.m.empty()) return {};
  Candidates out(c);
  drop_groups(c, out);
  smaller_sizes(c, out);
  fewer_rows(c, out);
  plainer_data(out);
  plainer_choices(c, out);
  return out.take();
}

}  // namespace lockstep::cases
