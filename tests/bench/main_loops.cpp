// What the kernels' headers promise of their main loops, counted in the emulator.
#include "bench/main_loops.hpp"

#include <algorithm>

#include "tests/catch.hpp"

using namespace lockstep;

namespace {

// Percent of matrix instructions that a kernel's main loop has at least; 0: it has none, for it multiplies
// without them. Those below 40 say why in their sources.
struct Least {
  std::string_view kernel;
  int matrix;
};
constexpr Least kLeast[] = {
    {"loop/grouped_gemm_contiguous@gfx950", 40},
    {"loop/grouped_gemm_masked@gfx950", 40},
    {"loop/grouped_gemm_contiguous@gfx942", 24},
    {"loop/grouped_gemm_masked@gfx942", 24},
    {"loop/grouped_gemm_k@gfx950", 13},
    {"loop/grouped_gemm_k@gfx942", 20},
    {"loop/small_m_mfma@gfx950", 30},
    {"loop/small_m_gemv@gfx950", 0},
    {"loop/small_m_moe@gfx950", 0},
    {"loop/tensorwise_nt@gfx950", 48},
    {"loop/tensorwise_nn@gfx950", 43},
    {"loop/tensorwise_tn@gfx950", 40},
    {"loop/moe_down_added@gfx950", 40},
    {"loop/moe_down_flat@gfx950", 40},
    {"loop/moe_gate_up@gfx950", 40},
    {"loop/moe_two_stage@gfx950", 40},
    {"loop/moe_down_mxfp4@gfx950", 40},
    {"loop/mx_gemm@gfx1250", 15},
    {"loop/grouped_gemm_contiguous@gfx1250", 20},
    {"loop/grouped_gemm_masked@gfx1250", 20},
    {"loop/moe_down_added@gfx1250", 10},
    {"loop/moe_down_flat@gfx1250", 12},
    {"loop/moe_gate_up@gfx1250", 12},
    {"loop/moe_two_stage@gfx1250", 10},
    {"loop/moe_down_mxfp4@gfx1250", 12},
    {"loop/small_m_mfma@gfx1250", 15},
    {"loop/small_m_gemv@gfx1250", 0},
    {"loop/small_m_moe@gfx1250", 0},
};

}  // namespace

TEST_CASE("main loops: matrix share, no bank conflicts of reads, no scratch, registers that a wave has") {
  const std::vector<bench::MainLoop> rows = bench::main_loops("");
  for (const bench::MainLoop& row : rows) {
    INFO(row.name << ": " << row.case_line);
    const auto* const least =
        std::ranges::find_if(kLeast, [&](const Least& l) { return l.kernel == row.name; });
    REQUIRE(least != std::end(kLeast));
    CHECK(row.scratch == 0);
    const bool gfx1250 = row.name.ends_with("@gfx1250");
    CHECK(row.registers <= (gfx1250 ? 1024 : 512));
    CHECK(row.registers > 0);
    if (least->matrix == 0) {
      CHECK(row.error == "no loop with matrix instructions");
      continue;
    }
    CHECK(row.error.empty());
    CHECK(100 * row.mix.share(observe::Unit::matrix) >= least->matrix);
    CHECK(row.read_conflicts == 0);
    CHECK((gfx1250 || row.unknown_accesses == 0));  // nobody says in which phases gfx1250 accesses LDS
  }
  CHECK(rows.size() >= std::size(kLeast));
}
