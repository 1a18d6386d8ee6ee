// Draws that look where bugs hide and plain draws seldom come.
#include <algorithm>
#include <array>

#include "properties/problems/generate.hpp"
#include "properties/problems/operator.hpp"
#include "properties/problems/warpgroup_orders.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Draw;
using cases::Scales;

/// A class of rare cases. `to` changes a drawn case; false where the class says nothing about its operator.
struct Rare {
  int percent;  ///< how many of all cases it replaces
  bool (*to)(Draw& draw, const Space& space, const RareDraws& of_operator, Case& c);
};

// Scales of every kind that the format has. Data::full has those of its quantiser.
bool any_scales(Draw&, const Space&, const RareDraws&, Case& c) {
  if (c.data == Data::full) c.data = Data::codes;
  c.scales = Scales::any;
  return true;
}

// NaNs and infinities beside the ends of rows, and special values where something is added.
bool special_edges(Draw& draw, const Space&, const RareDraws& of_operator, Case& c) {
  static const std::vector<Scales> kScales{Scales::unit, Scales::near, Scales::distinct};
  c.data = Data::edges;
  c.scales = draw.of(kScales);
  of_operator.addend(draw, c, draw.chance(60));
  return true;
}

bool many_groups(Draw& draw, const Space&, const RareDraws& of_operator, Case& c) {
  return of_operator.groups_around_a_wave(draw, c);
}

// Tokens whose ids need more than 22 or 23 bits, of which an id's field has 24.
bool far_tokens(Draw& draw, const Space& space, const RareDraws& of_operator, Case& c) {
  static const std::vector<std::int64_t> kBits{22, 23, 24};
  const std::int64_t far = (std::int64_t{1} << draw.of(kBits)) - draw.between(400, 4000);
  return space.wide_offsets && of_operator.far_tokens(c, far);
}

bool wide_operands(Draw& draw, const Space& space, const RareDraws& of_operator, Case& c) {
  return space.wide_offsets && of_operator.wide_operands(draw, c);
}

bool wide_scales(Draw& draw, const Space& space, const RareDraws& of_operator, Case& c) {
  return space.wide_offsets && of_operator.wide_scales(draw, c);
}

std::int64_t off_by_a_little(Draw& draw, std::int64_t size) {
  static const std::vector<std::int64_t> kOff{-16, -8, -4, -1, 1, 2, 4, 8, 16, 32, 64};
  return draw.chance(20) ? 0 : std::max<std::int64_t>(size + draw.of(kOff), 0);
}

void any_option(Draw& draw, const cases::Key& key, Case& c) {
  constexpr std::int64_t kCheap = 1024;     // larger numbers make problems of any size
  if (key.name == "values") return;         // what two formats share is for comparisons, and for no quantiser
  if (key.scope == &kOfWarpgroups) return;  // which order a callable has: kernels here have one
  if (!key.is_number()) {
    const auto choices = key.choices();
    c.options.set_text(key, choices[std::size_t(draw.between(0, std::int64_t(choices.size()) - 1))]);
    return;
  }
  const std::string text = c.options.text(key);
  const std::int64_t now = key.number(&text), high = std::min(key.high, kCheap);
  if (now > kCheap) return;
  const std::array<std::int64_t, 4> values{key.low, high, now - 1, now + 1};
  const std::int64_t value = values[std::size_t(draw.between(0, 3))];
  c.options.set_text(key, std::to_string(std::clamp(value, key.low, high)));
}

void unasked_size(Draw& draw, Case& c) {
  std::vector<const cases::Key*> keys;
  for (const cases::Key* key : grammar_of(c).keys)
    if (cases::applies(*key, c)) keys.push_back(key);
  const std::int64_t what = draw.between(0, 2 + std::int64_t(keys.size()));
  if (what == 0) c.n = off_by_a_little(draw, c.n);
  if (what == 1) c.k = off_by_a_little(draw, c.k);
  if (what == 2) {
    std::int32_t& rows = c.m[std::size_t(draw.between(0, std::int64_t(c.m.size()) - 1))];
    rows = std::int32_t(off_by_a_little(draw, rows));
  }
  if (what > 2) any_option(draw, *keys[std::size_t(what - 3)], c);
}

