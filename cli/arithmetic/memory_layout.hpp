// `lockstep arith layout` for tensors in memory: which byte of it holds which scale, and the inverse.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "cli/arithmetic/commands.hpp"
#include "reference/layouts/deepgemm_scales.hpp"

namespace lockstep::cli {

struct MemoryLayout {
  std::string_view name, sentence;
  std::int64_t (*bytes)(std::int64_t rows, std::int64_t blocks);
  std::int64_t (*stored)(std::int64_t rows, std::int64_t blocks, const layouts::BlockScaleAt& at);
  std::optional<layouts::BlockScaleAt> (*logical)(std::int64_t rows, std::int64_t blocks, std::int64_t byte);
};

const MemoryLayout* find_memory_layout(std::string_view name);

/// Prints the map, or with options.byte what lies there; the exit code.
int print_memory_layout(const MemoryLayout& layout, const LayoutOptions& options);

}  // namespace lockstep::cli
