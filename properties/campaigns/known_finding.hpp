// A finding over time, from its events, in whatever order they are read. An event is a line of JSON: the
// finding was seen, it was gone, somebody accepted it or opened it again.
//
// Events are numbered: who writes one numbers it past all that it has read. What happened later has the
// higher number wherever the writer knew of the earlier, whatever the clocks of their machines say.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace lockstep::campaigns {

/// Which finding it is: what stays the same over commits, so neither addresses nor digests.
struct Subject {
  std::string kernel;  ///< KERNEL@ARCH
  std::string build;   ///< O3, a mutant, or the name of a file without its folder
  std::string law;
  std::string cause;
  auto operator<=>(const Subject&) const = default;
};

/// The ID of a finding: sixteen hexadecimal digits, the same on every machine.
std::string id_of(const Subject& subject);

struct FindingEvent {
  enum class Kind : std::uint8_t { seen, gone, accepted, reopened };
  Kind kind = Kind::seen;
  std::uint64_t number = 0;
  std::int64_t time = 0;  ///< seconds since 1970, by the clock of the machine that wrote it
  Subject subject;
  std::string object;      ///< digest; seen and gone: of the code object that ran
  std::string version;     ///< program version that wrote it
  std::string the_case;    ///< seen: the line of a case that is falsified
  std::uint64_t size = 0;  ///< seen: of that case, in multiply-accumulates
  std::string reason;      ///< accepted, reopened
  bool operator==(const FindingEvent&) const = default;
};

/// No number that is written is as large.
inline constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 48;

std::string_view name(FindingEvent::Kind kind);
std::string text_of(const FindingEvent& event);
tl::expected<FindingEvent, std::string> event_of(std::string_view text);

/// "2026-11-25T21:46:01Z"
std::string text_of_time(std::int64_t time);

enum class FindingState : std::uint8_t {
  open,      ///< the last to run its case saw it
  gone,      ///< the last to run its case did not
  accepted,  ///< seen, and somebody said why it may stay
};
std::string_view name(FindingState state);

struct KnownFinding {
  Subject subject;
  FindingState state = FindingState::open;
  std::int64_t first_seen = 0, last_seen = 0;
  std::string first_object, last_object;  ///< digests of the code objects where it was seen
  std::string the_case;                   ///< the smallest
  std::int64_t gone_time = 0;             ///< gone: of the first run that did not see it any more
  std::string gone_object, gone_version;  ///< gone: what that ran, and what it was
  std::string reason;                     ///< why it was accepted, also while it is gone
  std::uint64_t number = 0;               ///< the highest of its events
};

/// An event, and the name of its file, which tells it from others.
struct Filed {
  std::string file;
  FindingEvent event;
};

/// The finding that the events make; nothing where nobody saw it.
std::optional<KnownFinding> known_finding_of(const std::vector<Filed>& events);

/// Files that say nothing which others don't. Whoever removes such while others write and remove, too, takes
/// nothing away: each is passed over for one that stands above it in an order that all agree on.
std::set<std::string> superseded(const std::vector<Filed>& events);

}  // namespace lockstep::campaigns
