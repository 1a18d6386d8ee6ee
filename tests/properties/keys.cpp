// The tables of keys: what they state is what cases do.
#include <set>

#include "properties/cases/common_keys.hpp"
#include "properties/problems/generate.hpp"
#include "properties/problems/grouped_gemm/problem.hpp"
#include "properties/problems/grouped_gemm_k/problem.hpp"
#include "properties/problems/moe_down/problem.hpp"
#include "properties/problems/operator.hpp"
#include "properties/problems/small_m/problem.hpp"
#include "properties/problems/tensorwise_gemm/problem.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using cases::Case;
using cases::Key;

// What is wrong with a table; empty when nothing is.
std::string fault(cases::Keys keys) {
  std::set<std::string_view> names;
  for (const cases::CommonKey& key : cases::common_keys()) names.insert(key.name);
  for (const Key* key : keys) {
    const std::string name(key->name);
    if (!names.insert(key->name).second) return name + " is declared twice";
    if (!key->takes(key->default_text())) return name + " does not take its default";
    if (!key->is_default(key->default_text())) return name + " does not know its default";
    if (key->meaning.empty()) return name + " has no meaning";
  }
  return {};
}

// A drawn case without options, of a kernel's.
Case plain_case(const kernels::Kernel& kernel) {
  problems::Space space;
  space.kernels = {std::string(kernel.name) + "@" + std::string(kernel.arch)};
  space.wide_offsets = false;
  Case c = problems::draw(space, 3, 0);
  c.options = {};
  return c;
}

std::string error_of(const Case& c) {
  const auto ok = cases::check(c, problems::grammar_of(c).keys);
  return ok ? std::string() : ok.error();
}

void check_refused(Case c, const Key& key, const std::string& text) {
  c.options.set_text(key, text);
  CHECK(error_of(c) == std::string(key.name) + "=" + text + ": expected " + key.range());
}

template <typename K>
void check_round_trip(const K& key) {
  for (const std::string_view text : key.choices()) {
    cases::Options options;
    options.set_text(key, text);
    const auto value = options[key];
    options.set(key, value);
    CHECK(options.text(key) == text);
  }
  CHECK(cases::Options{}[key] == key.value(nullptr));
  CHECK(key.text(cases::Options{}[key]) == key.default_text());
}

bool in_scope(const Key& key, const Case& c) {
  for (const cases::Scope* scope = key.scope; scope != nullptr; scope = scope->within)
    if (!scope->holds(c)) return false;
  return true;
}

}  // namespace

TEST_CASE("every operator's table has distinct keys that take their defaults") {
  for (const problems::Operator& op : problems::all_operators()) {
    INFO(op.op);
    CHECK(fault(op.grammar.keys).empty());
  }
}

TEST_CASE("a faulty table is noticed") {
  static constexpr cases::IntKey low{"x", {.low = 1, .high = 2, .fallback = 0}, "below its range"};
  static constexpr cases::IntKey fine{"x", {.low = 0, .high = 2, .fallback = 0}, "nothing wrong"};
  static constexpr cases::FlagKey seed{"seed", "a key that every case has"};
  const Key *const out_of_range[] = {&low}, *const twice[] = {&fine, &fine}, *const common[] = {&seed},
                   *const control[] = {&fine};
  CHECK(fault(out_of_range) == "x does not take its default");
  CHECK(fault(twice) == "x is declared twice");
  CHECK(fault(common) == "seed is declared twice");
  CHECK(fault(control).empty());
}

TEST_CASE("a key's stated default is what a case without it means") {
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const Case without = plain_case(kernel);
    for (const Key* key : problems::operator_of(kernel).grammar.keys) {
      Case with = without;
      with.options.set_text(*key, key->default_text());
      INFO(cases::print(with));
      if (in_scope(*key, without)) CHECK(error_of(with).empty());
      CHECK(cases::plainest(with.options, problems::operator_of(kernel).grammar.keys) == without.options);
    }
  }
}

