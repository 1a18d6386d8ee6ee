#include "emulator/runtime/launch_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "emulator/launch/digest.hpp"

namespace lockstep::runtime {

namespace {

namespace fs = std::filesystem;
using machine::Allocation;
using nlohmann::json;
using Done = tl::expected<void, std::string>;

class Writer {
 public:
  Writer(const LaunchToWrite& launch, fs::path folder) : l_(launch), folder_(std::move(folder)) {}

  Done write() {
    const Settings& s = l_.settings;
    json j{{"kernel", l_.kernel.name},
           {"grid", l_.geometry.grid},
           {"block", l_.geometry.block},
           {"dynamic_lds", l_.geometry.dynamic_lds},
           {"seed", s.seed},
           {"schedule", machine::to_string(s.schedules)},
           {"checks", s.checks}};
    if (l_.geometry.cluster[0] != 0) j["cluster"] = l_.geometry.cluster;
    if (!s.model.empty()) j["model"] = s.model;
    const auto object = l_.module.bytes();
    launch::Sha256 digest;
    digest.add(object);
    j["object"] = "code.co";
    j["object_sha256"] = digest.finish();
    if (auto done = write_file(folder_ / "code.co", object); !done) return done;
    buffers_ = reachable(l_.before, l_.segment.bytes, {});
    j["buffers"] = json::array();
    for (const Allocation* a : buffers_) {
      auto buffer = write_buffer(*a, l_.before, folder_, j["buffers"].size());
      if (!buffer) return tl::unexpected(buffer.error());
      j["buffers"].push_back(*std::move(buffer));
    }
    j["arguments"] = arguments_of(l_.kernel, l_.segment, l_.before);
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
