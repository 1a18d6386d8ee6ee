// Matrix instructions without block scales multiplied in registers are the dot products of their rows and
// columns, element by element where the layout says, on every instruction set.
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "emulator/arithmetic/matrix/fast/dense_multiplication.hpp"
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/simd_levels.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::MatrixElement;
using matrix::MatrixInstruction;
using matrix::Role;

namespace {

enum class Regime : std::uint8_t { near, wide, far, any };

/// An operand's registers, and its elements one by one.
struct Registers {
  matrix::Layout layout;
  std::vector<std::uint32_t> words;

  Registers(const MatrixInstruction& i, Role role)
      : layout(*matrix::layout(i, role)), words(std::size_t(layout.registers() * 64)) {}

  std::uint64_t read(MatrixElement e) const {
    const matrix::RegisterBit at = layout.place(e);
    const auto word = std::size_t(at.bit / 32 * 64 + at.lane);
    if (layout.dealing.bits == 64) return words[word] | std::uint64_t{words[word + 64]} << 32;
    const std::uint32_t bits = words[word] >> (at.bit % 32);
    return layout.dealing.bits == 32 ? bits : bits & ((1u << layout.dealing.bits) - 1);
  }
  void write(MatrixElement e, std::uint64_t value) {
    const matrix::RegisterBit at = layout.place(e);
    const auto word = std::size_t(at.bit / 32 * 64 + at.lane);
    if (layout.dealing.bits == 64) words[word + 64] = std::uint32_t(value >> 32);
    const std::uint32_t mask = layout.dealing.bits >= 32 ? ~0u : (1u << layout.dealing.bits) - 1;
    words[word] = (words[word] & ~(mask << (at.bit % 32))) | (std::uint32_t(value) & mask) << (at.bit % 32);
  }
};

/// A code of the format with an exponent from `least` to `most`, or the format's nearest; zeros now and then.
std::uint64_t code(std::mt19937_64& random, const formats::Format& f, int least, int most) {
  const std::uint64_t drawn = random();
  const bool negative = (drawn >> 63) != 0;
  if (drawn % 16 == 0) return negative && f.specials != formats::Specials::fnuz ? f.sign_mask() : 0;
  const int exponent = int(drawn >> 8 & 0xFF) % (most - least + 1) + least + f.bias;
  const int field = std::clamp(exponent, 0, (1 << f.exponent_bits) - 2);
  const std::uint64_t mantissa = drawn >> 16 & ((1u << f.mantissa_bits) - 1);
  const std::uint64_t magnitude = std::uint64_t(field) << f.mantissa_bits | mantissa;
  return negative && magnitude != 0 ? magnitude | f.sign_mask() : magnitude;
}

std::uint64_t element(std::mt19937_64& random, const formats::Format* f, int bits, Regime regime) {
  if (f == nullptr && bits == 64) {
    if (regime == Regime::any) return random();
    return std::bit_cast<std::uint64_t>(std::ldexp(double(std::int64_t(random())), -60 - int(random() % 8)));
  }
  if (f == nullptr || regime == Regime::any) return random();
  if (regime == Regime::far) return code(random, *f, -128, 60);
  return regime == Regime::near ? code(random, *f, -6, 6) : code(random, *f, -40, 40);
}

/// One multiplication drawn, and what it should be.
struct Drawn {
  const MatrixInstruction& i;
  Registers a, b, c, d;
  int cbsz, abid;

  Drawn(const MatrixInstruction& instruction, const matrix::Unit* unit, Regime regime, int cbsz_, int abid_,
        std::uint64_t seed)
      : i(instruction), a(i, Role::a), b(i, Role::b), c(i, Role::c), d(i, Role::d), cbsz(cbsz_), abid(abid_) {
    std::mt19937_64 random(seed);
    for (int block = 0; block < i.blocks; ++block) {
      for (int k = 0; k < i.k; ++k) {
        for (int row = 0; row < i.m; ++row)
          a.write({block, row, k}, element(random, unit == nullptr ? nullptr : unit->a, i.a.bits, regime));
        for (int col = 0; col < i.n; ++col)
          b.write({block, k, col}, element(random, unit == nullptr ? nullptr : unit->b, i.b.bits, regime));
      }
      for (int row = 0; row < i.m; ++row)
        for (int col = 0; col < i.n; ++col)
          c.write({block, row, col}, element(random, unit == nullptr ? nullptr : unit->c, i.d.bits,
                                             seed % 3 == 0 ? Regime::any : regime));
    }
  }

