#include "emulator/lint/scalar_facts.hpp"

#include <algorithm>
#include <bit>
#include <set>

#include "emulator/isa/constant.hpp"
#include "emulator/lint/path_values.hpp"

namespace lockstep::lint {

namespace {

using isa::Instruction;
using isa::Operand;
using Condition = ScalarFacts::Condition;
using Number = ScalarFacts::Number;
using Term = ScalarFacts::Term;

constexpr std::int64_t kLeast = Number{}.least, kMost = Number{}.most;

constexpr std::uint32_t mask(int count) {
  return count >= 32 ? ~0u : (1u << count) - 1;
}
LowBits low_bits(int count, std::uint32_t value) {
  return {count, value & mask(count)};
}
LowBits whole(std::int64_t value) {
  return {32, std::uint32_t(value)};
}
LowBits plus(LowBits a, LowBits b) {
  return low_bits(std::min(a.count, b.count), a.value + b.value);
}
LowBits minus(LowBits a, LowBits b) {
  return low_bits(std::min(a.count, b.count), a.value - b.value);
}
LowBits common(LowBits a, LowBits b) {
  return low_bits(std::min({a.count, b.count, std::countr_zero(a.value ^ b.value)}), a.value);
}
LowBits more(LowBits a, LowBits b) {
  return a.count >= b.count ? a : b;
}
bool agree(LowBits a, LowBits b) {
  return ((a.value ^ b.value) & mask(std::min(a.count, b.count))) == 0;
}

Number exactly(std::int64_t value) {
  return {value, value, whole(value)};
}

/// A state with what follows from it.
class Facts {
 public:
  explicit Facts(ScalarFacts::State& state) : s_(state) {}

  Number& number(std::uint16_t r) { return s_.numbers[r]; }
  Number of(const Term& t) { return t.is_constant ? exactly(t.constant) : tightened(t.register_); }

  std::int64_t most_difference(std::uint16_t a, std::uint16_t b) {
    const std::int64_t by_bounds = number(a).most - number(b).least;
    const auto said = s_.differences.find({a, b});
    return said == s_.differences.end() ? by_bounds : std::min(by_bounds, said->second.most);
  }
  LowBits low_difference(std::uint16_t a, std::uint16_t b) {
    const LowBits by_numbers = minus(number(a).low, number(b).low);
    const auto said = s_.differences.find({a, b});
    return said == s_.differences.end() ? by_numbers : more(said->second.low, by_numbers);
  }
  void set_low_difference(std::uint16_t a, std::uint16_t b, LowBits low) {
    s_.differences[{a, b}].low = low;
    s_.differences[{b, a}].low = minus({32, 0}, low);
  }

  void forget(std::uint16_t r) {
    number(r) = {};
    std::erase_if(s_.differences, [&](const auto& d) { return d.first.first == r || d.first.second == r; });
    forget_condition_of(r);
  }
  void assign(std::uint16_t to, const Number& value) {
    forget(to);
    number(to) = value.low.count == 32 ? exactly(std::int32_t(value.low.value)) : value;
  }
  void assign_sum(std::uint16_t to, std::uint16_t from, std::int64_t addend);

  /// False: it can't be.
  bool limit(const Term& a, const Term& b, std::int64_t most);
  bool learn(std::uint16_t r, LowBits low);

 private:
  const Number& tightened(std::uint16_t r);
  bool limit_registers(std::uint16_t a, std::uint16_t b, std::int64_t most);
  bool bound(std::uint16_t r);
  void shift(std::uint16_t r, std::int64_t addend, bool wraps);
  void forget_condition_of(std::uint16_t r) {
    const auto names = [&](const Term& t) { return !t.is_constant && t.register_ == r; };
    if (s_.scc && (names(s_.scc->a) || names(s_.scc->b))) s_.scc.reset();
  }

