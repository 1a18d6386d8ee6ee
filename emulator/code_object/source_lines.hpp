// Which source line an instruction comes from, as the compiler noted it with -g or -gline-tables-only.
//
// The line table is read by hand, versions 2 to 5 of the DWARF specification (6.2 "Line Number Information"),
// and trusted in nothing: a table that is damaged gives no lines, never an error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lockstep::code_object {

/// Sections of a code object; one that is missing, compressed or cut off is empty.
struct LineSections {
  std::span<const std::byte> line;      ///< .debug_line
  std::span<const std::byte> line_str;  ///< .debug_line_str
  std::span<const std::byte> str;       ///< .debug_str
};

class SourceLines {
 public:
  SourceLines() = default;
  explicit SourceLines(const LineSections& sections);

  bool empty() const { return rows_.empty(); }
  /// "gemm.hip:42", without directories; empty when the table does not say.
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
  std::vector<std::string> files_;
};

}  // namespace lockstep::code_object
