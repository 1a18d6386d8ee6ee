// Loads, stores and atomics outside LDS, and the operations on their caches.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/compose.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

// Memory rows written once for the address spaces that share them: a row's mnemonic is a prefix and its own
// name.

/// The part of a register that a narrow access concerns.
enum class Part : std::uint8_t { whole, low, high };

enum class Extend : std::uint8_t { zero, sign };

struct MemoryFact {
  Names names;
  Access access;
  std::uint8_t bytes;
  Part part = Part::whole;
  Extend extend = Extend::zero;
  Atomic atomic = Atomic::none;
};

constexpr MemoryFact load(Names names, std::uint8_t bytes, Part part = Part::whole,
                          Extend extend = Extend::zero) {
  return {names, Access::load, bytes, part, extend};
}

constexpr MemoryFact store(Names names, std::uint8_t bytes, Part part = Part::whole) {
  return {names, Access::store, bytes, part};
}

constexpr MemoryFact atomic(Names names, std::uint8_t bytes, Atomic operation) {
  return {names, Access::atomic, bytes, Part::whole, Extend::zero, operation};
}

struct SpaceFact {
  std::string_view prefix;
  Memory::Space space;
  std::string_view source;
};

/// Every fact in every space, on archs that have them all.
template <const auto& kSpaces, const auto& kFacts, arch::Set kArchs = kEmulated>
struct MemoryRows {
  static constexpr std::size_t kCount = kSpaces.size() * kFacts.size();

  static constexpr std::array<Name, kCount> names(std::string_view Names::* which) {
    std::array<Name, kCount> names;
    for (std::size_t i = 0; i < kCount; ++i) {
      names[i].append(kSpaces[i / kFacts.size()].prefix);
      names[i].append(kFacts[i % kFacts.size()].names.*which);
    }
    return names;
  }
  static constexpr std::array<Name, kCount> kMnemonics = names(&Names::mnemonic),
                                            kOnGfx12 = names(&Names::gfx12);

  template <std::size_t... kIndex>
  static constexpr std::array<Semantics, kCount> rows(std::index_sequence<kIndex...>) {
    return {row(kIndex)...};
  }
  static constexpr Semantics row(std::size_t i) {
    const SpaceFact& space = kSpaces[i / kFacts.size()];
    const MemoryFact& fact = kFacts[i % kFacts.size()];
    Memory memory{space.space, fact.access, fact.bytes};
    memory.sign_extend = fact.extend == Extend::sign;
    memory.high_half = fact.part == Part::high;
    memory.low_half = fact.part == Part::low;
    memory.atomic = fact.atomic;
    return on(fact.names.gfx12.empty() ? kArchs & ~kGfx12 : kArchs,
              {{kMnemonics[i].view(), kOnGfx12[i].view()}, memory, space.source});
  }
  static constexpr std::array<Semantics, kCount> kRows = rows(std::make_index_sequence<kCount>{});
};

using Space = Memory::Space;

constexpr std::array kVectorSpaces{
    SpaceFact{"buffer_", Space::buffer, kMubuf},
    SpaceFact{"global_", Space::global, kFlat},
    SpaceFact{"flat_", Space::flat, kFlat},
    SpaceFact{"scratch_", Space::scratch, kFlat},
};
constexpr std::array kAtomicSpaces{kVectorSpaces[0], kVectorSpaces[1], kVectorSpaces[2]};
constexpr std::array kScalarSpaces{
    SpaceFact{"s_", Space::scalar, kSmem},
    SpaceFact{"s_buffer_", Space::scalar_buffer, kSmem},
};

