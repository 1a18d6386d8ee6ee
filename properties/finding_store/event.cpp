#include "properties/finding_store/event.hpp"

#include <array>
#include <chrono>
#include <optional>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::finding_store {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Kind = Event::Kind;

constexpr int kSchema = 1;
constexpr std::int64_t kYear10000 = 253'402'300'800;
constexpr std::array kKinds{Kind::seen, Kind::gone, Kind::accepted, Kind::reopened};

std::optional<Kind> kind_of(std::string_view text) {
  for (const Kind kind : kKinds)
    if (name(kind) == text) return kind;
  return std::nullopt;
}

// What is wrong with it, in a sentence that begins with "it"; empty: nothing.
std::string problem_of(const Event& e) {
  if (e.number >= kMostEvents) return "its number is none that is ever written";
  if (e.time < 0 || e.time >= kYear10000) return "its time is none";
  if (e.kind == Kind::seen && e.the_case.empty()) return "it was seen in no case";
  if (e.kind == Kind::accepted && e.reason.empty()) return "it was accepted without a reason";
  return {};
}

}  // namespace

std::string id_of(const Subject& s) {
  std::uint64_t digest = 0xCBF29CE484222325u;  // FNV-1a
  for (const std::string* part : {&s.kernel, &s.build, &s.law, &s.cause}) {
    for (const char c : *part) digest = (digest ^ std::uint8_t(c)) * 0x100000001B3u;
    digest = (digest ^ 0xFF) * 0x100000001B3u;  // no byte of UTF-8
  }
  return fmt::format("{:016x}", digest);
}

std::string_view name(Kind kind) {
  switch (kind) {
    case Kind::seen:
      return "seen";
    case Kind::gone:
      return "gone";
    case Kind::accepted:
      return "accepted";
    case Kind::reopened:
      return "reopened";
  }
  return "";
}

std::string text_of(const Event& e) {
  ordered_json j{{"schema", kSchema},    {"event", name(e.kind)},      {"number", e.number},
                 {"time", e.time},       {"kernel", e.subject.kernel}, {"build", e.subject.build},
                 {"law", e.subject.law}, {"cause", e.subject.cause},   {"version", e.version}};
  if (!e.object.empty()) j["object"] = e.object;
  if (e.kind == Kind::seen) j["case"] = e.the_case, j["size"] = e.size;
  if (!e.reason.empty()) j["reason"] = e.reason;
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

tl::expected<Event, std::string> event_of(std::string_view text) {
  try {
    const json j = json::parse(text);
    if (const auto schema = j.find("schema"); schema == j.end() || *schema != kSchema)
      return tl::unexpected(
          fmt::format("is no event of a finding as this version writes them (schema {})", kSchema));
    const auto kind = kind_of(j.at("event").get<std::string>());
    if (!kind) return tl::unexpected(std::string("is an event of a kind that this version does not know"));
    for (const char* whole : {"number", "time", "size"})
      if (const auto at = j.find(whole); at != j.end() && !at->is_number_integer())
        return tl::unexpected(fmt::format("is damaged: its {} is no whole number", whole));
    Event e;
    e.kind = *kind;
    e.number = j.at("number").get<std::uint64_t>();
    e.time = j.at("time").get<std::int64_t>();
    e.subject = {j.at("kernel").get<std::string>(), j.at("build").get<std::string>(),
                 j.at("law").get<std::string>(), j.at("cause").get<std::string>()};
    e.version = j.at("version").get<std::string>();
    e.object = j.value("object", "");
    e.the_case = j.value("case", "");
    e.size = j.value("size", std::uint64_t{0});
    e.reason = j.value("reason", "");
    if (std::string problem = problem_of(e); !problem.empty())
      return tl::unexpected("is damaged: " + problem);
    return e;
  } catch (const json::exception&) {
    return tl::unexpected(std::string("is no event of a finding: the file is damaged"));
  }
}

std::string text_of_time(std::int64_t time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time_t(time)));
}

}  // namespace lockstep::finding_store
