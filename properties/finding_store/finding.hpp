// A finding over time, from its events, in whatever order they are read.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "properties/finding_store/event.hpp"

namespace lockstep::finding_store {

enum class State : std::uint8_t {
  open,      ///< the last to run its case saw it
  gone,      ///< the last to run its case did not
  accepted,  ///< seen, and somebody said why it may stay
};
std::string_view name(State state);
std::optional<State> find_state(std::string_view name);

struct Finding {
  Subject subject;
  State state = State::open;
  std::int64_t first_seen = 0, last_seen = 0;
  std::string first_object, last_object;  ///< in which it was seen
  std::string the_case;                   ///< the smallest
  std::int64_t gone_time = 0;             ///< gone: of the first run that did not see it any more
  std::string gone_object, gone_version;  ///< gone: what that ran, and what it was
  std::string reason;                     ///< why it was accepted, also while it is gone
  std::uint64_t number = 0;               ///< the highest of its events
};

/// An event, and the name of its file, which tells it from others.
struct Filed {
  std::string file;
  Event event;
};

/// Nothing where nobody saw it.
std::optional<Finding> finding_of(const std::vector<Filed>& events);

/// Files that say nothing which others don't. Whoever removes such while others write and remove, too, takes nothing away:
/// each is passed over for one that stands above it in an order that all agree on.
std::set<std::string> superseded(const std::vector<Filed>& events);

}  // namespace lockstep::finding_store
