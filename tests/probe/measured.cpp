// The label "measured" is earned by a file in measured/, and lost to one.
#include <filesystem>

#include <fmt/format.h>

#include "host/files.hpp"
#include "properties/probe/judge.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

// CDNA3 was measured by others, in print; a file may still contradict them.
bool published(const matrix::Model& model) {
  return model.arch == "gfx942" && model.source.find("arXiv") != std::string_view::npos;
}

// What is wrong with the labels, one sentence each.
std::vector<std::string> objections(const std::vector<probe::Record>& records,
                                    std::span<const matrix::Model> models) {
  std::vector<std::string> out;
  std::vector<bool> survives(models.size());
  for (const probe::Record& record : records) {
    if (record.identity.arch != models[0].arch) continue;
    if (!record.identity.device.starts_with("hip:"))
      out.push_back(fmt::format("{} is no GPU", record.identity.device));
    const probe::Judgement j = probe::judge(record, models);
    for (std::size_t m = 0; m < models.size(); ++m) {
      const bool right = !record.answers.empty() && j.contradictions[m].empty();
      survives[m] = survives[m] || right;
      if (!right && models[m].label == matrix::Label::measured)
        out.push_back(fmt::format("{} is contradicted by {}", models[m].name, record.identity.name));
    }
  }
  for (std::size_t m = 0; m < models.size(); ++m)
    if (models[m].label == matrix::Label::measured && !survives[m] && !published(models[m]))
      out.push_back(fmt::format("{} is called measured, and no file shows it", models[m].name));
  return out;
}

std::vector<probe::Record> recorded() {
  std::vector<probe::Record> records;
  for (const auto& entry : std::filesystem::directory_iterator(MEASURED)) {
    if (entry.path().extension() != ".json") continue;
    INFO(entry.path());
    const auto text = host::read_text(entry.path().string());
    REQUIRE(text);
    auto record = probe::from_json(*text);
    REQUIRE(record);
    records.push_back(std::move(*record));
  }
  return records;
}

probe::Record imagined(const matrix::Model& silicon) {
  const auto device = devices::open_emulated(silicon.arch, silicon);
  auto record = probe::observe(**device, probe::probes(silicon.arch));
  record->identity.device = "hip:0";
  return *record;
}

}  // namespace

TEST_CASE("models are called measured when a file shows it, and only then") {
  for (const char* arch : {"gfx950", "gfx942", "gfx1250"})
    CHECK(objections(recorded(), matrix::models(arch)) == std::vector<std::string>{});
}

TEST_CASE("a label that no file supports is objected to") {
  std::vector<matrix::Model> models(matrix::models(arch::kDefault).begin(),
                                    matrix::models(arch::kDefault).end());
  models[1].label = matrix::Label::measured;
  CHECK(objections({}, models).size() == 1);
  CHECK(objections({imagined(models[2])}, models).size() == 2);
  CHECK(objections({imagined(models[1])}, models).empty());
  CHECK(objections({imagined(models[1]), imagined(models[2])}, models).size() == 1);
  probe::Record emulated = imagined(models[1]);
  emulated.identity.device = "emulated:gfx950";
  CHECK(objections({emulated}, models).size() == 1);
  // What a file of an MI300X contradicts: the tails that compute otherwise.
  std::vector<matrix::Model> cdna3(matrix::models("gfx942").begin(), matrix::models("gfx942").end());
  CHECK(objections({imagined(cdna3[0])}, cdna3).empty());
  for (matrix::Model& model : cdna3) model.label = matrix::Label::measured;
  CHECK(objections({}, cdna3).empty());
  CHECK(objections({imagined(cdna3[0])}, cdna3).size() == 2);
}
