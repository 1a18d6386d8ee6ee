// A recipe from its text.
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/launch/element.hpp"
#include "emulator/launch/read_value.hpp"
#include "host/json_reader.hpp"
#include "properties/recipes/recipe.hpp"

namespace lockstep::recipes {

namespace {

using host::JsonReader;

constexpr const char* kIntegers[] = {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64"};
constexpr const char* kReals[] = {"f16", "bf16", "f32", "f64"};

void read_leaves(JsonReader& r, std::vector<Value>& found) {
  if (const auto tensor = r.text("pointer"))
    found.emplace_back(
        TensorPointer{*tensor == "null" ? std::string() : *tensor, r.spelt("offset").value_or("0")});
  for (const char* type : kIntegers)
    if (const auto text = r.spelt(type)) found.emplace_back(Integer{type, *text});
  for (const char* type : kReals) {
    const auto text = r.spelt(type);
    if (!text) continue;
    const launch::Element element = *launch::find_element(type);
    const auto bits = launch::encode(element, *text);
    if (!bits) r.complain(bits.error());
    found.emplace_back(Constant{{type, element, bits.value_or(0)}});
  }
}

constexpr launch::ValueReader<Value, Structure> kValues{read_leaves,
                                                        "pointer, i8 to u64, f16, bf16, f32, f64"};

void read_extent(JsonReader& r, const char* key, std::array<Text, 3>& extent) {
  const auto texts = r.list(key);
  if (!texts || texts->empty() || texts->size() > extent.size())
    return r.complain(fmt::format("{} must be one to three expressions", key));
  for (std::size_t i = 0; i < texts->size(); ++i) extent[i] = (*texts)[i];
}

Launch read_launch(JsonReader& r) {
  Launch launch;
  launch.when = r.spelt("when").value_or("1");
  launch.kernel = r.required_text("kernel");
  read_extent(r, "grid", launch.grid);
  read_extent(r, "block", launch.block);
  launch.dynamic_lds = r.spelt("dynamic_lds").value_or("0");
  r.each("arguments", [&](JsonReader& a) {
    Argument argument{a.text("name").value_or(""), a.number32("at"), kValues.read(a)};
    a.finish();
    launch.arguments.push_back(std::move(argument));
  });
  return launch;
}

std::string beside(const std::string& file, const std::string& object) {
  return (std::filesystem::path(file).parent_path() / object).string();
}

}  // namespace

tl::expected<Recipe, std::string> parse(const std::string& file, std::string_view text) {
  const auto document = host::parse_json(text);
  if (!document) return tl::unexpected(fmt::format("{}: {}", file, document.error()));
  if (!document->is_object()) return tl::unexpected(fmt::format("{}: must be an object", file));
  std::string problem;
  JsonReader r(*document, file, problem);
  Recipe recipe;
  recipe.file = file;
  recipe.object = beside(file, r.required_text("object"));
  recipe.takes = r.required_text("takes");
  recipe.order = r.text("order").value_or("any");
  if (const auto conditions = r.find("accepts"); conditions != nullptr) {
    if (!conditions->is_array()) r.complain("accepts must be an array of conditions");
    for (const auto& condition : *conditions)
      recipe.accepts.push_back(condition.is_string() ? condition.get<std::string>() : condition.dump());
  }
  if (r.has("launches")) {
    r.each("launches", [&](JsonReader& l) {
      recipe.launches.push_back(read_launch(l));
      l.finish();
    });
  } else {
    recipe.launches.push_back(read_launch(r));
  }
  r.each("tensors", [&](JsonReader& t) {
    recipe.tensors.push_back({t.required_text("name"), t.required_text("layout")});
    t.finish();
  });
  r.each("workspaces", [&](JsonReader& w) {
    recipe.workspaces.push_back(
        {w.required_text("name"), w.spelt("bytes").value_or("-1"), w.truth("zeroed").value_or(false)});
    w.finish();
  });
  r.finish();
  if (!r.ok()) return tl::unexpected(problem);
  return recipe;
}

}  // namespace lockstep::recipes
