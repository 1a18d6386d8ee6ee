// Terms that differ have other fingerprints: another order, another operand, another operation. Those that a
// normalisation makes equal are equal, and nothing else is.
#include <array>
#include <set>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "emulator/fingerprints/narrowing.hpp"
#include "emulator/fingerprints/unordered.hpp"
#include "host/random.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::fingerprint {
namespace {

const Hasher kHasher(7);

Fingerprint leaf(std::uint64_t i) {
  return kHasher.leaf(0, i);
}

TEST_CASE("sums and products commute, and nothing else does") {
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3);
  for (const Function f : {Function::add_f32, Function::mul_f32})
    CHECK(kHasher.apply(f, {a, b}) == kHasher.apply(f, {b, a}));
  CHECK(kHasher.apply(Function::fma_f32, {a, b, c}) == kHasher.apply(Function::fma_f32, {b, a, c}));
  CHECK(kHasher.apply(Function::fma_f32, {a, b, c}) != kHasher.apply(Function::fma_f32, {a, c, b}));
  const std::array ab{a, b}, ba{b, a};
  CHECK(kHasher.apply("v_sub_u32", 0, ab) != kHasher.apply("v_sub_u32", 0, ba));
  CHECK(kHasher.apply("v_sub_u32", 0, ab) != kHasher.apply("v_sub_u32", 1, ab));
}

TEST_CASE("two operands may change places in these functions alone") {
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3);
  std::set<Function> commute;
  for (int i = 0; i <= int(Function::scale_e4m3); ++i) {
    const auto f = Function(i);
    if (kHasher.apply(f, {a, b}) == kHasher.apply(f, {b, a})) commute.insert(f);
    CHECK(kHasher.apply(f, {a, b, c}) != kHasher.apply(f, {a, c, b}));
    CHECK(kHasher.apply(f, {a, b, c}) != kHasher.apply(f, {c, b, a}));
  }
  CHECK(commute == std::set{Function::add_f32, Function::mul_f32, Function::fma_f32, Function::equal_u32});
}

TEST_CASE("sums do not associate") {
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3);
  const auto add = [](Fingerprint x, Fingerprint y) { return kHasher.apply(Function::add_f32, {x, y}); };
  CHECK(add(add(a, b), c) != add(a, add(b, c)));
}

/// The element of a matrix instruction of one row and one column.
Fingerprint product(const MatrixUnit& unit, std::vector<Fingerprint> row, std::vector<Fingerprint> column,
                    Fingerprint addend, const Hasher& hasher = kHasher) {
  hasher.multiply(unit, row, column, std::span(&addend, 1));
  return addend;
}

TEST_CASE("a matrix element depends on all that goes into it, and on the order of its operands") {
  const MatrixUnit unit{"m", {"x"}, {"y"}, {"d"}, 2};
  const auto with = [&](const char* name, const char* a, const char* b) {
    MatrixUnit other = unit;
    other.instruction = name;
    other.a.name = a;
    other.b.name = b;
    return other;
  };
  MatrixUnit scaled = unit;
  scaled.k = scaled.scale_block = 1;
  scaled.a.scale = scaled.b.scale = &formats::float8_e8m0fnu;
  MatrixUnit other_scaled = scaled;
  other_scaled.b.scale = &formats::float8_ue4m3;
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3), d = leaf(4), e = leaf(5);
  std::set<Fingerprint> all{product(unit, {a, b}, {c, d}, e)};
  all.insert(product(unit, {c, d}, {a, b}, e));
  all.insert(product(unit, {b, a}, {c, d}, e));
  all.insert(product(unit, {b, a}, {d, c}, e));
  all.insert(product(unit, {a, b}, {c, d}, leaf(6)));
  all.insert(product(scaled, {a, b}, {c, d}, e));
  all.insert(product(other_scaled, {a, b}, {c, d}, e));
  for (const MatrixUnit& other : {with("m", "y", "x"), with("mx", "", "y"), with("m", "xy", "")})
    all.insert(product(other, {a, b}, {c, d}, e));
  CHECK(all.size() == 10);
}

