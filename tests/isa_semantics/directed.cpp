// Rows rounded as MODE says, held against exact rationals: a result is the last number on its side of the
// exact one.
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gmpxx.h>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/half.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using isa::Type;
using Way = std::uint32_t;  // as MODE.round
constexpr Way kUp = 1, kDown = 2, kTowardZero = 3;

double value_of(Type t, std::uint64_t bits) {
  if (t == Type::f16) return isa::widen(isa::Half{std::uint16_t(bits)});
  if (t == Type::f32) return std::bit_cast<float>(std::uint32_t(bits));
  if (t == Type::f64) return std::bit_cast<double>(bits);
  if (t == Type::i32) return std::int32_t(bits);
  if (t == Type::i16) return std::int16_t(bits);
  return double(t == Type::u16 ? std::uint16_t(bits) : std::uint32_t(bits));
}

// The number next to x of this type, downwards.
double before(Type t, double x) {
  if (t == Type::f64) return std::nextafter(x, -HUGE_VAL);
  if (t == Type::f32) return std::nextafter(float(x), -HUGE_VALF);
  if (x == -HUGE_VAL || x == 0) return x == 0 ? -0x1p-24 : x;
  if (x == HUGE_VAL) return 65504;
  const std::uint16_t bits = isa::narrow_half(x).bits;
  return value_of(Type::f16, x > 0 ? bits - 1u : bits + 1u);
}
double behind(Type t, double x) {
  return -before(t, -x);
}

/// Whether no number of the type lies between the exact one and x, which is on the side that `way` says.
bool is_rounded(Type t, const mpq_class& exact, double x, Way way) {
  if (way == kTowardZero) way = exact < 0 ? kUp : kDown;
  const auto at_least = [&](double y) { return y == HUGE_VAL || (y != -HUGE_VAL && mpq_class(y) >= exact); };
  const auto at_most = [&](double y) { return y == -HUGE_VAL || (y != HUGE_VAL && mpq_class(y) <= exact); };
  return way == kUp ? at_least(x) && !at_least(before(t, x)) : at_most(x) && !at_most(behind(t, x));
}

enum class Kind { sum, product, conversion };
struct Operation {
  Kind kind;
  std::function<mpq_class(const std::vector<mpq_class>&)> exact;
  std::function<std::pair<double, double>(const std::vector<double>&)>
      terms{};  ///< of sums: whose signs count
};

const std::map<std::string, Operation>& operations() {
  using Q = std::vector<mpq_class>;
  using D = std::vector<double>;
  const auto signed_product = [](double a, double b) {
    return std::copysign(a != 0 && b != 0 ? 1.0 : 0.0, std::copysign(1, a) * std::copysign(1, b));
  };
  static const Operation add{Kind::sum, [](const Q& q) { return mpq_class(q[0] + q[1]); },
                             [](const D& d) { return std::pair{d[0], d[1]}; }};
  static const Operation sub{Kind::sum, [](const Q& q) { return mpq_class(q[0] - q[1]); },
                             [](const D& d) { return std::pair{d[0], -d[1]}; }};
  static const Operation subrev{Kind::sum, [](const Q& q) { return mpq_class(q[1] - q[0]); },
                                [](const D& d) { return std::pair{d[1], -d[0]}; }};
  static const Operation mul{Kind::product, [](const Q& q) { return mpq_class(q[0] * q[1]); }};
  static const Operation fma{Kind::sum, [](const Q& q) { return mpq_class(q[0] * q[1] + q[2]); },
                             [=](const D& d) { return std::pair{signed_product(d[0], d[1]), d[2]}; }};
  static const Operation convert{Kind::conversion, [](const Q& q) { return q[0]; }};
  static const std::map<std::string, Operation> all = [&] {
    std::map<std::string, Operation> found;
    for (const std::string type : {"f16", "f32", "f64"}) {
      found["v_add_" + type] = found["v_pk_add_" + type] = add;
      found["v_sub_" + type] = sub;
      found["v_subrev_" + type] = subrev;
      found["v_mul_" + type] = found["v_pk_mul_" + type] = mul;
      for (const char* name : {"v_fma_", "v_pk_fma_", "v_fmamk_", "v_fmaak_", "v_fmac_", "v_fma_mix_"})
        found[name + type] = fma;
    }
    for (const char* name : {"v_cvt_f32_i32", "v_cvt_f32_u32", "v_cvt_f32_f64", "v_cvt_f16_f32",
                             "v_cvt_f16_u16", "v_cvt_f16_i16", "v_cvt_pk_f16_f32"})
      found[name] = convert;
    return found;
  }();
  return all;
}

// Any bits; a number near one; a subnormal, a zero; the largest; for a sum what cancels most of another.
std::uint64_t draw(Type t, std::mt19937_64& random, std::uint64_t other) {
  const int width = isa::bits(t), mantissa = t == Type::f16 ? 10 : t == Type::f32 ? 23 : 52;
  const std::uint64_t all = width == 64 ? ~0ull : (1ull << width) - 1, sign = 1ull << (width - 1),
                      any = random() & all;
  if (!is_float(t)) return random() % 4 == 0 ? any >> random() % std::uint64_t(width) : any;
  const std::uint64_t exponent = ((sign - 1) >> mantissa) << mantissa, one = (exponent >> 1) & exponent;
  switch (random() % 6) {
    case 0:
      return any;
    case 1:
      return (any & sign) | (one + (any & ((4ull << mantissa) - 1)));
    case 2:
      return any & (sign | ((1ull << mantissa) - 1));
    case 3:
      return any & sign;
    case 4:
      return (any & sign) | (exponent - 1 - (any & 3));
    default:
      return other ^ sign ^ (random() & 3);
  }
}

