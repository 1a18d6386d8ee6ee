#include "properties/laws/code_cache.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "emulator/code_object/ptx.hpp"
#include "host/files.hpp"
#include "kernels/mutants/mutants.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::laws {

namespace {

bool was_left_out(const kernels::Kernel& kernel, std::string_view build) {
  return std::ranges::any_of(kernels::mutants(), [&](const kernels::Mutant& m) {
    return m.id == build && m.kernel == kernel.name && m.arch == kernel.arch && !m.built;
  });
}

tl::expected<recipes::Recipe, std::string> read_recipe(const std::string& file) {
  const auto text = host::read_file(file);
  if (!text) return tl::unexpected(text.error());
  return recipes::parse(file, {reinterpret_cast<const char*>(text->data()), text->size()});
}

}  // namespace

bool CodeCache::names_recipe(const std::string& build) {
  return names_file(build) && build.ends_with(".json");
}

CodeCache::Recipe CodeCache::recipe(const kernels::Kernel& kernel, const std::string& build) {
  const std::lock_guard lock(mutex_);
  auto& kept = recipes_[build];
  if (kept == nullptr) {
    auto read = read_recipe(build);
    if (!read) return tl::unexpected(read.error());
    kept = std::make_shared<const recipes::Recipe>(std::move(*read));
  }
  if (kept->takes != kernel.name)
    return tl::unexpected(
        fmt::format("{}: takes the problems of {}, not of {}", build, kept->takes, kernel.name));
  if (kept->names_order())
    if (const auto order = problems::find_order(kept->order, kernel); !order)
      return tl::unexpected(fmt::format("{}: {}", build, order.error()));
  return kept;
}

bool CodeCache::names_file(const std::string& build) {
  return build.find_first_of("/.") != std::string::npos;
}

std::string CodeCache::key(const kernels::Kernel& kernel, const std::string& build) {
  return names_file(build) ? build : fmt::format("{}@{} {}", kernel.name, kernel.arch, build);
}

tl::expected<std::vector<std::byte>, std::string> CodeCache::bytes(const kernels::Kernel& kernel,
                                                                   const std::string& build) {
  if (names_recipe(build)) {
    const auto recipe = read_recipe(build);
    return recipe ? host::read_file(recipe->object) : tl::unexpected(recipe.error());
  }
  if (names_file(build)) return host::read_file(build);
  const kernels::Image* image = kernels::find_image(kernel, build);
  if (image == nullptr && was_left_out(kernel, build))
    return tl::unexpected(
        fmt::format("the planted bug {} was not compiled; ./lockstep compiles one that its words name, and "
                    "`./lockstep mutants` all",
                    build));
  if (image == nullptr)
    return tl::unexpected(fmt::format(
        "{}@{} has no build '{}'; `lockstep list kernels` and `lockstep list mutants` name them, and a "
        "code object's file is given by its path",
        kernel.name, kernel.arch, build));
  return std::vector<std::byte>(image->bytes.begin(), image->bytes.end());
}

tl::expected<std::vector<std::byte>, std::string> CodeCache::bytes_for(std::string_view arch,
                                                                       const kernels::Kernel& kernel,
                                                                       const std::string& build) {
  if (arch == kernel.arch) return bytes(kernel, build);
  const bool another_of_amd = arch::find_emulated(arch) != nullptr;  // for which the kernel is another
  for (const kernels::Image& image : kernels::images())
    if (!another_of_amd && kernels::is_scalar(build) && image.name == kernel.name && image.arch == arch &&
        image.build == build)
      return std::vector<std::byte>(image.bytes.begin(), image.bytes.end());
  return tl::unexpected(
      fmt::format("{}@{} has no build '{}' that runs on {}", kernel.name, kernel.arch, build, arch));
}

CodeCache::Slot& CodeCache::slot(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return loaded_[name];
}

namespace {

// PTX, which names its parameters by their positions, and a target for no other arch.
CodeCache::Loaded undecoded_ptx(const kernels::Kernel& kernel, const std::string& name, std::string_view text,
                                CodeCache::Decoding decoding) {
  if (decoding == CodeCache::Decoding::whole)
    return tl::unexpected(fmt::format(
        "{}: the emulator runs no PTX; give it a GPU of {}, as in --device cuda:0", name, kernel.arch));
  auto object = code_object::parse_ptx(name, text);
  if (!object) return tl::unexpected(object.error());
  object->arch = kernel.arch;
  return machine::LoadedCode::load(std::move(*object));
}

}  // namespace

CodeCache::Loaded CodeCache::get(const kernels::Kernel& kernel, const std::string& build, Decoding decoding) {
  const std::string name = key(kernel, build);
  Slot& its = slot(decoding == Decoding::whole ? name : name + ", undecoded");
  const std::lock_guard lock(its.mutex);
  if (its.code) return its.code;
  const auto file = bytes(kernel, build);
  if (!file) return tl::unexpected(file.error());
  const std::string_view text(reinterpret_cast<const char*>(file->data()), file->size());
  if (code_object::is_ptx(text)) {
    auto ptx = undecoded_ptx(kernel, name, text, decoding);
    if (ptx) its.code = *ptx;
    return ptx;
  }
  auto object = code_object::parse(name, *file);
  if (!object) return tl::unexpected(object.error().text());
  if (decoding == Decoding::none) object->text.clear();
  auto loaded = machine::LoadedCode::load(std::move(*object));
  if (!loaded) return tl::unexpected(loaded.error());
  return its.code = *loaded;
}

void CodeCache::put(const kernels::Kernel& kernel, const std::string& build,
                    std::shared_ptr<const machine::LoadedCode> code) {
  Slot& its = slot(key(kernel, build));
  const std::lock_guard lock(its.mutex);
  its.code = std::move(code);
}

}  // namespace lockstep::laws