TEST_CASE("whatever the instruction is, its k, its formats and that of D belong to the element") {
  const AnyInstruction any(7);
  const auto of = [&](const char* name, const char* a_format, const char* d_format) {
    return product({name, {a_format}, {"q"}, {d_format}, 1}, {leaf(1)}, {leaf(2)}, leaf(3), any);
  };
  CHECK(of("m", "p", "f16") == of("other", "p", "f16"));
  CHECK(of("m", "p", "f16") != of("other", "p", "bf16"));
  CHECK(of("m", "p", "f16") != of("m", "q", "f16"));
  const MatrixUnit as_format{"m", {"p"}, {"q"}, {"d", &formats::float16}, 1};
  MatrixUnit other = as_format;
  other.d.format = &formats::bfloat16;
  CHECK(product(as_format, {leaf(1)}, {leaf(2)}, leaf(3), any) !=
        product(other, {leaf(1)}, {leaf(2)}, leaf(3), any));
}

TEST_CASE("where a unit treats A and B alike, their order does not matter, and all else does") {
  const Hasher either(7, nullptr, MatrixOperands::either_first);
  const Fingerprint x = leaf(1), y = leaf(2), c = leaf(3);
  const auto of = [&](const char* a_format, Fingerprint a, const char* b_format, Fingerprint b,
                      Fingerprint sum) {
    return product({"m", {a_format}, {b_format}, {"d"}, 1}, {a}, {b}, sum, either);
  };
  const Fingerprint element = of("p", x, "q", y, c);
  CHECK(element == of("q", y, "p", x, c));
  CHECK(element != of("q", x, "p", y, c));  // formats go with the operands
  CHECK(element != of("p", c, "q", y, x));  // C is no operand
}

TEST_CASE("numbers that arrive in any order are the same sum, and another number or one twice is not") {
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3), zero = kHasher.constant(0);
  const Fingerprint sum = kHasher.arrivals("f32", zero, {a, b, b});
  CHECK(sum == kHasher.arrivals("f32", zero, {b, a, b}));
  std::set<Fingerprint> all{sum};
  for (const std::vector<Fingerprint>& others : {std::vector{a, b}, {a, a, b}, {a, b, c}, {a, b, b, b}})
    all.insert(kHasher.arrivals("f32", zero, others));
  all.insert(kHasher.arrivals("bf16", zero, {a, b, b}));
  all.insert(kHasher.arrivals("f32", a, {b, b, zero}));
  CHECK(all.size() == 7);
}

TEST_CASE("sums and maxima of words are one in any order and grouping, and of other words another") {
  Unordered all(kHasher);
  const auto word = [&](Function f, std::vector<Unordered::Operand> operands) {
    return Unordered::Operand{kHasher.value_of(all.apply(f, operands))};
  };
  const auto known = [](std::uint32_t x) { return Unordered::Operand{kHasher.constant(x), x}; };
  const Unordered::Operand a{leaf(1)}, b{leaf(2)}, c{leaf(3)};
  constexpr Function kAdd = Function::add_u32, kMax = Function::max_u32;
  const Fingerprint sum = word(kAdd, {a, b, c}).value;
  CHECK(sum == word(kAdd, {word(kAdd, {c, a}), b}).value);
  CHECK(sum ==
        word(kAdd, {c, word(kAdd, {word(kAdd, {b, known(5)}), word(kAdd, {a, known(0u - 5)})})}).value);
  CHECK(word(kMax, {a, b}).value == word(kMax, {word(kMax, {b, a, a}), known(0)}).value);
  const Unordered::Operand largest = word(kMax, {a, b});
  std::set<Fingerprint> others{sum, largest.value};
  for (const std::vector<Unordered::Operand>& operands :
       {std::vector{a, b}, {a, b, c, c}, {a, b, c, known(1)}, {largest, c}, {a, b, known(2)}, {a}})
    others.insert(word(kAdd, operands).value);
  for (const std::vector<Unordered::Operand>& operands :
       {std::vector{a, c}, {a, b, known(1)}, {a}, {word(kAdd, {a, b}), a}})
    others.insert(word(kMax, operands).value);
  CHECK(others.size() == 12);
}

TEST_CASE("a sum of more words than are kept is one as it is grouped, and says so") {
  constexpr std::uint64_t kMost = 512;
  Unordered all(kHasher);
  const auto sum_of = [&](std::uint64_t words, bool ascending) {
    Unordered::Operand sum{kHasher.constant(0), 0};
    for (std::uint64_t i = 0; i < words; ++i) {
      const std::array both{sum, Unordered::Operand{leaf(ascending ? i : words - 1 - i)}};
      sum = {kHasher.value_of(all.apply(Function::add_u32, both))};
    }
    return sum.value;
  };
  CHECK(sum_of(kMost, true) == sum_of(kMost, false));
  CHECK_FALSE(all.has_grouped());
  CHECK(sum_of(kMost + 2, true) != sum_of(kMost + 2, false));
  CHECK(all.has_grouped());
}

