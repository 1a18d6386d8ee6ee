// Fingerprints that compute: equal polynomials are equal in whatever order and by whichever instructions,
// others are not, and a value is itself wherever its bytes went.
#include "emulator/arithmetic/fingerprint/algebra.hpp"

#include <algorithm>

#include "host/random.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::fingerprint {
namespace {

const Algebra kAlgebra(7, false);

Fingerprint word(std::uint64_t i) {
  std::array<Byte, 4> bytes;
  for (std::size_t b = 0; b < 4; ++b) bytes[b].from = kAlgebra.leaf(0, 4 * i + b);
  return kAlgebra.value(bytes);
}
Fingerprint add(Fingerprint a, Fingerprint b) {
  return kAlgebra.apply(Function::add_f32, {a, b});
}
Fingerprint times(Fingerprint a, Fingerprint b) {
  return kAlgebra.apply(Function::mul_f32, {a, b});
}
Algebra::Number read(Fingerprint f, const formats::Format& format = formats::float32) {
  return kAlgebra.number(f, format);
}
Fingerprint number(float x) {
  return kAlgebra.constant(std::bit_cast<std::uint32_t>(x));
}
/// The bytes of a computed value, moved and put together: `order` says which byte stands where, -1: a zero.
Fingerprint moved(Fingerprint term, std::initializer_list<int> order) {
  std::vector<Byte> bytes;
  for (const int b : order) bytes.push_back(b < 0 ? Byte{} : Byte{0, kAlgebra.byte_of(term, unsigned(b))});
  return kAlgebra.value(bytes);
}

std::uint64_t slow_product(std::uint64_t a, std::uint64_t b) {
  return std::uint64_t(Element::Wide{a} * b % Element::kPrime);
}

/// Whether an operation is the field's product, tried on numbers near its ends and on others.
template <typename Times>
bool is_product(Times times) {
  host::Random random(5);
  std::vector<std::uint64_t> numbers{
      0, 1, 2, Element::kPrime - 1, Element::kPrime - 2, std::uint64_t{1} << 60};
  for (int i = 0; i < 200; ++i) numbers.push_back(random.next() % Element::kPrime);
  for (const std::uint64_t a : numbers)
    for (const std::uint64_t b : numbers)
      if (times(Element(a), Element(b)).number() != slow_product(a, b)) return false;
  return true;
}

TEST_CASE("algebra: the field's operations are those of numbers modulo 2^61 - 1, and wrong ones are found") {
  CHECK(is_product([](Element a, Element b) { return a * b; }));
  CHECK_FALSE(is_product([](Element a, Element b) { return a + b; }));
  CHECK_FALSE(is_product([](Element a, Element b) { return Element(a.number() * b.number()); }));  // 64 bits
  const Element last(Element::kPrime - 1);
  CHECK(last + Element(1) == Element(0));
  CHECK(-Element(5) + Element(5) == Element(0));
  CHECK(-Element(0) == Element(0));
  for (int e = -200; e < 200; ++e)
    CHECK(Element::power_of_two(e) * Element(2) == Element::power_of_two(e + 1));
}

TEST_CASE("algebra: sums of products are those of each product, however many") {
  host::Random random(6);
  for (const std::size_t depth : {1u, 31u, 32u, 33u, 300u}) {
    std::vector<Element> a(2 * depth, Element(Element::kPrime - 1)), b(3 * depth);
    for (Element& e : b) e = Element(random.next() % 2 == 0 ? Element::kPrime - 1 : random.next());
    const std::vector<Element> found = products(a, b, depth);
    REQUIRE(found.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
      std::uint64_t sum = 0;
      for (std::size_t k = 0; k < depth; ++k)
        sum = (sum + slow_product(a[i / 3 * depth + k].number(), b[i % 3 * depth + k].number())) %
              Element::kPrime;
      CHECK(found[i].number() == sum);
    }
  }
}

/// A random sum of products of three leaves each, in a random order.
Fingerprint sum_of(const std::vector<std::array<std::uint64_t, 3>>& wanted, host::Random& random) {
  std::vector<Fingerprint> terms;
  for (const auto& p : wanted) terms.push_back(times(word(p[0]), times(word(p[1]), word(p[2]))));
  while (terms.size() > 1) {
    const std::size_t i = random.below(terms.size());
    const Fingerprint a = terms[i];
    terms.erase(terms.begin() + std::ptrdiff_t(i));
    Fingerprint& b = terms[random.below(terms.size())];
    b = add(a, b);
  }
  return terms[0];
}

TEST_CASE("algebra: random polynomials are equal in every order, and to no other one") {
  host::Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<std::array<std::uint64_t, 3>> all(2 + random.below(12));
    for (auto& p : all)
      for (std::uint64_t& i : p) i = random.below(40);
    const Element sum = read(sum_of(all, random)).element;
    CHECK(read(sum_of(all, random)).element == sum);
    auto other = all;
    auto& changed = other[random.below(other.size())];
    switch (trial % 3) {
      case 0:
        changed[random.below(3)] = 40;  // another operand
        break;
      case 1:
        other.push_back(changed);  // a product more
        break;
      default:
        std::swap(changed, other.back());
        other.pop_back();  // a product less
    }
    CHECK(read(sum_of(other, random)).element != sum);
  }
}

