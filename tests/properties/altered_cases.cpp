// Cases with one thing about them changed at random, for every kernel: what is refused is refused with
// argument, value and rule, and nothing is launched; what is not refused is right.
#include <algorithm>
#include <map>

#include "properties/problems/operator.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using cases::Case;
using cases::Draw;

constexpr int kCasesPerKernel = 36;
constexpr std::uint64_t kAffordable = 10'000'000;  // multiply-accumulates

std::int64_t strange_size(Draw& draw, std::int64_t size) {
  static const std::vector<std::int64_t> kNever{0, -1, -128, std::int64_t{1} << 33, std::int64_t{1} << 40};
  return draw.chance(30) ? draw.of(kNever) : size + draw.between(-130, 130);
}

void alter_option(Draw& draw, const problems::Operator& op, Case& c) {
  if (op.grammar.keys.empty()) return;
  const cases::Keys keys = op.grammar.keys;
  const cases::Key& key = *keys[std::size_t(draw.between(0, std::int64_t(keys.size()) - 1))];
  const auto choices = key.choices();
  if (!key.is_number() && draw.chance(50)) {
    c.options.set_text(key, choices[std::size_t(draw.between(0, std::int64_t(choices.size()) - 1))]);
  } else {
    c.options.set_text(
        key, std::to_string(draw.chance(50) ? draw.between(-2, 20) : key.high + draw.between(0, 1)));
  }
}

void alter(Draw& draw, const problems::Operator& op, Case& c) {
  switch (draw.between(0, 5)) {
    case 0:
      c.n = strange_size(draw, c.n);
      return;
    case 1:
      c.k = strange_size(draw, c.k);
      return;
    case 2:
      if (c.m.empty()) return;
      c.m[std::size_t(draw.between(0, std::int64_t(c.m.size()) - 1))] =
          std::int32_t(draw.chance(40) ? -draw.between(1, 1000) : draw.between(0, 300));
      return;
    case 3:
      c.out = draw.chance(50) ? "f16" : "bf16";
      return;
    default:
      alter_option(draw, op, c);
  }
}

// "k = 384: must be ..." or "pad=7: expected ...".
bool names_argument_value_and_rule(const std::string& error) {
  const std::size_t equals = error.find('='), colon = error.find(": ");
  return equals != std::string::npos && equals > 0 && colon != std::string::npos && equals < colon &&
         error.size() - colon > 8;
}

/// Experts without rows, of which each is a workgroup that looks and ends: minutes for the kernels that look
/// longest.
bool has_a_million_workgroups(const Case& c) {
  return cases::print(c).find(" gap=1048576") != std::string::npos;
}

}  // namespace

TEST_CASE("cases with one thing changed are refused with a reason, or right") {
  laws::CodeCache cache;
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const problems::Operator& op = problems::operator_of(kernel);
    problems::Space space;
    space.kernels = {std::string(kernel.name) + "@" + std::string(kernel.arch)};
    space.wide_offsets = false;
    int refused = 0, taken = 0;
    for (std::uint64_t i = 0; i < kCasesPerKernel; ++i) {
      Case c = problems::draw(space, 11, i);
      Draw draw(i);
      alter(draw, op, c);
      INFO(cases::print(c));
      const auto instance = problems::instantiate(c, kernel);
      if (!instance) {
        ++refused;
        const laws::CaseResult r = laws::evaluate(c, all_laws(), cache, {});
        INFO(r.error);
        CHECK(names_argument_value_and_rule(instance.error()));
        CHECK(r.error.find(instance.error()) != std::string::npos);
        CHECK(r.verdict == verdict::Verdict::inconclusive);
        CHECK(r.runs == 0);
        CHECK(r.laws.empty());
      } else if (taken < 3 && (*instance)->macs() < kAffordable && !has_a_million_workgroups(c)) {
        ++taken;
        const laws::CaseResult r = laws::evaluate(c, all_laws(), cache, {});
        INFO(text(r));
        CHECK(r.verdict == verdict::Verdict::holds);
      }
    }
    INFO(kernel.name << " " << kernel.arch << ": " << refused << " refused, " << taken << " run");
    CHECK(refused >= 5);
    CHECK(taken >= 1);
  }
}

}  // namespace lockstep::tests
