// gfx942: published variations and other datapaths in the silicon's place.
#include <algorithm>
#include <bit>
#include <random>

#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/models/amd_facts.hpp"
#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "properties/probe/judge.hpp"
#include "properties/probe/parameters.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::Facts;

namespace {

probe::Record observed(const Facts& eight, const Facts& sixteen) {
  const matrix::Model silicon{"unheard of", matrix::Label::hypothesis, "", "", eight, "gfx942", sixteen};
  const auto device = devices::open_emulated("gfx942", silicon);
  REQUIRE(device);
  auto record = probe::observe(**device, probe::probes("gfx942"));
  if (!record) FAIL(record.error().text);
  return *record;
}

std::vector<std::string_view> names(const std::vector<const matrix::Model*>& models) {
  std::vector<std::string_view> all;
  for (const matrix::Model* m : models) all.push_back(m->name);
  return all;
}

Facts flushed(Facts facts) {
  facts.flush = true;
  return facts;
}

}  // namespace

TEST_CASE("of the four published tails two and two are one function") {
  const std::vector<std::string_view> newest{"cdna3", "cdna3_v2a"}, older{"cdna3_v1", "cdna3_khattak"};
  for (const matrix::Model& silicon : matrix::models("gfx942")) {
    CAPTURE(silicon.name);
    const probe::Judgement j = judge(observed(silicon.facts, silicon.sixteen), matrix::models("gfx942"));
    REQUIRE(j.classes.size() == 1);
    const bool is_newest = silicon.name == "cdna3" || silicon.name == "cdna3_v2a";
    CHECK(names(j.classes[0]) == (is_newest ? newest : older));
  }
}

TEST_CASE("cuts said to be idle are: the function stays, on values that cut all they can") {
  std::mt19937_64 random(0x1D1E);
  const auto check = [&](matrix::Unit x, const Facts& other, const formats::Format& format, int k) {
    constexpr int kCount = 20000;
    std::vector<std::uint32_t> a(std::size_t(kCount * k)), b(a), c(kCount), dx(c), dy(c);
    // Exponents close together, so that sums cancel, and C within 40 binades of the products.
    for (auto* codes : {&a, &b})
      for (std::uint32_t& code : *codes) do
          code = std::uint32_t(random()) & format.code_mask();
        while (
            formats::is_nan(format, code) || formats::is_infinity(format, code) ||
            std::abs(formats::to_double(format, code)) > 0x1p20 ||
            (formats::to_double(format, code) != 0 && std::abs(formats::to_double(format, code)) < 0x1p-20));
    for (std::uint32_t& bits : c)
      bits = std::uint32_t(random() & 0x807FFFFF) | (107 + unsigned(random() % 60)) << 23;
    x.step = 1;
    matrix::Unit y = x;
    y.facts = other;
    const matrix::DotBatch batch{kCount,   k,        &format, &format, a.data(),
                                 b.data(), c.data(), nullptr, nullptr, dx.data()};
    dot_products(x, batch);
    matrix::DotBatch second = batch;
    second.d = dy.data();
    dot_products(y, second);
    int differences = 0;
    for (std::size_t i = 0; i < dx.size(); ++i) differences += dx[i] != dy[i];
    return differences;
  };
  for (const auto& [name, format] : {std::pair{"v_mfma_f32_16x16x32_fp8_fp8", &formats::float8_e4m3fnuz},
                                     {"v_mfma_f32_16x16x32_bf8_bf8", &formats::float8_e5m2fnuz},
                                     {"v_mfma_f32_16x16x16_f16", &formats::float16},
                                     {"v_mfma_f32_16x16x16_bf16", &formats::bfloat16}}) {
    CAPTURE(name);
    const auto& row = *matrix::find_matrix_instruction(name);
    const auto x = unit_of(*matrix::find_model("cdna3"), row),
               y = unit_of(*matrix::find_model("cdna3_v2a"), row),
               v1 = unit_of(*matrix::find_model("cdna3_v1"), row);
    CHECK(x->facts != y->facts);
    CHECK(without_idle_cuts(x->facts) == without_idle_cuts(y->facts));
    CHECK(without_idle_cuts(x->facts) != without_idle_cuts(v1->facts));
    CHECK(check(*x, y->facts, *format, row.k) == 0);
    // A cut that is not idle: one bit fewer.
    Facts narrower = x->facts;
    narrower.dot.fraction_bits = 28;
    CHECK(without_idle_cuts(narrower) == narrower);
    CHECK(check(*x, narrower, *format, row.k) > 0);
  }
}

