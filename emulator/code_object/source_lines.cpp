#include "emulator/code_object/source_lines.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/core.h>

#include "emulator/code_object/dwarf.hpp"

namespace lockstep::code_object {

std::string FileNames::path(std::size_t file) const {
  if (file >= files.size()) return {};
  const auto& [directory, name] = files[file];
  if (directory >= directories.size() || name.empty() || name.starts_with('/')) return name;
  return fmt::format("{}/{}", directories[directory], name);
}

SourceLines::SourceLines(const LineSections& sections) {
  std::map<std::pair<std::uint64_t, bool>, Row> rows;  // several rows may have one address: the last counts
  ByteReader section(sections.line);
  while (!section.at_end()) {
    std::optional<LineProgram> program = read_line_program(section, sections);
    if (!program) break;
    const auto first = std::uint32_t(names_.files.size());
    const std::size_t directories = names_.directories.size();
    for (FileNames::File& file : program->names.files) {
      file.directory =
          file.directory < program->names.directories.size() ? file.directory + directories : kWhereCompiled;
      names_.files.push_back(std::move(file));
    }
    std::ranges::move(program->names.directories, std::back_inserter(names_.directories));
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
  const std::string path = row.line == 0 ? "" : names_.path(row.file);
  return path.empty() ? path : fmt::format("{}:{}", path, row.line);
}

InlineFrames::InlineFrames(std::span<const std::byte> file) {
  const Image image{"", file};
  const auto elf = read_elf(image);
  if (!elf) return;
  const DebugSections sections = read_debug_sections(image, *elf);
  ByteReader info(sections.info);
  while (!info.at_end()) {
    const std::uint64_t bytes = info.number(4);
    const auto unit = info.take(bytes);
    if (!info.ok()) return;
    std::ranges::move(read_unit(unit, sections), std::back_inserter(functions_));
  }
}

std::vector<Frame> InlineFrames::at(std::uint64_t address, const SourceLines& lines) const {
  std::vector<const Function*> around;
  for (const Function& f : functions_)
    if (std::ranges::any_of(f.ranges, [&](const Range& r) { return r.begin <= address && address < r.end; }))
      around.push_back(&f);
  std::ranges::sort(around, [](const Function* a, const Function* b) {
    return a->depth != b->depth ? a->depth > b->depth : a < b;
  });
  std::vector<Frame> frames;
  std::string source = lines.at(address);
  for (const Function* f : around) {
    frames.push_back({f->name, source});
    if (!f->is_inlined) break;
    source = f->call;
  }
  return frames;
}

}  // namespace lockstep::code_object
