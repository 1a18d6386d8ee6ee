// Vector ALU instructions: bytes that only move keep their fingerprints, everything else is a term of the
// operation and its operands.
#include <algorithm>

#include "emulator/fingerprints/vector_step.hpp"
#include "emulator/isa/roles.hpp"

namespace lockstep::fingerprint {

using isa::VectorAlu;

VectorStep::VectorStep(Following& f, const VectorAlu& row) : f_(f), m_(f.instruction().modifiers), row_(row) {
  op_.row = &row;
  op_.function = m_.clamp && row.saturating != nullptr ? row.saturating : row.by_level.best();
  op_.bitop3 = m_.bitop3;
  if (!is_usual()) return;
  shared_ = find_shared(name());
  narrowing_ = find_narrowing(name());
}

void VectorStep::run() {
  if (!gather()) return;
  const int lanes = f_.lanes();
  const std::uint64_t active = this->active();
  VectorShadow::Register low{}, high{};
  std::array<Fingerprint, isa::kMaxLanes> bits{};
  for (int l = 0; l < lanes; ++l) {
    if ((active >> l & 1) == 0) continue;
    const LaneResult result = lane(l);
    std::copy_n(result.bytes.begin(), 4, low[std::size_t(l)].begin());
    std::copy_n(result.bytes.begin() + 4, 4, high[std::size_t(l)].begin());
    bits[std::size_t(l)] = result.bit;
  }
  write(active, low, high, bits);
}

bool VectorStep::gather() {
  if (const auto problem = machine::gather(f_.wave, f_.instruction(), op_)) return false;  // the wave stops
  if (const isa::Operand* const destination = f_.instruction().destination())
    return machine::locate_destination(f_.wave, *destination, op_, first_);
  return true;
}

std::uint64_t VectorStep::active() const {
  const std::uint64_t exec = f_.wave.exec();
  return m_.dpp ? exec & machine::dpp_lanes(*m_.dpp, exec, f_.wave.width()) : exec;
}

LaneResult VectorStep::lane(int l) {
  LaneResult result;
  if (!row_.packed) {
    result = whole(l, lane_operands(f_, op_, l, 0));
    place(l, result);
    return result;
  }
  const std::size_t bytes = std::size_t(isa::bits(row_.destination)) / 8;
  for (int half = 0; half < 2; ++half) {
    const LaneResult one = whole(l, lane_operands(f_, op_, l, half));
    std::copy_n(one.bytes.begin(), bytes, result.bytes.begin() + half * std::ptrdiff_t(bytes));
  }
  return result;
}

LaneResult VectorStep::whole(int l, const LaneOperands& in) {
  const Fingerprint carry =
      row_.reads_carry ? mask_from(f_, isa::carry_in(f_.instruction()), l) : Fingerprint{};
  LaneResult result;
  if (in.depends == 0 && carry.none()) return result;
  if (name().starts_with("v_mbcnt") || name() == "v_permlane_idx_gen_b32")
    f_.stop("a function of the lane's number as well as of data");
  carry_in_ = std::uint32_t(op_.carry.value >> l & 1);
  if (row_.writes_mask || row_.writes_exec) result.bit = computed(in, carry);
  if (row_.destination == isa::Type::none) return result;
  if (row_.definedness == isa::Definedness::halves)
    halves(in, result);
  else if (shared_ != nullptr && name() == "v_cvt_pk_f32_fp8")
    pair(in, result);
  else if (narrowing_ != nullptr)
    narrowed(in, result);
  else if (!carry.none() && is_named(name(), "v_cndmask_b32"))
    selected(in, carry, result);
  else if (const auto mask = masking(in); mask && may_move(in, carry))
    masked(l, in, *mask, result);
  else if (may_move(in, carry))
    moved(l, in, result);
  else
    fill(computed(in, carry), lowest(in, carry), std::size_t(isa::bits(row_.destination)) / 8, result);
  return result;
}

void VectorStep::place(int l, LaneResult& result) {
  if (row_.destination == isa::Type::none) return;
  const bool half = isa::bits(row_.destination) == 16;
  if (m_.sdwa ? m_.sdwa->dst == isa::Select::dword : !half && !row_.op_sel_byte) return;
  const Dword old = operand_from(f_, *f_.instruction().destination(), 0, l);
  std::array<Fingerprint, 8> placed{};
  if (m_.sdwa) {
    place_sdwa(old, result.bytes, placed);
  } else if (row_.op_sel_byte) {
    std::copy(old.begin(), old.end(), placed.begin());
    placed[m_.op_sel >> 2 & 3] = result.bytes[0];
  } else {
    const bool high = row_.to_high_half || (m_.op_sel >> 3 & 1) != 0;
    if (high || row_.keeps_half) std::copy(old.begin(), old.end(), placed.begin());
    std::copy_n(result.bytes.begin(), 2, placed.begin() + (high ? 2 : 0));
  }
  result.bytes = placed;
}

void VectorStep::place_sdwa(const Dword& old, const std::array<Fingerprint, 8>& from,
                            std::array<Fingerprint, 8>& placed) const {
  const isa::Select to = m_.sdwa->dst;
  if (m_.sdwa->unused == isa::Unused::preserve) std::copy(old.begin(), old.end(), placed.begin());
  const bool word = to == isa::Select::word0 || to == isa::Select::word1;
  const std::size_t count = word ? 2 : 1;
  const std::size_t first = word ? (to == isa::Select::word1 ? 2 : 0) : std::size_t(to);
  std::copy_n(from.begin(), count, placed.begin() + std::ptrdiff_t(first));
  if (m_.sdwa->unused == isa::Unused::sext && !from[count - 1].none())
    f_.stop("a result that depends on data is extended by its sign");
}

void VectorStep::write(std::uint64_t active, const VectorShadow::Register& low,
                       const VectorShadow::Register& high,
                       const std::array<Fingerprint, isa::kMaxLanes>& bits) {
  const isa::Instruction& i = f_.instruction();
  if (first_ >= 0)
    for (int d = 0; d < i.destination()->count && d < 2; ++d)
      f_.shadow.vector.write(first_ + d, active, d == 0 ? low : high);
  const bool any = std::ranges::any_of(bits, [](Fingerprint b) { return !b.none(); });
  if (row_.writes_exec && any) return f_.stop("EXEC depends on data", first_of_data(bits));
  if (!row_.writes_mask) return;
  if (const isa::Operand* const mask = i.mask()) f_.shadow.scalar.write_mask(mask->index, f_.lanes(), bits);
}

namespace {

/// Whether anything that the instruction reads depends on data.
bool reads_data(const Following& f, const VectorAlu& row) {
  const isa::Instruction& i = f.instruction();
  for (std::size_t s = 0; s < 3; ++s)
    if (const isa::Operand* const source = i.source(s); source != nullptr && depends(f, *source)) return true;
  if (row.reads_carry && depends(f, isa::carry_in(i))) return true;
  return row.accumulates && i.destination() != nullptr && depends(f, *i.destination());
}

/// Whether the part of the destination that the instruction keeps depends on data.
bool keeps_data(const Following& f, const VectorAlu& row) {
  const isa::Instruction& i = f.instruction();
  const bool narrow = row.op_sel_byte || i.modifiers.sdwa || isa::bits(row.destination) == 16;
  return narrow && i.destination() != nullptr && depends(f, *i.destination());
}

}  // namespace

void follow_vector(Following& f) {
  const auto& row = std::get<VectorAlu>(f.instruction().semantics->operation);
  if (reads_data(f, row) || keeps_data(f, row)) return VectorStep(f, row).run();
  const isa::Instruction& i = f.instruction();
  std::uint64_t active = f.wave.exec();
  if (i.modifiers.dpp) active &= machine::dpp_lanes(*i.modifiers.dpp, active, f.wave.width());
  if (const isa::Operand* const destination = i.destination())
    if (const int first = machine::unified_register(f.wave, *destination); first >= 0)
      for (int d = 0; d < destination->count; ++d) f.shadow.vector.clear(first + d, active, f.every_lane());
  if (const isa::Operand* const mask = i.mask())
    f.shadow.scalar.clear(mask->index, isa::mask_registers(f.wave.width()));
}

}  // namespace lockstep::fingerprint
