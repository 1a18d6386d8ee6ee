#include "properties/campaigns/words.hpp"

#include <cstddef>
#include <span>

#include <fmt/format.h>

#include "host/read_file.hpp"

namespace lockstep::campaigns {

namespace {

using nlohmann::json;

constexpr std::string_view kObject = "object ";

std::uint64_t digest(std::span<const std::byte> bytes, std::uint64_t from = 0xCBF29CE484222325u) {  // FNV-1a
  for (const std::byte byte : bytes) from = (from ^ std::uint64_t(byte)) * 0x100000001B3u;
  return from;
}

std::string shown(const json& named, const std::string& name) {
  const auto value = named.find(name);
  if (value == named.end() || value->is_null()) return "none";
  if (value->is_array() && value->empty()) return "none";
  constexpr std::size_t kMost = 200;
  std::string text = value->is_string() ? value->get<std::string>() : value->dump();
  return text.size() > kMost ? text.substr(0, kMost) + "…" : text;
}

}  // namespace

std::optional<std::uint64_t> Words::cases() const {
  const auto found = named.find("cases");
  if (found == named.end() || !found->is_number()) return std::nullopt;
  return found->get<std::uint64_t>();
}

std::string difference(const Words& there, const Words& here) {
  json names = there.named;
  names.update(here.named);
  std::string all;
  for (const auto& [name, ignored] : names.items()) {
    const std::string before = shown(there.named, name), now = shown(here.named, name);
    if (before != now)
      all += fmt::format("{}{}: {} there, {} here", all.empty() ? "" : "; ", name, before, now);
  }
  if (all.empty() && !(there == here)) return "other words";
  return all;
}

tl::expected<std::string, std::string> digest_of(const kernels::Kernel& kernel, const std::string& build) {
  const auto bytes = laws::CodeCache::bytes(kernel, build);
  if (!bytes) return tl::unexpected(bytes.error());
  std::uint64_t all = digest(*bytes);
  if (laws::CodeCache::names_recipe(build)) {
    const auto recipe = host::read_file(build);
    if (!recipe) return tl::unexpected(recipe.error());
    all = digest(*recipe, all);
  }
  return fmt::format("{:#018x}", all);
}

tl::expected<void, std::string> add_object(Words& words, const kernels::Kernel& kernel,
                                           const std::string& build) {
  auto digest = digest_of(kernel, build);
  if (!digest) return tl::unexpected(digest.error());
  words.named[fmt::format("{}{}@{} {}", kObject, kernel.name, kernel.arch, build)] = *digest;
  return {};
}

std::string changed_objects(const Words& words) {
  for (const auto& [name, before] : words.named.items()) {
    if (!name.starts_with(kObject)) continue;
    const std::string object = name.substr(kObject.size());
    const std::size_t at = object.find('@'), space = object.find(' ');
    if (at == std::string::npos || space == std::string::npos || space < at) continue;
    const kernels::Kernel* kernel =
        kernels::find_kernel(object.substr(0, at), object.substr(at + 1, space - at - 1));
    if (kernel == nullptr) return fmt::format("there is no kernel {}", object.substr(0, space));
    const auto now = digest_of(*kernel, object.substr(space + 1));
    if (!now) return now.error();
    if (before != *now)
      return fmt::format("{} is another code object here: its digest is {}, there it was {}", object, *now,
                         before.get<std::string>());
  }
  return {};
}

}  // namespace lockstep::campaigns
