#include "properties/problems/recipe_placement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/launch/arguments.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

namespace {

using Refused = tl::unexpected<std::string>;

void zeros(std::uint64_t, Bytes data, Bytes undefined) {
  std::ranges::fill(data, std::uint8_t{0});
  std::ranges::fill(undefined, std::uint8_t{0});
}

template <typename Range>
std::string listed(const Range& range) {
  std::string text;
  for (const auto& entry : range) text += (text.empty() ? "" : ", ") + std::string(entry.name);
  return text;
}

// Adds the tensors that the recipe wants in another layout; the operator's own are there already.
tl::expected<void, std::string> relay(const std::vector<TensorShape>& shapes, const recipes::Recipe& recipe,
                                      Tensors& tensors) {
  for (const recipes::TensorLayout& wanted : recipe.tensors) {
    const auto shape = std::ranges::find(shapes, wanted.tensor, &TensorShape::name);
    if (shape == shapes.end())
      return Refused(fmt::format("{}: tensors: {} has no other layout of '{}'; there are others of {}",
                                 recipe.file, recipe.takes, wanted.tensor,
                                 shapes.empty() ? "none" : listed(shapes)));
    const auto layout = find_stored_as(wanted.layout);
    if (!layout || !takes(*shape, *layout))
      return Refused(fmt::format("{}: tensors: {} can't be laid out as '{}'; there are {}", recipe.file,
                                 wanted.tensor, wanted.layout, stored_as_names()));
    tensors.relay_input(wanted.tensor, bytes_of(*shape, *layout),
                        [&](machine::Fill own) { return relaid(*shape, *layout, std::move(own)); });
  }
  return {};
}

// Adds the sizes and words that every kernel's case lines have, by its keys: a number is a size, each choice
// one that is 1 or 0.
recipes::Names with_keys(recipes::Names names, const cases::Case& c) {
  const Operator& op = operator_of(*kernels::find_kernel(c.kernel, c.arch));
  for (const cases::Key* key : op.grammar.keys) {
    const std::string text = c.options.text(*key);
    const std::string name(key->name);
    if (key->is_number()) names.sizes.emplace(name, key->number(&text));
    for (const std::string_view choice : key->choices())
      names.sizes.emplace(fmt::format("{}_{}", name, choice), choice == text ? 1 : 0);
    names.words.emplace(name, text);
  }
  for (const std::string& out : op.outs) names.sizes.emplace("out_" + out, out == c.out ? 1 : 0);
  names.words.emplace("out", c.out);
  return names;
}

// Adds the object's own memory.
tl::expected<void, std::string> add_workspaces(const recipes::Recipe& recipe, const recipes::Names& names,
                                               Tensors& tensors) {
  const auto all = recipes::workspaces(recipe, names);
  if (!all) return Refused(all.error());
  for (std::size_t i = 0; i < all->size(); ++i) {
    const recipes::PlacedTensor& w = (*all)[i];
    if (std::ranges::find(tensors.named(), w.name, &Tensors::Named::name) != tensors.named().end())
      return Refused(
          fmt::format("{}: workspaces: {} has a tensor '{}' already", recipe.file, recipe.takes, w.name));
    constexpr std::uint64_t kAlignment = 256;  // hipMalloc's
    tensors.add_workspace(w.name.c_str(), w.bytes, kAlignment,
                          recipe.workspaces[i].zeroed ? zeros : machine::Fill{});
  }
  return {};
}

tl::expected<kernels::LaunchPlan, std::string> packed(const recipes::Recipe& recipe,
                                                      const code_object::CodeObject& object,
                                                      const launch::Description& d,
                                                      std::span<const std::uint64_t> base) {
  const code_object::Kernel* entry = object.find(d.kernel);
  if (entry == nullptr)
    return Refused(fmt::format("{}: {} has no kernel {}; it has {}", recipe.file, object.file, d.kernel,
                               listed(object.kernels)));
  auto segment = launch::pack(d, *entry, base);
  if (!segment) return Refused(fmt::format("{}: {}: {}", recipe.file, d.kernel, segment.error()));
  kernels::LaunchPlan launch;
  launch.symbol = d.kernel;
  static_cast<code_object::Geometry&>(launch) = d.geometry;
  launch.segment = std::move(segment->bytes);
  launch.pointers = std::move(segment->pointers);
  return launch;
}

}  // namespace

tl::expected<Placed, std::string> place(const Instance& instance, const recipes::Recipe& recipe,
                                        const code_object::CodeObject& object, const cases::Case& c,
                                        std::uint64_t poison, Computes computes) {
  if (!instance.sampled().empty() && computes == Computes::part)
    return Refused(
        fmt::format("{}: the case computes {}, by the tiles of {}; a recipe's object computes whole problems",
                    recipe.file, instance.sampled(), recipe.takes));
  const Description description = instance.description();
  const recipes::Names names = with_keys(description.names, c);
  Placed placed = instance.place(poison);
  const bool nothing_to_do = placed.launches.empty();
  placed.launches.clear();
  if (auto done = relay(description.shapes, recipe, *placed.tensors); !done) return Refused(done.error());
  if (auto done = add_workspaces(recipe, names, *placed.tensors); !done) return Refused(done.error());
  std::vector<recipes::PlacedTensor> tensors;
  std::vector<std::uint64_t> base;
  for (const auto* const list : {&placed.tensors->named(), &placed.tensors->aliases()})
    for (const Tensors::Named& t : *list) {
      tensors.push_back({t.name, t.address, t.bytes});
      base.push_back(t.address);
    }
  const auto launches = recipes::bind(recipe, names, tensors);
  if (!launches) return Refused(launches.error());
  for (const launch::Description& d : *launches) {
    auto launch = packed(recipe, object, d, base);
    if (!launch) return Refused(launch.error());
    const bool is_empty = nothing_to_do || std::ranges::find(launch->grid, 0u) != launch->grid.end();
    if (!is_empty) placed.launches.push_back(std::move(*launch));
  }
  return placed;
}

}  // namespace lockstep::problems
