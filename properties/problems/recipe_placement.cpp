#include "properties/problems/recipe_placement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/launch/arguments.hpp"

namespace lockstep::problems {

namespace {

using Refused = tl::unexpected<std::string>;

template <typename Range>
std::string names_of(const Range& range) {
  std::string text;
  for (const auto& entry : range) text += (text.empty() ? "" : ", ") + std::string(entry.name);
  return text;
}

// Adds the tensors that the recipe wants in another layout; the operator's own are there already.
tl::expected<void, std::string> relay(const Instance& instance, const recipes::Recipe& recipe,
                                      Tensors& tensors) {
  const std::vector<TensorShape> shapes = instance.shapes();
  for (const recipes::TensorLayout& wanted : recipe.tensors) {
    const auto shape = std::ranges::find(shapes, wanted.tensor, &TensorShape::name);
    if (shape == shapes.end())
      return Refused(fmt::format("{}: tensors: {} has no other layout of '{}'; there are others of {}",
                                 recipe.file, recipe.takes, wanted.tensor,
                                 shapes.empty() ? "none" : names_of(shapes)));
    const auto layout = find_stored_as(wanted.layout);
    if (!layout || !takes(*shape, *layout))
      return Refused(fmt::format("{}: tensors: {} can't be laid out as '{}'; there are {}", recipe.file,
                                 wanted.tensor, wanted.layout, stored_as_names()));
    tensors.relay_input(wanted.tensor, bytes_of(*shape, *layout),
                        [&](machine::Fill own) { return relaid(*shape, *layout, std::move(own)); });
  }
  return {};
}

}  // namespace

tl::expected<Placed, std::string> place(const Instance& instance, const recipes::Recipe& recipe,
                                        const code_object::CodeObject& object, std::string_view out,
                                        std::uint64_t poison) {
  const recipes::Sizes sizes = instance.sizes();
  if (sizes.empty())
    return Refused(
        fmt::format("{}: the operator of {} takes no launch recipes yet", recipe.file, recipe.takes));
  Placed placed = instance.place(poison);
  const bool nothing_to_do = placed.launches.empty();
  placed.launches.clear();
  if (auto done = relay(instance, recipe, *placed.tensors); !done) return Refused(done.error());
  std::vector<recipes::PlacedTensor> tensors;
  for (const Tensors::Named& t : placed.tensors->named()) tensors.push_back({t.name, t.address, t.bytes});
  const auto bound = recipes::bind(recipe, sizes, out, tensors);
  if (!bound) return Refused(bound.error());
  const launch::Description& d = bound->description;
  const code_object::Kernel* entry = object.find(d.kernel);
  if (entry == nullptr)
    return Refused(fmt::format("{}: {} has no kernel {}; it has {}", recipe.file, object.file, d.kernel,
                               names_of(object.kernels)));
  auto segment = launch::pack(d, *entry, bound->base);
  if (!segment) return Refused(fmt::format("{}: {}: {}", recipe.file, d.kernel, segment.error()));
  const auto& grid = d.geometry.grid;
  if (nothing_to_do || std::ranges::find(grid, 0u) != grid.end()) return placed;
  kernels::LaunchPlan launch;
  launch.symbol = d.kernel;
  launch.grid = grid;
  launch.block = d.geometry.block;
  launch.dynamic_lds = d.geometry.dynamic_lds;
  launch.segment = std::move(segment->bytes);
  placed.launches.push_back(std::move(launch));
  return placed;
}

}  // namespace lockstep::problems
