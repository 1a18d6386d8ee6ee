#include "properties/campaigns/known_finding.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "host/files.hpp"

namespace lockstep::campaigns {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using Kind = FindingEvent::Kind;

constexpr int kSchema = 1;
constexpr std::int64_t kYear10000 = 253'402'300'800;
constexpr std::array<std::string_view, 4> kKindNames{"seen", "gone", "accepted", "reopened"};  // [Kind]

std::optional<Kind> kind_of(std::string_view text) {
  const auto found = std::ranges::find(kKindNames, text);
  return found == kKindNames.end() ? std::nullopt : std::optional(Kind(found - kKindNames.begin()));
}

// What is wrong with it, in a sentence that begins with "it"; empty: nothing.
std::string problem_of(const FindingEvent& e) {
  if (e.number >= kMostEvents) return "its number is none that is ever written";
  if (e.time < 0 || e.time >= kYear10000) return "its time is none";
  if (e.kind == Kind::seen && e.the_case.empty()) return "it was seen in no case";
  if (e.kind == Kind::accepted && e.reason.empty()) return "it was accepted without a reason";
  return {};
}

}  // namespace

std::string id_of(const Subject& s) {
  constexpr char kEnd = '\xFF';  // no byte of UTF-8
  const std::string all = s.kernel + kEnd + s.build + kEnd + s.law + kEnd + s.cause + kEnd;
  return fmt::format("{:016x}", host::digest(std::as_bytes(std::span(all))));
}

std::string_view name(Kind kind) {
  return kKindNames[std::size_t(kind)];
}

std::string text_of(const FindingEvent& e) {
  ordered_json j{{"schema", kSchema},    {"event", name(e.kind)},      {"number", e.number},
                 {"time", e.time},       {"kernel", e.subject.kernel}, {"build", e.subject.build},
                 {"law", e.subject.law}, {"cause", e.subject.cause},   {"version", e.version}};
  if (!e.object.empty()) j["object"] = e.object;
  if (e.kind == Kind::seen) j["case"] = e.the_case, j["size"] = e.size;
  if (!e.reason.empty()) j["reason"] = e.reason;
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

tl::expected<FindingEvent, std::string> event_of(std::string_view text) {
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
    FindingEvent e;
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

namespace {

/// The events that say all: nullptr where there is none.
struct Extremes {
  const Filed* first_seen = nullptr;   ///< earliest time
  const Filed* latest_seen = nullptr;  ///< latest time
  const Filed* last_seen = nullptr;    ///< highest number
  const Filed* smallest = nullptr;
  const Filed* first_gone = nullptr;  ///< lowest number behind last_seen's
  const Filed* last_gone = nullptr;
  const Filed* decision = nullptr;  ///< accepted or reopened
};

// `best` becomes `filed` where its key is less. Names of files settle what is equal.
template <typename Key>
void keep(const Filed*& best, const Filed& filed, Key key) {
  const auto whole = [&](const Filed& f) { return std::tuple(key(f.event), std::string_view(f.file)); };
  if (best == nullptr || whole(filed) < whole(*best)) best = &filed;
}

// The highest number first; of equal ones, whose writers did not know of each other, what asks for attention.
auto latest_first(Kind preferred) {
  return [preferred](const FindingEvent& e) { return std::tuple(~e.number, e.kind != preferred); };
}

Extremes extremes_of(const std::vector<Filed>& events) {
  Extremes x;
  for (const Filed& f : events) {
    if (f.event.kind == Kind::accepted || f.event.kind == Kind::reopened)
      keep(x.decision, f, latest_first(Kind::reopened));
    if (f.event.kind == Kind::gone) keep(x.last_gone, f, latest_first(Kind::gone));
    if (f.event.kind != Kind::seen) continue;
    keep(x.first_seen, f, [](const FindingEvent& e) { return e.time; });
    keep(x.latest_seen, f, [](const FindingEvent& e) { return -e.time; });
    keep(x.last_seen, f, latest_first(Kind::seen));
    keep(x.smallest, f, [](const FindingEvent& e) { return e.size; });
  }
  for (const Filed& f : events)
    if (f.event.kind == Kind::gone && (x.last_seen == nullptr || f.event.number > x.last_seen->event.number))
      keep(x.first_gone, f, [](const FindingEvent& e) { return e.number; });
  return x;
}

}  // namespace

std::string_view name(FindingState state) {
  constexpr std::array kNames{"open", "gone", "accepted"};
  return kNames[std::size_t(state)];
}

std::optional<KnownFinding> known_finding_of(const std::vector<Filed>& events) {
  const Extremes x = extremes_of(events);
  if (x.last_seen == nullptr) return std::nullopt;
  KnownFinding f;
  f.subject = x.last_seen->event.subject;
  f.first_seen = x.first_seen->event.time;
  f.last_seen = x.latest_seen->event.time;
  f.first_object = x.first_seen->event.object;
  f.last_object = x.last_seen->event.object;
  f.the_case = x.smallest->event.the_case;
  for (const Filed& filed : events) f.number = std::max(f.number, filed.event.number);
  if (x.decision != nullptr && x.decision->event.kind == Kind::accepted) {
    f.state = FindingState::accepted;
    f.reason = x.decision->event.reason;
  }
  if (x.first_gone != nullptr) {
    f.state = FindingState::gone;
    f.gone_time = x.first_gone->event.time;
    f.gone_object = x.first_gone->event.object;
    f.gone_version = x.first_gone->event.version;
  }
  return f;
}

std::set<std::string> superseded(const std::vector<Filed>& events) {
  std::set<std::string> files;
  for (const Filed& f : events) files.insert(f.file);
  const Extremes x = extremes_of(events);
  for (const Filed* needed :
       {x.first_seen, x.latest_seen, x.last_seen, x.smallest, x.first_gone, x.last_gone, x.decision})
    if (needed != nullptr) files.erase(needed->file);
  return files;
}

}  // namespace lockstep::campaigns
