#include "properties/problems/generate.hpp"

#include <algorithm>
#include <span>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "host/files.hpp"
#include "host/random.hpp"
#include "kernels/kernel.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

namespace {

using cases::BasePlacement;
using cases::Case;
using cases::Data;
using cases::Draw;
using cases::Scales;

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
  static const std::vector<Data> kData{Data::codes,   Data::opposed, Data::grid, Data::cancelling,
                                       Data::one_hot, Data::nan,     Data::zero, Data::subnormal};
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
  if (seed % 6 == 0) return {Kind::vmem_late, 0};
  if (seed % 6 == 1) return {Kind::lds_late, 0};
  return {Kind::random, std::uint64_t(seed)};
}

// The models of an arch that cases may be drawn under.
std::vector<std::string> wanted_models(const Space& space, std::string_view arch) {
  std::vector<std::string> wanted;
  for (const matrix::Model& m : matrix::models(arch))
    if (space.models.empty() ||
        std::find(space.models.begin(), space.models.end(), m.name) != space.models.end())
      wanted.emplace_back(m.name);
  return wanted;
}

// The kernels of the space, of archs that have one of its models.
std::vector<const kernels::Kernel*> wanted_kernels(const Space& space) {
  std::vector<const kernels::Kernel*> wanted;
  for (const kernels::Kernel& k : kernels::kernels()) {
    const bool named =
        space.kernels.empty() || std::any_of(space.kernels.begin(), space.kernels.end(),
                                             [&](const std::string& n) { return is_name_of(n, k); });
    if (named && !wanted_models(space, k.arch).empty()) wanted.push_back(&k);
  }
  // Drawn where they are named, kernels of GPUs with their archs: a name alone means what the emulator runs.
  for (const std::span<const kernels::Kernel> named : {kernels::gpu_kernels(), kernels::contracts()})
    for (const kernels::Kernel& k : named)
      if (std::ranges::any_of(space.kernels,
                              [&](const std::string& n) {
                                return is_name_of(n, k) &&
                                       (k.order == kernels::kNoOrder || n.find('@') != std::string::npos);
                              }) &&
          !wanted_models(space, k.arch).empty())
        wanted.push_back(&k);
  return wanted;
}

std::string build_of(Draw& draw, const Space& space, const kernels::Kernel& kernel) {
  if (!space.builds.empty()) return draw.of(space.builds);
  const bool second = draw.chance(25) && kernels::find_image(kernel, "O2") != nullptr;
  return second ? "O2" : "O3";
}

}  // namespace

bool is_name_of(std::string_view name, const kernels::Kernel& kernel) {
  const std::size_t at = name.find('@');
  return name.substr(0, at) == kernel.name &&
         (at == std::string_view::npos || name.substr(at + 1) == kernel.arch);
}

bool holds_any(const Space& space) {
  return !wanted_kernels(space).empty();
}

Case draw(const Space& space, std::uint64_t seed, std::uint64_t index) {
  Draw draw(host::hash(seed, index));
  Case c;
  const kernels::Kernel& kernel = *draw.of(wanted_kernels(space));
  c.kernel = kernel.name;
  c.arch = kernel.arch;
  const Operator& op = operator_of(kernel);
  c.model = draw.of(wanted_models(space, kernel.arch));
  c.build = build_of(draw, space, kernel);
  const Regime r = regime(draw, space.exact_grid_only);
  c.data = r.data;
  c.scales = r.scales;
  c.recipe = space.recipe;
  c.out = draw.of(op.outs);
  c.schedule = schedule(draw);
  static const std::vector<BasePlacement> kPlaces{BasePlacement::aligned, BasePlacement::straddle_2g,
                                                  BasePlacement::straddle_4g};
  c.place = draw.of(kPlaces);
  c.seed = std::uint64_t(draw.between(1, 0xFFFFFF));
  op.shape(draw, space, c);
  c.options = cases::plainest(c.options, op.grammar.keys);
  // Rare cases have a stream of their own: the others are what they were without. So has each kernel, or runs
  // of several with one seed would have the same class at the same index.
  const std::string name = c.kernel + "@" + c.arch;
  constexpr std::uint64_t kRareSalt = 0x7A7E;
  Draw rare(host::hash(seed ^ kRareSalt ^ host::digest(std::as_bytes(std::span(name))), index));
  return make_rare(space, rare, c);
}

Case with_drawn_data(const Case& c, std::uint64_t index) {
  constexpr int kSpecial = 15;  // percent
  Draw draw(host::hash(c.seed, index));
  Regime r = regime(draw, /*exact_grid_only=*/false);
  if (draw.chance(kSpecial)) r = {Data::edges, Scales::distinct};
  if (draw.chance(kSpecial)) r = {r.data == Data::full ? Data::codes : r.data, Scales::any};
  Case other = c;
  other.data = r.data;
  other.scales = r.scales;
  other.seed = std::uint64_t(draw.between(1, 0xFFFFFF));
  return other;
}

std::int64_t wide_bytes(cases::Draw& draw) {
  static const std::vector<std::int64_t> kLimits{std::int64_t{1} << 31, std::int64_t{1} << 32,
                                                 std::int64_t{1} << 33};
  return draw.of(kLimits);
}

}  // namespace lockstep::problems
