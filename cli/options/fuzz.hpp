// The options of `fuzz`: a row each, which also says what follows from it for journals, for processes and for
// --against.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "cli/cases/commands.hpp"

namespace CLI {
class Option;
}

namespace lockstep::cli {

/// What a row must say: one that leaves it out does not compile.
template <typename T>
class Stated {
 public:
  constexpr Stated(T value) noexcept : value_(value) {}
  constexpr const T& get() const { return value_; }

 private:
  T value_;
};

/// How an option stands in the key of a journal: runs whose keys differ are never mixed.
struct InKey {
  const char* name = nullptr;  ///< nullptr: not at all, since it changes no case and no verdict
  bool looked_up = false;  ///< words_of() says what the value comes to; else it stands there as it was given
};
inline constexpr InKey kNoResult{}, kLookedUp{nullptr, true};

/// What becomes of an option in a process of --processes.
struct InProcesses {
  bool inherited = true;
  const char* refusal = nullptr;  ///< why --processes does not go with it
};
inline constexpr InProcesses kInherited{}, kOfWholeRun{false, nullptr};

enum class Against : bool { meaningless, taken };

struct FuzzOption {
  using O = FuzzOptions;
  using Field = std::variant<bool O::*, int O::*, double O::*, std::uint64_t O::*, std::string O::*,
                             std::vector<std::string> O::*, std::optional<std::uint64_t> O::*,
                             std::optional<double> O::*, std::optional<campaigns::Shard> O::*>;

  const char* name;
  Field field;
  Stated<InKey> key;
  Stated<Against> against;
  Stated<InProcesses> processes;
  const char* help;
  void (*takes)(CLI::Option&) = nullptr;  ///< declares what values it takes
};

std::span<const FuzzOption> fuzz_options();
/// Whether the option has another value in `options` than an empty command line gives it.
bool is_given(const FuzzOption& option, const FuzzOptions& options);
/// Sets the option as if it had not been given.
void reset(const FuzzOption& option, FuzzOptions& options);

/// `words`: as a command line has them behind `lockstep fuzz`. Fails, in a sentence, where they are none of
/// its options.
tl::expected<FuzzOptions, std::string> read_fuzz_words(std::vector<std::string> words);

}  // namespace lockstep::cli
