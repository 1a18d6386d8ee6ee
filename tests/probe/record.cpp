// The file that a user sends: it comes back as it went, and a damaged one is refused with the place.
#include "properties/probe/judge.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

const std::string& sound() {
  static const std::string text = [] {
    const auto device = devices::open_emulated("gfx950", *matrix::find_model("gtr32_inexp"));
    auto record = probe::observe(**device, probe::probes(arch::kDefault));
    record->date = "2026-01-31";
    return probe::to_json(*record);
  }();
  return text;
}

}  // namespace

TEST_CASE("a record comes back from its file") {
  const auto record = probe::from_json(sound());
  if (!record) FAIL(record.error());
  CHECK(record->date == "2026-01-31");
  CHECK(record->identity.name == "model gtr32_inexp");
  CHECK(record->probes == probe::probes(arch::kDefault));
  CHECK(probe::to_json(*record) == sound());
  const auto j = probe::judge(*record, matrix::models(arch::kDefault));
  REQUIRE(j.classes.size() == 1);
  CHECK(j.classes[0][0]->name == "gtr32_inexp");
}

TEST_CASE("one wrong bit is one contradiction") {
  auto record = probe::from_json(sound());
  record->answers[7].bits ^= 1;
  const auto j = probe::judge(*record, matrix::models(arch::kDefault));
  CHECK(j.classes.empty());
  for (std::size_t m = 0; m < j.models.size(); ++m)
    if (j.models[m].name == "gtr32_inexp") CHECK(j.contradictions[m] == std::vector<std::size_t>{7});
}

TEST_CASE("a damaged file is refused") {
  struct Row {
    const char *find, *replace, *message;
  };
  const Row row = GENERATE(Row{"\"schema\": 1", "\"schema\": 2", "schema"},
                           Row{"\"schema\"", "\"shema\"", "'schema' is missing"},
                           Row{"\"date\"", "\"day\"", "'date' is missing"},
                           Row{"\"arch\":\"gfx950\"", "\"arch\":\"gfx90a\"", "gfx90a"},
                           Row{"\"arch\":\"gfx950\"", "\"arch\":\"gfx942\"", "no instruction"},
                           Row{"\"format\":\"float8_e4m3fn\"", "\"format\":\"float9\"", "float9"},
                           Row{"\"c\":\"00000000\"", "\"c\":\"0000000G\"", "0000000G"},
                           Row{"\"c\":\"00000000\"", "\"c\":0", "'c' is missing"},
                           Row{"[0,\"78\",\"78\"]", "[128,\"78\",\"78\"]", "ascend"},
                           Row{"[0,\"78\",\"78\"]", "[5,\"78\",\"78\"]", "ascend"},
                           Row{"[0,\"78\",\"78\"]", "[0,\"178\",\"78\"]", "178"},
                           Row{"[0,\"78\",\"78\"]", "[0,\"78\"]", "product"},
                           Row{"\"scale_a\":[127,", "\"scale_a\":[256,", "bytes"},
                           Row{"\"scale_a\":[127,127,127,127]", "\"scale_a\":[127]", "four"},
                           Row{"\"v_mfma_f32_16x16x128_f8f6f4\"", "\"v_mfma_f32_1x1x1\"", "v_mfma_f32_1x1x1"},
                           Row{"{", "", "parse error"});
  std::string text = sound();
  const std::size_t at = text.find(row.find);
  REQUIRE(at != std::string::npos);
  text.replace(at, std::string_view(row.find).size(), row.replace);
  const auto record = probe::from_json(text);
  REQUIRE_FALSE(record);
  CHECK_THAT(record.error(), Catch::Contains(row.message));
}

TEST_CASE("a probe twice in a file, under another's name or a new one, is refused") {
  struct Row {
    const char *find, *replace, *message;
  };
  for (const Row& row :
       {Row{"\"name\":\"A2\"", "\"name\":\"A1\"", "a second probe of float8_e4m3fn called 'A1'"},
        Row{"\"name\":\"A1\"", "\"name\":\"B1\"", "'B1' has the inputs of probe 'A1'"},
        Row{"\"name\":\"A1\"", "\"name\":\"A3\"", "'A3' has other inputs"},
        Row{"\"c\":\"00000000\"", "\"c\":\"3F800000\"", "'A1' has other inputs"}}) {
    std::string text = sound();
    const std::size_t at = text.find(row.find);
    REQUIRE(at != std::string::npos);
    text.replace(at, std::string_view(row.find).size(), row.replace);
    const auto record = probe::from_json(text);
    REQUIRE_FALSE(record);
    CHECK_THAT(record.error(), Catch::Contains(row.message));
  }
  // What a later release may ask is none of these.
  std::string text = sound();
  const std::size_t at = text.find("\"name\":\"A1\"");  // behind its C: keys are sorted
  text.replace(at, 11, "\"name\":\"B1\"");
  text.replace(text.rfind("\"c\":\"00000000\"", at), 14, "\"c\":\"42F60000\"");
  CHECK(probe::from_json(text).has_value());
}

TEST_CASE("a file cut anywhere is refused, and harms nobody") {
  for (std::size_t length = 0; length + 3 < sound().size(); length += 997)
    CHECK_FALSE(probe::from_json(std::string_view(sound()).substr(0, length)));
}
