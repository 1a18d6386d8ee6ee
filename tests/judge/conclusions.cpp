// What may be called clean, and what may not.
#include <nlohmann/json.hpp>

#include "properties/verdict/judgement.hpp"
#include "tests/catch.hpp"

using namespace lockstep::verdict;

namespace {

Judgement judged() {
  Judgement j;
  j.values = Values::holds;
  j.checked.launches = 1;
  j.checked.wave_instructions = 10;
  j.checked.output_bytes = {4, 4};
  return j;
}

Judgement concluded(Judgement j, const Evidence& evidence = {}) {
  conclude(evidence, j);
  return j;
}

}  // namespace

TEST_CASE("what was judged and has no failure is clean") {
  const Judgement j = concluded(judged());
  CHECK(j.finding == Conclusion::clean);
  CHECK(j.values == Values::holds);
  CHECK(j.cause.empty());
}

TEST_CASE("nothing judged is never clean") {
  Judgement j = judged();
  SECTION("no launch") {
    j.checked.launches = 0;
  }
  SECTION("no instruction") {
    j.checked.wave_instructions = 0;
  }
  SECTION("no output byte was held against anything") {
    j.checked.output_bytes.reached = 0;
  }
  SECTION("values that were asked for") {
    j.values = Values::not_judged;
  }
  j = concluded(j);
  CHECK(j.finding == Conclusion::inconclusive);
  CHECK(j.values == Values::not_judged);
  CHECK_FALSE(j.cause.empty());
}

TEST_CASE("checks alone need outputs, not their values") {
  Evidence evidence;
  evidence.demands_values = false;
  Judgement j = judged();
  j.values = Values::not_judged;
  j.checked.output_bytes = {0, 4};
  CHECK(concluded(j, evidence).finding == Conclusion::clean);
  j.checked.output_bytes = {0, 0};
  CHECK(concluded(j, evidence).finding == Conclusion::inconclusive);
}

TEST_CASE("what did not complete is not clean, and a failure before that counts") {
  Evidence evidence;
  evidence.execution = GENERATE(Execution::not_run, Execution::tool_error, Execution::timeout);
  evidence.open = "why";
  const Judgement j = concluded(judged(), evidence);
  CHECK(j.finding ==
        (evidence.execution == Execution::timeout ? Conclusion::inconclusive : Conclusion::not_evaluated));
  CHECK(j.cause == "why");
  CHECK(j.checked.output_bytes.reached == 0);  // nobody compared them to the end
  evidence.failed = true;
  CHECK(concluded(judged(), evidence).finding == Conclusion::found);
}

TEST_CASE("a verdict's text has at most twenty lines, the last of which reproduces it") {
  Judgement j = judged();
  j.reproduce = "lockstep judge mine.co";
  j.not_checked.assign(40, "something");
  const std::vector<std::string> text = lines(concluded(j));
  CHECK(text.size() == 20);
  CHECK(text.front() == "clean  execution completed, values holds");
  CHECK(text.back().ends_with("lockstep judge mine.co"));
}

TEST_CASE("a verdict in JSON names its values as the schema does") {
  const nlohmann::json j = to_json(concluded(judged()));
  CHECK(j["schema"] == 1);
  CHECK(j["execution"] == "completed");
  CHECK(j["finding"] == "clean");
  CHECK(j["values"] == "holds");
  CHECK(j["checked"]["output_bytes"] == nlohmann::json{{"judged", 4}, {"total", 4}});
  CHECK(j["checked"]["launches"] == 1);
}
