// Turns a function of one lane into the function of 64 lanes that a row holds, and reads the row's types off
// its signature: `lane_op<[](std::uint32_t a, std::uint32_t b) { return a + b; }>("v_add_u32", kVop2)`.
//
// Parameters are the sources in assembly order; those of the types below are not sources. A bool result is a
// comparison: the row writes a lane mask only.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/half.hpp"
#include "host/simd_levels.hpp"

// LOCKSTEP_INDEPENDENT in a form that clang accepts too: otherwise it would not vectorise loops whose
// destination may be a source. It warns of loops that it cannot vectorise even so.
#if defined(__clang__)
#define LOCKSTEP_LANES_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define LOCKSTEP_LANES_INDEPENDENT LOCKSTEP_INDEPENDENT
#endif

namespace lockstep::isa {

/// The lane's bit of VCC, or of the explicit mask operand.
struct Carry {
  bool in;
};
/// The destination before the operation.
template <typename T>
struct Old {
  T value;
};
struct Mode {
  enum class Round : std::uint8_t { nearest_even, up, down, toward_zero };

  std::uint32_t bits;
  /// The rounding of results of this type: f16 and f64 share a field.
  Round round(Type type) const { return round_of(bits, type); }
  static Round round_of(std::uint32_t bits, Type type) {
    return Round(bits >> (type == Type::f32 ? 0 : 2) & 3);
  }
  bool ieee() const { return (bits >> 9 & 1) != 0; }
  bool saturates() const { return (bits >> 23 & 1) != 0; }  ///< FP16_OVFL
};
struct LaneIndex {
  std::uint32_t value;
};
struct TruthTable {
  std::uint8_t bits;
};
/// Which sources are signed: neg_lo of integers.
struct SignedSources {
  std::uint8_t bits;
};
/// A result with a carry out, borrow or flag beside it.
template <typename T>
struct WithCarry {
  T value;
  bool carry;
};

template <typename T>
inline constexpr Type kTypeOf = Type::none;
template <>
inline constexpr Type kTypeOf<std::uint16_t> = Type::u16;
template <>
inline constexpr Type kTypeOf<std::int16_t> = Type::i16;
template <>
inline constexpr Type kTypeOf<Half> = Type::f16;
template <>
inline constexpr Type kTypeOf<Bfloat> = Type::bf16;
template <>
inline constexpr Type kTypeOf<std::uint32_t> = Type::u32;
template <>
inline constexpr Type kTypeOf<std::int32_t> = Type::i32;
template <>
inline constexpr Type kTypeOf<float> = Type::f32;
template <>
inline constexpr Type kTypeOf<std::uint64_t> = Type::u64;
template <>
inline constexpr Type kTypeOf<std::int64_t> = Type::i64;
template <>
inline constexpr Type kTypeOf<double> = Type::f64;

template <typename T>
inline constexpr bool kIsOld = false;
template <typename T>
inline constexpr bool kIsOld<Old<T>> = true;

/// A value of T as the low bits of a register, and back.
template <typename T>
T from_bits(std::uint64_t bits) {
  if constexpr (sizeof(T) == 2) return std::bit_cast<T>(static_cast<std::uint16_t>(bits));
  if constexpr (sizeof(T) == 4) return std::bit_cast<T>(static_cast<std::uint32_t>(bits));
  if constexpr (sizeof(T) == 8) return std::bit_cast<T>(bits);
}
template <typename T>
std::uint64_t to_bits(T value) {
  if constexpr (sizeof(T) == 2) return std::bit_cast<std::uint16_t>(value);
  if constexpr (sizeof(T) == 4) return std::bit_cast<std::uint32_t>(value);
  if constexpr (sizeof(T) == 8) return std::bit_cast<std::uint64_t>(value);
}

template <typename T>
T read_lane(const std::array<const std::uint32_t*, 2>& dwords, int lane) {
  std::uint64_t bits = dwords[0][lane];
  if constexpr (sizeof(T) == 8) bits |= std::uint64_t{dwords[1][lane]} << 32;
  return from_bits<T>(bits);
}

template <typename P, int kSource>
P fetch(const LaneInputs& in, int lane) {
  if constexpr (std::is_same_v<P, Carry>) {
    return {(in.carry >> lane & 1) != 0};
  } else if constexpr (std::is_same_v<P, Mode>) {
    return {in.mode};
  } else if constexpr (std::is_same_v<P, LaneIndex>) {
    return {static_cast<std::uint32_t>(lane)};
  } else if constexpr (std::is_same_v<P, TruthTable> || std::is_same_v<P, SignedSources>) {
    return {in.bitop3};
  } else if constexpr (kIsOld<P>) {
    return {read_lane<decltype(P::value)>(in.old, lane)};
  } else {
    return read_lane<P>(in.source[kSource], lane);
  }
}

/// 64 bytes of 0 or 1 to 64 bits: the product gathers eight bytes' lowest bits in its top byte.
inline std::uint64_t gather_mask(const std::array<std::uint8_t, kMaxLanes>& flags) {
  std::uint64_t mask = 0;
  for (int byte = 0; byte < 8; ++byte) {
    std::uint64_t eight;
    std::memcpy(&eight, flags.data() + byte * 8, 8);
    mask |= (eight * 0x0102040810204080u >> 56) << (byte * 8);
  }
  return mask;
}

/// The result of a lane function: its value, and whether it writes a lane mask.
template <typename R>
struct Result {
  using Value = R;
  static constexpr bool kMask = false;
};
template <>
struct Result<bool> {
  using Value = void;
  static constexpr bool kMask = true;
};
template <typename T>
struct Result<WithCarry<T>> {
  using Value = T;
  static constexpr bool kMask = true;
};

/// What evaluates a lane function for all lanes on hosts that have an instruction for it (by_level).
template <auto kFunction>
struct ByHost {
  static constexpr bool kExists = false;
};
/// The base of ByHost for a function that hosts have an instruction for.
template <LaneFunction kV3, LaneFunction kV4 = nullptr>
struct HostLanes {
  static constexpr bool kExists = true;
  static constexpr LaneFunction v3 = kV3, v4 = kV4;
};

// NOLINTBEGIN(bugprone-macro-parentheses): names
/// Declares NAME_v3 and NAME_v4, which evaluate the lane function on hosts with AVX2 and with AVX-512.
#define LOCKSTEP_HOST_LANES(NAME, ...)                    \
  void NAME##_v3(const LaneInputs& in, LaneOutputs& out); \
  void NAME##_v4(const LaneInputs& in, LaneOutputs& out); \
  template <>                                             \
  struct ByHost<__VA_ARGS__> : HostLanes<&NAME##_v3, &NAME##_v4> {};
// NOLINTEND(bugprone-macro-parentheses)

/// The parameters of a function that implements an instruction, of which some are sources.
template <typename... P>
struct Parameters {
  static constexpr std::size_t kCount = sizeof...(P);
  /// Position among the sources of every parameter; the total is the last element.
  static constexpr std::array<int, kCount + 1> kSourceOf = [] {
    std::array<int, kCount + 1> positions{};
    const std::array<bool, kCount> is_source{(kTypeOf<P> != Type::none)...};
    for (std::size_t i = 0; i < kCount; ++i) positions[i + 1] = positions[i] + (is_source[i] ? 1 : 0);
    return positions;
  }();
  static_assert(kSourceOf[kCount] <= 3);
  /// The types of the sources.
  static constexpr std::array<Type, 3> kSources = [] {
    std::array<Type, 3> sources{};
    const std::array<Type, kCount> types{kTypeOf<P>...};
    for (std::size_t i = 0; i < kCount; ++i)
      if (types[i] != Type::none) sources[static_cast<std::size_t>(kSourceOf[i])] = types[i];
    return sources;
  }();
};

/// Of<function, result, parameters...> of any function or lambda.
template <template <auto, typename, typename...> typename Of, auto kFunction,
          typename F = decltype(kFunction)>
struct BySignature : BySignature<Of, kFunction, decltype(&F::operator())> {};
template <template <auto, typename, typename...> typename Of, auto kFunction, typename C, typename R,
          typename... P>
struct BySignature<Of, kFunction, R (C::*)(P...) const> : Of<kFunction, R, P...> {};
template <template <auto, typename, typename...> typename Of, auto kFunction, typename R, typename... P>
struct BySignature<Of, kFunction, R (*)(P...)> : Of<kFunction, R, P...> {};

/// The row of a function of one lane.
template <auto kFunction, typename R, typename... P>
struct LaneRow {
  using Value = typename Result<R>::Value;

