// Which source line an instruction comes from, and through which calls, as the compiler noted it with -g or
// -gline-tables-only. What of it is damaged, or of a version that is not read, gives no lines and no frames,
// never an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::code_object {

/// The sections that hold a line table; one that is missing, compressed or cut off is empty.
struct LineSections {
  std::span<const std::byte> line;      ///< .debug_line
  std::span<const std::byte> line_str;  ///< .debug_line_str
  std::span<const std::byte> str;       ///< .debug_str
};

/// Source files as the compiler named them: relative to where it ran, unless it was given whole paths.
struct FileNames {
  struct File {
    std::size_t directory;  ///< index into `directories`; one that there is not: the file has none
    std::string name;
  };
  std::vector<std::string> directories;
  std::vector<File> files;

  /// "src/gemm.hip"; empty where there is no such file.
  std::string path(std::size_t file) const;
};

/// The line table: versions 2 to 5 of the DWARF specification (6.2 "Line Number Information").
class SourceLines {
 public:
  SourceLines() = default;
  explicit SourceLines(const LineSections& sections);

  bool empty() const { return rows_.empty(); }
  /// "src/gemm.hip:42", the path as the table has it; empty when it does not say.
  std::string at(std::uint64_t address) const;

  /// Code from `address` to the next row's.
  struct Row {
    std::uint64_t address;
    std::uint32_t line;  ///< 0: no line
    std::uint32_t file;  ///< index of its name
    bool begins;         ///< false where a piece of code ends
  };

 private:
  std::vector<Row> rows_;  ///< ascending
  FileNames names_;
};

/// A function through which an instruction came to where it stands.
struct Frame {
  std::string function;  ///< its name in the source; empty where the compiler does not say
  std::string source;    ///< "src/gemm.hip:42": the instruction's own line, then those of the calls
};

/// The functions of a code object: which one an instruction was written in, into which this was inlined, and
/// so on up to the kernel. DWARF 5, .debug_info and what it refers to.
class InlineFrames {
 public:
  InlineFrames() = default;
  /// `file`: the bytes of a code object.
  explicit InlineFrames(std::span<const std::byte> file);

  /// The frames of an address, the innermost first; empty where nothing is known. `lines`: those of the same
  /// file.
  std::vector<Frame> at(std::uint64_t address, const SourceLines& lines) const;

  /// Addresses [begin, end).
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  /// A function, and where its code stands: its own or inlined.
  struct Function {
    int depth = 0;  ///< functions that contain this one have less
    bool is_inlined = false;
    std::string name;
    std::string call;  ///< where an inlined function is called: "src/gemm.hip:42"
    std::vector<Range> ranges;
  };

 private:
  std::vector<Function> functions_;
};

}  // namespace lockstep::code_object
