#include "emulator/lint/path_values.hpp"

#include <algorithm>

#include "emulator/isa/constant.hpp"

namespace lockstep::lint {

namespace {

using isa::Control;
using isa::Instruction;
using isa::Operand;
using Name = ValueNames::Name;

constexpr std::int64_t kConstant = -1;

// SCC is whether the result is not 0.
bool says_whether_zero(std::string_view m) {
  constexpr std::array<std::string_view, 11> kOperations{"s_and_",  "s_or_",   "s_xor_", "s_andn2_",
                                                         "s_orn2_", "s_nand_", "s_nor_", "s_xnor_",
                                                         "s_not_",  "s_lshl_", "s_lshr_"};
  return std::ranges::any_of(
      kOperations, [&](std::string_view o) { return m.starts_with(o) && m.find("saveexec") == m.npos; });
}

bool commutes(std::string_view m) {
  return m == "s_and_b32" || m == "s_or_b32" || m == "s_xor_b32" || m == "s_add_u32" || m == "s_add_co_u32" ||
         m == "s_mul_i32";
}

}  // namespace

std::optional<Comparison> comparison(std::string_view m) {
  for (const std::string_view prefix : {"s_cmp_", "s_cmpk_"}) {
    if (!m.starts_with(prefix) || m.size() < prefix.size() + 6) continue;
    return Comparison{m.substr(prefix.size(), 2), m[prefix.size() + 3] == 'i'};
  }
  return std::nullopt;
}

Name ValueNames::fresh() {
  values_.emplace_back();
  return Name(values_.size() - 1);
}

Name ValueNames::intern(std::vector<std::int64_t> key, std::optional<std::uint64_t> value) {
  const auto [at, is_new] = known_.try_emplace(std::move(key), Name(values_.size()));
  if (is_new) values_.push_back(value);
  return at->second;
}

Name ValueNames::constant(std::uint64_t value) {
  return intern({kConstant, std::int64_t(value)}, value);
}

Name ValueNames::of(std::string_view operation, const std::vector<Name>& inputs) {
  const auto number = operations_.try_emplace(operation, std::int64_t(operations_.size())).first->second;
  std::vector<std::int64_t> key{number};
  key.insert(key.end(), inputs.begin(), inputs.end());
  return intern(std::move(key), std::nullopt);
}

PathValues::PathValues(const isa::Program& program, Operations code, ValueNames& names)
    : program_(&program), code_(code), names_(&names) {
  forget_all();
}

void PathValues::forget_all() {
  for (Name& r : scalars_) r = names_->fresh();
  scc_ = {names_->fresh(), false};
}

Name PathValues::pair(Name low, Name high) {
  const auto a = names_->value(low), b = names_->value(high);
  return a && b ? names_->constant(*a | *b << 32) : names_->of("pair", {low, high});
}

Name PathValues::equal(Name a, Name b) {
  const auto x = names_->value(a), y = names_->value(b);
  if (a == b || (x && y)) return names_->constant(a == b || *x == *y ? 1 : 0);
  return names_->of("eq", {std::min(a, b), std::max(a, b)});
}

Name PathValues::source(const Operand& o, isa::Type type) {
  const bool wide = isa::bits(type) == 64;
  if (o.kind == Operand::Kind::constant) return names_->constant(isa::constant_bits(o, type));
  if (o.kind != Operand::Kind::scalar || o.index + std::size_t(wide) >= scalars_.size())
    return names_->fresh();
  return wide ? pair(scalars_[o.index], scalars_[o.index + 1u]) : scalars_[o.index];
}

void PathValues::put(std::uint16_t first, int dwords, Name result) {
  for (int d = 0; d < dwords && std::size_t(first + d) < scalars_.size(); ++d)
    scalars_[std::size_t(first + d)] = dwords == 1 ? result : names_->of(d == 0 ? "low" : "high", {result});
}

void PathValues::put_constant(std::uint16_t first, int dwords, std::uint64_t value) {
  for (int d = 0; d < dwords && std::size_t(first + d) < scalars_.size(); ++d)
    scalars_[std::size_t(first + d)] = names_->constant(std::uint32_t(value >> (32 * d)));
}

PathValues::Condition PathValues::condition(std::string_view m, const std::vector<Name>& in) {
  if (const auto c = comparison(m); c && in.size() == 2) {
    const auto less = [&](Name a, Name b) { return names_->of(c->is_signed ? "lt signed" : "lt", {a, b}); };
    if (c->relation == "eq") return {equal(in[0], in[1]), false};
    if (c->relation == "lg") return {equal(in[0], in[1]), true};
    if (c->relation == "lt") return {less(in[0], in[1]), false};
    if (c->relation == "ge") return {less(in[0], in[1]), true};
    if (c->relation == "gt") return {less(in[1], in[0]), false};
    if (c->relation == "le") return {less(in[1], in[0]), true};
  }
  if (m.starts_with("s_bitcmp") && m.ends_with("_b32") && in.size() == 2)
    if (const auto bit = names_->value(in[1])) {
      const Name mask = names_->constant(std::uint64_t{1} << (*bit & 31));
      const Condition zero = is_zero(names_->of("s_and_b32", {std::min(in[0], mask), std::max(in[0], mask)}));
      return {zero.value, m == "s_bitcmp1_b32"};
    }
  return {names_->of(m, in), false};
}

void PathValues::scalar_alu(const Instruction& i, const isa::ScalarAlu& row) {
  std::vector<Name> inputs;
  isa::ScalarInputs values;
  bool known = !row.reads_exec && !row.writes_exec && !row.reads_scc;
  const auto add = [&](Name name, std::uint64_t& value) {
    inputs.push_back(name);
    value = names_->value(name).value_or(0);
    known &= names_->value(name).has_value();
  };
  for (std::size_t n = 0; n < row.source.size() && row.source[n] != isa::Type::none; ++n)
    add(source(*i.source(n), row.source[n]), values.source[n]);
  const Operand* const to = i.destination();
  if (row.reads_destination && to != nullptr) add(source(*to, row.destination), values.old);
  const std::vector<Name> compared = inputs;
  if (row.reads_scc) inputs.insert(inputs.end(), {scc_.value, Name(scc_.negated)});
  if (row.reads_exec) inputs.push_back(pair(scalars_[isa::scalar::kExec], scalars_[isa::scalar::kExec + 1]));
  if (commutes(i.mnemonic)) std::ranges::sort(inputs);
  isa::ScalarOutputs out;
  if (known) row.evaluate(values, out);
  const Name result = known ? 0 : names_->of(i.mnemonic, inputs);
  const int dwords = isa::dwords(row.destination);
  if (row.writes_scc) {
    if (known)
      scc_ = {names_->constant(out.scc ? 1 : 0), false};
    else if (row.destination == isa::Type::none)
      scc_ = condition(i.mnemonic, compared);
    else if (says_whether_zero(i.mnemonic))
      scc_ = {is_zero(result).value, true};
    else
      scc_ = {names_->of("scc", {result}), false};
  }
  if (row.writes_exec) {
    scalars_[isa::scalar::kExec] = names_->fresh();
    scalars_[isa::scalar::kExec + 1] = names_->fresh();
    scc_ = {names_->fresh(), false};
  }
  if (to == nullptr || to->kind != Operand::Kind::scalar || (known && !out.write)) return;
  if (known)
    put_constant(to->index, dwords, out.destination);
  else
    put(to->index, dwords, row.writes_exec ? names_->fresh() : result);
}

void PathValues::step(std::uint32_t instruction) {
  const Instruction& i = program_->instructions[instruction];
  if (i.semantics == nullptr || !i.unreadable.empty()) return forget_all();
  if (const auto* row = std::get_if<isa::ScalarAlu>(&i.semantics->operation)) return scalar_alu(i, *row);
  for (const isa::RegisterAccess& a : code_[instruction].accesses)
    for (int r = 0; a.writes() && a.file == isa::File::scalar && r < a.count; ++r)
      if (std::size_t(a.first + r) < scalars_.size()) scalars_[std::size_t(a.first + r)] = names_->fresh();
}

bool PathValues::go(std::uint32_t branch, Edge::Way way) {
  const Instruction& i = program_->instructions[branch];
  const auto* what = i.semantics != nullptr ? std::get_if<Control>(&i.semantics->operation) : nullptr;
  if (what == nullptr || way == Edge::Way::falls) return true;
  const auto mask_is_zero = [&](std::uint16_t first) {
    return is_zero(pair(scalars_[first], scalars_[first + 1u]));
  };
  Condition taken;
  switch (*what) {
    case Control::branch_scc1:
      taken = scc_;
      break;
    case Control::branch_scc0:
      taken = {scc_.value, !scc_.negated};
      break;
    case Control::branch_vccz:
    case Control::branch_vccnz:
      taken = {mask_is_zero(isa::scalar::kVcc).value, *what == Control::branch_vccnz};
      break;
    case Control::branch_execz:
    case Control::branch_execnz:
      taken = {mask_is_zero(isa::scalar::kExec).value, *what == Control::branch_execnz};
      break;
    default:
      return true;
  }
  const bool holds = (way == Edge::Way::taken) != taken.negated;
  if (const auto value = names_->value(taken.value)) return (*value != 0) == holds;
  return decided_.try_emplace(taken.value, holds).first->second == holds;
}

}  // namespace lockstep::lint
