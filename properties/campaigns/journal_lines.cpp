#include "properties/campaigns/journal_lines.hpp"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <utility>

#include <fmt/format.h>

#include "emulator/findings/finding_json.hpp"
#include "host/files.hpp"
#include "host/json_reader.hpp"

namespace lockstep::campaigns {

namespace {

using nlohmann::json;

constexpr std::string_view kObject = "object ";

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
  std::uint64_t all = host::digest(*bytes);
  if (laws::CodeCache::names_recipe(build)) {
    const auto recipe = host::read_file(build);
    if (!recipe) return tl::unexpected(recipe.error());
    all = host::digest(*recipe, all);
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

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr int kFormat = 1;

std::string dumped(const ordered_json& j) {
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

tl::expected<Header, std::string> header_of(const json& j) {
  if (!j.contains("lockstep_journal"))
    return tl::unexpected(std::string("is no journal: its first line is no header"));
  if (j.at("lockstep_journal") != kFormat)
    return tl::unexpected(
        fmt::format("is a journal of format {}, expected {}", j.at("lockstep_journal").dump(), kFormat));
  if (j.contains("process"))
    return Header{{j.at("words")}, {.number = j.at("process").get<std::uint64_t>(), .in_turn = true}};
  auto shard = parse_shard(j.at("shard").get<std::string>());
  if (!shard) return tl::unexpected(shard.error());
  return Header{{j.at("words")}, *shard};
}

Smallest smallest_of(const json& j) {
  const auto text = [&](const char* key) { return j.at(key).get<std::string>(); };
  return {j.at("index").get<std::uint64_t>(),
          {text("kernel"), text("law"), text("cause")},
          text("smallest"),
          text("text"),
          j.contains("finding") ? findings::finding_of(j.at("finding")) : std::nullopt};
}

// Visits one line, by what it has.
LineVisitor::Done visit(const std::string& line, JournalState& state, const LineVisitor& visitor) {
  const json j = json::parse(line, nullptr, false);
  if (j.is_discarded() || !j.is_object())
    return tl::unexpected(std::string(state.has_header ? "is no line of a journal: the file is damaged"
                                                       : "is no journal: its first line is no header"));
  try {
    state.ended = false;
    if (!state.has_header) {
      const auto header = header_of(j);
      if (!header) return tl::unexpected(header.error());
      state.has_header = true;
      return visitor.header(*header);
    }
    if (j.contains("index") && j.contains("verdict")) return visitor.entry(j);
    if (j.contains("smallest")) return visitor.smallest(smallest_of(j));
    state.ended = j.contains("end");
    if (!state.ended) return tl::unexpected(std::string("is no line of a journal"));
  } catch (const json::exception& e) {
    return tl::unexpected(fmt::format("is no line of a journal: {}", host::json_complaint(e.what())));
  }
  return {};
}

}  // namespace

std::string to_line(const Header& header) {
  const auto whose = header.shard.in_turn ? std::pair("process", ordered_json(header.shard.number))
                                          : std::pair("shard", ordered_json(text(header.shard)));
  return dumped({{"lockstep_journal", kFormat}, {whose.first, whose.second}, {"words", header.words.named}});
}

std::string to_line(const Smallest& s) {
  ordered_json j{{"index", s.index},      {"kernel", s.cause.kernel}, {"law", s.cause.law},
                 {"cause", s.cause.what}, {"smallest", s.smallest},   {"text", s.text}};
  if (s.finding) j["finding"] = findings::json_of(*s.finding);
  return dumped(j);
}

std::string end_line() {
  return dumped({{"end", true}});
}

tl::expected<JournalState, std::string> read_journal(const std::string& path, const LineVisitor& visitor) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(fmt::format("{}: can't be opened: {}", path, std::strerror(errno)));
  JournalState state;
  std::string line;
  for (std::uint64_t number = 1; std::getline(file, line); ++number) {
    if (file.eof()) {  // its end is missing
      state.torn = !line.empty();
      break;
    }
    if (auto done = visit(line, state, visitor); !done)
      return tl::unexpected(fmt::format("{}:{}: {}", path, number, done.error()));
    state.whole += line.size() + 1;
  }
  if (file.bad()) return tl::unexpected(fmt::format("{}: can't be read: {}", path, std::strerror(errno)));
  return state;
}

tl::expected<std::vector<std::uint64_t>, std::string> read_indices(const std::string& path) {
  std::vector<std::uint64_t> indices;
  LineVisitor visitor;
  visitor.header = [](const Header&) { return LineVisitor::Done{}; };
  visitor.entry = [&](const json& line) {
    indices.push_back(line.at("index").get<std::uint64_t>());
    return LineVisitor::Done{};
  };
  const auto state = read_journal(path, visitor);
  if (!state) return tl::unexpected(state.error());
  return indices;
}

tl::expected<std::optional<Header>, std::string> read_header(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return tl::unexpected(fmt::format("{}: can't be opened: {}", path, std::strerror(errno)));
  std::string line;
  if (!std::getline(file, line) || file.eof()) return std::nullopt;
  std::optional<Header> found;
  LineVisitor visitor;
  visitor.header = [&](const Header& header) {
    found = header;
    return LineVisitor::Done{};
  };
  JournalState state;
  if (auto done = visit(line, state, visitor); !done)
    return tl::unexpected(fmt::format("{}: {}", path, done.error()));
  return found;
}

}  // namespace lockstep::campaigns