TEST_CASE("algebra: constants are the numbers that they stand for") {
  CHECK(read(add(number(1), number(1))).element == read(number(2)).element);
  CHECK(read(times(number(0.375f), number(-8))).element == read(number(-3)).element);
  CHECK(read(add(word(1), word(1))).element == read(times(word(1), number(2))).element);
  CHECK(read(add(word(1), number(-0.0f))).element ==
        read(word(1)).element);  // the sign of zero is no business
  CHECK(read(number(1.5f)).element != read(number(1.25f)).element);
  const Fingerprint one = kAlgebra.of({127});
  CHECK(read(one, formats::float8_e8m0fnu).element == Element(1));
}

TEST_CASE("algebra: a value is itself where its bytes meet again, and nothing else is") {
  const Fingerprint sum = add(word(1), word(2));
  const Element element = read(sum).element;
  CHECK(read(moved(sum, {0, 1, 2, 3})).element == element);
  CHECK(read(moved(sum, {2, 3}), formats::bfloat16).element == element);  // rounded towards zero
  CHECK(read(moved(sum, {-1, -1, 2, 3})).element == element);
  const Fingerprint rounded = kAlgebra.apply(Function::to_bf16, {sum});
  CHECK(read(moved(rounded, {0, 1}), formats::bfloat16).element == element);
  CHECK(read(moved(rounded, {-1, -1, 0, 1})).element == element);
  for (const auto order :
       {std::initializer_list<int>{1, 0, 2, 3}, {0, 1, 2, -1}, {0, 1, 2, 2}, {-1, 1, 2, 3}}) {
    CHECK(read(moved(sum, order)).element != element);
    CHECK(read(moved(sum, order)).cause != 0);
  }
  CHECK(read(moved(sum, {0, 1}), formats::bfloat16).element != element);
  CHECK(read(rounded, formats::float16).element != element);
  CHECK(read(kAlgebra.apply(Function::negate, {moved(sum, {0, 1, 2, 3})})).element == -element);
}

TEST_CASE("algebra: the bytes of a tensor are a number once a format reads them") {
  const Fingerprint byte = kAlgebra.leaf(0, 1);
  CHECK(read(byte, formats::float8_e4m3fn).element != read(byte, formats::float8_e5m2).element);
  CHECK(read(byte, formats::float8_e4m3fn).cause == 0);
  std::array<Byte, 4> half{Byte{}, Byte{}, {0, kAlgebra.leaf(0, 2)}, {0, kAlgebra.leaf(0, 3)}};
  CHECK(read(kAlgebra.value(half)).element ==
        read(kAlgebra.value(std::span(half).subspan(2)), formats::bfloat16).element);
  const Fingerprint negated = kAlgebra.apply(Function::negate, {word(4)});
  CHECK(read(negated).element == -read(word(4)).element);
  CHECK(read(moved(negated, {0, 1, 2, 3})).element == -read(word(4)).element);
}

TEST_CASE("algebra: what is no operation of the field is named") {
  const std::array one{word(1)};
  const std::array twice{word(1), word(1)}, both{word(1), word(2)};
  const Algebra::Number exponential = read(kAlgebra.apply("v_exp_f32", 0, one));
  REQUIRE(exponential.cause != 0);
  CHECK(kAlgebra.name(exponential.cause) == "v_exp_f32");
  CHECK(read(kAlgebra.apply("v_exp_f32", 0, one)).element == exponential.element);
  const Algebra::Number sum = read(add(word(3), kAlgebra.apply("v_exp_f32", 0, one)));
  CHECK(kAlgebra.name(sum.cause) == "v_exp_f32");
  CHECK(read(kAlgebra.apply("v_max_f32", 0, twice)).element == read(word(1)).element);
  CHECK(read(kAlgebra.apply("v_max_f32", 0, both)).cause != 0);
  CHECK(read(kAlgebra.apply("v_max_f32", std::uint64_t{1} << 32, twice)).cause != 0);  // clamped
}

TEST_CASE("algebra: a matrix instruction is its scaled sum of products and its addend") {
  MatrixUnit unit{
      "m", {{}, &formats::float8_e4m3fn}, {{}, &formats::float8_e5m2}, {{}, &formats::float32}, 4};
  unit.a.scale = &formats::float8_e8m0fnu;
  unit.b.scale = &formats::float8_ue4m3;
  unit.scale_block = 2;
  std::vector<Fingerprint> a, b;
  for (std::uint64_t i = 0; i < 6; ++i) {
    a.push_back(kAlgebra.leaf(1, i));
    b.push_back(kAlgebra.leaf(2, i));
  }
  Fingerprint sum = word(9);
  kAlgebra.multiply(unit, a, b, std::span(&sum, 1));
  Element want = read(word(9)).element;
  for (std::size_t k = 0; k < 4; ++k)
    want = want + read(a[k], *unit.a.format).element * read(b[k], *unit.b.format).element *
                      read(a[4 + k / 2], *unit.a.scale).element * read(b[4 + k / 2], *unit.b.scale).element;
  CHECK(read(sum).element == want);
  CHECK(read(sum).cause == 0);
}

}  // namespace
}  // namespace lockstep::fingerprint
