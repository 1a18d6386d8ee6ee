#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/runtime/launch_file.hpp"

namespace lockstep::runtime {

namespace fs = std::filesystem;
using machine::Allocation;
using nlohmann::json;

namespace {

/// Ranges of bytes that are undefined, as launch files spell them, gathered in ascending order.
class UndefinedRanges {
 public:
  void add(std::uint64_t offset, std::span<const std::uint8_t> undefined) {
    for (std::size_t i = 0; i < undefined.size(); ++i) {
      if (undefined[i] == 0) continue;
      if (end_ != offset + i) flush(offset + i);
      end_ = offset + i + 1;
    }
  }
  json finish() {
    flush(0);
    return std::move(all_);
  }

 private:
  void flush(std::uint64_t next) {
    if (end_ > first_) all_.push_back(fmt::format("{:#x}+{}", first_, end_ - first_));
    first_ = end_ = next;
  }

  json all_ = json::array();
  std::uint64_t first_ = 0, end_ = 0;
};

}  // namespace

tl::expected<void, std::string> write_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  file.close();
  if (!file) return tl::unexpected(fmt::format("{}: can't be written", path.string()));
  return {};
}

tl::expected<json, std::string> write_buffer(const Allocation& a, const DeviceMemory& memory,
                                             const fs::path& folder, std::size_t number) {
  json j{{"name", a.name()},
         {"size", a.size()},
         {"address", fmt::format("{:#x}", a.base())},
         {"access", a.writable() ? "write" : "read"},
         {"align", 1}};
  if (const auto seed = memory.poison_of(a.base());
      seed && a.touched_pages() == 0 && !memory.was_filled(a.base())) {
    j.update({{"fill", "undefined"}, {"seed", *seed}});
    return j;
  }
  const std::string name = fmt::format("buffer-{}.in", number);
  std::ofstream file(folder / name, std::ios::binary);
  UndefinedRanges undefined;
  const auto put = [&](std::uint64_t offset, const machine::Page& page) {
    const std::uint64_t bytes = std::min(machine::kPageBytes, a.size() - offset);
    file.seekp(std::streamoff(offset));
    file.write(reinterpret_cast<const char*>(page.data.data()), std::streamsize(bytes));
    undefined.add(offset, std::span(page.undefined).first(bytes));
  };
  const auto page = std::make_unique<machine::Page>();
  if (a.size() <= kWholeBytes || memory.was_filled(a.base())) {
    for (std::uint64_t at = 0; at < a.size(); at += machine::kPageBytes) {
      a.peek(at, page->data.data(), page->undefined.data(), std::min(machine::kPageBytes, a.size() - at));
      put(at, *page);
    }
  } else {
    const bool device = !memory.is_host(a.base());
    const std::vector<std::uint8_t> nothing(machine::kPageBytes, 1);
    std::uint64_t next = 0;
    const auto skip_to = [&](std::uint64_t end) {
      for (; device && next < end; next += machine::kPageBytes)
        undefined.add(next, std::span(nothing).first(std::min(machine::kPageBytes, end - next)));
      next = end;
    };
    memory.visit(a, [&](std::uint64_t offset, const machine::Page& touched) {
      skip_to(offset);
      put(offset, touched);
      next = offset + machine::kPageBytes;
    });
    skip_to(a.size());
  }
  file.close();
  std::error_code error;
  if (file) fs::resize_file(folder / name, a.size(), error);
  if (!file || error) return tl::unexpected(fmt::format("{}: can't be written", (folder / name).string()));
  j["file"] = name;
  if (json ranges = undefined.finish(); !ranges.empty()) j["undefined"] = std::move(ranges);
  return j;
}

}  // namespace lockstep::runtime
