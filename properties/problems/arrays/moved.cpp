#include <algorithm>
#include <cmath>
#include <numeric>

#include "properties/problems/arrays/array_problem.hpp"
#include "reference/formats/conversion.hpp"

namespace lockstep::problems {

namespace {

using Order = std::vector<std::int64_t>;

// Which element of the shape each one was before they were moved along the axis.
Order sources(const std::vector<std::int64_t>& shape, int axis, const Order& rows) {
  Order from(std::size_t(count_of(shape)));
  std::iota(from.begin(), from.end(), std::int64_t{0});
  if (axis < 0) return from;
  std::int64_t inner = 1;
  for (std::size_t i = std::size_t(axis) + 1; i < shape.size(); ++i) inner *= shape[i];
  const std::int64_t length = shape[std::size_t(axis)];
  for (std::int64_t& element : from) {
    const std::int64_t at = element / inner % length;
    element += (rows[std::size_t(at)] - at) * inner;
  }
  return from;
}

// A code's negative or double; fails where the format has none.
tl::expected<std::uint32_t, std::string> changed(const formats::Format& f, std::uint32_t code, bool negated,
                                                 bool doubled) {
  const double value = formats::to_double(f, code);
  if (std::isnan(value) || value == 0) return code;
  const double want = (negated ? -value : value) * (doubled ? 2 : 1);
  if (f.specials == formats::Specials::exponent_only) {
    if (std::ilogb(want) + f.bias > 254)
      return tl::unexpected<std::string>("a scale is the largest that there is");
    return std::uint32_t(std::ilogb(want) + f.bias);
  }
  const std::uint32_t other = formats::convert(*formats::find_conversion("ocp_saturate"), f, want);
  if (formats::to_double(f, other) != want)
    return tl::unexpected<std::string>("an element has no double in its format");
  return other;
}

tl::expected<ArrayInput, std::string> moved_input(const ArrayInput& input, const Order& rows, bool negated,
                                                  bool doubled) {
  ArrayInput next = input;
  negated = negated && input.moves.negated;
  doubled = doubled && input.moves.doubled;
  const std::size_t bytes =
      std::size_t(std::max(input.format->bits, 8)) / 8;  // elements of 4 bits go by pairs
  const Order from = sources(input.shape, input.moves.rows, rows);
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::uint32_t code = 0;
    for (std::size_t b = 0; b < bytes; ++b)
      code |= std::uint32_t(input.bytes[std::size_t(from[i]) * bytes + b]) << 8 * b;
    if (negated || doubled) {
      if (input.format->bits < 8) return tl::unexpected<std::string>("packed elements are left alone");
      const auto other = changed(*input.format, code, negated, doubled);
      if (!other) return tl::unexpected(other.error());
      code = *other;
    }
    for (std::size_t b = 0; b < bytes; ++b) next.bytes[i * bytes + b] = std::uint8_t(code >> 8 * b);
  }
  return next;
}

// What the relation asks for beyond what is done here; empty: nothing.
std::string refusal(const ArrayProblem& p, const cases::Case& own, const Relation& r, const Order& rows) {
  const auto any = [&](bool Moves::* what) {
    return std::ranges::any_of(p.outputs, [&](const ArrayOutput& o) { return o.moves.*what; });
  };
  const bool same_case = r.the_case.m == own.m && r.the_case.k == own.k && r.the_case.place == own.place;
  if (r.groups.size() != 1 || !same_case || !r.columns.empty() || r.longer_k || r.slice || r.exchanged != 0 ||
      r.b_exponent != 0)
    return "would need other sizes or columns, by which an implementation may choose how it computes";
  if (r.negated && !any(&Moves::negated)) return "is nothing that negated inputs negate bit by bit";
  if (r.a_exponent != 0 && (r.a_exponent != 1 || !any(&Moves::doubled)))
    return "is nothing that doubled inputs double bit by bit";
  const bool in_order = std::ranges::is_sorted(rows);
  if (!in_order && std::ranges::none_of(p.outputs, [](const ArrayOutput& o) { return o.moves.rows >= 0; }))
    return "has no rows that may stand in another order";
  if (in_order && !r.negated && r.a_exponent == 0) return "is the same problem";
  return {};
}

}  // namespace

Symmetries symmetries_of(const ArrayProblem& p, const cases::Case& own) {
  Symmetries all;
  for (const ArrayOutput& o : p.outputs) {
    if (o.moves.rows >= 0 || o.moves.negated || o.moves.doubled) all.group_rows = {own.m[0]};
    all.linear = all.linear || o.moves.negated || o.moves.doubled;
  }
  return all;
}

tl::expected<MovedProblem, std::string> moved(const ArrayProblem& p, const cases::Case& own,
                                              const Relation& relation) {
  const Order rows = relation.groups.empty() ? Order() : relation.groups.front().rows;
  if (std::string why = refusal(p, own, relation, rows); !why.empty()) return tl::unexpected(std::move(why));
  const bool doubled = relation.a_exponent != 0;
  MovedProblem next{p, {}, {}};
  for (ArrayInput& input : next.problem.inputs) {
    auto other = moved_input(input, rows, relation.negated, doubled);
    if (!other) return tl::unexpected(other.error());
    input = std::move(*other);
  }
  for (ArrayOutput& o : next.problem.outputs) {
    next.source.push_back(sources(o.shape, o.moves.rows, rows));
    next.effects.push_back({relation.negated && o.moves.negated, doubled && o.moves.doubled ? 1 : 0});
    const operators::Answer was = o.answer;
    for (std::size_t i = 0; i < was.value.size(); ++i) {
      const auto from = std::size_t(next.source.back()[i]);
      o.answer.value[i] = std::ldexp(next.effects.back().negated ? -was.value[from] : was.value[from],
                                     next.effects.back().exponent);
      o.answer.loss[i] = std::ldexp(was.loss[from], next.effects.back().exponent);
    }
  }
  return next;
}

}  // namespace lockstep::problems
