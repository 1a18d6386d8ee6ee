#include "emulator/runtime/reached.hpp"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "host/files.hpp"
#include "host/random.hpp"

namespace lockstep::runtime {

namespace {

// Alike code objects of several modules or processes are one.
std::string name_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t digest = bytes.size();
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    std::uint64_t word = 0;
    for (std::size_t b = i; b < std::min(i + 8, bytes.size()); ++b) word = word << 8 | bytes[b];
    digest = host::hash(digest, word);
  }
  return fmt::format("{:016x}.co", digest);
}

tl::expected<std::string, std::string> kept(const Module& module, const std::string& folder) {
  namespace fs = std::filesystem;
  const fs::path objects = fs::path(folder) / kObjectsFolder;
  std::string name = name_of(module.bytes());
  std::error_code error;
  fs::create_directories(objects, error);
  if (error) return tl::unexpected(fmt::format("{}: {}", objects.string(), error.message()));
  if (fs::exists(objects / name, error)) return name;
  const auto* const first = reinterpret_cast<const char*>(module.bytes().data());
  if (std::string why =
          host::write_whole((objects / name).string(), std::string_view(first, module.bytes().size()));
      !why.empty())
    return tl::unexpected(std::move(why));
  return name;
}

}  // namespace

tl::expected<Reached::News, std::string> Reached::add(const Module& module, const machine::Outcome& outcome,
                                                      const std::string& folder) {
  const std::shared_ptr<const machine::LoadedCode> code(std::shared_ptr<void>(),
                                                        &module.code());  // the module's own
  observe::Coverage now(code);
  now.add(outcome);
  OfModule& seen = seen_[&module];
  if (seen.file.empty()) {
    auto file = kept(module, folder);
    if (!file) return tl::unexpected(file.error());
    seen = {std::move(*file), observe::Coverage(code)};
  }
  if (seen.coverage.news_in(now) == 0) return News{};
  seen.coverage.merge(now);
  return News{seen.file, now.text()};
}

}  // namespace lockstep::runtime
