// Waits, barriers and s_nops of real kernels: dropped or weakened they are noticed, or a rule says why not.
#include "properties/wait_mutation/kill_matrix.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "emulator/isa/disassembler.hpp"
#include "emulator/lint/lint.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = wait_mutation::CodeMutant::Kind;
using wait_mutation::MatrixRow;

wait_mutation::KillMatrix matrix_of(const char* line, std::size_t limit) {
  wait_mutation::MatrixOptions o;
  o.cases = {*cases::parse(line)};
  using machine::Schedule;
  o.schedules = {{Schedule::Kind::earliest, 0}, {Schedule::Kind::latest, 0}, {Schedule::Kind::random, 1}};
  o.limit = limit;
  auto matrix = wait_mutation::kill_matrix(o);
  INFO((matrix ? std::string() : matrix.error()));
  REQUIRE(matrix.has_value());
  return std::move(*matrix);
}

struct Tally {
  int waits = 0, nops = 0, barriers = 0;
};

Tally killed(const wait_mutation::KillMatrix& matrix) {
  Tally tally;
  for (const MatrixRow& row : matrix.rows) {
    CAPTURE(matrix.code->program().instructions[row.mutant.instruction].text, row.mutant.address);
    const Kind k = row.mutant.kind;
    if (!row.killed()) CHECK(row.explanation.has_value());
    if (!row.killed()) continue;
    (k == Kind::drop_barrier                        ? tally.barriers
     : k == Kind::drop_nop || k == Kind::weaken_nop ? tally.nops
                                                    : tally.waits)++;
  }
  return tally;
}

