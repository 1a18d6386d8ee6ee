#include "cli/kept_answers.hpp"

#include <cctype>
#include <cstdlib>

#include <fmt/format.h>

#include "host/read_file.hpp"

namespace lockstep::cli {

namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

std::string users_cache() {
  if (const std::string cache = variable("XDG_CACHE_HOME"); cache.starts_with('/')) return cache;
  const std::string home = variable("HOME");
  return home.empty() ? home : home + "/.cache";
}

// Whether every instruction of the arch answered to all that it takes.
bool is_complete(const probe::Record& record) {
  std::size_t asked = 0;
  for (const probe::Instruction& instruction : probe::instructions(record.identity.arch))
    for (const probe::Probe& p : record.probes) asked += probe::takes(instruction, p) ? 1 : 0;
  return record.answers.size() == asked;
}

std::string file_name(const devices::Identity& id) {
  std::string name = fmt::format("{} {} {}", id.arch, id.name, id.driver);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.') c = '-';
  return name + ".json";
}

}  // namespace

std::string answers_file(const devices::Identity& id) {
  if (const std::string folder = variable("LOCKSTEP_PROBES"); !folder.empty())
    return fmt::format("{}/{}", folder, file_name(id));
  const bool emulated = id.name.find("(emulated") != std::string::npos;
  const std::string cache = emulated ? std::string() : users_cache();
  return cache.empty() ? cache : fmt::format("{}/lockstep/probes/{}", cache, file_name(id));
}

std::optional<probe::Record> kept_answers(const std::string& file, const devices::Identity& id,
                                          const std::vector<probe::Probe>& probes) {
  const auto text = host::read_text(file);
  if (!text) return {};
  auto record = probe::from_json(*text);
  if (!record || record->identity.name != id.name || record->identity.arch != id.arch ||
      record->identity.driver != id.driver || record->probes != probes || !is_complete(*record))
    return {};
  return std::move(*record);
}

}  // namespace lockstep::cli
