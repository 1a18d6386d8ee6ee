#include "properties/finding_store/finding.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace lockstep::finding_store {

namespace {

using Kind = Event::Kind;

constexpr std::array kStates{State::open, State::gone, State::accepted};

/// The events that say all: nullptr where there is none.
struct Extremes {
  const Filed* first_seen = nullptr;   ///< by the clock
  const Filed* latest_seen = nullptr;  ///< by the clock
  const Filed* last_seen = nullptr;    ///< by its number, as the following
  const Filed* smallest = nullptr;
  const Filed* first_gone = nullptr;  ///< of those behind the last that saw it
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
  return [preferred](const Event& e) { return std::tuple(~e.number, e.kind != preferred); };
}

Extremes extremes_of(const std::vector<Filed>& events) {
  Extremes x;
  for (const Filed& f : events) {
    if (f.event.kind == Kind::accepted || f.event.kind == Kind::reopened)
      keep(x.decision, f, latest_first(Kind::reopened));
    if (f.event.kind == Kind::gone) keep(x.last_gone, f, latest_first(Kind::gone));
    if (f.event.kind != Kind::seen) continue;
    keep(x.first_seen, f, [](const Event& e) { return e.time; });
    keep(x.latest_seen, f, [](const Event& e) { return -e.time; });
    keep(x.last_seen, f, latest_first(Kind::seen));
    keep(x.smallest, f, [](const Event& e) { return e.size; });
  }
  for (const Filed& f : events)
    if (f.event.kind == Kind::gone && (x.last_seen == nullptr || f.event.number > x.last_seen->event.number))
      keep(x.first_gone, f, [](const Event& e) { return e.number; });
  return x;
}

}  // namespace

std::string_view name(State state) {
  switch (state) {
    case State::open:
      return "open";
    case State::gone:
      return "gone";
    case State::accepted:
      return "accepted";
  }
  return "";
}

std::optional<State> find_state(std::string_view text) {
  for (const State state : kStates)
    if (name(state) == text) return state;
  return std::nullopt;
}

std::optional<Finding> finding_of(const std::vector<Filed>& events) {
  const Extremes x = extremes_of(events);
  if (x.last_seen == nullptr) return std::nullopt;
  Finding f;
  f.subject = x.last_seen->event.subject;
  f.first_seen = x.first_seen->event.time;
  f.last_seen = x.latest_seen->event.time;
  f.first_object = x.first_seen->event.object;
  f.last_object = x.last_seen->event.object;
  f.the_case = x.smallest->event.the_case;
  for (const Filed& filed : events) f.number = std::max(f.number, filed.event.number);
  if (x.decision != nullptr && x.decision->event.kind == Kind::accepted) {
    f.state = State::accepted;
    f.reason = x.decision->event.reason;
  }
  if (x.first_gone != nullptr) {
    f.state = State::gone;
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

}  // namespace lockstep::finding_store
