// Waits, barriers and s_nops of real kernels: dropped or weakened they are noticed, or a rule says why not.
#include "properties/mutation/kill_matrix.hpp"

#include "catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = mutation::CodeMutant::Kind;
using mutation::MatrixRow;

mutation::KillMatrix matrix_of(const char* line, std::size_t limit) {
  mutation::MatrixOptions o;
  o.cases = {*cases::parse(line)};
  using machine::Schedule;
  o.schedules = {{Schedule::Kind::earliest, 0}, {Schedule::Kind::latest, 0}, {Schedule::Kind::random, 1}};
  o.limit = limit;
  auto matrix = mutation::kill_matrix(o);
  INFO((matrix ? std::string() : matrix.error()));
  REQUIRE(matrix.has_value());
  return std::move(*matrix);
}

struct Tally {
  int waits = 0, nops = 0, barriers = 0;
};

Tally killed(const mutation::KillMatrix& matrix) {
  Tally tally;
  for (const MatrixRow& row : matrix.rows) {
    CAPTURE(matrix.code->program().instructions[row.mutant.instruction].text, row.mutant.address);
    const Kind k = row.mutant.kind;
    if (!row.killed()) CHECK(!row.explanation.empty());
    if (!row.killed()) continue;
    (k == Kind::drop_barrier                        ? tally.barriers
     : k == Kind::drop_nop || k == Kind::weaken_nop ? tally.nops
                                                    : tally.waits)++;
  }
  return tally;
}

TEST_CASE("waits, barriers and wait states of the masked GEMM are noticed when they are gone") {
  const mutation::KillMatrix matrix = matrix_of(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1", 70);
  const Tally tally = killed(matrix);
  CHECK(tally.waits >= 3);
  CHECK(tally.barriers >= 3);
  CHECK(tally.nops >= 3);
}

TEST_CASE("wait states are noticed under every schedule, waits under latest") {
  const mutation::KillMatrix matrix = matrix_of(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=256 data=codes scales=near seed=2", 24);
  for (const MatrixRow& row : matrix.rows) {
    if (!row.killed()) continue;
    CAPTURE(matrix.code->program().instructions[row.mutant.instruction].text, row.mutant.address);
    if (row.mutant.kind == Kind::drop_nop || row.mutant.kind == Kind::weaken_nop)
      for (const std::string& by : row.killed_by) CHECK(by == "nop");
    else
      CHECK(!row.killed_by[1].empty());
  }
}

TEST_CASE("a kernel that fails by itself is not judged") {
  mutation::MatrixOptions o;
  o.cases = {*cases::parse("grouped_gemm_masked@gfx950 m_max=64 m=64 k=256 build=dropped_dma_wait")};
  o.schedules = {{machine::Schedule::Kind::earliest, 0}, {machine::Schedule::Kind::latest, 0}};
  CHECK(!mutation::kill_matrix(o).has_value());
}

}  // namespace
}  // namespace lockstep::tests