TEST_CASE("another datapath in gfx942's place is no named model") {
  using namespace matrix;
  const std::pair<const char*, std::pair<Facts, Facts>> others[] = {
      {"CDNA1", {matrix::exact(4), matrix::exact(4)}},
      {"CDNA2, flushing", {pairwise(4), pairwise(4)}},
      {"a chain", {fused_multiply_add(), fused_multiply_add()}},
      {"CDNA3 with subnormals flushed", {flushed(split(16)), flushed(truncated(8))}},
      {"CDNA3 with subnormals of 16 bits flushed", {split(16), flushed(truncated(8))}},
      {"CDNA3 without the parity split", {truncated(16), truncated(8)}},
      {"twice the step", {split(32), truncated(16)}},
      {"half the step", {split(8), truncated(4)}},
      {"Blackwell", {nvidia(32), nvidia(16)}},
      {"RDNA4", {carried(pairs_of(2, 4)), carried(pairs_of(2, 4))}},
      {"fp8 as it is, 16 bits otherwise", {split(16), truncated(16)}},
  };
  for (const auto& [what, facts] : others) {
    CAPTURE(what);
    const probe::Record record = observed(facts.first, facts.second);
    const probe::Judgement j = judge(record, models("gfx942"));
    CHECK(j.classes.empty());
  }
  // What survives for one instruction alone, and what its parameters tell.
  const probe::Record record = observed(split(16), truncated(16));
  const probe::Judgement j = judge(record, models("gfx942"));
  const auto of = [](const char* name) { return probe::find_instruction("gfx942", name); };
  CHECK(names(survivors(j, record, *of("v_mfma_f32_16x16x32_fp8_fp8"))) ==
        std::vector<std::string_view>{"cdna3", "cdna3_v2a"});
  CHECK(survivors(j, record, *of("v_mfma_f32_16x16x16_f16")).empty());
}

TEST_CASE("CDNA3's parameters are read from its answers") {
  const matrix::Model& cdna3 = *matrix::find_model("cdna3");
  const probe::Record record = observed(cdna3.facts, cdna3.sixteen);
  for (const probe::Instruction& instruction : probe::instructions("gfx942")) {
    CAPTURE(instruction.name);
    const bool eight = instruction.row->a.bits == 8;
    const int step = eight ? 16 : instruction.row->a.name == "xf32" ? 4 : 8;
    const probe::Parameters p = read_parameters(record, instruction);
    CHECK(p.aligned.products == std::min(step, instruction.row->k));
    CHECK(p.added.products == std::min(step, instruction.row->k));
    CHECK(p.rounding == probe::Direction::nearest_even);
    CHECK_FALSE(p.chain);
    REQUIRE(p.even);
    CHECK(p.even->bits == 24);
    CHECK(p.parity_split == eight);
    REQUIRE(p.accumulator);
    CHECK(p.accumulator->bits == 24);
    CHECK(p.accumulator->window == (eight ? 25 : 0));
    REQUIRE(p.tail);
    CHECK(p.tail->bits == 31);
    CHECK(p.tail_floors == true);
  }
  // Subnormals that are flushed show.
  const probe::Record flushing = observed(flushed(cdna3.facts), flushed(cdna3.sixteen));
  const auto line = [&](const probe::Record& r, const probe::Instruction& i) {
    for (const auto& [name, value] : describe(read_parameters(r, i), r, i))
      if (name == "subnormal operands") return value;
    return std::string();
  };
  for (const probe::Instruction& instruction : probe::instructions("gfx942")) {
    CAPTURE(instruction.name);
    CHECK(line(record, instruction) == "kept");
    CHECK(line(flushing, instruction) == "flushed to zero");
  }
}
