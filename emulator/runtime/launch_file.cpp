#include "emulator/runtime/launch_file.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/runtime/reachable.hpp"

namespace lockstep::runtime {

namespace {

namespace fs = std::filesystem;
using machine::Allocation;
using nlohmann::json;
using Done = tl::expected<void, std::string>;

// Of larger allocations pages that nobody touched are holes of the file, which read as zero.
constexpr std::uint64_t kWholeBytes = std::uint64_t{64} << 20;

Done write_file(const fs::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), std::streamsize(bytes.size()));
  file.close();
  if (!file) return tl::unexpected(fmt::format("{}: can't be written", path.string()));
  return {};
}

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

class Writer {
 public:
  Writer(const LaunchToWrite& launch, fs::path folder) : l_(launch), folder_(std::move(folder)) {}

  Done write() {
    const Settings& s = l_.settings;
    std::string schedules;
    for (const machine::Schedule& one : s.schedules)
      schedules += (schedules.empty() ? "" : ",") + machine::to_string(one);
    json j{{"kernel", l_.kernel.name},
           {"grid", l_.geometry.grid},
           {"block", l_.geometry.block},
           {"dynamic_lds", l_.geometry.dynamic_lds},
           {"seed", s.seed},
           {"schedule", schedules},
           {"checks", s.checks}};
    if (!s.model.empty()) j["model"] = s.model;
    const auto object = l_.module.bytes();
    j["object"] = "code.co";
    if (auto done = write_file(folder_ / "code.co", object); !done) return done;
    buffers_ = reachable(l_.before, l_.segment.bytes, {});
    j["buffers"] = json::array();
    for (const Allocation* a : buffers_) {
      auto buffer = write_buffer(*a);
      if (!buffer) return tl::unexpected(buffer.error());
      j["buffers"].push_back(*std::move(buffer));
    }
    j["arguments"] = arguments();
    if (l_.after != nullptr) {
      auto all = outputs();
      if (!all) return tl::unexpected(all.error());
      j["outputs"] = *std::move(all);
    }
    const std::string text = j.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
    return write_file(folder_ / "LAUNCH.json",
                      {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  }

 private:
  std::size_t number_of(const Allocation& a) const {
    return std::size_t(std::ranges::find(buffers_, &a) - buffers_.begin());
  }

  tl::expected<json, std::string> write_buffer(const Allocation& a) {
    json j{{"name", a.name()},
           {"size", a.size()},
           {"address", fmt::format("{:#x}", a.base())},
           {"access", a.writable() ? "write" : "read"},
           {"align", 1}};
    if (const auto seed = l_.before.poison_of(a.base()); seed && a.touched_pages() == 0 && !l_.before.was_filled(a.base())) {
      j.update({{"fill", "undefined"}, {"seed", *seed}});
      return j;
    }
    const std::string name = fmt::format("buffer-{}.in", number_of(a));
    std::ofstream file(folder_ / name, std::ios::binary);
    UndefinedRanges undefined;
    const auto put = [&](std::uint64_t offset, const machine::Page& page) {
      const std::uint64_t bytes = std::min(machine::kPageBytes, a.size() - offset);
      file.seekp(std::streamoff(offset));
      file.write(reinterpret_cast<const char*>(page.data.data()), std::streamsize(bytes));
      undefined.add(offset, std::span(page.undefined).first(bytes));
    };
    const auto page = std::make_unique<machine::Page>();
    if (a.size() <= kWholeBytes || l_.before.was_filled(a.base())) {
      for (std::uint64_t at = 0; at < a.size(); at += machine::kPageBytes) {
        a.peek(at, page->data.data(), page->undefined.data(), std::min(machine::kPageBytes, a.size() - at));
        put(at, *page);
      }
    } else {
      const bool device = l_.before.poison_of(a.base()).has_value();
      const std::vector<std::uint8_t> nothing(machine::kPageBytes, 1);
      std::uint64_t next = 0;
      const auto skip_to = [&](std::uint64_t end) {
        for (; device && next < end; next += machine::kPageBytes)
          undefined.add(next, std::span(nothing).first(std::min(machine::kPageBytes, end - next)));
        next = end;
      };
      a.visit_touched([&](std::uint64_t offset, const machine::Page& touched) {
        skip_to(offset);
        put(offset, touched);
        next = offset + machine::kPageBytes;
      });
      skip_to(a.size());
    }
    file.close();
    std::error_code error;
    if (file) fs::resize_file(folder_ / name, a.size(), error);
    if (!file || error) return tl::unexpected(fmt::format("{}: can't be written", (folder_ / name).string()));
    j["file"] = name;
    if (json ranges = undefined.finish(); !ranges.empty()) j["undefined"] = std::move(ranges);
    return j;
  }

  // Pointers by the buffers that they point into, so that a reader can follow them; everything else as bytes.
  json arguments() const {
    json all = json::array();
    std::vector<std::uint8_t> rest = l_.segment.undefined;
    for (const code_object::Argument& a : l_.kernel.arguments) {
      if (a.offset + a.size > rest.size()) continue;
      const bool packed = a.offset < l_.segment.packed_bytes;
      if (!a.is_hidden() && a.value_kind == "global_buffer" && a.size == sizeof(std::uint64_t)) {
        std::uint64_t address = 0;
        std::memcpy(&address, &l_.segment.bytes[a.offset], sizeof address);
        const Allocation* const owner = l_.before.owner(address);
        if (owner != nullptr)
          all.push_back({{"at", a.offset}, {"pointer", owner->name()}, {"offset", address - owner->base()}});
        if (owner == nullptr) continue;
      } else if (!a.is_hidden() || packed) {
        continue;
      }
      std::fill_n(rest.begin() + std::ptrdiff_t(a.offset), a.size, std::uint8_t{1});
    }
    for (std::size_t i = 0; i < rest.size(); ++i) {
      std::string bytes;
      const std::size_t first = i;
      for (; i < rest.size() && rest[i] == 0; ++i) bytes += fmt::format("{:02x}", l_.segment.bytes[i]);
      if (!bytes.empty()) all.push_back({{"at", first}, {"bytes", bytes}});
    }
    return all;
  }

  // Undefined bytes may be: the checks of the launch say what they have to say of them.
  tl::expected<json, std::string> outputs() const {
    json all = json::array();
    for (const Overlay::Range& range : l_.after->changed()) {
      const Allocation* const a = l_.after->memory().owner(range.base, 1);
      const auto found = std::ranges::find(buffers_, range.base, &Allocation::base);
      if (found == buffers_.end() || range.end - range.first > kWholeBytes) continue;
      std::vector<std::uint8_t> data(range.end - range.first), undefined(data.size());
      a->peek(range.first, data.data(), undefined.data(), data.size());
      const std::string name = fmt::format("buffer-{}.out", found - buffers_.begin());
      if (auto done = write_file(folder_ / name, data); !done) return tl::unexpected(done.error());
      all.push_back({{"buffer", a->name()},
                     {"offset", range.first},
                     {"size", data.size()},
                     {"expect", name},
                     {"undefined", "allowed"}});
    }
    return all;
  }

  const LaunchToWrite& l_;
  fs::path folder_;
  std::vector<const Allocation*> buffers_;
};

// Processes that record into one folder number their launches together: who makes the folder has the number.
tl::expected<fs::path, std::string> new_folder(const std::string& parent) {
  static int number = 0;
  std::error_code error;
  fs::create_directories(parent, error);
  while (!error) {
    fs::path folder = fs::path(parent) / fmt::format("{:04}", ++number);
    if (fs::create_directory(folder, error)) return folder;
  }
  return tl::unexpected(fmt::format("{}: {}", parent, error.message()));
}

}  // namespace

tl::expected<std::string, std::string> write_launch(const LaunchToWrite& launch) {
  const auto folder = new_folder(launch.settings.record);
  if (!folder) return tl::unexpected(folder.error());
  if (auto done = Writer(launch, *folder).write(); !done) return tl::unexpected(done.error());
  return folder->string();
}

}  // namespace lockstep::runtime
