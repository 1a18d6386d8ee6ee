// The exact answer for the operands before quantisation: the product is that of a plain loop, and each row
// and expert meets the one that its quantised operands meet.
#include <cmath>
#include <random>

#include "properties/cases/elements.hpp"
#include "properties/problems/source_product.hpp"
#include "reference/exact/noise.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

std::unique_ptr<problems::Instance> instance_of(const std::string& line) {
  const auto c = cases::parse(line);
  INFO(line);
  REQUIRE(c.has_value());
  const kernels::Kernel* kernel = kernels::find_kernel(c->kernel, c->arch);
  REQUIRE(kernel != nullptr);
  auto instance = problems::instantiate(*c, *kernel);
  INFO((instance ? std::string() : instance.error()));
  REQUIRE(instance.has_value());
  return std::move(*instance);
}

// The ratio of each row of the quantised operands' answer to that before quantisation: a row that met
// another's operands would be at 0 dB.
std::vector<double> db_of_rows(const problems::Instance& instance) {
  const auto before = instance.unquantised();
  REQUIRE(before.has_value());
  const std::vector<operators::ExactOutput> after = instance.exact();
  REQUIRE(before->size() == after.size());
  const operators::Output& output = instance.outputs()[0];
  REQUIRE((*before)[0].size() == output.elements());
  std::vector<double> db;
  for (std::size_t r = 0; r < output.rows.size(); ++r) {
    exact::Noise noise;
    for (auto i = r * std::size_t(output.columns); i < (r + 1) * std::size_t(output.columns); ++i)
      noise.add((*before)[0][i], after[0].value[i]);
    db.push_back(noise.db());
  }
  return db;
}

void check_rows(const std::string& line, double least, double most) {
  const std::vector<double> rows = db_of_rows(*instance_of(line));
  INFO(line);
  REQUIRE_FALSE(rows.empty());
  for (const double db : rows) {
    if (std::isinf(db) && db > 0) continue;  // a row of zeros, or of nothing but C
    CHECK(db > least);
    CHECK(db < most);
  }
}

}  // namespace

TEST_CASE("rows in any order of groups are multiplied as a plain loop does it") {
  constexpr std::int64_t kColumns = 300, kDepth = 200;  // neither whole blocks nor whole strips
  const std::vector<std::int32_t> groups{7, 2, 7, 0, 2, 7};
  const auto number = [](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return float(double(random() >> 11) * 0x1p-52 - 1);
  };
  const auto a = [&](std::size_t row, std::int64_t k) { return number(row * 1000 + std::uint64_t(k)); };
  const auto b = [&](std::int32_t group, std::int64_t column, std::int64_t k) {
    return number(std::uint64_t((group + 1) * 1'000'000 + column * 1000 + k));
  };
  const std::vector<double> got = problems::multiply_sources(
      groups, kColumns, kDepth,
      [&](std::size_t row, std::span<float> out) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = a(row, std::int64_t(k));
      },
      [&](std::int32_t group, std::int64_t column, std::span<float> out) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = b(group, column, std::int64_t(k));
      });
  REQUIRE(got.size() == groups.size() * kColumns);
  for (const std::int64_t column : {0, 1, 127, 255, 256, 299})
    for (std::size_t row = 0; row < groups.size(); ++row) {
      double want = 0;
      for (std::int64_t k = 0; k < kDepth; ++k) want += double(a(row, k)) * double(b(groups[row], column, k));
      CHECK(std::abs(got[row * kColumns + std::size_t(column)] - want) < 1e-12);
    }
}

TEST_CASE("the answer before quantisation is the sum of products of the drawn reals") {
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=16 m=3,0,5 n=256 k=384 seed=0x77");
  REQUIRE(c.has_value());
  const auto instance = instance_of(cases::print(*c));
  const std::vector<double> got = (*instance->unquantised())[0];
  const cases::Reals a(*c, cases::Stream::a, 128), b(*c, cases::Stream::b, 128);
  const auto& rows = instance->outputs()[0].rows;
  REQUIRE(rows.size() == 8);
  std::vector<float> x(384), y(384);
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::int64_t n = 0; n < 256; n += 37) {
      a.fill_row(rows[r].row, rows[r].row, x);
      b.fill_row(rows[r].group * 256 + n, rows[r].group * 2 + n / 128, y);
      double want = 0;
      for (std::size_t k = 0; k < x.size(); ++k) want += double(x[k]) * double(y[k]);
      CHECK(std::abs(got[r * 256 + std::size_t(n)] - want) <= 1e-12 * std::max(1.0, std::abs(want)));
    }
}

TEST_CASE("each row before quantisation is that row after it, but for the noise of the format") {
  check_rows("grouped_gemm_masked@gfx950 m_max=64 m=17,0,64,1 n=256 k=512 seed=0x11", 22, 40);
  check_rows("grouped_gemm_masked@gfx942 m_max=64 m=17,0,64,1 n=256 k=512 seed=0x11", 22, 40);
  check_rows("grouped_gemm_contiguous@gfx950 m=130,0,64 n=256 k=512 zero_padding=1 seed=0x12", 22, 40);
  check_rows("small_m_gemv@gfx950 m=5 n=75 k=1056 seed=0x13", 22, 40);
  check_rows("small_m_mfma@gfx950 m=20 n=128 k=1024 seed=0x14", 22, 40);
  check_rows("small_m_moe@gfx950 m=2,0,3,1 n=128 k=1024 a_div=4 weights=mixed seed=0x15", 22, 40);
  check_rows("moe_down_flat@gfx950 m=3,0,40,7 n=256 k=512 pad=scattered seed=0x16", 11, 22);
  check_rows("moe_down_added@gfx950 m=3,0,40,7 n=256 k=512 top_k=2 seed=0x1c", 11, 22);
  check_rows("tensorwise_nt@gfx950 m=40,0,130 n=256 k=512 seed=0x17", 20, 40);
  check_rows("tensorwise_nn@gfx950 m=40,0,130 n=256 k=512 seed=0x18", 20, 40);
  check_rows("tensorwise_tn@gfx950 m=40,0,130 n=256 k=256 seed=0x19", 18, 40);
  check_rows("grouped_gemm_k@gfx950 groups=3 m=128,0,256 n=128 k=128 out=f32 seed=0x1a", 20, 40);
  check_rows("grouped_gemm_k@gfx942 groups=2 m=256,128 n=128 k=128 out=f32 seed=0x1b", 20, 40);
}

TEST_CASE("what no quantiser made has no answer before quantisation") {
  CHECK_FALSE(instance_of("grouped_gemm_masked@gfx950 m_max=64 m=17 data=codes scales=unit seed=0x1")
                  ->unquantised()
                  .has_value());
  CHECK_FALSE(
      instance_of("moe_two_stage@gfx950 m=3 inter=256 n=256 k=256 seed=0x1")->unquantised().has_value());
}

TEST_CASE("law snr reports the second ratio when it is asked for, and only then") {
  laws::CodeCache cache;
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=64 m=17,0,64 k=256");
  REQUIRE(c.has_value());
  const laws::Law* const only[] = {laws::find_law("snr")};
  laws::Experiment::Options options;
  CHECK_FALSE(laws::evaluate(*c, only, cache, options).laws[0].snr->unquantised_db.has_value());
  options.unquantised = true;
  const verdict::SnrFigures snr = *laws::evaluate(*c, only, cache, options).laws[0].snr;
  REQUIRE(snr.unquantised_db.has_value());
  CHECK(snr.db > 50);
  CHECK(*snr.unquantised_db > 25);
  CHECK(*snr.unquantised_db < 35);
}

}  // namespace lockstep::tests
