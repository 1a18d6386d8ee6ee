// Pairs of random programs: where a prover says that they compute the same, they do, and it says so of those
// that differ in registers and order alone.
#include <array>
#include <random>
#include <utility>

#include "tests/catch.hpp"
#include "tests/isa_forms/followed_values.hpp"

namespace lockstep::tests {
namespace {

constexpr std::size_t kLength = 5;
using Program = std::array<isa::Instruction, kLength>;

/// Instructions of vector and scalar ALUs whose registers were drawn: results are operands of the next ones.
class Draws {
 public:
  Draws(const std::vector<isa::Instruction>& forms, std::uint32_t seed) : random_(seed) {
    for (const isa::Instruction& i : forms)
      if (i.semantics != nullptr && (std::holds_alternative<isa::VectorAlu>(i.semantics->operation) ||
                                     std::holds_alternative<isa::ScalarAlu>(i.semantics->operation)))
        forms_.push_back(&i);
  }

  Program program() {
    Program p;
    for (isa::Instruction& i : p) i = instruction();
    return p;
  }
  /// The program with one thing changed: an instruction, its registers, or the order of two.
  Program changed(Program p) {
    const std::size_t at = random_() % (kLength - 1);
    switch (random_() % 3) {
      case 0:
        p[at] = instruction();
        break;
      case 1:
        renumber(p[at]);
        break;
      default:
        std::swap(p[at], p[at + 1]);
    }
    return p;
  }

 private:
  isa::Instruction instruction() {
    isa::Instruction i = *forms_[random_() % forms_.size()];
    renumber(i);
    return i;
  }
  void renumber(isa::Instruction& i) {
    for (isa::Operand& o : i.operands)
      if (o.kind == isa::Operand::Kind::vector) o.index = std::uint16_t(8 * (1 + random_() % 4));
  }