TEST_CASE("a byte is selected by a bit or, the other way round, by its complement") {
  const Fingerprint bit = leaf(1), zero = leaf(2), one = leaf(3), other = Hasher::complement(bit);
  CHECK(other != bit);
  CHECK(Hasher::complement(other) == bit);
  CHECK(kHasher.select(bit, zero, one) == kHasher.select(other, one, zero));
  CHECK(kHasher.select(bit, zero, one) != kHasher.select(bit, one, zero));
  CHECK(kHasher.select(bit, zero, one) != kHasher.select(leaf(4), zero, one));
}

TEST_CASE("a word is below another one whatever equal bytes stand at their ends, and in no other order") {
  const std::array<Byte, 4> a{{{0}, {0}, {0, leaf(1)}, {0, leaf(2)}}}, b{{{0}, {0}, {0x80}, {0x7F}}};
  const auto half = [](const std::array<Byte, 4>& word) { return std::span(word).last(2); };
  const Fingerprint bit = kHasher.below(a, b);
  CHECK(bit == kHasher.below(half(a), half(b)));
  const std::array<Byte, 4> above_a{{{0, leaf(1)}, {0, leaf(2)}, {9}, {9}}},
      above_b{{{0x80}, {0x7F}, {9}, {9}}};
  CHECK(bit == kHasher.below(above_a, above_b));
  std::set<Fingerprint> all{bit, kHasher.below(b, a)};
  std::array<Byte, 4> other = b;
  other[0].value = 1;  // an end that is another one decides
  all.insert(kHasher.below(a, other));
  other = b;
  std::swap(other[2], other[3]);
  all.insert(kHasher.below(a, other));
  other = a;
  other[3] = b[3];  // what is equal in the middle is not taken out
  other[0].value = 1;
  all.insert(kHasher.below(other, b));
  CHECK(all.size() == 5);
}

TEST_CASE("two elements of a byte, and bits of one, are no others'") {
  const Fingerprint x = leaf(1), y = leaf(2), byte = kHasher.two_in_byte(x, y);
  const std::set<Fingerprint> all{byte,
                                  kHasher.two_in_byte(y, x),
                                  kHasher.two_in_byte(x, x),
                                  x,
                                  kHasher.part_of(x, 0x7F),
                                  kHasher.part_of(x, 0x3F),
                                  kHasher.part_of(y, 0x7F)};
  CHECK(all.size() == 7);
  CHECK(kHasher.part_of(x, 0xFF) == x);
}

TEST_CASE("each element that is narrowed is one of its number and the scale, in its place") {
  const Narrowing &fp4 = *find_narrowing("v_cvt_scalef32_pk_fp4_f32"),
                  &fp8 = *find_narrowing("v_cvt_scalef32_pk8_fp8_f32");
  const auto bytes = [](const Narrowing& how, std::vector<Fingerprint> numbers, Fingerprint scale) {
    std::vector<Fingerprint> all(numbers.size() * std::size_t(how.bits) / 8);
    narrow(kHasher, how, numbers, scale, all);
    return all;
  };
  const Fingerprint x = leaf(1), y = leaf(2), scale = leaf(3);
  std::set<Fingerprint> all{bytes(fp4, {x, y}, scale)[0]};
  all.insert(bytes(fp4, {y, x}, scale)[0]);
  all.insert(bytes(fp4, {x, y}, x)[0]);
  all.insert(bytes(fp8, {x, y}, scale)[0]);
  all.insert(bytes(fp8, {x, y}, scale)[1]);
  CHECK(all.size() == 5);
  CHECK(bytes(fp8, {x, y}, scale)[1] == bytes(fp8, {y, x}, scale)[0]);
  CHECK(find_narrowing("v_cvt_scalef32_sr_pk_fp4_f32") == nullptr);  // rounds by a seed
}