  int block_of_a(int block) const {
    return cbsz == 0 ? block : matrix::broadcast_block(block, i.blocks, cbsz, abid);
  }
  std::uint64_t product(const matrix::Unit* unit, int block, int row, int col) const {
    std::uint64_t acc = c.read({block, row, col});
    std::vector<std::uint32_t> of_a, of_b;
    for (int k = 0; k < i.k; ++k) {
      const std::uint64_t x = a.read({block_of_a(block), row, k}), y = b.read({block, k, col});
      if (i.a.bits == 64)
        acc = std::bit_cast<std::uint64_t>(
            std::fma(std::bit_cast<double>(x), std::bit_cast<double>(y), std::bit_cast<double>(acc)));
      else if (unit == nullptr)
        acc = std::uint32_t(acc + std::uint64_t(std::int64_t(std::int8_t(x)) * std::int8_t(y)));
      of_a.push_back(std::uint32_t(x));
      of_b.push_back(std::uint32_t(y));
    }
    if (unit == nullptr) return acc;
    auto sum = std::uint32_t(acc);
    matrix::dot_products(*unit,
                         {1, i.k, unit->a, unit->b, of_a.data(), of_b.data(), &sum, nullptr, nullptr, &sum});
    return sum;
  }
  int differences(const matrix::Unit* unit) const {
    int count = 0;
    for (int block = 0; block < i.blocks; ++block)
      for (int row = 0; row < i.m; ++row)
        for (int col = 0; col < i.n; ++col)
          count += d.read({block, row, col}) != product(unit, block, row, col);
    return count;
  }
};

struct Counts {
  int taken = 0, declined = 0;
};

void check(const matrix::Model& model, const MatrixInstruction& i, Regime regime, std::uint64_t seed,
           Counts& counts) {
  const auto unit = matrix::unit_of(model, i);
  const matrix::Unit* const of = unit ? &*unit : nullptr;
  const int cbsz = i.blocks == 4 ? int(seed % 3) : 0, abid = cbsz == 0 ? 0 : int(seed / 3 % 2);
  std::optional<Drawn> drawn;
  std::vector<std::uint32_t> first;
  for (const host::SimdLevel level : host::simd_levels()) {
    const auto multiply =
        matrix::DenseMultiplication::of(level, model, i, matrix::dense_places(i, cbsz, abid));
    if (!multiply) continue;
    if (!drawn) drawn.emplace(i, of, regime, cbsz, abid, seed);
    INFO(i.name << ", " << model.name << ", level " << int(level) << ", seed " << seed);
    drawn->d.words = drawn->c.words;
    const bool in_place = seed % 2 == 0;
    const bool taken =
        (*multiply)({drawn->a.words.data(), drawn->b.words.data(),
                     in_place ? drawn->d.words.data() : drawn->c.words.data(), drawn->d.words.data()});
    if (regime != Regime::any) CHECK(taken);
    ++(taken ? counts.taken : counts.declined);
    if (!taken) {
      CHECK(drawn->d.words == drawn->c.words);
      continue;
    }
    if (first.empty())
      REQUIRE(drawn->differences(of) == 0);
    else
      REQUIRE(drawn->d.words == first);
    first = drawn->d.words;
  }
}

}  // namespace

TEST_CASE("in registers a product without block scales is its dot products") {
  Counts counts;
  for (const std::string_view arch : {"gfx942", "gfx950"})
    for (const matrix::Model& model : matrix::models(arch))
      for (const MatrixInstruction& i : matrix::matrix_instructions())
        if ((i.archs & arch::instructions_of(arch)) != 0)
          for (const Regime regime : {Regime::near, Regime::wide, Regime::far, Regime::any})
            check(model, i, regime, 100 * std::uint64_t(i.k) + std::uint64_t(regime), counts);
  CHECK(counts.taken > 1000);
  CHECK(counts.declined > 100);
}

TEST_CASE("in registers: many draws under the models that are the standard ones") {
  Counts counts;
  for (const auto& [name, arch] : {std::pair{"cdna3", matrix::kGfx942}, {"fma_post", matrix::kGfx950}})
    for (const MatrixInstruction& i : matrix::matrix_instructions())
      if ((i.archs & arch) != 0)
        for (std::uint64_t seed = 0; seed < 24; ++seed)
          check(*matrix::find_model(name), i, Regime(seed % 4), seed, counts);
  CHECK(counts.taken > 1000);
}

TEST_CASE("every matrix instruction of 16 or 32 rows has a kernel under the standard models") {
  for (const auto& [name, arch] : {std::pair{"cdna3", matrix::kGfx942}, {"fma_post", matrix::kGfx950}})
    for (const MatrixInstruction& i : matrix::matrix_instructions())
      if ((i.archs & arch) != 0 && i.m >= 16 && i.a.bits != 0) {
        INFO(name << " " << i.name);
        if (host::best_simd_level() != host::SimdLevel::baseline)
          CHECK(matrix::DenseMultiplication::of(host::best_simd_level(), *matrix::find_model(name), i,
                                                matrix::dense_places(i, 0, 0)));
      }
}

TEST_CASE("in registers the result may lie where an operand did") {
  int tried = 0;
  for (const auto& [name, arch] : {std::pair{"cdna3", matrix::kGfx942}, {"fma_post", matrix::kGfx950}})
    for (const MatrixInstruction& i : matrix::matrix_instructions()) {
      if ((i.archs & arch) == 0) continue;
      const matrix::Model& model = *matrix::find_model(name);
      const auto unit = matrix::unit_of(model, i);
      const Drawn drawn(i, unit ? &*unit : nullptr, Regime::near, 0, 0, 7);
      for (const host::SimdLevel level : host::simd_levels()) {
        const auto multiply = matrix::DenseMultiplication::of(level, model, i, matrix::dense_places(i, 0, 0));
        if (!multiply) continue;
        std::vector<std::uint32_t> apart(drawn.d.words.size());
        REQUIRE(
            (*multiply)({drawn.a.words.data(), drawn.b.words.data(), drawn.c.words.data(), apart.data()}));
        for (const bool of_b : {false, true}) {
          std::vector<std::uint32_t> shared = of_b ? drawn.b.words : drawn.a.words;
          shared.resize(std::max(shared.size(), apart.size()));
          const std::uint32_t *const a = of_b ? drawn.a.words.data() : shared.data(),
                                     *const b = of_b ? shared.data() : drawn.b.words.data();
          REQUIRE((*multiply)({a, b, drawn.c.words.data(), shared.data()}));
          INFO(i.name << ", " << name << ", level " << int(level) << ", over " << (of_b ? "B" : "A"));
          CHECK(std::equal(apart.begin(), apart.end(), shared.begin()));
          ++tried;
        }
      }
    }
  CHECK(tried > 50);
}