TEST_CASE("a value that a key does not take is refused, with what it takes") {
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const Case plain = plain_case(kernel);
    for (const Key* key : problems::operator_of(kernel).grammar.keys) {
      INFO(kernel.name << " " << key->name);
      check_refused(plain, *key, "nonesuch");
      if (!key->is_number()) continue;
      check_refused(plain, *key, std::to_string(key->low - 1));
      check_refused(plain, *key, std::to_string(key->high + 1));
      CHECK(key->takes(std::to_string(key->low)));
      CHECK(key->takes(std::to_string(key->high)));
    }
  }
}

TEST_CASE("a key outside its scope is refused, and only there") {
  std::set<std::string_view> refused, taken;
  for (const kernels::Kernel& kernel : kernels::kernels())
    for (const Key* key : problems::operator_of(kernel).grammar.keys) {
      Case c = plain_case(kernel);
      c.options.set_text(*key, key->default_text());
      const std::string error = error_of(c);
      INFO(error);
      if (key->scope == nullptr) CHECK(error.empty());
      if (!error.empty()) CHECK(error.find(": belongs to ") != std::string::npos);
      (error.empty() ? taken : refused).insert(key->name);
    }
  CHECK(refused.contains("m_max"));
  CHECK(taken.contains("m_max"));
  CHECK(refused.contains("align"));
  CHECK_FALSE(taken.contains("align"));  // needs groups_as=ends, which is no default
}

TEST_CASE("the texts of a line and the values of the program correspond") {
  check_round_trip(problems::grouped_gemm::kPad);
  check_round_trip(problems::grouped_gemm::kGroupsAs);
  check_round_trip(problems::grouped_gemm::kTile);
  check_round_trip(problems::grouped_gemm_k::kC);
  check_round_trip(problems::small_m::kBlocks);
  check_round_trip(problems::small_m::kWeights);
  check_round_trip(problems::small_m::kPad);
  check_round_trip(problems::small_m::kPadId);
  check_round_trip(problems::small_m::kNumPost);
  check_round_trip(problems::tensorwise_gemm::kA);
  check_round_trip(problems::tensorwise_gemm::kTile);
  check_round_trip(problems::moe_down::kBlock);
  check_round_trip(problems::moe_down::kPad);
  check_round_trip(problems::moe_down::kWeights);
  check_round_trip(problems::moe_down::kXcds);
  check_round_trip(problems::moe_down::kResidual);
}

TEST_CASE("a common key's stated default is what a line without it means") {
  const std::string line = "k@gfx950 m=1";
  for (const cases::CommonKey& key : cases::common_keys()) {
    if (!key.computed.empty()) continue;
    const std::string with = line + " " + std::string(key.name) + "=" + cases::default_text(key);
    INFO(with);
    REQUIRE(cases::parse(with).has_value());
    CHECK(*cases::parse(with) == *cases::parse(line));
  }
}

TEST_CASE("a common key's computed default is what the table says of it") {
  CHECK(cases::parse("k@gfx950 m=1")->scales == cases::Scales::quantised);
  CHECK(cases::parse("k@gfx950 m=1 data=grid")->scales == cases::Scales::unit);
  CHECK(cases::parse("k@gfx950 m=1")->model == "fma_post");
  CHECK(cases::parse("k@gfx942 m=1")->model == "cdna3");
  CHECK(cases::parse("k@gfx950 m=1,2")->groups() == 2);
  CHECK_FALSE(cases::parse("k@gfx950").has_value());
}

TEST_CASE("an unknown key's error names the nearest one") {
  const auto error = [](const std::string& line) { return error_of(*cases::parse(line)); };
  CHECK(error("grouped_gemm_masked@gfx950 m=1 mmax=4") ==
        "unknown key 'mmax'; besides the keys of every case there are m_max, pad, gap, ragged, groups_as, "
        "align, zero_padding, expected_m, tile, padded_scales, scale_order, values; nearest: m_max");
  CHECK(error("grouped_gemm_k@gfx950 m=1 modle=exact").ends_with("; nearest: model"));
}

}  // namespace lockstep::tests
