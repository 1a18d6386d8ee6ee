// The code objects of bench/programs, built with the project.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace lockstep::bench {

struct ProgramImage {
  std::string_view name;
  std::span<const std::byte> bytes;
};

std::span<const ProgramImage> program_images();

}  // namespace lockstep::bench