TEST_CASE("a value is the same whichever way its bytes travelled, and no other") {
  const Fingerprint term = leaf(9);
  std::array<Byte, 4> bytes;
  for (unsigned i = 0; i < 4; ++i) bytes[i] = {std::uint8_t(i), kHasher.byte_of(term, i)};
  CHECK(kHasher.value(bytes) == kHasher.value_of(term));
  std::swap(bytes[1], bytes[2]);
  CHECK(kHasher.value(bytes) != kHasher.value_of(term));
  const std::array<Byte, 4> number{{{0x78}, {0x56}, {0x34}, {0x12}}};
  CHECK(kHasher.value(number) == kHasher.constant(0x12345678));
  CHECK(kHasher.constant(0) != kHasher.constant(0x80000000));  // +0 is not -0
}

TEST_CASE("random terms do not collide, and another key gives other fingerprints") {
  host::Random random(3);
  std::set<Fingerprint> terms;
  std::vector<Fingerprint> all{leaf(0), leaf(1)};
  for (int i = 0; i < 100'000; ++i) {
    const Fingerprint a = all[random.below(all.size())], b = all[random.below(all.size())];
    const std::array ordered{a, b, leaf(std::uint64_t(i))};
    all.push_back(kHasher.apply("f", 0, ordered));
    terms.insert(all.back());
  }
  CHECK(terms.size() == 100'000);
  CHECK(Hasher(8).leaf(0, 0) != leaf(0));
  CHECK(Hasher(7).leaf(0, 0) == leaf(0));
}

TEST_CASE("terms are visited once each, the first operand first, but for what is behind one that says so") {
  TermRecord record([](std::uint32_t, std::uint64_t i) { return "a[" + std::to_string(i) + "]"; });
  const Hasher hasher(1, &record);
  const Fingerprint x = hasher.leaf(0, 1), y = hasher.leaf(0, 2);
  const std::array both{x, y};
  const Fingerprint inner = hasher.apply("g", 0, both);
  const std::array again{inner, y, inner};
  const Fingerprint outer = hasher.apply("f", 0, again);
  const auto names = [&](std::string_view closed) {
    std::string all;
    record.walk({outer}, [&](Fingerprint f, const TermRecord::Term& term) {
      all += (term.leaf ? record.text(f, 0) : std::string(term.name)) + " ";
      return term.name != closed;
    });
    return all;
  };
  CHECK(names("") == "f g a[1] a[2] ");
  CHECK(names("g") == "f g a[2] ");
}

TEST_CASE("two terms are explained where they part") {
  TermRecord record([](std::uint32_t, std::uint64_t i) { return "a[" + std::to_string(i) + "]"; });
  const Hasher hasher(1, &record);
  const Fingerprint x = hasher.leaf(0, 1), y = hasher.leaf(0, 2), z = hasher.leaf(0, 3);
  const std::array left{x, y}, right{x, z};
  const Fingerprint one = hasher.apply("g", 0, left), other = hasher.apply("g", 0, right);
  CHECK(record.part(one, other) == std::pair(y, z));
  CHECK(record.text(one, 1) == "g(a[1], a[2])");
  // Elements of two instructions are shown as they are, of one where their operands part.
  const auto element = [&](const char* name, Fingerprint in_b) {
    return product({name, {"p"}, {"q"}, {"d"}, 1}, {x}, {in_b}, z, hasher);
  };
  const Fingerprint made = element("m", y);
  CHECK(record.part(made, element("other", y)) == std::pair(made, element("other", y)));
  CHECK(record.part(made, element("m", z)) == std::pair(y, z));
  // Operands of a sum lie in no order: what both have, and what another operation made, does not differ.
  const std::array alone{x};
  const std::array sum{one, hasher.apply("h", 0, alone)}, turned{sum[1], other};
  CHECK(record.part(hasher.apply("f", 0, sum), hasher.apply("f", 0, turned)) == std::pair(y, z));
  // Where all of a sum differ, each is held against that of the same leaves.
  const auto of = [&](const char* name, Fingerprint term) {
    const std::array operand{term};
    return hasher.apply(name, 0, operand);
  };
  const std::array found{of("h", of("p", x)), of("h", of("p", y))},
      wanted{of("h", of("q", y)), of("h", of("q", x))};
  CHECK(record.part(hasher.apply("f", 0, found), hasher.apply("f", 0, wanted)) ==
        std::pair(of("p", x), of("q", x)));
}

}  // namespace
}  // namespace lockstep::fingerprint