  template <std::size_t... kIndex>
  static R lane_result(const LaneInputs& in, int lane, std::index_sequence<kIndex...>) {
    return kFunction(fetch<P, Parameters<P...>::kSourceOf[kIndex] % 3>(in, lane)...);
  }

  static void evaluate(const LaneInputs& in, LaneOutputs& out) { evaluate_lanes(in, out); }
  LOCKSTEP_V3 static void evaluate_v3(const LaneInputs& in, LaneOutputs& out) { evaluate_lanes(in, out); }
  LOCKSTEP_V4 static void evaluate_v4(const LaneInputs& in, LaneOutputs& out) { evaluate_lanes(in, out); }

  /// A destination may be a source, of the same lane: that lane's sources are read first.
  [[gnu::always_inline]] static void evaluate_lanes(const LaneInputs& in, LaneOutputs& out) {
    if constexpr (!std::is_void_v<Value> && !Result<R>::kMask) {
      if constexpr (dwords(kTypeOf<Value>) == 1) {
        std::uint32_t* const to = out.destination[0];
        LOCKSTEP_LANES_INDEPENDENT
        for (int lane = 0; lane < kMaxLanes; ++lane)
          to[lane] =
              static_cast<std::uint32_t>(to_bits(lane_result(in, lane, std::index_sequence_for<P...>{})));
        return;
      }
    }
    gather_lanes(in, out);
  }

