#include "emulator/isa/roles.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/isa/operand_form.hpp"
#include "emulator/isa/semantics.hpp"

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
  return what != nullptr && (*what == CrossLane::swap || *what == CrossLane::permlane16_swap ||
                             *what == CrossLane::permlane32_swap);
}

}  // namespace

const char* name(OperandRole role) {
  constexpr std::array kNames{"destination", "mask",   "source 0", "source 1", "source 2", "carry",
                              "lane select", "seed",   "scale 0",  "scale 1",  "index",    "address",
                              "base",        "offset", "data 0",   "data 1",   "immediate"};
  static_assert(kNames.size() == kOperandRoles);
  return kNames[std::size_t(role)];
}

void bind_semantics(Instruction& i, const Semantics* semantics) {
  i.semantics = semantics;
  i.roles = {};
  if (semantics == nullptr || !i.unreadable.empty()) return;
  const OperandForm form = form_of(i);
  if (!resolve(form, i))
    i.unreadable = fmt::format("{} takes {}; the line has {}", i.mnemonic, expected(form), found(i));
}

void bind_semantics(Instruction& i, std::string_view arch) {
  bind_semantics(i, find(i.mnemonic, arch));
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