TEST_CASE("waits, barriers and wait states of the masked GEMM are noticed when they are gone") {
  const wait_mutation::KillMatrix matrix = matrix_of(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1", 70);
  const Tally tally = killed(matrix);
  CHECK(tally.waits >= 3);
  CHECK(tally.barriers >= 3);
  CHECK(tally.nops >= 3);
}

// Of gfx1250: a copy that nobody waits for, the waves' meeting in between, vector instructions that keep a
// matrix instruction and its reader apart.
TEST_CASE("waits, barriers in two and spacers of gfx1250's masked GEMM are noticed when they are gone") {
  const wait_mutation::KillMatrix matrix = matrix_of(
      "grouped_gemm_masked@gfx1250 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1",
      10'000);
  std::map<Kind, std::set<std::string>> by;
  for (const MatrixRow& row : matrix.rows) {
    CAPTURE(matrix.code->program().instructions[row.mutant.instruction].text, row.mutant.address,
            wait_mutation::name(row.mutant));
    if (!row.killed()) CHECK(row.explanation.has_value());
    for (const std::string& how : row.killed_by)
      if (!how.empty()) by[row.mutant.kind].insert(how);
  }
  CHECK(by[Kind::drop_wait].contains("wait"));
  CHECK(by[Kind::weaken_wait].contains("wait"));
  CHECK(by[Kind::drop_signal].contains("divergent-barrier"));
  CHECK(by[Kind::drop_meeting].contains("lds-race"));  // a race stands above what follows from it
  CHECK(by[Kind::drop_barrier].contains("lds-race"));
  CHECK(by[Kind::drop_spacer] == std::set<std::string>{"nop"});
}

TEST_CASE("wait states are noticed under every schedule, waits under latest") {
  const wait_mutation::KillMatrix matrix = matrix_of(
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

/// What noticed the mutant is what lint, that runs nothing, says of it, too: a register before its wait, a
/// wait state. Of bytes of LDS and memory lint knows nothing.
struct Agreement {
  int both = 0;
  int lint_only = 0;  ///< on a path that no case took
};

Agreement agreement(const wait_mutation::KillMatrix& matrix) {
  Agreement a;
  for (const MatrixRow& row : matrix.rows) {
    CAPTURE(matrix.code->program().instructions[row.mutant.instruction].text, row.mutant.address);
    for (const std::string& by : row.killed_by)
      if (by == "wait" || by == "nop") CHECK(row.lint.contains(by));
    if (row.killed() && !row.lint.empty()) ++a.both;
    if (row.killed() || row.lint.empty()) continue;
    CHECK(row.explanation.has_value());
    ++a.lint_only;
  }
  return a;
}

TEST_CASE("lint and the checks of a run speak of the same mutants") {
  const Agreement masked = agreement(matrix_of(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1", 40));
  CHECK(masked.both >= 30);
  const Agreement small =
      agreement(matrix_of("small_m_mfma@gfx950 groups=1 n=123 k=896 m=30 blocks=apart columns=2 seed=3", 40));
  CHECK(small.both >= 30);
  const Agreement k =
      agreement(matrix_of("grouped_gemm_k@gfx942 groups=1 n=128 k=128 m=384 out=f32 seed=1", 30));
  CHECK(k.both >= 10);  // a nop less before a result is a note from passes - 1 on
}

TEST_CASE("lint sees a copy into LDS that nobody waits for") {
  laws::CodeCache cache;
  const kernels::Kernel& kernel = *kernels::find_kernel("moe_down_flat", "gfx950");
  const auto code = *cache.get(kernel, "O3");
  const auto file = *laws::CodeCache::bytes(kernel, "O3");
  const auto& all = code->program().instructions;
  int copies = 0, waits = 0;
  for (const wait_mutation::CodeMutant& m : wait_mutation::code_mutants(code->program(), code->object())) {
    // The first of those that stand before a barrier.
    const bool before_barrier = all[m.instruction + 1].mnemonic == "s_barrier";
    if (m.kind != Kind::drop_wait || !before_barrier || ++waits > 12) continue;
    const auto object = code_object::parse("mutant", wait_mutation::patched(file, code->object(), m));
    REQUIRE(object.has_value());
    const auto program = isa::disassemble(object->arch, object->text_address, object->text);
    REQUIRE(program.has_value());
    for (const lint::KernelReport& report : lint::lint(*object, *program))
      for (const findings::Finding& f : report.findings) copies += f.kind == findings::FindingKind::lds_copy;
  }
  CHECK(copies >= 1);
}

TEST_CASE("lint sees what no case takes") {
  // Two blocks of k for each half: no turn of the main loop comes back, and the waits for what it loads have
  // nothing to do.
  const Agreement a = agreement(matrix_of(
      "small_m_mfma@gfx950 groups=1 n=128 k=768 m=63 columns=4 split_k=2 data=codes scales=near seed=3",
      10'000));  // all of them, and none of the code that no case reaches
  CHECK(a.lint_only >= 3);
}

TEST_CASE("an s_nop that still comes before who needs it is told from one that nobody needs") {
  // Before two instructions with DPP: behind the first it serves the second.
  const wait_mutation::KillMatrix matrix =
      matrix_of("small_m_gemv@gfx950 groups=1 n=4 k=3072 m=1 data=grid seed=0xfadeaf", 1000);
  int still_before = 0, no_pair = 0;
  for (const MatrixRow& row : matrix.rows) {
    if (row.killed()) continue;
    REQUIRE(row.explanation.has_value());
    no_pair += row.explanation->rule == wait_mutation::Rule::no_pair;
    if (row.explanation->rule != wait_mutation::Rule::still_before) continue;
    ++still_before;
    const auto& program = matrix.code->program().instructions;
    CHECK(row.mutant.kind == Kind::drop_nop);
    CHECK(program[row.mutant.instruction + 1].modifiers.dpp.has_value());
    CHECK(program[row.mutant.instruction + 2].modifiers.dpp.has_value());
  }
  CHECK(still_before >= 1);
  CHECK(no_pair >= 1);
}

// In 12 rows the large tile's stores before some barrier leave in LDS what is there already: a race over it
// shows nothing, and the account of bytes sees one.
TEST_CASE("a survivor without a rule is tried on other cases, until one notices it") {
  wait_mutation::MatrixOptions o;
  o.cases = {*cases::parse(
      "tensorwise_nt@gfx950 groups=2 n=16 k=256 m=10,2 beta=1 group_m=1 num_cu=5 tile=large data=grid "
      "place=straddle_4g seed=0x3cd1b8")};
  o.schedules = {{machine::Schedule::Kind::latest, 0}};
  o.limit = 1;
  const auto code = wait_mutation::kill_matrix(o)->code;
  o.limit = 1000;  // all, but for what this case does not reach
  const auto& program = code->program().instructions;
  for (std::size_t i = 0; i + 1 < program.size(); ++i)
    if (program[i].text.starts_with("s_waitcnt") && program[i + 1].text.starts_with("s_barrier"))
      o.at.push_back(program[i].address);
  const auto unexplained = [&] {
    const auto matrix = wait_mutation::kill_matrix(o);
    REQUIRE(matrix.has_value());
    std::vector<std::uint64_t> places;
    for (const MatrixRow& row : matrix->rows) {
      if (!row.killed() && !row.explanation) places.push_back(program[row.mutant.instruction].address);
      if (!row.only_by.empty()) CHECK((row.killed() && row.only_by == cases::print(o.others.back())));
    }
    return places;
  };
  const auto alone = unexplained();
  CHECK(!alone.empty());
  o.at = alone;
  o.others = {o.cases[0]};
  CHECK(unexplained() == alone);
  o.others.push_back(*cases::parse("tensorwise_nt@gfx950 n=256 k=128 m=256 beta=1 tile=large seed=7"));
  CHECK(unexplained().size() < alone.size());
}

using Clock = std::chrono::steady_clock;

struct Interrupted {
  tl::expected<wait_mutation::KillMatrix, std::string> matrix;
  bool in_time = false;  ///< before the matrix was complete
};

/// Interrupts a matrix a while after `judged` of its mutants were judged by the first cases, or all of them.
Interrupted interrupted_after(std::size_t judged, Clock::duration time, wait_mutation::MatrixOptions o) {
  std::atomic<bool> cancel{false};
  std::thread timer;
  o.cancel = &cancel;
  o.progress = [&](std::size_t done, std::size_t total) {
    if (done != std::min(judged, total)) return;
    timer = std::thread([&] {
      std::this_thread::sleep_for(time);
      cancel.store(true);
    });
  };
  auto matrix = wait_mutation::kill_matrix(o);
  const bool in_time = cancel.load();
  timer.join();
  return {std::move(matrix), in_time};
}

// Every operation is complete at once and findings are accepted: a missing wait shows in nothing, and no rule
// says why it need not. What could be taken for showing it is a run that ends halfway, its output incomplete.
const findings::Suppressions& accepted() {
  static const auto rules =
      findings::Suppressions::parse("rules", "wait * *  # by output\nlds-race * *  # by output");
  return *rules;
}

wait_mutation::MatrixOptions unnoticed_drops() {
  wait_mutation::MatrixOptions o;
  o.cases = {*cases::parse("grouped_gemm_masked@gfx950 m=1 m_max=1 n=128 k=256 seed=1")};
  o.schedules = {{machine::Schedule::Kind::earliest, 0}};
  o.suppressions = &accepted();
  o.limit = 1000;  // all, but for what this case does not reach
  const wait_mutation::KillMatrix small = *wait_mutation::kill_matrix(o);
  for (const MatrixRow& row : small.rows)
    if (row.mutant.kind == Kind::drop_wait && !row.killed() && !row.explanation)
      o.at.push_back(row.mutant.address);
  REQUIRE(o.at.size() >= 3);
  return o;
}

/// At ever later moments after `judged` mutants, until the matrix is complete before. Mutants whose trial was
/// cut are missing, even where that was the kernel's as it is; what was judged until then is there.
void interrupt_at_moments(std::size_t judged, const wait_mutation::MatrixOptions& o) {
  const Clock::time_point begin = Clock::now();
  const wait_mutation::KillMatrix whole = *wait_mutation::kill_matrix(o);
  const Clock::duration whole_time = Clock::now() - begin;
  REQUIRE(std::ranges::none_of(whole.rows, &MatrixRow::killed));
  int cut_short = 0;
  bool in_time = true;
  for (Clock::duration time = whole_time / 64; in_time; time += time / 4) {
    const Interrupted run = interrupted_after(judged, time, o);
    in_time = run.in_time;
    INFO((run.matrix ? std::string() : run.matrix.error()));
    REQUIRE(run.matrix.has_value());
    for (const MatrixRow& row : run.matrix->rows) {
      CAPTURE(row.mutant.address, row.killed_by, run.in_time);
      CHECK(!row.killed());
    }
    cut_short += run.matrix->rows.size() < whole.rows.size();
  }
  CHECK(cut_short > 0);
}

const char* const kLonger = "grouped_gemm_masked@gfx950 m=128 m_max=128 n=2048 k=512 seed=1";

TEST_CASE("a run that is cut short notices nothing") {
  wait_mutation::MatrixOptions o = unnoticed_drops();
  o.cases = {*cases::parse(kLonger)};
  interrupt_at_moments(1, o);
}

TEST_CASE("a run on another case that is cut short notices nothing") {
  wait_mutation::MatrixOptions o = unnoticed_drops();
  o.others = {*cases::parse(kLonger)};
  interrupt_at_moments(o.limit, o);
}

TEST_CASE("beside the cases chosen come larger ones of them, and others that were drawn, smallest first") {
  const kernels::Kernel& kernel = *kernels::find_kernel("grouped_gemm_masked", "gfx950");
  const wait_mutation::ReachingCases cases = wait_mutation::reaching_cases(kernel, "O3", 1, 1);
  REQUIRE(!cases.chosen.empty());
  REQUIRE(cases.others.size() > cases.chosen.size());
  const cases::Case& chosen = cases.chosen[0];
  const auto is_larger = [&](const cases::Case& c) {
    return c.seed == chosen.seed && c != chosen && c.n >= chosen.n && c.k >= chosen.k && c.m >= chosen.m;
  };
  CHECK(std::ranges::any_of(cases.others, is_larger));
  CHECK(!std::ranges::all_of(cases.others, is_larger));
  CHECK(std::ranges::find(cases.others, chosen) == cases.others.end());
}

TEST_CASE("mutants are made at the addresses that are asked for") {
  wait_mutation::MatrixOptions o;
  o.cases = {*cases::parse("grouped_gemm_masked@gfx950 m=64 m_max=64 n=128 k=256 seed=1")};
  o.schedules = {{machine::Schedule::Kind::latest, 0}};
  o.limit = 3;
  const auto some = wait_mutation::kill_matrix(o);
  const std::uint64_t at = some->code->program().instructions[some->rows[2].mutant.instruction].address;
  o.limit = 0;
  o.at = {at};
  const auto matrix = wait_mutation::kill_matrix(o);
  REQUIRE(matrix.has_value());
  CHECK(!matrix->rows.empty());
  for (const MatrixRow& row : matrix->rows)
    CHECK(matrix->code->program().instructions[row.mutant.instruction].address == at);
  o.at = {at, 1};
  CHECK(wait_mutation::kill_matrix(o).error().starts_with(
      "nothing can be dropped at 0x1, where no instruction begins"));
}

TEST_CASE("where nothing can be dropped, the nearest places where something can are named") {
  isa::Program program;
  program.base = 0x100;
  for (const char* text : {"s_barrier", "s_nop 1", "s_endpgm", "s_waitcnt vmcnt(0)", "s_barrier"}) {
    const std::size_t number = program.instructions.size();
    program.index_of_dword.push_back(std::int32_t(number));
    isa::Instruction& i = program.instructions.emplace_back();
    i.address = program.base + 4 * number;
    i.text = text;
  }
  std::vector<wait_mutation::CodeMutant> mutants(5);
  mutants[0].instruction = 0;
  mutants[1].instruction = 1;
  mutants[2].instruction = mutants[3].instruction = 3;
  mutants[4].instruction = 4;
  const auto complaint = [&](std::vector<std::uint64_t> at) {
    const auto found = wait_mutation::find_places(at, program, mutants);
    return found ? "" : found.error();
  };
  CHECK(complaint({}).empty());
  CHECK(complaint({0x100, 0x104, 0x10c, 0x110}).empty());
  CHECK(complaint({0x10c, 0x108}) ==
        "nothing can be dropped at 0x108, which is `s_endpgm`; "
        "nearest to it: 0x100 s_barrier, 0x104 s_nop 1, 0x10c s_waitcnt vmcnt(0)");
  CHECK(complaint({~0ull}) ==
        "nothing can be dropped at 0xffffffffffffffff, where no instruction begins; "
        "nearest to it: 0x104 s_nop 1, 0x10c s_waitcnt vmcnt(0), 0x110 s_barrier");
  mutants.clear();
  CHECK(complaint({0x100}) == "nothing can be dropped at 0x100, which is `s_barrier`; nor anywhere else");
}

TEST_CASE("a kernel that fails by itself is not judged") {
  wait_mutation::MatrixOptions o;
  o.cases = {*cases::parse("grouped_gemm_masked@gfx950 m_max=64 m=64 k=256 build=dropped_dma_wait")};
  o.schedules = {{machine::Schedule::Kind::earliest, 0}, {machine::Schedule::Kind::latest, 0}};
  CHECK(!wait_mutation::kill_matrix(o).has_value());
}

}  // namespace
}  // namespace lockstep::tests
