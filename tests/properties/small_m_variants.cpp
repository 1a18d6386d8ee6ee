// Kernels and cuts that declare the same order give the same bits, whatever the data; and what surrounds a
// row does not show in it.
#include <fmt/format.h>

#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using Row = std::vector<std::uint32_t>;

// Written rows of D, by case line.
std::vector<Row> rows_of(const std::string& line, laws::CodeCache& cache) {
  const auto c = cases::parse(line);
  INFO(line);
  REQUIRE(c.has_value());
  auto e = laws::Experiment::prepare(*c, cache, {});
  INFO((e ? std::string() : e.error()));
  REQUIRE(e.has_value());
  const laws::Run& run = (*e)->first_run();
  REQUIRE_FALSE(run.outcome.stop.has_value());
  const auto n = std::size_t(c->n);
  std::vector<Row> rows;
  for (std::size_t at = 0; at < run.output[0].size(); at += n)
    rows.emplace_back(run.output[0].begin() + std::ptrdiff_t(at),
                      run.output[0].begin() + std::ptrdiff_t(at + n));
  return rows;
}

const std::string kData = " n=75 k=1056 data=cancelling scales=distinct seed=0x51";

struct Arch {
  const char *name, *model;
};
// Of gfx1250, where a block alone lies where it lies among others, one that sums all of an instruction at
// once.
constexpr Arch kArchs[] = {{"gfx950", "nv_st"}, {"gfx1250", "wmma_gtr128_inexp"}};

std::string matrix_data(const Arch& arch) {
  return fmt::format(" n=139 k=1024 data=cancelling scales=distinct seed=0x52 model={}", arch.model);
}

}  // namespace

TEST_CASE("small-M: the columns of a workgroup do not show") {
  laws::CodeCache cache;
  const auto lanes = rows_of("small_m_gemv@gfx950 m=5 block_n=4" + kData, cache);
  for (const int block_n : {8, 16, 32, 64})
    CHECK((rows_of(fmt::format("small_m_gemv@gfx950 m=5 block_n={}{}", block_n, kData), cache) == lanes));
  for (const Arch& arch : kArchs)
    for (const char* order : {"blocks=apart", "blocks=together", "split_k=4"}) {
      const auto with = [&](int columns) {
        return rows_of(
            fmt::format("small_m_mfma@{} m=20 columns={} {}{}", arch.name, columns, order, matrix_data(arch)),
            cache);
      };
      const auto one = with(1);
      for (const int columns : {2, 4}) CHECK((with(columns) == one));
    }
}

TEST_CASE("small-M: a row is the same in whatever company it is multiplied") {
  laws::CodeCache cache;
  const auto sixteen = rows_of("small_m_gemv@gfx950 m=16" + kData, cache);
  for (int m = 1; m < 16; ++m) {
    const auto fewer = rows_of(fmt::format("small_m_gemv@gfx950 m={}{}", m, kData), cache);
    CHECK((fewer == std::vector<Row>(sixteen.begin(), sixteen.begin() + m)));
  }
  for (const Arch& arch : kArchs) {
    const auto of = [&](int m) {
      return rows_of(fmt::format("small_m_mfma@{} m={}{}", arch.name, m, matrix_data(arch)), cache);
    };
    const auto all = of(64);
    for (const int m : {1, 3, 15, 16, 17, 31, 33, 50, 63})
      CHECK((of(m) == std::vector<Row>(all.begin(), all.begin() + m)));
  }
}

TEST_CASE("small-M: experts give the rows that the dense kernel gives, and padding does not show") {
  laws::CodeCache cache;
  const auto dense = rows_of("small_m_gemv@gfx950 m=13" + kData, cache);
  for (const char* padding :
       {"", "block_m=16 pad=head", "block_m=32 pad=scattered pad_id=negative gap=2",
        "block_m=8 pad=middle pad_id=mixed lost=1 ragged=1", "block_n=16 num_post=past far=1"})
    CHECK((rows_of(fmt::format("small_m_moe@gfx950 m=13 {}{}", padding, kData), cache) == dense));
  CHECK_FALSE((rows_of("small_m_moe@gfx950 m=13 weights=mixed" + kData, cache) == dense));
}

