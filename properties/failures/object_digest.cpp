#include "properties/failures/object_digest.hpp"

#include <cstddef>

#include <fmt/format.h>

#include "host/read_file.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::failures {

std::uint64_t object_digest(const cases::Case& c) {
  if (!laws::CodeCache::names_file(c.build)) return 0;
  const auto bytes = host::read_file(c.build);
  if (!bytes) return 0;
  std::uint64_t digest = 0xCBF29CE484222325u;  // FNV-1a
  for (const std::byte byte : *bytes) digest = (digest ^ std::uint64_t(byte)) * 0x100000001B3u;
  return digest;
}

std::string changed_object(const cases::Case& c) {
  if (c.object == 0 || !laws::CodeCache::names_file(c.build)) return {};
  const std::uint64_t now = object_digest(c);
  if (now == 0 || now == c.object) return {};
  return fmt::format("{} is not the code object of the case: its digest is {:#x}, the case says {:#x}",
                     c.build, now, c.object);
}

}  // namespace lockstep::failures
