// The lines of a journal, read one after another: a header, finished cases in any order, shrunk failures, and an end
// whenever a run came to its end.
//
// Who is killed while writing leaves a last line without its end. It is not read: what it was about counts as not done.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "properties/campaigns/cause.hpp"
#include "properties/campaigns/words.hpp"

namespace lockstep::campaigns {

struct Header {
  Words words;
  Shard shard;
};

/// A falsified case with its smallest form, and what a report says of it.
struct Smallest {
  std::uint64_t index = 0;  ///< of the case that was drawn
  Cause cause;              ///< of that case
  std::string smallest;     ///< case line
  std::string text;         ///< whole lines
  /// One report stands for all failures of a kernel's build under a law.
  std::string subject() const { return cause.kernel + " " + cause.law; }
};

std::string to_line(const Header& header);
std::string to_line(const Smallest& smallest);
std::string end_line();

/// What is done with each kind of line. An error ends the reading; it is given back with the file's name and the line's
/// number.
struct LineVisitor {
  using Done = tl::expected<void, std::string>;
  std::function<Done(const Header&)> header;
  std::function<Done(const nlohmann::json&)> entry;
  std::function<Done(Smallest&&)> smallest = [](Smallest&&) { return Done{}; };
};

struct JournalState {
  bool has_header = false;
  bool ended = false;       ///< the last whole line is an end
  bool torn = false;        ///< bytes of a line without its end stand behind the last whole one
  std::uint64_t whole = 0;  ///< bytes of whole lines
};

tl::expected<JournalState, std::string> read_journal(const std::string& path, const LineVisitor& visitor);

/// The cases that it has, whatever they are of.
tl::expected<std::vector<std::uint64_t>, std::string> read_indices(const std::string& path);

/// The header alone; nothing where not even that is whole.
tl::expected<std::optional<Header>, std::string> read_header(const std::string& path);

}  // namespace lockstep::campaigns
