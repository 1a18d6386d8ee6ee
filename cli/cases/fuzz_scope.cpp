#include "cli/cases/fuzz_scope.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/isa/disassembler.hpp"
#include "host/parallel_for.hpp"
#include "kernels/kernel.hpp"
#include "properties/cases/keys.hpp"
#include "properties/comparison/side.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::cli {

namespace {

using laws::CodeCache;
using ChosenKernels = tl::expected<std::vector<std::string>, std::string>;  // KERNEL@ARCH each

std::string name_of(const kernels::Kernel& k) {
  return fmt::format("{}@{}", k.name, k.arch);
}

bool is_named(const std::vector<std::string>& names, const kernels::Kernel& k) {
  return names.empty() ||
         std::ranges::any_of(names, [&](const std::string& name) { return problems::is_name_of(name, k); });
}

problems::Space space_of(const FuzzOptions& options) {
  problems::Space space;
  space.kernels = options.kernels;
  space.models = options.models;
  if (!options.build.empty()) space.builds = {options.build};
  if (kernels::is_scalar(options.build) && options.models.empty())
    space.models = {std::string(kernels::kScalarModel)};
  space.recipe = options.recipe;
  space.wide_offsets = !options.no_wide_offsets;
  space.exact_grid_only = options.laws == std::vector<std::string>{"exact_grid"};
  return space;
}

// Why the emulator can run nothing: without a disassembler. Empty: it can.
std::string why_not_emulated() {
  constexpr std::array<std::byte, 4> kAny{};
  const auto decoded = isa::disassemble(kernels::kernels().front().arch, 0, kAny);
  return decoded ? "" : decoded.error();
}

using Objects = std::set<std::pair<std::string, std::string>>;  // KERNEL@ARCH and build

// The objects that a run draws; nothing of a long one, which draws all sooner or later.
std::optional<Objects> drawn_by(const FuzzOptions& options, const problems::Space& space) {
  constexpr std::uint64_t kFew = 300;
  if (!options.seed || !options.cases || *options.cases > kFew || options.steer) return std::nullopt;
  Objects objects;
  for (std::uint64_t i = 0; i < *options.cases; ++i) {
    const cases::Case c = problems::draw(space, *options.seed, i);
    objects.emplace(c.kernel + "@" + c.arch, c.build);
  }
  return objects;
}

// What has a build that runs there, and the same for the emulator, which cases are prepared with.
ChosenKernels running_on(const Gpu& gpu, const problems::Space& space) {
  const devices::Identity& id = gpu.device->identity();
  const std::string build = space.builds.empty() ? "O3" : space.builds.front();
  std::vector<std::string> all;
  // A scalar build is an emulated arch's kernel, on whatever GPU.
  const auto runs = [&](const kernels::Kernel& k) {
    if (kernels::is_scalar(build) && arch::find_emulated(k.arch) == nullptr) return false;
    return (k.arch == id.arch && kernels::find_image(k, build) != nullptr) ||
           (CodeCache::bytes_for(id.arch, k, build) && CodeCache::bytes_for(k.arch, k, build));
  };
  for (const std::span<const kernels::Kernel> some : {kernels::kernels(), kernels::gpu_kernels()})
    for (const kernels::Kernel& k : some)
      if (is_named(space.kernels, k) && runs(k)) all.push_back(name_of(k));
  if (all.empty())
    return tl::unexpected(fmt::format("{} is {}, for which no kernel{} is built", id.device, id.arch,
                                      space.kernels.empty() ? " here" : " that was named"));
  return all;
}

bool is_built_for_another_arch(const kernels::Kernel& missing, const std::string& build,
                               const std::vector<std::string>& wanted, CodeCache& cache,
                               CodeCache::Decoding decoding) {
  return std::ranges::any_of(kernels::kernels(), [&](const kernels::Kernel& k) {
    return k.name == missing.name && is_named(wanted, k) && cache.get(k, build, decoding).has_value();
  });
}

// A recipe is for the kernels that it is written for.
std::vector<std::string> taken_by(const std::string& recipe, std::string_view arch, CodeCache& cache) {
  std::vector<std::string> all;
  for (const kernels::Kernel& k : kernels::kernels())
    if (k.arch == arch && cache.recipe(k, recipe)) all.push_back(name_of(k));
  return all;
}

ChosenKernels having(const std::string& build, std::vector<std::string> wanted,
                     const std::vector<std::string>& named, CodeCache& cache, CodeCache::Decoding decoding) {
  std::string arch;  // what a file is built for; empty: the build is no file
  if (CodeCache::names_file(build)) {
    const auto code = cache.get(kernels::kernels().front(), build, decoding);
    if (!code) return tl::unexpected(code.error());
    arch = (*code)->object().arch;
  }
  if (CodeCache::names_recipe(build) && wanted.empty()) wanted = taken_by(build, arch, cache);
  std::vector<std::string> chosen;
  std::string others;  // wanted kernels of other archs
  std::vector<kernels::Kernel> candidates(kernels::kernels().begin(), kernels::kernels().end());
  if (decoding == CodeCache::Decoding::none)
    candidates.insert(candidates.end(), kernels::gpu_kernels().begin(), kernels::gpu_kernels().end());
  for (const kernels::Kernel& k : candidates) {
    if (!is_named(wanted, k)) continue;
    if (!arch.empty() && k.arch != arch) {
      others += fmt::format("{}{}", others.empty() ? "" : ", ", name_of(k));
      continue;
    }
    if (CodeCache::names_recipe(build))
      if (const auto recipe = cache.recipe(k, build); !recipe) return tl::unexpected(recipe.error());
    const bool arch_was_named = std::ranges::find(named, name_of(k)) != named.end();
    if (const auto code = cache.get(k, build, decoding)) {
      chosen.push_back(name_of(k));
    } else if (arch_was_named || !is_built_for_another_arch(k, build, wanted, cache, decoding)) {
      return tl::unexpected(code.error());
    }
  }
  if (chosen.empty() && !arch.empty())
    return tl::unexpected(fmt::format("{} is built for {}, and {} is not", build, arch, others));
  return chosen;
}

using Keys = tl::expected<std::vector<cases::Options::Entry>, std::string>;

Keys keys_of(const std::string& text) {
  std::vector<cases::Options::Entry> keys;
  if (text.empty()) return keys;
  for (const std::string_view field : cases::split(text, ',')) {
    const std::size_t equals = field.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      return tl::unexpected(fmt::format("--always {}: '{}' is not KEY=VALUE", text, field));
    const std::string_view key = field.substr(0, equals);
    if (key == "build" || key == "object")
      return tl::unexpected(fmt::format("--always {}: {} is for --build to say", text, key));
    keys.emplace_back(key, field.substr(equals + 1));
  }
  return keys;
}

}  // namespace

