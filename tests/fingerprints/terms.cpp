// Terms that differ have other fingerprints: another order, another operand, another operation. Those that a
// normalisation makes equal are equal, and nothing else is.
#include <array>
#include <set>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "host/random.hpp"
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
  CHECK(kHasher.sequence(ab) != kHasher.sequence(ba));
}

TEST_CASE("sums do not associate") {
  const Fingerprint a = leaf(1), b = leaf(2), c = leaf(3);
  const auto add = [](Fingerprint x, Fingerprint y) { return kHasher.apply(Function::add_f32, {x, y}); };
  CHECK(add(add(a, b), c) != add(a, add(b, c)));
}

TEST_CASE("a matrix element depends on all that goes into it, and on the order of its operands") {
  const Fingerprint unit = kHasher.matrix_instruction("m", "x", "y"), row = leaf(1), column = leaf(2),
                    c = leaf(3);
  const Fingerprint element = kHasher.matrix_element(unit, row, column, c);
  std::set<Fingerprint> all{element};
  all.insert(kHasher.matrix_element(unit, column, row, c));
  all.insert(kHasher.matrix_element(unit, row, column, leaf(4)));
  all.insert(kHasher.matrix_element(kHasher.matrix_instruction("m", "y", "x"), row, column, c));
  all.insert(kHasher.matrix_element(kHasher.matrix_instruction("mx", "", "y"), row, column, c));
  all.insert(kHasher.matrix_element(kHasher.matrix_instruction("m", "xy", ""), row, column, c));
  CHECK(all.size() == 6);
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

TEST_CASE("two terms are explained where they part") {
  TermRecord record([](std::uint32_t, std::uint64_t i) { return "a[" + std::to_string(i) + "]"; });
  const Hasher hasher(1, &record);
  const Fingerprint x = hasher.leaf(0, 1), y = hasher.leaf(0, 2), z = hasher.leaf(0, 3);
  const std::array left{x, y}, right{x, z};
  const auto [found, expected] = record.part(hasher.apply("g", 0, left), hasher.apply("g", 0, right), 2);
  CHECK(found == "a[2]");
  CHECK(expected == "a[3]");
}

}  // namespace
}  // namespace lockstep::fingerprint