  ScalarFacts::State& s_;
};

const Number& Facts::tightened(std::uint16_t r) {
  for (const auto& [pair, d] : s_.differences) {
    if (pair.first == r) number(r).most = std::min(number(r).most, number(pair.second).most + d.most);
    if (pair.second == r) number(r).least = std::max(number(r).least, number(pair.first).least - d.most);
  }
  return number(r);
}

// What differs from `r` differs by as much more.
void Facts::shift(std::uint16_t r, std::int64_t addend, bool wraps) {
  for (auto& [pair, d] : s_.differences) {
    if (pair.first != r && pair.second != r) continue;
    const std::int64_t change = pair.first == r ? addend : -addend;
    d.most =
        wraps || d.most == ScalarFacts::Difference{}.most ? ScalarFacts::Difference{}.most : d.most + change;
    d.low = plus(d.low, whole(change));
  }
}

void Facts::assign_sum(std::uint16_t to, std::uint16_t from, std::int64_t addend) {
  Number sum = tightened(from);
  sum.least += addend;
  sum.most += addend;
  sum.low = plus(sum.low, whole(addend));
  const bool wraps = sum.least < kLeast || sum.most > kMost;
  if (wraps) sum = {kLeast, kMost, sum.low};
  if (to == from) {
    shift(to, addend, wraps);
    forget_condition_of(to);
    number(to) = sum;
    return;
  }
  assign(to, sum);
  set_low_difference(to, from, whole(addend));
  if (wraps) return;
  s_.differences[{to, from}].most = addend;
  s_.differences[{from, to}].most = -addend;
}

bool Facts::learn(std::uint16_t r, LowBits low) {
  if (!agree(number(r).low, low)) return false;
  if (low.count <= number(r).low.count) return true;
  number(r).low = low;
  const auto known = s_.differences;
  return std::ranges::all_of(known, [&](const auto& d) {
    return d.first.first != r || learn(d.first.second, minus(low, d.second.low));
  });
}

// Whether a number is left within the bounds.
bool Facts::bound(std::uint16_t r) {
  const Number& n = tightened(r);
  return n.least < n.most || (n.least == n.most && learn(r, whole(n.least)));
}

bool Facts::limit_registers(std::uint16_t a, std::uint16_t b, std::int64_t most) {
  if (a == b) return most >= 0;
  const LowBits low = low_difference(a, b);
  most = std::min(most, most_difference(a, b));
  most -= std::int64_t((std::uint32_t(most) - low.value) & mask(low.count));
  s_.differences[{a, b}] = {most, low};
  const std::int64_t opposite = most_difference(b, a);
  if (most + opposite < 0) return false;
  if (most + opposite == 0) {
    set_low_difference(a, b, whole(most));
    if (!learn(a, plus(number(b).low, whole(most))) || !learn(b, minus(number(a).low, whole(most))))
      return false;
  }
  return bound(a) && bound(b);
}

bool Facts::limit(const Term& a, const Term& b, std::int64_t most) {
  if (a.is_constant && b.is_constant) return a.constant - b.constant <= most;
  if (!a.is_constant && !b.is_constant) return limit_registers(a.register_, b.register_, most);
  if (b.is_constant) {
    number(a.register_).most = std::min(number(a.register_).most, b.constant + most);
    return bound(a.register_);
  }
  number(b.register_).least = std::max(number(b.register_).least, a.constant - most);
  return bound(b.register_);
}

std::optional<Term> term(const Operand* o) {
  if (o == nullptr) return std::nullopt;
  if (o->kind == Operand::Kind::constant)
    return Term{true, 0, std::int32_t(isa::constant_bits(*o, isa::Type::u32))};
  if (o->kind != Operand::Kind::scalar || o->index >= ScalarFacts::State{}.numbers.size())
    return std::nullopt;
  return Term{false, o->index, 0};
}

std::optional<Condition> condition(const Instruction& i) {
  using What = Condition::What;
  const auto a = term(i.source(0)), b = term(i.source(1));
  if (!a || !b || i.mnemonic.ends_with("64")) return std::nullopt;
  if (i.mnemonic.starts_with("s_bitcmp") && b->is_constant)
    return Condition{What::bit, i.mnemonic == "s_bitcmp0_b32", *a, *b};
  const auto c = comparison(i.mnemonic);
  if (!c) return std::nullopt;
  const What less = c->is_signed ? What::less : What::less_unsigned;
  if (c->relation == "eq" || c->relation == "lg") return Condition{What::equal, c->relation == "lg", *a, *b};
  if (c->relation == "lt" || c->relation == "ge") return Condition{less, c->relation == "ge", *a, *b};
  return Condition{less, c->relation == "le", *b, *a};
}

bool assume(Facts& facts, const Condition& c, bool holds) {
  const Number a = facts.of(c.a), b = facts.of(c.b);
  switch (c.what) {
    case Condition::What::less_unsigned:
      if (a.least < 0 || b.least < 0) return true;
      [[fallthrough]];
    case Condition::What::less:
      return holds ? facts.limit(c.a, c.b, -1) : facts.limit(c.b, c.a, 0);
    case Condition::What::equal:
      if (holds) return facts.limit(c.a, c.b, 0) && facts.limit(c.b, c.a, 0);
      if (a.least == a.most && a == b) return false;
      if (c.a.is_constant || c.b.is_constant) {
        if (b.least == a.most) return facts.limit(c.a, c.b, -1);
        return b.most != a.least || facts.limit(c.b, c.a, -1);
      }
      if (facts.most_difference(c.a.register_, c.b.register_) <= 0 && !facts.limit(c.a, c.b, -1))
        return false;
      return facts.most_difference(c.b.register_, c.a.register_) > 0 || facts.limit(c.b, c.a, -1);
    case Condition::What::bit: {
      const auto at = int(c.b.constant & 31);
      if (c.a.is_constant || a.low.count < at) return true;
      return facts.learn(c.a.register_, {at + 1, (a.low.value & mask(at)) | std::uint32_t(holds) << at});
    }
  }
  return true;
}

/// A number of which a constant masks bits.
Number masked(const Number& n, std::uint32_t by) {
  int count = 0;
  while (count < 32 && (count < n.low.count || (by >> count & 1) == 0)) ++count;
  Number result;
  if (std::int32_t(by) >= 0) result.least = 0, result.most = by;
  result.low = low_bits(count, n.low.value & by);
  return result;
}

void mask_register(Facts& facts, std::uint16_t to, const Term& from, std::uint32_t by) {
  facts.assign(to, masked(facts.of(from), by));
  if (!from.is_constant && from.register_ != to)
    facts.set_low_difference(to, from.register_, {std::countr_one(by), 0});
}

Number shifted_left(const Number& n, int by) {
  Number result;
  if (n.least >= 0 && n.most <= kMost >> by) result.least = n.least << by, result.most = n.most << by;
  result.low = low_bits(std::min(32, n.low.count + by), n.low.value << by);
  return result;
}

/// "s_add_u32", "s_add_i32", and gfx1250's "s_add_co_u32" and "s_add_co_i32".
bool is_sum(std::string_view mnemonic, std::string_view stem) {
  if (!mnemonic.starts_with(stem)) return false;
  mnemonic.remove_prefix(stem.size());
  if (mnemonic.starts_with("co_")) mnemonic.remove_prefix(3);
  return mnemonic == "u32" || mnemonic == "i32";
}

/// What an operation on 32 bits makes of its sources; false: nothing is known of it.
bool compute(Facts& facts, const Instruction& i, std::uint16_t to) {
  const std::string_view m = i.mnemonic;
  const auto a = term(i.source(0)), b = term(i.source(1));
  if (!a) return false;
  const auto move = [&](const Term& t, std::int64_t addend) {
    if (t.is_constant)
      facts.assign(to, exactly(std::int32_t(t.constant + addend)));
    else
      facts.assign_sum(to, t.register_, addend);
    return true;
  };
  if (m == "s_mov_b32" || m == "s_movk_i32") return move(*a, 0);
  if ((m == "s_addk_i32" || m == "s_addk_co_i32") && a->is_constant) return move({false, to, 0}, a->constant);
  if (!b) return false;
  if (is_sum(m, "s_add_")) {
    if (b->is_constant) return move(*a, b->constant);
    return a->is_constant && move(*b, a->constant);
  }
  if (is_sum(m, "s_sub_")) return b->is_constant && move(*a, -b->constant);
  if (m == "s_and_b32" && (a->is_constant || b->is_constant)) {
    const Term &by = a->is_constant ? *a : *b, &from = a->is_constant ? *b : *a;
    mask_register(facts, to, from, std::uint32_t(by.constant));
    return true;
  }
  const Number x = facts.of(*a), y = facts.of(*b);
  if (m == "s_bfe_u32" && b->is_constant && (b->constant & 31) == 0) {
    mask_register(facts, to, *a, mask(int(b->constant >> 16 & 127)));
    return true;
  }
  if (m == "s_lshl_b32" && b->is_constant)
    facts.assign(to, shifted_left(x, int(b->constant & 31)));
  else if (m == "s_max_i32")
    facts.assign(to, {std::max(x.least, y.least), std::max(x.most, y.most), {}});
  else if (m == "s_min_i32")
    facts.assign(to, {std::min(x.least, y.least), std::min(x.most, y.most), {}});
  else if (m == "s_cselect_b32")
    facts.assign(to, {std::min(x.least, y.least), std::max(x.most, y.most), common(x.low, y.low)});
  else
    return false;
  return true;
}

void scalar_alu(ScalarFacts::State& s, const Instruction& i, const isa::ScalarAlu& row) {
  Facts facts(s);
  const Operand* const to = i.destination();
  if (row.writes_exec)
    for (std::uint16_t d = 0; d < 2; ++d) facts.forget(std::uint16_t(isa::scalar::kExec + d));
  const int dwords = to != nullptr && to->kind == Operand::Kind::scalar ? isa::dwords(row.destination) : 0;
  const Operand* const from = i.source(0);
  const bool wide_constant =
      i.mnemonic == "s_mov_b64" && from != nullptr && from->kind == Operand::Kind::constant;
  for (int d = 0; d < dwords && std::size_t(to->index + d) < s.numbers.size(); ++d) {
    const auto r = std::uint16_t(to->index + d);
    if (wide_constant)
      facts.assign(r, exactly(std::int32_t(isa::constant_bits(*from, isa::Type::u64) >> (32 * d))));
    else if (dwords != 1 || !compute(facts, i, r))
      facts.forget(r);
  }
  if (!row.writes_scc) return;
  s.scc.reset();
  if (row.destination == isa::Type::none)
    s.scc = condition(i);
  else if (dwords == 1 && (i.mnemonic == "s_and_b32" || i.mnemonic == "s_bfe_u32"))
    s.scc = Condition{Condition::What::equal, true, *term(to), {true, 0, 0}};
}

/// The next bound that a growing one stays at: loops compare with their limit, or with one less.
std::int64_t widened(std::int64_t most, std::int64_t before) {
  if (most <= before) return before;
  for (const std::int64_t stop : {-1, 0, 1})
    if (most <= stop) return stop;
  return ScalarFacts::Difference{}.most;
}

}  // namespace

void ScalarFacts::step(State& s, std::uint32_t instruction) const {
  const Instruction& i = program_.instructions[instruction];
  if (i.semantics == nullptr || !i.unreadable.empty()) {
    s = {};
    return;
  }
  if (const auto* row = std::get_if<isa::ScalarAlu>(&i.semantics->operation)) return scalar_alu(s, i, *row);
  for (const isa::RegisterAccess& a : code_[instruction].accesses)
    for (int r = a.first; a.writes() && a.file == isa::File::scalar && r < a.first + a.count; ++r)
      if (std::size_t(r) < s.numbers.size()) Facts(s).forget(std::uint16_t(r));
}

bool ScalarFacts::join(State& into, const State& from) {
  State other = from;
  Facts a(into), b(other);
  State out;
  for (std::size_t r = 0; r < out.numbers.size(); ++r) {
    const Number &x = into.numbers[r], &y = from.numbers[r];
    out.numbers[r] = {y.least < x.least ? kLeast : x.least, y.most > x.most ? kMost : x.most,
                      common(x.low, y.low)};
  }
  std::set<std::pair<std::uint16_t, std::uint16_t>> pairs;
  for (const State* s : std::initializer_list<const State*>{&into, &from})
    for (const auto& [pair, difference] : s->differences) pairs.insert(pair);
  Facts joined(out);
  for (const auto& pair : pairs) {
    const auto& [x, y] = pair;
    const std::int64_t most = widened(b.most_difference(x, y), a.most_difference(x, y));
    const LowBits low = common(a.low_difference(x, y), b.low_difference(x, y));
    if (most < joined.most_difference(x, y) || low.count > joined.low_difference(x, y).count)
      out.differences[pair] = {most, low};
  }
  if (into.scc == from.scc) out.scc = into.scc;
  const bool changed = !(out == into);
  into = std::move(out);
  return changed;
}

bool ScalarFacts::go(State& s, std::uint32_t branch, Edge::Way way) const {
  const Instruction& i = program_.instructions[branch];
  const auto* what = i.semantics != nullptr ? std::get_if<isa::Control>(&i.semantics->operation) : nullptr;
  if (what == nullptr || way == Edge::Way::falls || !s.scc) return true;
  const bool on_one = *what == isa::Control::branch_scc1;
  if (!on_one && *what != isa::Control::branch_scc0) return true;
  const Condition c = *s.scc;
  Facts facts(s);
  return assume(facts, c, (on_one == (way == Edge::Way::taken)) != c.negated);
}

}  // namespace lockstep::lint
