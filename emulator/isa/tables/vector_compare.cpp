// Comparisons: every predicate on every type, to a mask (v_cmp) and to EXEC as well (v_cmpx).
#include <array>
#include <cstddef>
#include <string_view>
#include <utility>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/compose.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/sources.hpp"

namespace lockstep::isa {
namespace {

/// The outcomes that satisfy a predicate, one bit each.
enum Relation : unsigned { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

struct Predicate {
  std::string_view name;
  unsigned satisfied_by;

  /// What is never, or always, true is no instruction of GFX12's archs.
  constexpr arch::Set archs() const { return name == "f" || name.starts_with("t") ? kCdna34 : kEmulated; }
};

constexpr std::array kFloatPredicates{
    Predicate{"f", 0},
    Predicate{"lt", kLess},
    Predicate{"eq", kEqual},
    Predicate{"le", kLess | kEqual},
    Predicate{"gt", kGreater},
    Predicate{"lg", kLess | kGreater},
    Predicate{"ge", kGreater | kEqual},
    Predicate{"o", kLess | kEqual | kGreater},
    Predicate{"u", kUnordered},
    Predicate{"nge", kLess | kUnordered},
    Predicate{"nlg", kEqual | kUnordered},
    Predicate{"ngt", kLess | kEqual | kUnordered},
    Predicate{"nle", kGreater | kUnordered},
    Predicate{"neq", kLess | kGreater | kUnordered},
    Predicate{"nlt", kGreater | kEqual | kUnordered},
    Predicate{"tru", kLess | kEqual | kGreater | kUnordered},
};
constexpr std::array kIntegerPredicates{
    Predicate{"f", 0},
    Predicate{"lt", kLess},
    Predicate{"eq", kEqual},
    Predicate{"le", kLess | kEqual},
    Predicate{"gt", kGreater},
    Predicate{"ne", kLess | kGreater},
    Predicate{"ge", kGreater | kEqual},
    Predicate{"t", kLess | kEqual | kGreater},
};

template <typename T>
auto comparable(T x) {
  if constexpr (std::is_integral_v<T>)
    return x;
  else
    return wide(x);
}

template <typename T, unsigned kSatisfiedBy>
bool compare(T left, T right) {
  const auto a = comparable(left), b = comparable(right);
  return ((kSatisfiedBy & kLess) != 0 && a < b) || ((kSatisfiedBy & kEqual) != 0 && a == b) ||
         ((kSatisfiedBy & kGreater) != 0 && b < a) ||
         ((kSatisfiedBy & kUnordered) != 0 && (a != a || b != b));
}

/// The bit of the class mask that stands for the value's class.
template <typename T>
unsigned class_of(T a) {
  const bool negative = is_negative(a);
  if (is_signalling(a)) return 0;
  if (is_nan_value(a)) return 1;
  if (is_infinite(a)) return negative ? 2 : 9;
  if (is_zero(a)) return negative ? 5 : 6;
  if (is_denormal(a)) return negative ? 4 : 7;
  return negative ? 3 : 8;
}
template <typename T>
bool v_cmp_class(T a, std::uint32_t classes) {
  return (classes >> class_of(a) & 1) != 0;
}

template <typename T, const auto& kPredicates>
struct Comparisons {
  static constexpr std::size_t kPredicateCount = kPredicates.size();
  static constexpr std::size_t kCount = 2 * kPredicateCount;

  static constexpr std::array<Name, kCount> names(std::string_view type) {
    std::array<Name, kCount> names;
    for (std::size_t i = 0; i < kCount; ++i) {
      for (const std::string_view part :
           {std::string_view(i < kPredicateCount ? "v_cmp_" : "v_cmpx_"),
            kPredicates[i % kPredicateCount].name, std::string_view("_"), type}) {
        names[i].append(part);
      }
    }
    return names;
  }

  template <std::size_t... kIndex>
  static constexpr std::array<Semantics, kCount> rows(const std::array<Name, kCount>& names,
                                                      std::index_sequence<kIndex...>) {
    return {on(kPredicates[kIndex % kPredicateCount].archs(),
               lane_op<compare<T, kPredicates[kIndex % kPredicateCount].satisfied_by>>(
                   names[kIndex].view(), kVopc, {.writes_exec = kIndex >= kPredicateCount}))...};
  }
  static constexpr std::array<Semantics, kCount> rows(const std::array<Name, kCount>& names) {
    return rows(names, std::make_index_sequence<kCount>{});
  }
};

using F16 = Comparisons<Half, kFloatPredicates>;
using F32 = Comparisons<float, kFloatPredicates>;
using F64 = Comparisons<double, kFloatPredicates>;
using U16 = Comparisons<std::uint16_t, kIntegerPredicates>;
using I16 = Comparisons<std::int16_t, kIntegerPredicates>;
using U32 = Comparisons<std::uint32_t, kIntegerPredicates>;
using I32 = Comparisons<std::int32_t, kIntegerPredicates>;
using U64 = Comparisons<std::uint64_t, kIntegerPredicates>;
using I64 = Comparisons<std::int64_t, kIntegerPredicates>;

constexpr auto kF16 = F16::names("f16"), kF32 = F32::names("f32"), kF64 = F64::names("f64");
constexpr auto kU16 = U16::names("u16"), kU32 = U32::names("u32"), kU64 = U64::names("u64");
constexpr auto kI16 = I16::names("i16"), kI32 = I32::names("i32"), kI64 = I64::names("i64");

constexpr std::array kClasses{
    lane_op<v_cmp_class<Half>>("v_cmp_class_f16", kVopc, {.keeps_denormals = 1}),
    lane_op<v_cmp_class<float>>("v_cmp_class_f32", kVopc, {.keeps_denormals = 1}),
    lane_op<v_cmp_class<double>>("v_cmp_class_f64", kVopc, {.keeps_denormals = 1}),
    lane_op<v_cmp_class<Half>>("v_cmpx_class_f16", kVopc, {.keeps_denormals = 1, .writes_exec = true}),
    lane_op<v_cmp_class<float>>("v_cmpx_class_f32", kVopc, {.keeps_denormals = 1, .writes_exec = true}),
    lane_op<v_cmp_class<double>>("v_cmpx_class_f64", kVopc, {.keeps_denormals = 1, .writes_exec = true}),
};

constexpr auto kRows =
    joined(F16::rows(kF16), F32::rows(kF32), F64::rows(kF64), U16::rows(kU16), U32::rows(kU32),
           U64::rows(kU64), I16::rows(kI16), I32::rows(kI32), I64::rows(kI64), kClasses);

}  // namespace

std::span<const Semantics> vector_compare_table() {
  return kRows;
}

}  // namespace lockstep::isa
