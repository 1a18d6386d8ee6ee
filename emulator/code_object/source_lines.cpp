#include "emulator/code_object/source_lines.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "emulator/code_object/line_program.hpp"

namespace lockstep::code_object {

SourceLines::SourceLines(const LineSections& sections) {
  std::map<std::pair<std::uint64_t, bool>, Row> rows;  // of several in one place the last one counts
  ByteReader section(sections.line);
  while (!section.at_end()) {
    std::optional<LineProgram> program = read_line_program(section, sections);
    if (!program) break;
    const auto first = std::uint32_t(files_.size());
    std::move(program->files.begin(), program->files.end(), std::back_inserter(files_));
    for (Row row : program->rows) {
      row.file += first;
      rows.insert_or_assign({row.address, row.begins}, row);
    }
  }
  for (const auto& [place, row] : rows) rows_.push_back(row);
}

std::string SourceLines::at(std::uint64_t address) const {
  const auto next = std::ranges::upper_bound(rows_, address, {}, &Row::address);
  if (next == rows_.begin()) return {};
  const Row& row = *std::prev(next);
  if (row.line == 0 || files_[row.file].empty()) return {};
  return fmt::format("{}:{}", files_[row.file], row.line);
}

}  // namespace lockstep::code_object
