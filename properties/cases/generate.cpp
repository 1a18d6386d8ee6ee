#include "generate.hpp"

#include <rapidcheck.h>

#include <algorithm>

#include "emulator/machine/random.hpp"
#include "emulator/matrix/matrix.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::cases {

namespace {

using rc::Gen;

// RapidCheck supplies the randomness; every draw is one statement, so that its order does not depend on the
// compiler.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    const Gen<std::int64_t> gen = rc::gen::inRange<std::int64_t>(low, high + 1);
    return take(gen);
  }
  bool chance(int percent) { return between(0, 99) < percent; }
  template <typename T>
  T of(const std::vector<T>& choices) {
    const Gen<T> gen = rc::gen::elementOf(choices);
    return take(gen);
  }

 private:
  template <typename T>
  T take(const Gen<T>& gen) {
    return gen(random_.split(), rc::kNominalSize).value();
  }
  rc::Random random_;
};

// Rows of one group: around the edges of 16-row fragments and 128-row tiles, and anything between.
std::int32_t rows_of_group(Draw& draw, std::int32_t most) {
  std::int64_t rows = 0;
  switch (draw.between(0, 5)) {
    case 0:
      rows = 0;
      break;
    case 1:
      rows = draw.between(1, 31);
      break;
    case 2:
      rows = 16 * draw.between(1, 16) + draw.between(-1, 1);
      break;
    case 3:
      rows = 128 * draw.between(1, 3) + draw.between(-1, 1);
      break;
    case 4:
      rows = most;
      break;
    default:
      rows = draw.between(1, most);
      break;
  }
  return std::int32_t(std::min<std::int64_t>(rows, most));
}

std::vector<std::int32_t> routing(Draw& draw, std::int32_t most) {
  const auto groups = std::size_t(draw.between(1, draw.chance(80) ? 4 : 9));
  std::vector<std::int32_t> m(groups, 0);
  if (draw.chance(15)) {  // one group takes everything
    m[std::size_t(draw.between(0, std::int64_t(groups) - 1))] = most;
    return m;
  }
  for (std::int32_t& rows : m) rows = rows_of_group(draw, most);
  return m;
}

struct Regime {
  Data data;
  Scales scales;
};

Regime regime(Draw& draw, bool exact_grid_only) {
  if (!exact_grid_only && draw.chance(20)) return {Data::full, Scales::quantised};
  if (exact_grid_only || draw.chance(25)) {
    static const std::vector<Scales> kTame{Scales::unit, Scales::equal, Scales::near};
    const Scales scales = draw.of(kTame);
    return {Data::grid, scales};
  }
  static const std::vector<Data> kData{Data::codes,   Data::codes, Data::grid, Data::cancelling,
                                       Data::one_hot, Data::nan,   Data::zero, Data::subnormal};
  static const std::vector<Scales> kScales{Scales::unit,     Scales::equal,   Scales::near, Scales::distinct,
                                           Scales::distinct, Scales::extreme, Scales::nan};
  const Data data = draw.of(kData);
  const Scales scales = draw.of(kScales);
  return {data, scales};
}

machine::Schedule schedule(Draw& draw) {
  using Kind = machine::Schedule::Kind;
  const std::int64_t kind = draw.between(0, 3);
  if (kind == 0) return {Kind::earliest, 0};
  if (kind == 1) return {Kind::latest, 0};
  const std::int64_t seed = draw.between(1, 999'999);
  return {Kind::random, std::uint64_t(seed)};
}

void shape(Draw& draw, Case& c) {
  c.m = routing(draw, std::int32_t(draw.chance(70) ? 128 : 400));
  c.k = 128 * (draw.chance(50) ? draw.between(1, 3) : draw.between(1, 9));
  c.n = 128 * (draw.chance(70) ? draw.between(1, 2) : draw.between(1, 5));
  if (c.masked()) {
    const std::int32_t most = *std::max_element(c.m.begin(), c.m.end());
    c.m_max = draw.chance(30) ? std::max<std::int64_t>(most, 1) : most + draw.between(1, 200);
  } else {
    static const std::vector<Padding> kPads{Padding::tail, Padding::head, Padding::middle,
                                            Padding::scattered};
    c.pad = draw.of(kPads);
    c.ragged = draw.chance(40);
    c.gap = draw.chance(25) ? draw.between(1, 3) : 0;
  }
}

// Tensors past 2, 4 or 8 GiB at little work: a handful of active rows far from the start.
void wide_shape(Draw& draw, Case& c) {
  enum Target : std::int64_t { wide_a, wide_b, wide_d };
  const std::int64_t target = draw.between(wide_a, wide_d);
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32,
                                                 std::int64_t{1} << 33};
  const std::int64_t bytes = draw.of(kLimits);
  const std::int64_t rows = draw.between(1, 40);
  c.n = target == wide_b ? 1024 : target == wide_d ? 16384 : 128;
  c.k = target == wide_a ? 2048 * draw.between(2, 4) : target == wide_b ? 4096 : 128;
  const std::int64_t row_bytes = target == wide_d ? c.n * 2 : c.k;
  const std::int64_t planes = bytes / (c.n * c.k) + 2;
  if (c.masked()) {
    const std::int64_t groups = target == wide_b ? planes : draw.between(3, 40);
    c.m.assign(std::size_t(groups), 0);
    c.m[0] = draw.chance(50) ? std::int32_t(draw.between(1, 20)) : 0;
    c.m.back() = std::int32_t(rows);
    c.m_max = target == wide_b ? 128 : bytes / row_bytes / (groups - 1) + 1;
  } else {
    c.m.assign(std::size_t(target == wide_b ? planes : 2), 0);
    c.m.front() = std::int32_t(draw.between(0, 20));
    c.m.back() = std::int32_t(rows);
    c.gap = target == wide_b ? 0 : bytes / row_bytes / 128 + 1;
  }
}

std::vector<std::string> kernel_names(const Space& space) {
  if (!space.kernels.empty()) return space.kernels;
  std::vector<std::string> names;
  for (const kernels::Kernel& k : kernels::kernels()) names.emplace_back(k.name);
  return names;
}

std::vector<std::string> model_names(const Space& space) {
  if (!space.models.empty()) return space.models;
  std::vector<std::string> names;
  for (const matrix::Model& m : matrix::models()) names.emplace_back(m.name);
  return names;
}

}  // namespace

Case draw(const Space& space, std::uint64_t seed, std::uint64_t index) {
  Draw draw(machine::scatter(seed, index));
  Case c;
  c.kernel = draw.of(kernel_names(space));
  c.model = draw.of(model_names(space));
  c.build = draw.of(space.builds);
  const Regime r = regime(draw, space.exact_grid_only);
  c.data = r.data;
  c.scales = r.scales;
  c.recipe = space.recipe;
  static const std::vector<std::string> kOut{"bf16", "f16"};
  c.out = draw.of(kOut);
  c.schedule = schedule(draw);
  static const std::vector<Place> kPlaces{Place::aligned, Place::straddle_2g, Place::straddle_4g};
  c.place = draw.of(kPlaces);
  c.seed = std::uint64_t(draw.between(1, 0xFFFFFF));
  if (space.wide_offsets && draw.chance(4)) {
    wide_shape(draw, c);
  } else {
    shape(draw, c);
  }
  return c;
}

}  // namespace lockstep::cases
