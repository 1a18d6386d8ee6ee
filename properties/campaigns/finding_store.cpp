#include "properties/campaigns/finding_store.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "host/files.hpp"

namespace lockstep::campaigns {

namespace {

namespace fs = std::filesystem;

constexpr const char* kMarker = "findings.json";
constexpr int kStoreFormat = 1;
constexpr std::uintmax_t kMostBytes = 1 << 20;  // an event's file has no more
constexpr std::size_t kIdDigits = 16;

std::string failure_of(const std::string& path, int error) {
  return fmt::format("{}: {}", path, std::strerror(error));
}

std::string random_name() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}", device(), device());
}

bool is_id(std::string_view name) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return name.size() == kIdDigits && std::ranges::all_of(name, is_digit);
}

std::string write_all(int file, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t some = ::write(file, text.data(), text.size());
    if (some < 0 && errno == EINTR) continue;
    if (some < 0) return failure_of(path, errno);
    text.remove_prefix(std::size_t(some));
  }
  return ::fsync(file) != 0 && errno != EINVAL ? failure_of(path, errno) : "";
}

// Writes a file, on the disk and whole before it has its name. Names that begin with a dot are no event's.
std::string write_new(const std::string& folder, const std::string& name, std::string_view text) {
  const std::string path = folder + "/" + name,
                    before = fmt::format("{}/.{}-{}", folder, name, random_name());
  const int file = ::open(before.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return failure_of(before, errno);
  std::string failure = write_all(file, text, before);
  if (::close(file) != 0 && failure.empty()) failure = failure_of(before, errno);
  if (failure.empty() && ::rename(before.c_str(), path.c_str()) != 0) failure = failure_of(path, errno);
  if (!failure.empty()) ::unlink(before.c_str());
  return failure;
}

// Somebody may have put a pipe there, a link to elsewhere, or gigabytes.
tl::expected<std::string, std::string> read_small(const fs::path& path) {
  std::error_code problem;
  const fs::file_status status = fs::symlink_status(path, problem);
  if (status.type() == fs::file_type::not_found) return std::string();
  if (!fs::is_regular_file(status)) return tl::unexpected(fmt::format("{}: is no plain file", path.string()));
  if (const auto bytes = fs::file_size(path, problem); !problem && bytes > kMostBytes)
    return tl::unexpected(
        fmt::format("{}: is too large for an event of a finding: {} bytes", path.string(), bytes));
  return host::read_text(path.string());
}

std::string no_store(const std::string& folder) {
  return fmt::format(
      "{}: is no folder of findings, which would have a file {}; `fuzz --findings` begins one in an empty "
      "or absent folder",
      folder, kMarker);
}

// Empty: the folder is one of this version.
std::string problem_of_marker(const std::string& folder) {
  const auto text = read_small(fs::path(folder) / kMarker);
  if (!text) return text.error();
  if (text->empty()) return no_store(folder);
  const auto marker = nlohmann::json::parse(*text, nullptr, false);
  if (!marker.is_object() || marker.value("lockstep findings", nlohmann::json()) != kStoreFormat)
    return fmt::format("{}/{}: is not what this version writes there: expected {{\"lockstep findings\": {}}}",
                       folder, kMarker, kStoreFormat);
  return {};
}

bool has_marker(const std::string& folder) {
  std::error_code ignored;
  return fs::symlink_status(fs::path(folder) / kMarker, ignored).type() != fs::file_type::not_found;
}

}  // namespace

tl::expected<FindingStore, std::string> FindingStore::open(const std::string& folder) {
  std::error_code problem;
  if (!fs::is_directory(folder, problem)) return tl::unexpected(no_store(folder));
  if (std::string wrong = problem_of_marker(folder); !wrong.empty()) return tl::unexpected(std::move(wrong));
  return FindingStore(folder);
}

tl::expected<FindingStore, std::string> FindingStore::open_or_begin(const std::string& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) return tl::unexpected(fmt::format("{}: {}", folder, problem.message()));
  if (!has_marker(folder)) {
    // Another may begin it now, and its file is there by now, or one that is becoming it.
    for (const auto& entry : fs::directory_iterator(folder, problem))
      if (!entry.path().filename().string().starts_with(".") && !has_marker(folder))
        return tl::unexpected(no_store(folder));
    const std::string failure =
        write_new(folder, kMarker, fmt::format("{{\"lockstep findings\": {}}}\n", kStoreFormat));
    if (!failure.empty()) return tl::unexpected(failure);
  }
  return open(folder);
}

std::vector<Filed> FindingStore::events_of(const std::string& id, std::vector<std::string>& damaged) const {
  const fs::path path = fs::path(folder_) / id;
  std::vector<Filed> events;
  std::error_code problem;
  for (fs::directory_iterator at(path, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string name = at->path().filename().string();
    if (name.starts_with(".")) continue;  // is being written, or its writer was killed
    const auto text = read_small(at->path());
    if (!text) {
      damaged.push_back(text.error());
      continue;
    }
    std::error_code gone;
    if (text->empty() && !fs::exists(at->path(), gone)) continue;  // another superseded it
    auto event = event_of(*text);
    if (!event)
      damaged.push_back(fmt::format("{} {}", at->path().string(), event.error()));
    else if (id_of(event->subject) != id)
      damaged.push_back(fmt::format("{} is of the finding {}", at->path().string(), id_of(event->subject)));
    else
      events.push_back({name, std::move(*event)});
  }
  if (problem && problem != std::errc::no_such_file_or_directory)
    damaged.push_back(fmt::format("{}: {}", path.string(), problem.message()));
  return events;
}

tl::expected<FindingStore::Contents, std::string> FindingStore::read() const {
  Contents contents;
  std::vector<std::string> ids;
  std::error_code problem;
  for (fs::directory_iterator at(folder_, problem), end; !problem && at != end; at.increment(problem))
    if (const std::string name = at->path().filename().string(); is_id(name)) ids.push_back(name);
  if (problem) return tl::unexpected(fmt::format("{}: {}", folder_, problem.message()));
  std::ranges::sort(ids);
  for (const std::string& id : ids)
    if (auto finding = known_finding_of(events_of(id, contents.damaged)))
      contents.findings.emplace_back(id, std::move(*finding));
  std::ranges::sort(contents.damaged);
  return contents;
}

tl::expected<std::optional<KnownFinding>, std::string> FindingStore::note(FindingEvent event) const {
  const std::string id = id_of(event.subject), folder = folder_ + "/" + id;
  std::error_code problem;
  fs::create_directory(folder, problem);
  if (problem) return tl::unexpected(fmt::format("{}: {}", folder, problem.message()));
  std::vector<std::string> damaged;  // is for those who read to say
  std::vector<Filed> events = events_of(id, damaged);
  std::optional<KnownFinding> before = known_finding_of(events);
  for (const Filed& f : events) event.number = std::max(event.number, f.event.number + 1);
  const std::string file = fmt::format("{}-{}.json", name(event.kind), random_name());
  if (std::string failure = write_new(folder, file, text_of(event)); !failure.empty())
    return tl::unexpected(std::move(failure));
  events.push_back({file, std::move(event)});
  for (const std::string& old : superseded(events)) ::unlink(fmt::format("{}/{}", folder, old).c_str());
  return before;
}

}  // namespace lockstep::campaigns
