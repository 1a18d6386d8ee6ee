// Rules cover what they say and nothing else, and are refused when they say nothing.
#include "emulator/findings/suppressions.hpp"

#include <set>

#include "host/files.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using findings::Finding;
using findings::FindingKind;
using findings::Suppressions;

namespace {

Finding finding(FindingKind kind, const char* kernel, const char* instruction, const char* source = "") {
  Finding f;
  f.kind = kind;
  f.kernel = kernel;
  f.instruction = instruction;
  f.source = source;
  return f;
}

bool covers(const std::string& rule, Finding f) {
  const auto rules = Suppressions::parse("rules", rule + "  # looked at");
  INFO((rules ? std::string() : rules.error()));
  REQUIRE(rules.has_value());
  std::vector<Finding> all{std::move(f)};
  const auto counts = rules->take(all);
  CHECK(counts.size() == 1);
  CHECK(counts[0] == (all.empty() ? 1 : 0));
  return all.empty();
}

std::string refusal(const std::string& text) {
  const auto rules = Suppressions::parse("my.rules", text);
  return rules ? std::string() : rules.error();
}

}  // namespace

TEST_CASE("suppressions: kind, kernel and instruction or line all have to fit") {
  const Finding race = finding(FindingKind::lds_race, "gemm_bf16", "ds_write_b32 v1, v3", "gemm.hip:12");
  CHECK(covers("lds-race gemm_bf16 ds_write_b32 v1, v3", race));
  CHECK(covers("lds-race gemm_* ds_write_*", race));
  CHECK(covers("lds-race *  gemm.hip:12", race));
  CHECK(covers("lds-race ????_bf16 *", race));
  CHECK(covers("lds-race *g*m*_*16 *v1*v3", race));
  CHECK_FALSE(covers("memory-race * *", race));
  CHECK_FALSE(covers("lds-race gemm *", race));
  CHECK_FALSE(covers("lds-race * ds_write_b32", race));
  CHECK_FALSE(covers("lds-race * gemm.hip:1", race));
  CHECK_FALSE(covers("lds-race * ds_read*", race));
}

TEST_CASE("suppressions: the first rule that fits counts, and a rule without a use is named") {
  const auto rules = Suppressions::parse("my.rules",
                                         "# accepted\n\nwait a *  # first\nwait * v_mov*  # second\r\n"
                                         "nop * *  # third");
  REQUIRE(rules.has_value());
  std::vector<Finding> all{finding(FindingKind::wait, "a", "v_mov_b32 v1, v2"),
                           finding(FindingKind::wait, "b", "v_mov_b32 v1, v2"),
                           finding(FindingKind::wait, "a", "v_add_u32 v1, v2, v3"),
                           finding(FindingKind::wait, "b", "v_add_u32 v1, v2, v3")};
  const auto counts = rules->take(all);
  CHECK(counts == Suppressions::Counts{2, 1, 0});
  REQUIRE(all.size() == 1);
  CHECK(all[0].instruction == "v_add_u32 v1, v2, v3");
  const auto lines = findings::account(*rules, counts);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0] == "my.rules:3: 2 findings suppressed: first");
  CHECK(lines[1] == "my.rules:4: 1 finding suppressed: second");
  CHECK(lines[2] == "my.rules:5: never matched: third");
}

TEST_CASE("suppressions: a rule that can't be meant is refused with its line") {
  CHECK(refusal("wait * *  # fine").empty());
  CHECK(refusal("\nwait * *").find("my.rules:2: a rule needs its reason") == 0);
  CHECK(refusal("wait * *  #  ").find("my.rules:1: a rule needs its reason") == 0);
  CHECK(refusal("wait *  # why").find("my.rules:1: expected KIND KERNEL") == 0);
  CHECK(refusal("weight * *  # why").find("my.rules:1: no kind 'weight'; there are ") == 0);
  CHECK(refusal("bounds * *  # why").find("can't go on after 'bounds'") != std::string::npos);
}

TEST_CASE("every kind of finding has its row in the document, and its word names it") {
  const std::string document = host::read_text(LOCKSTEP_CHECKS_DOCUMENT).value_or("");
  REQUIRE_FALSE(document.empty());
  std::set<std::string> words;
  for (const findings::KindFacts& k : findings::finding_kinds()) {
    INFO(k.name);
    CHECK(document.find(std::string("`") + k.name + "`") != std::string::npos);
    CHECK((document.find(std::string("`") + k.name + "` (stops)") != std::string::npos) == k.stops);
    CHECK(findings::find_kind(k.name) == &k);
    CHECK(words.insert(k.name).second);
  }
}
