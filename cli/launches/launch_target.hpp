// A launch read, its code decoded and its buffers placed: ready to be run, or traced.
#pragma once

#include "cli/launches/launch_json.hpp"
#include "emulator/arithmetic/matrix/models/model.hpp"
#include "emulator/code_object/source_lines.hpp"
#include "emulator/launch/placement.hpp"

namespace lockstep::cli {

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

/// Errors say what the user wrote that can't be.
tl::expected<std::unique_ptr<LaunchTarget>, std::string> ready(const LaunchFlags& flags);

}  // namespace lockstep::cli
