#include "emulator/machine/transfers/transfer.hpp"

#include <bit>

#include "host/simd_levels.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::machine {

namespace {

// Conversions of a half or bfloat16 to f32 and back, nearest even: for packed atomics only.
float from_bf16(std::uint32_t x) {
  return std::bit_cast<float>(x << 16);
}
std::uint32_t to_bf16(float x) {
  // Rounds: the upper half of the f32, one up where the lower half says so, also to infinity.
  const auto bits = std::bit_cast<std::uint32_t>(x);
  if (x == x) return (bits + 0x7FFFu + (bits >> 16 & 1)) >> 16;
  return formats::encode_nearest_even(formats::bfloat16, double(x), formats::Overflow::to_special);
}
float from_f16(std::uint32_t x) {
  return float(formats::to_double(formats::float16, x));
}
std::uint32_t to_f16(float x) {
  return formats::encode_nearest_even(formats::float16, double(x), formats::Overflow::to_special);
}

template <typename Add>
std::uint32_t add_halves(std::uint32_t a, std::uint32_t b, Add add) {
  return add(a & 0xFFFF, b & 0xFFFF) | add(a >> 16, b >> 16) << 16;
}

// The new value of an integer atomic. `second`: what compare_swap compares with.
template <typename U>
U integer_atomic(isa::Atomic what, U old, U operand, U second) {
  using S = std::make_signed_t<U>;
  switch (what) {
    case isa::Atomic::swap:
      return operand;
    case isa::Atomic::compare_swap:
      return old == second ? operand : old;
    case isa::Atomic::add:
      return old + operand;
    case isa::Atomic::sub:
      return old - operand;
    case isa::Atomic::smin:
      return S(old) < S(operand) ? old : operand;
    case isa::Atomic::umin:
      return old < operand ? old : operand;
    case isa::Atomic::smax:
      return S(old) > S(operand) ? old : operand;
    case isa::Atomic::umax:
      return old > operand ? old : operand;
    case isa::Atomic::and_:
      return old & operand;
    case isa::Atomic::or_:
      return old | operand;
    case isa::Atomic::xor_:
      return old ^ operand;
    case isa::Atomic::inc:
      return old >= operand ? U(0) : U(old + 1);
    case isa::Atomic::dec:
      return old == 0 || old > operand ? operand : U(old - 1);
    case isa::Atomic::reverse_sub:
      return operand - old;
    case isa::Atomic::mask_or:
      return (old & ~operand) | second;
    case isa::Atomic::wrap:
      return old >= operand ? U(old - operand) : U(old + second);
    case isa::Atomic::cond_sub:
      return old >= operand ? U(old - operand) : old;
    case isa::Atomic::sub_clamp:
      return old >= operand ? U(old - operand) : U(0);
    default:
      return old;
  }
}

/// Comparisons as the manual's pseudo-code has them: a NaN is neither below, above nor equal.
template <typename F, typename U>
U float_atomic(isa::Atomic what, U old_bits, U operand_bits, U second_bits) {
  const F old = std::bit_cast<F>(old_bits), operand = std::bit_cast<F>(operand_bits);
  switch (what) {
    case isa::Atomic::add_f32:
    case isa::Atomic::add_f64:
      return std::bit_cast<U>(old + operand);
    case isa::Atomic::min_f32:
    case isa::Atomic::min_f64:
      return operand < old ? operand_bits : old_bits;
    case isa::Atomic::max_f32:
    case isa::Atomic::max_f64:
      return operand > old ? operand_bits : old_bits;
    default:
      return old == std::bit_cast<F>(second_bits) ? operand_bits : old_bits;
  }
}

bool is_float_atomic(isa::Atomic what) {
  switch (what) {
    case isa::Atomic::add_f32:
    case isa::Atomic::add_f64:
    case isa::Atomic::min_f32:
    case isa::Atomic::min_f64:
    case isa::Atomic::max_f32:
    case isa::Atomic::max_f64:
    case isa::Atomic::compare_swap_f32:
    case isa::Atomic::compare_swap_f64:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::unique_ptr<Pending> new_pending(Wave& wave, const PreparedInstruction& prepared,
                                     const isa::Memory& memory, std::uint64_t lanes) {
  auto pending = wave.group->pool.take(lanes);
  pending->prepared = &prepared;
  pending->memory = &memory;
  pending->space = memory.space;
  pending->lanes = lanes;
  pending->lane_count = std::uint8_t(isa::lane_count(wave.width()));
  return pending;
}

namespace {

/// Whether a store's data is only read through undefined_bits(), which needs no shadow while all is defined.
bool may_leave_out_shadow(const Pending& p) {
  using Space = isa::Memory::Space;
  return p.memory->access == isa::Access::store &&
         (p.space == Space::lds || p.space == Space::buffer || p.space == Space::global);
}

}  // namespace

LOCKSTEP_CLONES void capture_data(Wave& wave, Pending& pending, int first, int dwords, int at) {
  const bool defined =
      wave.vector.defined(first, dwords) && (at == 0 || pending.all_defined) && may_leave_out_shadow(pending);
  for (int d = 0; d < at && pending.all_defined && !defined; ++d) pending.undefined[d].fill(0);
  pending.all_defined = defined;
  for (int d = 0; d < dwords; ++d) {
    std::memcpy(pending.data[at + d].data(), wave.vector.read(first + d), sizeof(Lanes));
    if (const std::uint32_t* undefined = wave.vector.undefined(first + d))
      std::memcpy(pending.undefined[at + d].data(), undefined, sizeof(Lanes));
    else if (!defined)
      pending.undefined[at + d].fill(0);
    if (!pending.memory->high_half) continue;
    for (std::uint32_t& x : pending.data[at + d]) x >>= 16;
    for (std::uint32_t& u : pending.undefined[at + d]) u >>= 16;
  }
}

namespace {

// Extends a byte or a half, with the rest of the register that the instruction keeps.
LOCKSTEP_INLINE void widen(Wave& wave, const isa::Memory& memory, Pending& pending) {
  const int width = 8 * memory.bytes;
  const std::uint32_t field = (1u << width) - 1u;
  const bool alone = !memory.high_half && !memory.low_half;
  if (alone && !memory.sign_extend && pending.all_defined) {
    for (std::uint32_t& x : pending.data[0]) x &= field;
    return;
  }
  if (pending.all_defined) pending.undefined[0].fill(0);
  pending.all_defined = false;
  const std::uint32_t* old = wave.vector.read(pending.destination);
  const std::uint32_t* old_undefined = wave.vector.undefined(pending.destination);
  for (int l = 0; l < kMaxLanes; ++l) {
    std::uint32_t x = pending.data[0][l] & field, u = pending.undefined[0][l] & field;
    if (memory.sign_extend && ((x >> (width - 1)) & 1) != 0) x |= ~field;
    if (memory.sign_extend && ((u >> (width - 1)) & 1) != 0) u |= ~field;
    const std::uint32_t kept = old[l], kept_undefined = old_undefined != nullptr ? old_undefined[l] : 0u;
    if (memory.high_half) {
      x = (x << 16) | (kept & 0xFFFFu);
      u = (u << 16) | (kept_undefined & 0xFFFFu);
    } else if (memory.low_half) {
      x = (x & 0xFFFFu) | (kept & 0xFFFF0000u);
      u = (u & 0xFFFFu) | (kept_undefined & 0xFFFF0000u);
    }
    pending.data[0][l] = x;
    pending.undefined[0][l] = u;
  }
}

LOCKSTEP_CLONES bool any_of(const std::uint32_t* undefined, const Lanes& lanes) {
  std::uint32_t any = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) any |= undefined[l] & lanes[l];
  return any != 0;
}

LOCKSTEP_CLONES void write_lanes(Wave& wave, Pending& pending) {
  if (pending.destination < 0 || pending.delivery == Delivery::done) return;
  const isa::Memory& memory = *pending.memory;
  if (memory.bytes < 4 && !memory.pair) widen(wave, memory, pending);
  const Lanes& blend = wave.lanes_of(pending.lanes);
  for (int d = 0; d < pending.dwords; ++d) {
    std::uint32_t any = 0;
    for (int l = 0; l < kMaxLanes && !pending.all_defined; ++l) any |= pending.undefined[d][l] & blend[l];
    wave.vector.write(pending.destination + d, pending.lanes, blend, pending.data[d].data(),
                      any != 0 ? pending.undefined[d].data() : nullptr);
  }
}

}  // namespace

PendingQueue& queue_of(Wave& wave, const Pending& pending) {
  const bool stores = pending.memory->access != isa::Access::load && pending.destination < 0;
  return stores && wave.has(arch::Feature::split_counters) ? wave.stores : wave.vm;
}

// Not inlined: its address is taken, and GCC warns of that where a function has clones.
void write_loaded(Wave& wave, Pending& pending) {
  write_lanes(wave, pending);
}

std::uint64_t undefined_lanes(Wave& wave, int reg, std::uint64_t lanes) {
  const std::uint32_t* const undefined = wave.vector.undefined(reg);
  if (undefined == nullptr || !any_of(undefined, wave.lanes_of(lanes))) return 0;
  std::uint64_t some = 0;
  for (std::size_t l = 0; l < kMaxLanes; ++l) some |= std::uint64_t{undefined[l] != 0} << l;
  return some & lanes;
}

void demand_defined(Wave& wave, const PreparedInstruction& prepared, int reg, std::uint64_t lanes,
                    const char* otherwise) {
  if (const std::uint64_t undefined = undefined_lanes(wave, reg, lanes); undefined != 0)
    wave.report(FindingKind::undefined_address, prepared, std::countr_zero(undefined), otherwise);
}

int returned_dwords(const isa::Memory& memory) {
  return (memory.bytes + 3) / 4 * (memory.pair ? 2 : 1);
}

namespace {

// Whether schedules let the space's operations complete as they are issued; the parts of a flat access may
// complete at different times.
bool arrives_at_once(const Schedule& schedule, isa::Memory::Space space) {
  using Space = isa::Memory::Space;
  if (space == Space::flat) return schedule.vm_at_once() && schedule.lgkm_at_once();
  return space == Space::lds ? schedule.lgkm_at_once() : schedule.vm_at_once();
}

}  // namespace

void mark_destination(Wave& wave, const Pending& pending) {
  if (pending.destination < 0 || arrives_at_once(wave.environment().schedule, pending.space)) return;
  const bool whole = !pending.memory->high_half && !pending.memory->low_half;
  const int dwords = returned_dwords(*pending.memory);
  if (whole && pending.takes_all()) {
    for (int d = 0; d < dwords; ++d) wave.vector.mark_undefined(pending.destination + d);
    return;
  }
  Lanes lanes = wave.lanes_of(pending.lanes);
  if (pending.memory->high_half)
    for (std::uint32_t& l : lanes) l &= 0xFFFF0000u;
  if (pending.memory->low_half)
    for (std::uint32_t& l : lanes) l &= 0xFFFFu;
  for (int d = 0; d < dwords; ++d) wave.vector.mark_undefined(pending.destination + d, lanes);
}

namespace {

// Returns an atomic's previous values; until now `dwords` counted its operands.
void return_old(Wave& wave, Pending& pending) {
  pending.dwords = returned_dwords(*pending.memory);
  write_loaded(wave, pending);
}

}  // namespace

void set_moves(Pending& pending, const Moves& moves) {
  switch (pending.memory->access) {
    case isa::Access::load:
      pending.perform = moves.load;
      pending.retire = write_loaded;
      break;
    case isa::Access::store:
      pending.perform = moves.store;
      break;
    case isa::Access::atomic:
      pending.perform = moves.atomic;
      if (pending.destination >= 0) pending.retire = return_old;
  }
}

void apply_atomic(isa::Atomic what, int bytes, const std::uint32_t* operand, std::uint8_t* data) {
  if (bytes == 8) {
    std::uint64_t old = 0;
    std::memcpy(&old, data, 8);
    const std::uint64_t x = operand[0] | std::uint64_t{operand[1]} << 32;
    const std::uint64_t y = operand[2] | std::uint64_t{operand[3]} << 32;
    const std::uint64_t now = is_float_atomic(what) ? float_atomic<double>(what, old, x, y)
                                                    : integer_atomic<std::uint64_t>(what, old, x, y);
    std::memcpy(data, &now, 8);
    return;
  }
  std::uint32_t old = 0, now = 0;
  std::memcpy(&old, data, 4);
  const std::uint32_t x = operand[0];
  switch (what) {
    case isa::Atomic::pk_add_f16:
      now = add_halves(old, x,
                       [](std::uint32_t a, std::uint32_t b) { return to_f16(from_f16(a) + from_f16(b)); });
      break;
    case isa::Atomic::pk_add_bf16:
      now = add_halves(old, x,
                       [](std::uint32_t a, std::uint32_t b) { return to_bf16(from_bf16(a) + from_bf16(b)); });
      break;
    default:
      now = is_float_atomic(what) ? float_atomic<float>(what, old, x, operand[1])
                                  : integer_atomic<std::uint32_t>(what, old, x, operand[1]);
  }
  std::memcpy(data, &now, 4);
}

}  // namespace lockstep::machine
