// What a pipeline is told of a kernel that somebody else, often a model, has written: how far the examination
// came, apart from what it found, and apart from what it says of the values. docs/verdict.schema.json has the
// same as a schema.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace lockstep::verdict {

enum class Execution : std::uint8_t {
  completed,
  not_run,     ///< the candidate cannot be started: no code, another symbol, a launch that does not fit it
  tool_error,  ///< the emulator lacks something, or a file could not be read
  timeout,     ///< the budget ended before all that is demanded was done
};

enum class Conclusion : std::uint8_t {
  clean,
  found,
  inconclusive,  ///< it ran, and what was judged is too little to call it clean
  not_evaluated,
};

enum class Values : std::uint8_t {
  proved,  ///< for all data of every shape that was judged
  holds,
  differs,
  not_judged,
};

std::string_view name(Execution e);
std::string_view name(Conclusion c);
std::string_view name(Values v);
std::optional<Execution> find_execution(std::string_view name);

struct Share {
  std::uint64_t reached = 0, total = 0;
};

/// What was run and looked at.
struct Checked {
  std::string candidate, kernel, arch;  ///< a file; the symbol that ran
  std::string sha256;                   ///< the digest of the code object that ran
  std::string reference;                ///< what values were held against; empty: nothing
  std::string model, model_label;
  std::vector<std::string> schedules, laws;
  std::vector<std::string> shapes;  ///< grids, or cases; at most kMostShapes of them
  std::uint64_t launches = 0;       ///< launches of the candidate, all schedules and draws counted
  std::uint64_t draws = 0;          ///< different inputs
  std::uint64_t wave_instructions = 0;
  Share output_bytes;  ///< how many are judged of those that the candidate's launch has to write
  Share cases;         ///< how many are judged of those that were drawn for an operator
  Share instructions, branch_directions;
};
inline constexpr std::size_t kMostShapes = 8;

/// Shapes that were proved right for all contents of their operands (properties/proofs).
struct Proof {
  Share shapes;                      ///< proved, of those that were judged
  std::vector<std::string> assumed;  ///< what a theorem rests on
  std::string open;                  ///< why not all are proved
};

struct Judgement {
  Execution execution = Execution::not_run;
  Conclusion finding = Conclusion::not_evaluated;
  Values values = Values::not_judged;
  std::string cause;          ///< a sentence; empty: clean
  std::string kind;           ///< what found it: a check's or a law's name, or `values`
  std::string source;         ///< "gemm.hip:42"; empty: not known
  std::string smallest_case;  ///< empty: there is none smaller than the launch
  std::string reproduce;
  Checked checked;
  Proof proof;
  std::vector<std::string> not_checked;
  std::uint64_t seed = 0;
  double budget_seconds = 0, seconds = 0;
  std::string version;
};

/// What stands behind a conclusion.
struct Evidence {
  Execution execution = Execution::completed;
  bool failed = false;         ///< a check failed, or values differ
  bool demands_values = true;  ///< false: somebody asked for the checks alone
  std::string open{};          ///< why something that is demanded was not judged; empty: all was
};

/// Fills `finding`, and `cause` where nothing has. Nothing judged is never clean: a candidate that executed
/// no instruction, of which no output byte was judged, or whose values nothing was held against, is not.
void conclude(const Evidence& evidence, Judgement& judgement);

/// Takes what another process has judged: the fields of the schema, and what stands behind its finding as
/// `execution`, `failed` and `open`. False: something is missing, or of another type.
bool take_over(const nlohmann::json& record, Evidence& evidence, Judgement& judgement);

/// Adds what one draw of inputs came to so far to what another did, of the same kernel.
void add_counts(const Judgement& so_far, Judgement& judgement);

/// By the documented schema.
nlohmann::json to_json(const Judgement& judgement);

/// At most twenty lines.
std::vector<std::string> lines(const Judgement& judgement);

}  // namespace lockstep::verdict
