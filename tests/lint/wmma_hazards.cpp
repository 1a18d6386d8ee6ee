// What gfx1250's lint wants between a matrix or transcendental instruction and one that meets its registers.
// LLVM 22 places as many v_nop there.
#include "tests/lint/rig.hpp"

namespace lockstep::tests {
namespace {

/// The rule that lint says is broken, with its severity; empty: none is.
std::string broken(std::vector<std::string> lines) {
  lines.emplace_back("s_endpgm");
  for (const findings::Finding& f : lint_lines("gfx1250", lines).findings)
    if (f.kind == findings::FindingKind::nop) return f.rule + ", " + std::string(findings::name(f.severity));
  return "";
}

const std::string kExp = "v_exp_f32_e32 v3, v2", kNop = "v_nop";

std::string wmma(const char* a, const char* d) {
  return std::string("v_wmma_f32_16x16x32_f16 ") + d + ", v[" + a + "], v[40:47], " + d;
}

TEST_CASE("one vector instruction stands between a transcendental one and a matrix instruction") {
  CHECK(broken({kExp, wmma("3:10", "v[16:23]")}) == "trans-to-wmma, risk");
  CHECK(broken({kExp, wmma("32:39", "v[2:9]")}) == "trans-to-wmma, risk");  // C is v3, too
  CHECK(broken({kExp, kNop, wmma("3:10", "v[16:23]")}) == "");
  CHECK(broken({kExp, wmma("32:39", "v[16:23]")}) == "");
  CHECK(broken({kExp, "v_mov_b32_e32 v5, v3"}) == "trans-to-vector, risk");
}

TEST_CASE("one vector instruction stands between a transcendental one and who reads its scalar result") {
  const std::string scalar = "v_s_exp_f32 s21, s18", reader = "v_add_nc_u32_e32 v11, s21, v8";
  CHECK(broken({scalar, reader}) == "trans-to-vector, risk");
  CHECK(broken({scalar, kNop, reader}) == "");
  CHECK(broken({scalar, "v_add_nc_u32_e32 v11, s20, v8"}) == "");
  CHECK(broken({scalar, "v_readlane_b32 s18, v8, 1"}) == "");  // a source, which LLVM lets be overwritten
  CHECK(broken({scalar, "v_s_exp_f32 s22, s21"}) == "");       // one pipeline runs both
  CHECK(broken({kExp, "v_exp_f32_e32 v4, v3"}) == "");
}

TEST_CASE("a sparse matrix instruction, or one of 8-bit values, is kept apart by its own number") {
  const auto apart = [](const std::string& first, int nops) {
    std::vector<std::string> lines{first};
    lines.insert(lines.end(), std::size_t(nops), kNop);
    lines.push_back(wmma("16:23", "v[24:31]"));
    return broken(lines).empty();
  };
  const auto needs = [&](const std::string& first, int nops) {
    return apart(first, nops) && !apart(first, nops - 1);
  };
  CHECK(needs("v_swmmac_f32_16x16x64_f16 v[16:23], v[32:39], v[48:63], v64", 3));
  CHECK(needs("v_swmmac_i32_16x16x128_iu8 v[16:23], v[32:39], v[48:63], v[64:65]", 5));
  CHECK(needs(wmma("32:39", "v[16:23]"), 5));
  CHECK(needs("v_wmma_i32_16x16x64_iu8 v[16:23], v[32:39], v[48:55], v[16:23]", 9));
}

}  // namespace
}  // namespace lockstep::tests