// Sizes and options that the kernel must refuse, or get right: whatever its launch plan lets through is run.
// Most are refused, so some are tried.
bool unasked_sizes(Draw& draw, const Space&, const RareDraws&, Case& c) {
  constexpr std::int64_t kSmall = 1 << 22;
  if (c.n * c.k > kSmall || c.m.size() > 200) return false;
  constexpr int kTries = 6;
  for (int i = 0; i < kTries; ++i) {
    Case changed = c;
    const std::int64_t edits = draw.between(1, 3);
    for (std::int64_t edit = 0; edit < edits; ++edit) unasked_size(draw, changed);
    changed.options = cases::plainest(changed.options, grammar_of(changed).keys);
    if (changed == c || !may_be_drawn(changed, *kernels::find_kernel(c.kernel, c.arch))) continue;
    c = std::move(changed);
    return true;
  }
  return false;
}

bool every_slot(Draw& draw, const Space&, const RareDraws& of_operator, Case& c) {
  return of_operator.every_slot(draw, c);
}

// Numbers past those that kernels are tuned for: few of them powers of two, and most more than 8. Parts of k
// may have to be whole steps.
bool uncommon_numbers(Draw& draw, const Space&, const RareDraws&, Case& c) {
  static const std::vector<std::int64_t> kUncommon{3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 20, 24, 33};
  constexpr std::int64_t kStep = 128;
  const kernels::Kernel& kernel = *kernels::find_kernel(c.kernel, c.arch);
  const cases::Grammar& grammar = grammar_of(c);
  bool changed = false;
  for (const cases::Key* key : grammar.keys) {
    if (!key->is_number() || key->high == 1 || key == grammar.part || !cases::applies(*key, c)) continue;
    const std::int64_t number = draw.of(kUncommon);
    if (draw.chance(30) || number < key->low || number > key->high) continue;
    Case other = c;
    other.options.set_text(*key, std::to_string(number));
    other.options = cases::plainest(other.options, grammar.keys);
    if (!may_be_drawn(other, kernel)) other.k = kStep * number;
    if (other == c || !may_be_drawn(other, kernel)) continue;
    c = std::move(other);
    changed = true;
  }
  return changed;
}

constexpr std::array kRare{
    Rare{4, any_scales},  Rare{4, special_edges}, Rare{4, many_groups},
    Rare{2, far_tokens},  Rare{3, wide_operands}, Rare{3, unasked_sizes},
    Rare{3, wide_scales}, Rare{3, every_slot},    Rare{4, uncommon_numbers},
};

}  // namespace

void groups_around_a_wave(Draw& draw, Case& c, std::int64_t most_k, std::int32_t along_k) {
  static const std::vector<std::int64_t> kCounts{63, 64, 65, 66, 127, 128, 129, 191, 192, 193, 256, 257};
  const auto rows = [&] { return along_k != 0 ? along_k : std::int32_t(draw.between(1, 20)); };
  // One group more than whole waves, or any.
  const std::int64_t many = draw.chance(40) ? 64 * draw.between(5, 7) + 1 : draw.between(258, 512);
  c.m.assign(std::size_t(draw.chance(50) ? many : draw.of(kCounts)), 0);
  if (draw.chance(40)) {
    // Runs of empty groups, each between two that are not.
    for (std::int64_t at = draw.between(0, 3); at < c.groups(); at += 1 + draw.of(kCounts))
      c.m[std::size_t(at)] = rows();
  } else {
    for (const std::size_t edge : {0, 62, 63, 64, 65, 127, 128})
      if (edge < c.m.size() && draw.chance(40)) c.m[edge] = rows();
  }
  c.m.back() = rows();
  c.n = std::min<std::int64_t>(c.n, 256);
  c.k = std::min(c.k, most_k);
}

Case make_rare(const Space& space, Draw& draw, const Case& drawn) {
  if (!space.rare || space.exact_grid_only) return drawn;
  const kernels::Kernel& kernel = *kernels::find_kernel(drawn.kernel, drawn.arch);
  if (!kernel.has_code) return drawn;  // rare cases are rare among kernels' sizes
  const Operator& op = operator_of(kernel);
  std::int64_t at = draw.between(0, 99);
  for (const Rare& rare : kRare) {
    if (at >= 0 && at < rare.percent) {
      Case c = drawn;
      if (!rare.to(draw, space, op.rare, c)) return drawn;
      c.options = cases::plainest(c.options, op.grammar.keys);
      return may_be_drawn(c, kernel) ? c : drawn;
    }
    at -= rare.percent;
  }
  return drawn;
}

}  // namespace lockstep::problems