class Rounded {
 public:
  Rounded(const isa::Semantics& semantics, const Operation& operation)
      : row_(std::get<isa::VectorAlu>(semantics.operation)),
        operation_(operation),
        result_(is_float(row_.destination) ? row_.destination : row_.pair) {
    for (const Type t : row_.source)
      if (t != Type::none) types_.push_back(t);
    if (row_.accumulates) types_.push_back(row_.destination);
  }

  void check(Way way, std::mt19937_64& random) {
    isa::LaneInputs in;
    in.mode = result_ == Type::f32 ? way : way << 2;
    for (std::size_t s = 0; s < types_.size(); ++s) {
      for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
        bits_[s][l] = draw(types_[s], random, s == 0 ? 0 : bits_[0][l]);
        for (std::size_t d = 0; d < 2; ++d) source_[s][d][l] = std::uint32_t(bits_[s][l] >> 32 * d);
      }
      const bool old = row_.accumulates && s + 1 == types_.size();
      (old ? in.old : in.source[s]) = {source_[s][0].data(), source_[s][1].data()};
    }
    std::array<isa::Lanes, 2> directed{}, nearest{};
    isa::LaneOutputs out{{directed[0].data(), directed[1].data()}},
        plain{{nearest[0].data(), nearest[1].data()}};
    row_.directed(in, out);
    row_.evaluate(in, plain);
    for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
      check_lane(l, std::uint64_t{directed[1][l]} << 32 | directed[0][l],
                 std::uint64_t{nearest[1][l]} << 32 | nearest[0][l], way);
  }
  int finite() const { return finite_; }
  int inexact() const { return inexact_; }

 private:
  void check_lane(std::size_t l, std::uint64_t got, std::uint64_t nearest, Way way) {
    const bool packs = row_.pair != Type::none;
    for (std::size_t half = 0; half < (packs ? 2 : 1); ++half) {
      std::vector<double> values;
      bool finite = true;
      for (std::size_t s = 0; s < types_.size(); ++s)
        if (!packs || s == half) values.push_back(value_of(types_[s], bits_[s][l]));
      for (const double x : values) finite &= std::isfinite(x);
      const std::uint64_t mask = packs ? 0xFFFF : ~0ull;
      const std::uint64_t mine = got >> 16 * half & mask, plain = nearest >> 16 * half & mask;
      INFO("way " << way << " lane " << l << ": " << Catch::StringMaker<std::vector<double>>::convert(values)
                  << " gives " << value_of(result_, mine));
      if (!finite) {
        REQUIRE(mine == plain);
        continue;
      }
      judge(values, value_of(result_, mine), way);
    }
  }
  void judge(const std::vector<double>& values, double got, Way way) {
    ++finite_;
    const std::vector<mpq_class> exact_values(values.begin(), values.end());
    const mpq_class exact = operation_.exact(exact_values);
    REQUIRE(is_rounded(result_, exact, got, way));
    if (std::isinf(got) || mpq_class(got) != exact) ++inexact_;
    if (got != 0) return;
    bool negative = exact < 0;
    if (exact == 0 && operation_.kind == Kind::sum) {
      const auto [x, y] = operation_.terms(values);
      const bool same = x == 0 && y == 0 && std::signbit(x) == std::signbit(y);
      negative = same ? std::signbit(x) : way == kDown;
    } else if (exact == 0) {
      negative = std::signbit(values[0]);
      if (operation_.kind == Kind::product) negative ^= std::signbit(values[1]);
    }
    REQUIRE(std::signbit(got) == negative);
  }

  const isa::VectorAlu& row_;
  const Operation& operation_;
  const Type result_;
  std::vector<Type> types_;
  std::array<std::array<std::uint64_t, isa::kMaxLanes>, 4> bits_{};
  std::array<std::array<isa::Lanes, 2>, 4> source_{};
  int finite_ = 0, inexact_ = 0;
};

TEST_CASE("directed rounding: every row that knows it rounds exact results up, down and toward zero") {
  std::mt19937_64 random(11);
  int rows = 0;
  for (const auto table : isa::tables())
    for (const isa::Semantics& semantics : table) {
      const auto* row = std::get_if<isa::VectorAlu>(&semantics.operation);
      if (row == nullptr || row->directed == nullptr) continue;
      const std::string name(semantics.mnemonic);
      INFO(name);
      REQUIRE(row->rounds);
      const auto operation = operations().find(name == "v_fma_legacy_f16" ? "v_fma_f16" : name);
      REQUIRE(operation != operations().end());
      Rounded rounded(semantics, operation->second);
      for (int round = 0; round < 40; ++round)
        for (const Way way : {kUp, kDown, kTowardZero}) rounded.check(way, random);
      CHECK(rounded.finite() > 3000);
      CHECK(rounded.inexact() > 300);
      ++rows;
    }
  CHECK(rows >= 29);
}

}  // namespace
}  // namespace lockstep::tests