constexpr std::array kVectorMoves{
    // clang-format off
    load({"load_ubyte", "load_u8"}, 1),
    load({"load_sbyte", "load_i8"}, 1, Part::whole, Extend::sign),
    load({"load_ushort", "load_u16"}, 2),
    load({"load_sshort", "load_i16"}, 2, Part::whole, Extend::sign),
    load({"load_dword", "load_b32"}, 4),
    load({"load_dwordx2", "load_b64"}, 8),
    load({"load_dwordx3", "load_b96"}, 12),
    load({"load_dwordx4", "load_b128"}, 16),
    load({"load_ubyte_d16", "load_d16_u8"}, 1, Part::low),
    load({"load_ubyte_d16_hi", "load_d16_hi_u8"}, 1, Part::high),
    load({"load_sbyte_d16", "load_d16_i8"}, 1, Part::low, Extend::sign),
    load({"load_sbyte_d16_hi", "load_d16_hi_i8"}, 1, Part::high, Extend::sign),
    load({"load_short_d16", "load_d16_b16"}, 2, Part::low),
    load({"load_short_d16_hi", "load_d16_hi_b16"}, 2, Part::high),
    store({"store_byte", "store_b8"}, 1),
    store({"store_byte_d16_hi", "store_d16_hi_b8"}, 1, Part::high),
    store({"store_short", "store_b16"}, 2),
    store({"store_short_d16_hi", "store_d16_hi_b16"}, 2, Part::high),
    store({"store_dword", "store_b32"}, 4),
    store({"store_dwordx2", "store_b64"}, 8),
    store({"store_dwordx3", "store_b96"}, 12),
    store({"store_dwordx4", "store_b128"}, 16),
    // clang-format on
};

/// Atomics that scalar memory has too.
constexpr std::array kIntegerAtomics{
    // clang-format off
    atomic({"atomic_swap", "atomic_swap_b32"}, 4, Atomic::swap),
    atomic({"atomic_cmpswap", "atomic_cmpswap_b32"}, 4, Atomic::compare_swap),
    atomic({"atomic_add", "atomic_add_u32"}, 4, Atomic::add),
    atomic({"atomic_sub", "atomic_sub_u32"}, 4, Atomic::sub),
    atomic({"atomic_smin", "atomic_min_i32"}, 4, Atomic::smin),
    atomic({"atomic_umin", "atomic_min_u32"}, 4, Atomic::umin),
    atomic({"atomic_smax", "atomic_max_i32"}, 4, Atomic::smax),
    atomic({"atomic_umax", "atomic_max_u32"}, 4, Atomic::umax),
    atomic({"atomic_and", "atomic_and_b32"}, 4, Atomic::and_),
    atomic({"atomic_or", "atomic_or_b32"}, 4, Atomic::or_),
    atomic({"atomic_xor", "atomic_xor_b32"}, 4, Atomic::xor_),
    atomic({"atomic_inc", "atomic_inc_u32"}, 4, Atomic::inc),
    atomic({"atomic_dec", "atomic_dec_u32"}, 4, Atomic::dec),
    atomic({"atomic_swap_x2", "atomic_swap_b64"}, 8, Atomic::swap),
    atomic({"atomic_cmpswap_x2", "atomic_cmpswap_b64"}, 8, Atomic::compare_swap),
    atomic({"atomic_add_x2", "atomic_add_u64"}, 8, Atomic::add),
    atomic({"atomic_sub_x2", "atomic_sub_u64"}, 8, Atomic::sub),
    atomic({"atomic_smin_x2", "atomic_min_i64"}, 8, Atomic::smin),
    atomic({"atomic_umin_x2", "atomic_min_u64"}, 8, Atomic::umin),
    atomic({"atomic_smax_x2", "atomic_max_i64"}, 8, Atomic::smax),
    atomic({"atomic_umax_x2", "atomic_max_u64"}, 8, Atomic::umax),
    atomic({"atomic_and_x2", "atomic_and_b64"}, 8, Atomic::and_),
    atomic({"atomic_or_x2", "atomic_or_b64"}, 8, Atomic::or_),
    atomic({"atomic_xor_x2", "atomic_xor_b64"}, 8, Atomic::xor_),
    atomic({"atomic_inc_x2", "atomic_inc_u64"}, 8, Atomic::inc),
    atomic({"atomic_dec_x2", "atomic_dec_u64"}, 8, Atomic::dec),
    // clang-format on
};
constexpr std::array kFloatAtomics{
    // clang-format off
    atomic("atomic_add_f32", 4, Atomic::add_f32),
    atomic("atomic_pk_add_f16", 4, Atomic::pk_add_f16),
    atomic("atomic_add_f64", 8, Atomic::add_f64),
    atomic({"atomic_min_f64", "atomic_min_num_f64"}, 8, Atomic::min_f64),
    atomic({"atomic_max_f64", "atomic_max_num_f64"}, 8, Atomic::max_f64),
    // clang-format on
};

