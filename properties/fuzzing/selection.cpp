#include "properties/fuzzing/selection.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "kernels/kernel.hpp"
#include "properties/cases/keys.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::fuzzing {

namespace {

template <typename Range>
std::string names_of(const Range& range) {
  std::vector<std::string_view> names;
  for (const auto& entry : range) names.push_back(entry.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// All of them, and which was meant.
template <typename Range>
std::string names_and_nearest(const Range& range, const std::string& said) {
  std::vector<std::string_view> names;
  for (const auto& entry : range) names.push_back(entry.name);
  return fmt::format("{}; nearest: {}", fmt::join(names, ", "),
                     fmt::join(cases::nearest(said, names, 1), ", "));
}

}  // namespace

tl::expected<std::vector<const laws::Law*>, std::string> select_laws(const std::vector<std::string>& names) {
  std::vector<const laws::Law*> selected;
  for (const std::string& name : names) {
    const laws::Law* law = laws::find_law(name);
    if (law == nullptr)
      return tl::unexpected(
          fmt::format("no law '{}'; there are {}", name, names_and_nearest(laws::laws(), name)));
    selected.push_back(law);
  }
  if (names.empty())
    for (const laws::Law& law : laws::laws())
      if (law.when != laws::When::named) selected.push_back(&law);
  return selected;
}

tl::expected<std::vector<const judges::Judge*>, std::string> select_judges(
    const std::vector<std::string>& names) {
  std::vector<const judges::Judge*> selected;
  for (const std::string& name : names) {
    if (name != "all" && judges::find_judge(name) == nullptr)
      return tl::unexpected(
          fmt::format("no judge '{}'; there are all, {}", name, names_of(judges::judges())));
  }
  for (const judges::Judge& judge : judges::judges())
    if (std::ranges::any_of(names, [&](const std::string& n) { return n == "all" || n == judge.name; }))
      selected.push_back(&judge);
  return selected;
}

std::string unknown_names(const std::vector<std::string>& kernels, const std::vector<std::string>& models) {
  for (const std::string& name : kernels) {
    bool known = false;
    for (const std::span<const kernels::Kernel> all : {kernels::kernels(), kernels::gpu_kernels()})
      for (const kernels::Kernel& k : all) known |= problems::is_name_of(name, k);
    if (known) continue;
    // Each name once, whatever its archs.
    std::vector<std::string_view> names;
    for (const kernels::Kernel& k : kernels::kernels())
      if (std::ranges::find(names, k.name) == names.end()) names.push_back(k.name);
    return fmt::format("no kernel '{}'; there are {}; nearest: {}", name, fmt::join(names, ", "),
                       fmt::join(cases::nearest(name.substr(0, name.find('@')), names, 1), ", "));
  }
  for (const std::string& name : models)
    if (matrix::find_model(name) == nullptr)
      return fmt::format("no matrix model '{}'; there are {}", name,
                         names_and_nearest(matrix::all_models(), name));
  return {};
}

}  // namespace lockstep::fuzzing