tl::expected<FuzzScope, Problem> FuzzScope::of(const FuzzOptions& options, const Gpu* gpu, CodeCache& cache) {
  const auto usage = [](std::string text) { return tl::unexpected(Problem{kUsage, std::move(text)}); };
  if (gpu == nullptr || !options.against.empty())
    if (std::string why = why_not_emulated(); !why.empty())
      return tl::unexpected(Problem{kInconclusive, std::move(why)});
  auto keys = keys_of(options.always);
  if (!keys) return usage(keys.error());
  FuzzScope scope{space_of(options), std::move(*keys)};
  problems::Space& space = scope.space;
  for (const kernels::Kernel& k : kernels::gpu_kernels())
    if (gpu == nullptr && std::ranges::find(options.kernels, name_of(k)) != options.kernels.end())
      return usage(fmt::format("{} runs on a GPU alone, as with --device cuda:0", name_of(k)));
  if (gpu != nullptr) {
    const std::string& arch = gpu->device->identity().arch;
    const bool on_both = options.against.empty() || arch::find_emulated(arch) != nullptr;
    if (options.build.empty() && (matrix::models(arch).empty() || !on_both))
      space.builds = {std::string(kernels::kScalar)};
    auto chosen = running_on(*gpu, space);
    if (!chosen)
      return tl::unexpected(Problem{options.kernels.empty() ? kInconclusive : kUsage, chosen.error()});
    space.kernels = std::move(*chosen);
    if (space.models.empty()) space.models = gpu->models;
  }
  if (!options.build.empty()) {
    auto chosen = having(options.build, space.kernels, options.kernels, cache,
                         gpu != nullptr ? CodeCache::Decoding::none : CodeCache::Decoding::whole);
    if (!chosen) return usage(chosen.error());
    space.kernels = std::move(*chosen);
  }
  if (!problems::holds_any(space))
    return usage("no kernel that was named has one of the models that were named");
  return scope;
}

tl::expected<cases::Case, std::string> FuzzScope::with_always(const cases::Case& drawn) const {
  if (always.empty()) return drawn;
  comparison::Side side{
      .text = drawn.kernel, .kernel = kernels::find_kernel(drawn.kernel, drawn.arch), .keys = always};
  side.build = drawn.build;
  auto c = comparison::case_of(side, drawn);
  if (!c) return c;
  if (auto known = cases::check(*c, problems::operator_of(*side.kernel).grammar.keys); !known)
    return tl::unexpected(known.error());
  return c;
}

void FuzzScope::decode(const FuzzOptions& options, CodeCache& cache, int threads) const {
  const bool lints = options.laws.empty() || std::ranges::find(options.laws, "clean") != options.laws.end();
  const std::vector<std::string> builds =
      space.builds.empty() ? std::vector<std::string>{"O3", "O2"} : space.builds;
  const std::optional<Objects> drawn = drawn_by(options, space);
  struct Object {
    std::size_t bytes;  // 0 where the build is a file
    const kernels::Kernel* kernel;
    std::string build;
  };
  std::vector<Object> objects;
  for (const kernels::Kernel& k : kernels::kernels())
    for (const std::string& build : builds) {
      if (!is_named(space.kernels, k) || (drawn && !drawn->contains({name_of(k), build}))) continue;
      const kernels::Image* const image = kernels::find_image(k, build);
      objects.push_back({image != nullptr ? image->bytes.size() : 0, &k, build});
    }
  std::ranges::sort(objects, std::greater<>(), &Object::bytes);  // so that no large one is last
  host::parallel_for(objects.size(), threads, [&](std::uint64_t at, int) {
    const auto code = cache.get(*objects[at].kernel,
                                objects[at].build);  // a kernel without the build is drawn with another
    for (std::size_t i = 0; code && lints && !drawn && i < (*code)->object().kernels.size(); ++i)
      (*code)->lint((*code)->object().kernels[i]);
    return host::Then::go_on;
  });
}

bool FuzzScope::takes(const cases::Case& c, const Gpu* gpu) const {
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  if (kernel == nullptr || !is_named(space.kernels, *kernel)) return false;
  if (gpu != nullptr && !CodeCache::bytes_for(gpu->device->identity().arch, *kernel, c.build)) return false;
  return space.builds.empty() ? c.build == "O3" || c.build == "O2" : c.build == space.builds.front();
}

}  // namespace lockstep::cli