// As far as lanes add: by which instructions a wave does so does not show, nor how many lanes it has.
TEST_CASE("small-M: waves of 32 lanes give the bits of waves of 64") {
  laws::CodeCache cache;
  for (const char* rest : {"m=5 block_n=16", "m=16 block_n=8", "m=1 block_n=4"})
    CHECK((rows_of(fmt::format("small_m_gemv@gfx1250 {}{}", rest, kData), cache) ==
           rows_of(fmt::format("small_m_gemv@gfx950 {}{}", rest, kData), cache)));
  for (const char* rest : {"m=13 weights=mixed", "m=3,0,9 block_m=16 pad=scattered"})
    CHECK((rows_of(fmt::format("small_m_moe@gfx1250 {}{}", rest, kData), cache) ==
           rows_of(fmt::format("small_m_moe@gfx950 {}{}", rest, kData), cache)));
}

TEST_CASE("small-M: a weight of 0 on a sum that may overflow, zero or NaN, satisfies every law") {
  laws::CodeCache cache;
  const laws::CaseResult r = run(
      "small_m_moe@gfx950 groups=1 n=2 k=64 m=5 weights=mixed data=cancelling scales=extreme seed=0xc4d570",
      all_laws(), cache);
  INFO(text(r));
  CHECK(r.verdict == verdict::Verdict::holds);
}

TEST_CASE("small-M: the orders themselves differ, so that agreement means something") {
  laws::CodeCache cache;
  for (const Arch& arch : kArchs) {
    const auto of = [&](const char* what) {
      return rows_of(
          fmt::format("small_m_{}{}", fmt::format(fmt::runtime(what), arch.name), matrix_data(arch)), cache);
    };
    const auto together = of("mfma@{} m=20");
    CHECK_FALSE((of("mfma@{} m=20 blocks=apart") == together));
    CHECK_FALSE((of("mfma@{} m=20 split_k=4") == together));
    CHECK_FALSE((of("gemv@{} m=16") == std::vector<Row>(together.begin(), together.begin() + 16)));
  }
}

TEST_CASE("small-M: tensors of experts past 4 GiB hold") {
  laws::CodeCache cache;
  for (const char* line : {
           "small_m_moe@gfx950 m=1,0*9000,3 n=32 k=16384 pad_id=mixed data=codes scales=distinct "
           "place=straddle_4g",
           "small_m_moe@gfx950 m=2,1 n=4096 k=32 spare=1100000 far=1 data=codes scales=distinct "
           "weights=mixed",
           "small_m_moe@gfx950 m=2,1 n=8 k=4096 spare=1100000 far=1 data=grid scales=near schedule=latest",
       }) {
    const laws::CaseResult r = run(line, all_laws(), cache);
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
    CHECK(r.largest_tensor > (std::uint64_t{1} << 32));
  }
}

TEST_CASE("small-M: the corners named by known bugs satisfy every law") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx1250"})
    for (std::string line : std::initializer_list<const char*>{
             "small_m_mfma@ARCH m=0 n=1 k=128",
             "small_m_mfma@ARCH m=1 n=1 k=1024 split_k=8 data=nan scales=nan",
             "small_m_mfma@ARCH m=64 n=255 k=384 columns=4 split_k=3 blocks=apart data=grid scales=near",
             "small_m_gemv@ARCH m=3 n=1 k=32 data=codes scales=extreme",
             "small_m_gemv@ARCH m=16 n=7 k=992 block_n=64 data=nan scales=nan",
             "small_m_gemv@ARCH m=4 n=9 k=768 data=grid scales=near build=O2",
             "small_m_moe@ARCH m=0 n=8 k=32",
             "small_m_moe@ARCH m=0,5,0 n=8 k=768 block_m=16 pad=head pad_id=negative gap=1 data=grid "
             "scales=near",
             "small_m_moe@ARCH m=3,1 n=8 k=32 num_post=none",
             "small_m_moe@ARCH m=9,30,1 n=13 k=96 a_div=4 weights=mixed lost=3 ragged=1 data=codes "
             "scales=nan",
         }) {
      line.replace(line.find("ARCH"), 4, arch);
      const laws::CaseResult r = run(line, all_laws(), cache);
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
}

}  // namespace lockstep::tests
