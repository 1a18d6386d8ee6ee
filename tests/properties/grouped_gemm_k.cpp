// The grouped GEMM whose groups cut the reduction: corners of its contract, refusals, what is drawn.
#include <map>

#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

TEST_CASE("groups along k: the corners named by known bugs satisfy every law") {
  laws::CodeCache cache;
  for (const std::string arch : {"gfx950", "gfx942"})
    for (const char* rest : {
             " n=128 k=128 m=0 data=codes",
             " n=128 k=128 m=0,0 c=in_place data=codes",
             " n=128 k=128 m=0,128,0 c=apart data=nan scales=nan",
             " n=0 k=128 m=128",
             " n=144 k=0 m=128",
             " n=144 k=272 m=256,0,128 data=codes scales=distinct schedule=latest",
             " n=128 k=128 m=0*70,128 c=in_place data=grid scales=near schedule=random:4",
             " n=272 k=144 m=384,128 c=apart data=codes scales=extreme",
         }) {
      const laws::CaseResult r = run("grouped_gemm_k@" + arch + rest + " out=f32", all_laws(), cache);
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
}

TEST_CASE("groups along k: what the kernel can't take is refused by argument, value and rule") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    const char* says;
  };
  for (const Row& row : {
           Row{"n=128 k=128 m=100 out=f32", "ks[0] = 100: must be a multiple of 128"},
           Row{"n=128 k=128 m=128,-128 out=f32", "ks[1] = -128: must be a multiple of 128"},
           Row{"n=100 k=128 m=128 out=f32", "n = 100: must be 0 or a multiple of 16 from 128"},
           Row{"n=128 k=64 m=128 out=f32", "m = 64: must be 0 or a multiple of 16 from 128"},
           Row{"n=128 k=128 m=128", "out=bf16: grouped_gemm_k gives f32"},
           Row{"n=128 k=128 m=128 out=f32 c=other", "c=other: expected one of none, in_place, apart"},
       }) {
    const laws::CaseResult r = run(std::string("grouped_gemm_k@gfx950 ") + row.line, all_laws(), cache);
    INFO(row.line << "\n" << r.error);
    CHECK(r.error.find(row.says) != std::string::npos);
    CHECK(r.verdict == verdict::Verdict::inconclusive);
  }
}

TEST_CASE("the corners of groups along k are all visited within a thousand cases") {
  problems::Space space;
  space.kernels = {"grouped_gemm_k"};
  std::map<std::string, int> seen;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const cases::Case c = problems::draw(space, 5, i);
    ++seen["c " + c.options.text(problems::grouped_gemm_k::kC)];
    const auto empty = std::count(c.m.begin(), c.m.end(), 0);
    seen["empty group"] += empty > 0 && empty < c.groups();
    seen["no k"] += empty == c.groups();
    seen["no m"] += c.k == 0;
    seen["no n"] += c.n == 0;
    seen["part of a tile"] += c.n % 128 != 0 && c.k % 128 != 0;
    seen["odd blocks"] += c.m[0] / 128 % 2 == 1;
    seen["more groups than lanes"] += c.groups() > 64;
    for (const int bits : {31, 32})
      seen["D past 2^" + std::to_string(bits)] += c.groups() * c.n * c.k * 4 >= std::int64_t{1} << bits;
  }
  CHECK(seen.size() == 3 + 7 + 2);
  for (const auto& [what, count] : seen) {
    INFO(what);
    CHECK(count > 0);
  }
}

}  // namespace lockstep::tests
