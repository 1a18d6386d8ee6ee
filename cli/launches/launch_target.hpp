// A launch read, its code decoded and its buffers placed: ready to be run, or traced.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>
#include <tl/expected.hpp>

#include "cli/launches/commands.hpp"
#include "cli/output/files.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/code_object/source_lines.hpp"
#include "emulator/launch/description.hpp"
#include "emulator/launch/placement.hpp"
#include "properties/launch_outputs/operands.hpp"

namespace lockstep::cli {

// A launch as JSON (docs/json.md), and the same from flags.

/// Everything a launch file says: the library's part, and what only the command line needs.
struct LaunchFile {
  launch::Description description;
  std::shared_ptr<InputFile> object;
  std::string sha256;         ///< digest that the object must have; empty: any
  std::string object_sha256;  ///< digest that the object had when the launch was recorded; empty: not known
  std::vector<std::string> output_files;                       ///< [output]; empty: not kept
  std::vector<std::optional<launch_outputs::Gemm>> operators;  ///< [output]; of those whose SNR is derived
  std::vector<std::shared_ptr<InputFile>> inputs;              ///< read while the kernel runs
  std::string model;                                           ///< empty: the arch's first
  std::string schedule = "several";                            ///< the schedule as it was given
  std::vector<machine::Schedule> schedules;                    ///< what `schedule` stands for, at least one
  int threads = 1;
  std::optional<std::uint64_t> step_limit;
  bool checks = true;
};

/// Flags set or replace keys of the file; buffers, arguments and outputs are added to its lists.
tl::expected<LaunchFile, std::string> read_launch(const LaunchFlags& flags);
/// The keys of both, put together; file names are relative to the folder. `expects_later`: tolerances need no
/// file beside them, since something else will say what is expected.
tl::expected<LaunchFile, std::string> read_launch(const nlohmann::json& root,
                                                  const std::filesystem::path& folder,
                                                  bool expects_later = false);

/// The text as a word of a command line.
std::string shell_word(const std::string& text);
/// The arguments of `lockstep run` that say the same again, with the schedule, model and seed that were used.
std::string launch_arguments(const LaunchFlags& flags, const LaunchFile& file, std::string_view model);

struct LaunchTarget {
  LaunchFile file;
  std::shared_ptr<const machine::LoadedCode> code;
  code_object::InlineFrames frames;  ///< inlined calls of the code
  const matrix::Model* model = nullptr;
  std::unique_ptr<launch::Placement> placement;

  machine::Settings settings() const;
};

/// All bytes of a code object's file.
tl::expected<std::vector<std::uint8_t>, std::string> read_object(InputFile& file);

std::string sha256_of(std::span<const std::uint8_t> bytes);

/// Errors say what the user wrote that can't be.
tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(const LaunchFlags& flags);
/// A launch of code that is decoded already; without frames.
tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(
    LaunchFile file, std::shared_ptr<const machine::LoadedCode> code);

}  // namespace lockstep::cli
