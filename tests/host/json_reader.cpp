// Keys are read as the types they must have; the first mistake is told with its place.
#include "host/json_reader.hpp"

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"

using namespace lockstep;
using host::JsonReader;

namespace {

/// What is wrong with the text as an object that `read` reads.
std::string problem_of(std::string_view text, const std::function<void(JsonReader&)>& read) {
  const auto parsed = host::parse_json(text);
  REQUIRE(parsed);
  std::string problem;
  JsonReader reader(*parsed, "", problem);
  read(reader);
  reader.finish();
  return problem;
}

}  // namespace

TEST_CASE("json reader: values of every type, numbers as strings too") {
  const auto problem = problem_of(R"({"t": "a", "n": 7, "x": "0x10", "r": -1.5, "b": "true", "s": -2, )"
                                  R"("l": [1, "2.50"], "w": "1 2", "o": 3})",
                                  [](JsonReader& r) {
                                    CHECK(r.text("t") == "a");
                                    CHECK(r.number("n") == 7u);
                                    CHECK(r.number32("x") == 16u);
                                    CHECK(r.real("r") == -1.5);
                                    CHECK(r.truth("b") == true);
                                    CHECK(r.spelt("s") == "-2");
                                    CHECK(r.list("l") == std::vector<std::string>{"1", "2.50"});
                                    CHECK(r.list("w") == std::vector<std::string>{"1", "2"});
                                    CHECK(r.numbers("o") == std::vector<std::uint64_t>{3});
                                    CHECK(!r.has("none"));
                                    CHECK(!r.number("none"));
                                  });
  CHECK(problem.empty());
}

TEST_CASE("json reader: what is wrong, and where") {
  struct Row {
    const char* text;
    const char* problem;
  };
  const Row row = GENERATE(
      Row{R"({"t": 1})", "t must be a string"}, Row{R"({"n": -1})", "n must be a whole number, not negative"},
      Row{R"({"n": 4294967296})", "n must be below 2^32"}, Row{R"({"r": "1x"})", "r must be a number"},
      Row{R"({"b": 1})", "b must be true or false"}, Row{R"({"l": [[]]})", "l must be an array of numbers"},
      Row{R"({"o": [1, -1]})", "o must be whole numbers, not negative"},
      Row{R"({"e": {}})", "e must be an array"}, Row{R"({"e": [{}, 1]})", "e[1]: expected an object"},
      Row{R"({"e": [{"e": [{"t": 1}]}]})", "e[0] e[0]: t must be a string"},
      Row{R"({"z": 1})", "unknown key 'z'; there are b, e, l, n, o, r, t"},
      Row{R"({"n": -1, "t": 1})", "t must be a string"}, Row{"[]", "expected an object"});
  const auto problem = problem_of(row.text, [](JsonReader& r) {
    r.text("t"), r.number32("n"), r.real("r"), r.truth("b"), r.list("l"), r.numbers("o");
    r.each("e", [](JsonReader& item) { item.each("e", [](JsonReader& inner) { inner.text("t"); }); });
  });
  CHECK(problem == row.problem);
}

TEST_CASE("json reader: keys that must be there") {
  const auto text = [](JsonReader& r) { r.required_text("k"); };
  const auto number = [](JsonReader& r) { r.required_number("k"); };
  const auto numbers = [](JsonReader& r) { r.required_numbers("k"); };
  const auto inside = [](JsonReader& r) { r.inside("k", [](JsonReader&) { FAIL("there is none"); }); };
  for (const std::function<void(JsonReader&)>& read :
       {std::function<void(JsonReader&)>(text), {number}, {numbers}, {inside}})
    CHECK(problem_of("{}", read) == "'k' is missing or of another type");
  CHECK(problem_of(R"({"k": 1})", text) == "'k' is missing or of another type");
}

TEST_CASE("json reader: what is no JSON is refused with its byte") {
  CHECK_THAT(host::parse_json("{\"a\": }").error(), Catch::StartsWith("parse error at line 1, column 7: "));
  CHECK(host::parse_json("").error() == "is empty, where JSON is expected");
  CHECK(host::parse_json(" \n").error() == "is empty, where JSON is expected");
  CHECK(host::json_complaint("[json.exception.type_error.302] type must be string") == "type must be string");
  CHECK(host::json_complaint("[a] b") == "[a] b");
}