/// Spaces in which all archs have pk_add_bf16; buffers have it on gfx950 only.
constexpr std::array kFlatSpaces{kVectorSpaces[1], kVectorSpaces[2]};
constexpr std::array kBf16Atomics{atomic("atomic_pk_add_bf16", 4, Atomic::pk_add_bf16)};
constexpr Memory buffer_pk_add_bf16() {
  Memory memory{Space::buffer, Access::atomic, 4};
  memory.atomic = Atomic::pk_add_bf16;
  return memory;
}

constexpr std::array kScalarMoves{
    load({"load_dword", "load_b32"}, 4),      load({"load_dwordx2", "load_b64"}, 8),
    load({"load_dwordx4", "load_b128"}, 16),  load({"load_dwordx8", "load_b256"}, 32),
    load({"load_dwordx16", "load_b512"}, 64), store({"store_dword", ""}, 4),
    store({"store_dwordx2", ""}, 8),          store({"store_dwordx4", ""}, 16),
};

constexpr Semantics to_lds(std::string_view mnemonic, std::uint8_t bytes, bool sign_extend = false) {
  Memory memory{Space::global, Access::load, bytes};
  memory.sign_extend = sign_extend;
  memory.to_lds = true;
  return {mnemonic, memory, kFlat};
}

constexpr std::array kOthers{
    on(kCdna34, to_lds("global_load_lds_ubyte", 1)),
    on(kCdna34, to_lds("global_load_lds_sbyte", 1, true)),
    on(kCdna34, to_lds("global_load_lds_ushort", 2)),
    on(kCdna34, to_lds("global_load_lds_sshort", 2, true)),
    on(kCdna34, to_lds("global_load_lds_dword", 4)),
    on(kGfx950, to_lds("global_load_lds_dwordx3", 12)),
    on(kGfx950, to_lds("global_load_lds_dwordx4", 16)),
    on(kGfx950 | kGfx1250, {"buffer_atomic_pk_add_bf16", buffer_pk_add_bf16(), kMubuf}),
    on(kCdna34, Semantics{"buffer_inv", CacheControl::invalidate, kMubuf}),
    on(kCdna34, Semantics{"buffer_wbl2", CacheControl::writeback, kMubuf}),
    on(kCdna34, Semantics{"s_dcache_inv", CacheControl::scalar_invalidate, kSmem}),
    on(kCdna34, Semantics{"s_dcache_inv_vol", CacheControl::scalar_invalidate, kSmem}),
    on(kCdna34, Semantics{"s_dcache_wb", CacheControl::scalar_writeback, kSmem}),
    on(kCdna34, Semantics{"s_dcache_wb_vol", CacheControl::scalar_writeback, kSmem}),
};

constexpr auto kRows = joined(
    MemoryRows<kVectorSpaces, kVectorMoves>::kRows, MemoryRows<kAtomicSpaces, kIntegerAtomics>::kRows,
    MemoryRows<kAtomicSpaces, kFloatAtomics>::kRows,
    MemoryRows<kScalarSpaces, kIntegerAtomics, kCdna34>::kRows, MemoryRows<kFlatSpaces, kBf16Atomics>::kRows,
    MemoryRows<kScalarSpaces, kScalarMoves>::kRows, kOthers);

}  // namespace

std::span<const Semantics> memory_table() {
  return kRows;
}

}  // namespace lockstep::isa
