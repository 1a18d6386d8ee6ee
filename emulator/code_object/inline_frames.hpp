// Through which calls an instruction came to where it stands, as the compiler noted it with -g or
// -gline-tables-only: the function that it was written in, that into which this was inlined, and so on up to
// the kernel.
//
// DWARF 5 (.debug_info and what it refers to) is read by hand and trusted in nothing: what is damaged, or of
// another version, gives no frames, never an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/code_object/source_lines.hpp"

namespace lockstep::code_object {

struct Frame {
  std::string function;  ///< as the source names it; empty where the compiler does not say
  std::string source;    ///< "gemm.hip:42": the instruction's own line, then those of the calls
};

class InlineFrames {
 public:
  InlineFrames() = default;
  /// Of a code object's file.
  explicit InlineFrames(std::span<const std::byte> file);

  /// The innermost first; empty where nothing is known. `lines`: of the same file.
  std::vector<Frame> at(std::uint64_t address, const SourceLines& lines) const;

  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  /// A function, where its code stands: its own or inlined.
  struct Function {
    int depth = 0;  ///< those that contain it have less
    bool is_inlined = false;
    std::string name, call;  ///< where it is called, of an inlined one
    std::vector<Range> ranges;
  };

 private:
  std::vector<Function> functions_;
};

}  // namespace lockstep::code_object
