// The lines of a journal, read one after another: a header, finished cases in any order, shrunk failures, and
// an end whenever a run came to its end.
//
// Who is killed while writing leaves a last line without its end. It is not read: what it was about counts as
// not done.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "properties/campaigns/cause.hpp"
#include "properties/campaigns/sharing.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::campaigns {

/// What a campaign was asked for, by name: the seed, what cases are drawn from, the laws, the version and the
/// digests of the code objects. Two runs whose words are equal draw the same cases and judge them alike;
/// results of others are never mixed.
struct Words {
  /// Name -> value, whatever it is: a new option is a new name. Not among them is what changes no result:
  /// threads, time, files that are written.
  nlohmann::json named = nlohmann::json::object();

  std::uint64_t seed() const { return named.value("seed", std::uint64_t{0}); }
  std::string version() const { return named.value("version", ""); }
  /// Cases of the seed; nothing: the run ends by time.
  std::optional<std::uint64_t> cases() const;
  std::uint64_t max_failures() const { return named.value("failures", std::uint64_t{1}); }
  /// Case lines that run before those of the seed.
  std::vector<std::string> corpus() const { return named.value("corpus", std::vector<std::string>{}); }
  std::string text() const { return named.dump(); }
  bool operator==(const Words&) const = default;
};

/// "seed: 1 there, 2 here; failures: 1 there, 5 here"; empty if they are equal.
std::string difference(const Words& there, const Words& here);

/// The digest of the code object that a build of a kernel is, and of the launch recipe where the build names
/// one: "0x0123456789abcdef".
tl::expected<std::string, std::string> digest_of(const kernels::Kernel& kernel, const std::string& build);
/// Names the object that a build of a kernel is, and its digest.
tl::expected<void, std::string> add_object(Words& words, const kernels::Kernel& kernel,
                                           const std::string& build);
/// Empty when each object that the words name is here, with the digest that they state; else what is not.
std::string changed_objects(const Words& words);

struct Header {
  Words words;
  Shard shard;
};

/// A falsified case with its smallest form, and what a report says of it.
struct Smallest {
  std::uint64_t index = 0;                     ///< number of the case that was drawn
  Cause cause;                                 ///< cause of the drawn case
  std::string smallest;                        ///< case line
  std::string text;                            ///< whole lines
  std::optional<findings::Finding> finding{};  ///< the leading one of the smallest form
  /// One report stands for all failures of a kernel's build under a law.
  std::string subject() const { return cause.kernel + " " + cause.law; }
};

std::string to_line(const Header& header);
std::string to_line(const Smallest& smallest);
std::string end_line();

/// What is done with each kind of line. An error ends the reading; it is given back with the file's name and
/// the line's number.
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
