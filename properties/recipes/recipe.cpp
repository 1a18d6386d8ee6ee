#include "properties/recipes/recipe.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace lockstep::recipes {

namespace {

using Done = tl::expected<void, std::string>;

class Binding {
 public:
  Binding(const Recipe& recipe, const Sizes& sizes, std::span<const PlacedTensor> tensors)
      : recipe_(recipe), sizes_(sizes), tensors_(tensors) {}

  tl::expected<Bound, std::string> run(std::string_view out) {
    for (const Text& condition : recipe_.accepts)
      if (number(condition) == 0)
        complain(fmt::format("takes no such problem: '{}' does not hold", condition));
    launch::Description& d = bound_.description;
    d.kernel = recipe_.symbol(out);
    for (std::size_t i = 0; i < 3; ++i) {
      d.geometry.grid[i] = extent(recipe_.grid[i], "grid", 0);
      d.geometry.block[i] = extent(recipe_.block[i], "block", 1);
    }
    d.geometry.dynamic_lds = extent(recipe_.dynamic_lds, "dynamic_lds", 0);
    for (const PlacedTensor& t : tensors_) {
      launch::Buffer buffer;
      buffer.name = t.name;
      buffer.bytes = t.bytes;
      d.buffers.push_back(std::move(buffer));
      bound_.base.push_back(t.address);
    }
    for (const Argument& a : recipe_.arguments) d.arguments.push_back({a.name, a.at, value(a.value)});
    if (!problem_.empty()) return tl::unexpected(fmt::format("{}: {}", recipe_.file, problem_));
    return std::move(bound_);
  }

 private:
  void complain(std::string what) {
    if (problem_.empty()) problem_ = std::move(what);
  }

  std::int64_t number(const Text& text) {
    const auto value = evaluate(text, sizes_);
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
  const Sizes& sizes_;
  std::span<const PlacedTensor> tensors_;
  Bound bound_;
  std::string problem_;
};

}  // namespace

std::string Recipe::symbol(std::string_view out) const {
  constexpr std::string_view kOut = "{out}";
  std::string text = kernel;
  if (const std::size_t at = text.find(kOut); at != std::string::npos) text.replace(at, kOut.size(), out);
  return text;
}

tl::expected<Bound, std::string> bind(const Recipe& recipe, const Sizes& sizes, std::string_view out,
                                      std::span<const PlacedTensor> tensors) {
  return Binding(recipe, sizes, tensors).run(out);
}

}  // namespace lockstep::recipes