  std::vector<const isa::Instruction*> forms_;
  std::mt19937 random_;
};

/// Whether a prover calls two results equal: by the fingerprints of bytes of data and the values of others.
bool is_same(const Result& a, const Result& b) {
  for (std::size_t i = 0; i < 4; ++i)
    if (a.from[i] != b.from[i] || (a.from[i].none() && ((a.value ^ b.value) >> 8 * i & 0xFF) != 0))
      return false;
  return true;
}

struct Count {
  int followed = 0, different = 0, equal = 0;
  std::string wrong{};
};

Count follow_pairs(const std::string& arch, int pairs, std::uint32_t seed) {
  const auto forms = followed_forms(arch);
  const isa::Program all = forms->program();
  Draws draws(all.instructions, seed);
  Values values;
  Count count;
  constexpr std::array<std::size_t, kLength> kInOrder{0, 1, 2, 3, 4};
  for (int pair = 0; pair < pairs; ++pair) {
    const Program first = draws.program(), second = draws.changed(first);
    FollowedWave followed(*forms, 1);
    std::array<std::optional<std::vector<Result>>, 2> results;
    for (const Program* const p : {&first, &second}) {
      isa::Program loaded = all;
      loaded.instructions.assign(p->begin(), p->end());
      forms->load(std::move(loaded));
      results[p == &second] = followed.run(kInOrder, seed + std::uint32_t(pair));
    }
    if (!results[0] || !results[1]) continue;
    ++count.followed;
    for (const auto& of_one : results)
      for (const Result& r : *of_one)
        if (const std::string wrong = values.add(r); !wrong.empty() && count.wrong.empty())
          for (const Program* const p : {&first, &second})
            for (const isa::Instruction& i : *p) count.wrong += i.text + "\n" + wrong + "\n";
    bool terms = true, numbers = true;
    for (const Result& a : *results[0])
      for (const Result& b : *results[1]) {
        if (a.file != b.file || a.number != b.number || a.lane != b.lane) continue;
        terms &= is_same(a, b);
        numbers &= a.value == b.value;
      }
    count.different += !numbers;
    count.equal += terms && !numbers;
  }
  return count;
}

void check_pairs(int pairs) {
  for (const char* const arch : {"gfx942", "gfx950", "gfx1250"}) {
    const Count count = follow_pairs(arch, pairs, 3);
    INFO(arch << ": " << count.followed << " pairs followed, " << count.different << " different\n"
              << count.wrong);
    CHECK(count.wrong.empty());
    CHECK(count.equal == 0);
    CHECK(count.different > pairs / 8);
  }
}

constexpr int kShift = 64;

/// Whether an instruction reads and writes vector registers alone.
bool is_of_vectors(const isa::Instruction& i) {
  const auto* const row = std::get_if<isa::VectorAlu>(&i.semantics->operation);
  return row != nullptr && !row->writes_mask && !row->reads_carry && !row->writes_exec &&
         std::ranges::all_of(i.operands,
                             [](const isa::Operand& o) { return o.kind == isa::Operand::Kind::vector; });
}

/// Whether two instructions may be exchanged: neither writes a register that the other names.
bool are_independent(const isa::Instruction& a, const isa::Instruction& b) {
  if (!is_of_vectors(a) || !is_of_vectors(b)) return false;
  const auto touches = [](const isa::Operand& written, const isa::Instruction& i) {
    return std::ranges::any_of(i.operands, [&](const isa::Operand& o) {
      return o.kind == isa::Operand::Kind::vector && o.index < written.index + written.count &&
             written.index < o.index + o.count;
    });
  };
  return a.destination() != nullptr && b.destination() != nullptr && !touches(*a.destination(), b) &&
         !touches(*b.destination(), a);
}

/// The same program in other registers, and in another order where its instructions allow it.
Program rewritten(Program p, int& exchanged) {
  for (std::size_t i = 0; i + 1 < kLength; ++i)
    if (are_independent(p[i], p[i + 1])) {
      std::swap(p[i], p[i + 1]);
      ++exchanged;
    }
  for (isa::Instruction& i : p)
    for (isa::Operand& o : i.operands)
      if (o.kind == isa::Operand::Kind::vector) o.index = std::uint16_t(o.index + kShift);
  return p;
}

struct Rewritten {
  int followed = 0, equal = 0, exchanged = 0;
};
Rewritten follow_rewritten(const std::string& arch, int programs) {
  const auto forms = followed_forms(arch);
  const isa::Program all = forms->program();
  Draws draws(all.instructions, 7);
  constexpr std::array<std::size_t, kLength> kInOrder{0, 1, 2, 3, 4};
  Rewritten count;
  for (int n = 0; n < programs; ++n) {
    const Program first = draws.program();
    const std::array<Program, 2> both{first, rewritten(first, count.exchanged)};
    FollowedWave wave(*forms, 1);
    std::array<std::optional<std::vector<Result>>, 2> results;
    for (std::size_t i = 0; i < 2; ++i) {
      isa::Program loaded = all;
      loaded.instructions.assign(both[i].begin(), both[i].end());
      forms->load(std::move(loaded));
      results[i] =
          wave.run(kInOrder, std::uint32_t(n), FollowedWave::Forgotten::nothing, i == 0 ? 0 : kShift);
    }
    if (!results[0] || !results[1] || results[0]->size() != results[1]->size()) continue;
    ++count.followed;
    bool same = true;
    for (std::size_t i = 0; i < results[0]->size(); ++i) same &= is_same((*results[0])[i], (*results[1])[i]);
    count.equal += same;
  }
  return count;
}

TEST_CASE("fingerprints: random programs in other registers and another order are called equal") {
  for (const char* const arch : {"gfx942", "gfx950", "gfx1250"}) {
    const Rewritten count = follow_rewritten(arch, 300);
    INFO(arch << ": " << count.equal << " of " << count.followed << ", " << count.exchanged << " exchanged");
    CHECK(count.followed > 150);
    CHECK(count.exchanged > 20);
    CHECK(100 * count.equal >= 99 * count.followed);
  }
}

TEST_CASE("fingerprints: random programs that differ are never called equal") {
  check_pairs(60);
}

// 10,200 pairs, for who names the test: `test_isa_forms "fingerprints: ten thousand*"`.
TEST_CASE("fingerprints: ten thousand pairs of random programs", "[.]") {
  check_pairs(3400);
}

}  // namespace
}  // namespace lockstep::tests
