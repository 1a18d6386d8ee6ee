// What happened to a finding, as a line of JSON: it was seen, it was gone, somebody accepted it or opened it again.
//
// Events are numbered: who writes one numbers it past all that it has read. What happened later has the higher number
// wherever the writer knew of the earlier, whatever the clocks of their machines say.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace lockstep::finding_store {

/// Which finding it is: what stays the same over commits, so neither addresses nor digests.
struct Subject {
  std::string kernel;  ///< KERNEL@ARCH
  std::string build;   ///< O3, a mutant, or the name of a file without its folder
  std::string law;
  std::string cause;
  auto operator<=>(const Subject&) const = default;
};

/// Sixteen hexadecimal digits, the same on every machine.
std::string id_of(const Subject& subject);

struct Event {
  enum class Kind : std::uint8_t { seen, gone, accepted, reopened };
  Kind kind = Kind::seen;
  std::uint64_t number = 0;
  std::int64_t time = 0;  ///< seconds since 1970, by the clock of the machine that wrote it
  Subject subject;
  std::string object;      ///< digest; seen and gone: of the code object that ran
  std::string version;     ///< of the program that wrote it
  std::string the_case;    ///< seen: the line of a case that is falsified
  std::uint64_t size = 0;  ///< seen: of that case, in multiply-accumulates
  std::string reason;      ///< accepted, reopened
  bool operator==(const Event&) const = default;
};

/// No number that is written is as large.
inline constexpr std::uint64_t kMostEvents = std::uint64_t{1} << 48;

std::string_view name(Event::Kind kind);
std::string text_of(const Event& event);
tl::expected<Event, std::string> event_of(std::string_view text);

/// "2026-11-25T21:46:01Z"
std::string text_of_time(std::int64_t time);

}  // namespace lockstep::finding_store
