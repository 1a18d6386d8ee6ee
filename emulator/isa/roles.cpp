#include "emulator/isa/roles.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/gfx1250_float8.hpp"

namespace lockstep::isa {

namespace {

const char* name(Operand::Kind kind) {
  constexpr std::array kNames{
      "nothing", "vector registers", "accumulation registers", "scalar registers", "a constant", "off",
      "text"};
  return kNames[std::size_t(kind)];
}

std::string expected(const OperandForm& form) {
  std::string all;
  for (const OperandPosition& position : form)
    all += fmt::format("{}{}{}", all.empty() ? "" : ", ", name(position.role),
                       position.optional ? " (optional)" : "");
  return all.empty() ? "no operands" : all;
}

std::string found(const Instruction& i) {
  std::string all;
  for (const Operand& o : i.operands) all += fmt::format("{}{}", all.empty() ? "" : ", ", name(o.kind));
  return all.empty() ? "no operands" : all;
}

bool fits(const OperandPosition& position, const Operand& operand) {
  return (position.kinds & set_of(operand.kind)) != 0;
}

/// False where the operands are not those of the form.
bool resolve(const OperandForm& form, Instruction& i) {
  std::size_t next = 0;
  Roles roles;
  for (const OperandPosition& position : form) {
    if (next == i.operands.size() || !fits(position, i.operands[next])) {
      if (position.optional) continue;
      return false;
    }
    roles[position.role] = std::int8_t(next);
    if (position.also) roles[*position.also] = std::int8_t(next);
    ++next;
  }
  if (next != i.operands.size()) return false;
  i.roles = roles;
  return true;
}

/// Whether an operand that is written is an input, too.
bool keeps_destination(const Semantics& row) {
  if (const auto* v = std::get_if<VectorAlu>(&row.operation)) return v->accumulates;
  if (const auto* s = std::get_if<ScalarAlu>(&row.operation)) return s->reads_destination;
  if (const auto* m = std::get_if<Matrix>(&row.operation)) return m->sparse;
  return false;
}

bool swaps(const Semantics& row) {
  const auto* what = std::get_if<CrossLane>(&row.operation);
  return what != nullptr && (*what == CrossLane::swap || *what == CrossLane::swap_relative ||
                             *what == CrossLane::permlane16_swap || *what == CrossLane::permlane32_swap);
}

bool names_halves(const Instruction& i) {
  return std::ranges::any_of(i.operands, [](const Operand& o) { return o.half != Operand::Half::none; });
}

/// The halves that operands name, as op_sel says them: bit n of source n, bit 3 of the destination.
void select_halves(Instruction& i) {
  if (!names_halves(i)) return;
  const auto bit = [](const Operand* o, unsigned n) {
    return o != nullptr && o->half == Operand::Half::high ? 1u << n : 0u;
  };
  i.modifiers.op_sel =
      std::uint8_t(bit(i.source(0), 0) | bit(i.source(1), 1) | bit(i.source(2), 2) | bit(i.destination(), 3));
}

/// byte_sel chooses a byte of the source, or of the destination, where others have op_sel for that.
void select_byte(const VectorAlu& row, Instruction& i) {
  const unsigned byte = i.modifiers.byte_select.value_or(0);
  i.modifiers.op_sel = std::uint8_t(i.modifiers.op_sel | (row.op_sel_byte ? byte << 2 : byte));
}

/// neg_lo of integers says which sources are signed; there is none of what they are added to.
void sign_sources(const VectorAlu& row, Modifiers& m) {
  if (!row.signed_by_neg_lo) return;
  m.bitop3 = std::uint8_t(m.neg_lo & 3);
  m.neg_lo = std::uint8_t(m.neg_lo & ~3);
}

/// `null` reads as 0, and drops what one register would take.
bool resolve_null(Instruction& i) {
  for (const OperandUse& use : operand_uses(i)) {
    if (use.operand->kind != Operand::Kind::scalar || use.operand->index != scalar::kNull) continue;
    if (use.read && use.written) return false;
    if (use.written) {
      const auto* row = std::get_if<ScalarAlu>(&i.semantics->operation);
      if (row != nullptr && bits(row->destination) == 64) return false;
      continue;
    }
    Operand& operand = i.operands[std::size_t(use.operand - i.operands.data())];
    operand = {};
    operand.kind = Operand::Kind::constant;
  }
  return true;
}

}  // namespace

const char* name(OperandRole role) {
  constexpr std::array kNames{"destination", "mask",    "source 0", "source 1", "source 2", "carry",
                              "lane select", "seed",    "scale 0",  "scale 1",  "index",    "address",
                              "base",        "offset",  "data 0",   "data 1",   "group 0",  "group 1",
                              "group 2",     "group 3", "immediate"};
  static_assert(kNames.size() == kOperandRoles);
  return kNames[std::size_t(role)];
}

void bind_semantics(Instruction& i, const Semantics* semantics) {
  i.semantics = semantics;
  i.roles = {};
  if (semantics == nullptr || !i.unreadable.empty()) return;
  const OperandForm form = form_of(i);
  if (!resolve(form, i)) {
    i.unreadable = fmt::format("{} takes {}; the line has {}", i.mnemonic, expected(form), found(i));
    return;
  }
  if (semantics->has(arch::Feature::register_halves)) {
    select_halves(i);
    if (const auto* row = std::get_if<VectorAlu>(&semantics->operation)) select_byte(*row, i);
  }
  if (const auto* row = std::get_if<VectorAlu>(&semantics->operation)) sign_sources(*row, i.modifiers);
  if (semantics->has(arch::Feature::null_register) && !resolve_null(i))
    i.unreadable = "null as two registers";
}

void bind_semantics(Instruction& i, arch::Set archs) {
  const bool may_choose =
      i.modifiers.clamp && arch::names_as_gfx12(archs) && i.mnemonic.starts_with("v_cvt_");
  const Semantics* const chosen = may_choose ? find(i.mnemonic + std::string(kWithClamp), archs) : nullptr;
  if (chosen != nullptr) i.modifiers.clamp = false;
  bind_semantics(i, chosen != nullptr ? chosen : find(i.mnemonic, archs));
}

const Operand& carry_in(const Instruction& i) {
  static constexpr Operand kVcc = [] {
    Operand vcc;
    vcc.kind = Operand::Kind::scalar;
    vcc.index = scalar::kVcc;
    vcc.count = 2;
    return vcc;
  }();
  const Operand* const named = i.operand(OperandRole::carry);
  return named != nullptr ? *named : kVcc;
}

std::vector<OperandUse> operand_uses(const Instruction& i) {
  std::vector<OperandUse> uses;
  for (const Operand& o : i.operands) uses.push_back({&o, true, false});
  if (i.semantics == nullptr || !i.unreadable.empty()) return uses;
  for (OperandUse& use : uses) use.read = false;
  for (std::size_t r = 0; r < kOperandRoles; ++r) {
    const auto role = OperandRole(r);
    if (i.roles[role] == Roles::kNone) continue;
    OperandUse& use = uses[std::size_t(i.roles[role])];
    const bool written = role == OperandRole::destination || role == OperandRole::mask;
    use.written |= written || swaps(*i.semantics);
    use.read |= !written || swaps(*i.semantics) ||
                (role == OperandRole::destination && keeps_destination(*i.semantics));
  }
  return uses;
}

}  // namespace lockstep::isa