  /// Evaluates results of more than a dword, or masks: they gather in local arrays before any is written.
  [[gnu::always_inline]] static void gather_lanes(const LaneInputs& in, LaneOutputs& out) {
    std::array<std::uint32_t, kMaxLanes> low, high;
    std::array<std::uint8_t, kMaxLanes> flags;
    for (int lane = 0; lane < kMaxLanes; ++lane) {
      const R result = lane_result(in, lane, std::index_sequence_for<P...>{});
      std::uint64_t bits = 0;
      if constexpr (std::is_void_v<Value>) {
        flags[lane] = result;
      } else if constexpr (Result<R>::kMask) {
        flags[lane] = result.carry;
        bits = to_bits(result.value);
      } else {
        bits = to_bits(result);
      }
      low[lane] = static_cast<std::uint32_t>(bits);
      high[lane] = static_cast<std::uint32_t>(bits >> 32);
    }
    if constexpr (!std::is_void_v<Value>) std::memcpy(out.destination[0], low.data(), sizeof low);
    if constexpr (dwords(kTypeOf<Value>) == 2) std::memcpy(out.destination[1], high.data(), sizeof high);
    if constexpr (Result<R>::kMask) out.mask = gather_mask(flags);
  }

  static constexpr VectorAlu description() {
    VectorAlu row{};
    row.evaluate = &evaluate;
    if constexpr (ByHost<kFunction>::kExists)
      row.by_level = LaneFunctions(&evaluate, ByHost<kFunction>::v3, ByHost<kFunction>::v4);
    else
      row.by_level = LaneFunctions(&evaluate, &evaluate_v3, &evaluate_v4);
    row.destination = kTypeOf<Value>;
    row.source = Parameters<P...>::kSources;
    row.reads_carry = (std::is_same_v<P, Carry> || ...);
    row.writes_mask = Result<R>::kMask;
    row.accumulates = (kIsOld<P> || ...);
    row.signed_by_neg_lo = (std::is_same_v<P, SignedSources> || ...);
    return row;
  }
};

template <auto kFunction>
using LaneRowOf = BySignature<LaneRow, kFunction>;

inline constexpr Traits kMoves{.definedness = Definedness::moves};
inline constexpr Traits kMerges{.definedness = Definedness::merges};
inline constexpr Traits kCarries{.definedness = Definedness::carries};
inline constexpr Traits kHalves{.definedness = Definedness::halves};
inline constexpr Traits kPacked{.packed = true};
/// 16-bit operations that GFX9 added: op_sel chooses halves, and the half not written keeps its value.
inline constexpr Traits kOpSel{.op_sel_halves = true, .keeps_half = true};
/// Conversions to numbers of a byte, or to two of four bits.
inline constexpr Traits kToByte{.op_sel_byte = true};
/// Adds the function for roundings of MODE other than to nearest even.
template <auto kDirected>
constexpr Traits rounds(Traits traits = {}) {
  traits.directed = &LaneRowOf<kDirected>::evaluate;
  return traits;
}
/// For a float result that is not rounded, or always in the same way, whatever MODE says.
constexpr Traits exact(Traits traits = {}) {
  traits.rounds = false;
  return traits;
}
constexpr Traits moves_by(std::uint8_t selectors) {
  return {.definedness = Definedness::moves, .selectors = selectors};
}

/// The row of a vector instruction that the function of one lane implements.
template <auto kFunction>
constexpr Semantics lane_op(Names names, std::string_view source, Traits traits = {}) {
  VectorAlu row = LaneRowOf<kFunction>::description();
  static_cast<Traits&>(row) = traits;
  row.rounds = traits.rounds && (is_float(row.destination) || is_float(row.pair));
  return {names, row, source};
}

/// The row of a vector instruction with the function that clamp selects.
template <auto kFunction, auto kSaturating>
constexpr Semantics lane_op(Names names, std::string_view source, Traits traits = {}) {
  Semantics semantics = lane_op<kFunction>(names, source, traits);
  std::get<VectorAlu>(semantics.operation).saturating = &LaneRowOf<kSaturating>::evaluate;
  return semantics;
}

}  // namespace lockstep::isa
