// What a campaign was asked for, by name: the seed, what cases are drawn from, the laws, the version and the digests of the
// code objects. Two runs whose words are equal draw the same cases and judge them alike; results of others are never
// mixed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

#include "properties/campaigns/shard.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::campaigns {

struct Words {
  /// Name -> value, whatever it is: a new option is a new name. Not among them is what changes no result: threads, time,
  /// files that are written.
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

/// Of the code object that a build of a kernel is, and of the launch recipe where the build names one: "0x0123456789abcdef".
tl::expected<std::string, std::string> digest_of(const kernels::Kernel& kernel, const std::string& build);
/// Names the object that a build of a kernel is, and its digest.
tl::expected<void, std::string> add_object(Words& words, const kernels::Kernel& kernel,
                                           const std::string& build);
/// Empty when each object that the words name is here, with the digest that they state; else what is not.
std::string changed_objects(const Words& words);

}  // namespace lockstep::campaigns
