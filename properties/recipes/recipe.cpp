#include "properties/recipes/recipe.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace lockstep::recipes {

namespace {

class Binding {
 public:
  Binding(const Recipe& recipe, const Names& names, std::span<const PlacedTensor> tensors)
      : recipe_(recipe), names_(names), tensors_(tensors) {}

  tl::expected<std::vector<launch::Description>, std::string> run() {
    for (const Text& condition : recipe_.accepts)
      if (number(condition) == 0)
        complain(fmt::format("takes no such problem: '{}' does not hold", condition));
    std::vector<launch::Description> all;
    for (const Launch& launch : recipe_.launches)
      if (problem_.empty() && number(launch.when) != 0) all.push_back(described(launch));
    return checked(std::move(all));
  }

  tl::expected<std::vector<PlacedTensor>, std::string> workspaces() {
    constexpr std::int64_t kMost = std::int64_t{1} << 38;
    std::vector<PlacedTensor> all;
    for (const Workspace& w : recipe_.workspaces) {
      const std::int64_t bytes = number(w.bytes);
      if (bytes < 0 || bytes > kMost)
        complain(fmt::format("workspace {}: '{}' is {}, of at least 0 and at most 2^38 bytes", w.name,
                             w.bytes, bytes));
      all.push_back({w.name, 0, std::uint64_t(bytes)});
    }
    return checked(std::move(all));
  }

 private:
  void complain(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  template <typename T>
  tl::expected<T, std::string> checked(T&& value) const {
    if (!problem_.empty()) return tl::unexpected(fmt::format("{}: {}", recipe_.file, problem_));
    return std::forward<T>(value);
  }

  launch::Description described(const Launch& launch) {
    launch::Description d;
    d.kernel = symbol(launch.kernel);
    for (std::size_t i = 0; i < 3; ++i) {
      d.geometry.grid[i] = extent(launch.grid[i], "grid", 0);
      d.geometry.block[i] = extent(launch.block[i], "block", 1);
    }
    d.geometry.dynamic_lds = extent(launch.dynamic_lds, "dynamic_lds", 0);
    for (const PlacedTensor& t : tensors_) {
      launch::Buffer buffer;
      buffer.name = t.name;
      buffer.bytes = t.bytes;
      d.buffers.push_back(std::move(buffer));
    }
    for (const Argument& a : launch.arguments) d.arguments.push_back({a.name, a.at, value(a.value)});
    return d;
  }

  std::string symbol(const std::string& text) {
    std::string all;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t open = std::min(text.find('{', at), text.size());
      all += text.substr(at, open - at);
      if (open == text.size()) break;
      const std::size_t close = text.find('}', open);
      if (close == std::string::npos) {
        complain(fmt::format("kernel '{}': no }} after {{", text));
        break;
      }
      const std::string name = text.substr(open + 1, close - open - 1);
      const auto word = names_.words.find(name);
      all += word != names_.words.end() ? word->second : std::to_string(number(name));
      at = close + 1;
    }
    return all;
  }

  std::int64_t number(const Text& text) {
    const auto value = evaluate(text, names_.sizes);
    if (!value) complain(value.error());
    return value.value_or(1);
  }

  std::uint32_t extent(const Text& text, const char* what, std::int64_t least) {
    const std::int64_t value = number(text);
    if (value < least || value > 0xFFFFFFFF)
      complain(fmt::format("{}: '{}' is {}, of at least {} and at most 2^32 - 1", what, text, value, least));
    return std::uint32_t(value);
  }

  launch::Value value(const Value& v) {
    struct Visit {
      Binding& self;
      launch::Value operator()(const TensorPointer& p) const { return self.pointer(p); }
      launch::Value operator()(const Integer& i) const { return self.integer(i); }
      launch::Value operator()(const Constant& c) const { return c.number; }
      launch::Value operator()(const Structure& s) const {
        launch::Structure structure;
        for (const Field& f : s.fields) structure.fields.push_back({f.at, self.value(f.value)});
        return structure;
      }
    };
    return std::visit(Visit{*this}, v);
  }

  launch::Pointer pointer(const TensorPointer& p) {
    if (!p.tensor.empty() && std::ranges::find(tensors_, p.tensor, &PlacedTensor::name) == tensors_.end()) {
      std::vector<std::string_view> known;
      for (const PlacedTensor& t : tensors_) known.push_back(t.name);
      complain(
          fmt::format("{} has no tensor '{}'; it has {}", recipe_.takes, p.tensor, fmt::join(known, ", ")));
    }
    const std::int64_t offset = number(p.offset);
    if (offset < 0) complain(fmt::format("offset '{}' of {} is {}", p.offset, p.tensor, offset));
    return {p.tensor, std::uint64_t(offset)};
  }

  launch::Number integer(const Integer& i) {
    const launch::Element element = *launch::find_element(i.type);
    const auto bits = launch::encode(element, std::to_string(number(i.value)));
    if (!bits) complain(fmt::format("{} '{}': {}", i.type, i.value, bits.error()));
    return {i.type, element, bits.value_or(0)};
  }

  const Recipe& recipe_;
  const Names& names_;
  std::span<const PlacedTensor> tensors_;
  std::string problem_;
};

}  // namespace

tl::expected<std::vector<PlacedTensor>, std::string> workspaces(const Recipe& recipe, const Names& names) {
  return Binding(recipe, names, {}).workspaces();
}

tl::expected<std::vector<launch::Description>, std::string> bind(const Recipe& recipe, const Names& names,
                                                                 std::span<const PlacedTensor> tensors) {
  return Binding(recipe, names, tensors).run();
}

}  // namespace lockstep::recipes
