#include <charconv>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "emulator/isa/flow.hpp"
#include "host/files.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::pages {

namespace {

/// Below each folder, by its whole path and by its name; a whole path from the root is the same below all.
std::vector<std::filesystem::path> candidates(const std::filesystem::path& file,
                                              const std::vector<std::string>& folders) {
  std::vector<std::filesystem::path> all;
  for (const auto& wanted : {file, file.filename()})
    for (const std::string& folder : folders) all.push_back(folder / wanted);
  return all;
}

std::vector<std::string> lines_of(const std::string& name, const std::vector<std::string>& folders) {
  for (const std::filesystem::path& path : candidates(name, folders)) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) continue;
    const auto bytes = host::read_file(path);
    if (!bytes) continue;
    std::vector<std::string> lines(1);
    for (const std::byte b : *bytes)
      if (char(b) == '\n')
        lines.emplace_back();
      else
        lines.back() += char(b);
    return lines;
  }
  return {};
}

class Sources {
 public:
  Sources(CodeMap& map, const std::vector<std::string>& folders) : map_(map), folders_(folders) {}

  // "gemm.hip:42"
  void put(const std::string& at, CodeMap::Line& line) {
    const std::size_t colon = at.rfind(':');
    if (colon == std::string::npos) return;
    const std::string name = at.substr(0, colon);
    std::from_chars(at.data() + colon + 1, at.data() + at.size(), line.line);
    const auto [known, is_new] = known_.try_emplace(name, int(known_.size()));
    if (is_new) map_.sources.push_back({name, lines_of(name, folders_)});
    line.source = known->second;
  }

 private:
  CodeMap& map_;
  const std::vector<std::string>& folders_;
  std::map<std::string, int> known_;
};

// [instruction]: whether its function was reached at all.
std::vector<bool> in_reached_parts(const observe::Coverage& coverage) {
  const auto& code = *coverage.code();
  const auto& instructions = code.program().instructions;
  const auto reached = coverage.reached();
  std::vector<bool> in(instructions.size(), false);
  const auto& symbols = code.object().symbols;
  std::size_t next = 0, first = 0;
  const auto close = [&](std::size_t end) {
    bool any = false;
    for (std::size_t i = first; i < end; ++i) any |= reached[i] != 0;
    for (std::size_t i = first; i < end; ++i) in[i] = any;
    first = end;
  };
  for (std::size_t i = 0; i < instructions.size(); ++i)
    for (; next < symbols.size() && symbols[next].address <= instructions[i].address; ++next) close(i);
  close(instructions.size());
  return in;
}

// What compilers put between functions.
bool is_padding(const isa::Instruction& i) {
  return i.mnemonic == "s_nop" || i.mnemonic == "s_code_end";
}

}  // namespace

CodeMap code_map(const std::string& title, const observe::Coverage& coverage,
                 const std::vector<std::string>& folders) {
  CodeMap map;
  map.title = title;
  if (coverage.code() == nullptr) return map;
  const auto& code = *coverage.code();
  const auto& instructions = code.program().instructions;
  const auto reached = coverage.reached();
  const std::vector<bool> shown = in_reached_parts(coverage);
  std::map<std::uint32_t, bool> one_direction;
  for (const observe::Coverage::OneDirection& d : coverage.one_direction())
    one_direction[d.instruction] = d.jumped;
  Sources sources(map, folders);
  for (std::uint32_t i = 0; i < instructions.size(); ++i) {
    if (!shown[i] || (reached[i] == 0 && is_padding(instructions[i]))) continue;
    if (map.lines.size() == kMostInstructions) {
      ++map.left_out;
      continue;
    }
    CodeMap::Line line{instructions[i].address, instructions[i].text};
    if (reached[i] != 0) line.state = !isa::flow(code.program(), i).conditional ? 'r' : 'b';
    if (const auto one = one_direction.find(i); one != one_direction.end())
      line.state = one->second ? 'j' : 'w';
    sources.put(code.object().lines.at(instructions[i].address), line);
    map.lines.push_back(std::move(line));
  }
  return map;
}

std::size_t shown_line_by_line(std::span<const CodeMap> all) {
  std::size_t lines = 0, shown = 0;
  for (; shown < all.size(); ++shown) {
    lines += all[shown].lines.size();
    if (shown > 0 && lines > kMostInstructions) break;
  }
  return shown;
}

Table coverage_table(std::span<const CodeMap> all) {
  constexpr std::size_t kMostGaps = 6;
  Table table{"Coverage of other code",
              {"code", "instructions reached", "branches taken one way only", "first not reached"},
              {}};
  for (const CodeMap& map : all) {
    std::size_t reached = 0, one_way = 0, gaps = 0;
    std::string first;
    char before = ' ';
    for (const CodeMap::Line& l : map.lines) {
      reached += l.state != 'n';
      one_way += l.state == 'j' || l.state == 'w';
      if (l.state == 'n' && before != 'n' && ++gaps <= kMostGaps) {
        first += fmt::format("{}0x{:x}", first.empty() ? "" : ", ", l.address);
        if (l.source >= 0)
          first += fmt::format(
              " at {}:{}", std::filesystem::path(map.sources[std::size_t(l.source)].name).filename().string(),
              l.line);
      }
      before = l.state;
    }
    if (gaps > kMostGaps) first += fmt::format(", and {} more", gaps - kMostGaps);
    table.rows.push_back({"",
                          {map.title, fmt::format("{} of {}", reached, map.lines.size() + map.left_out),
                           std::to_string(one_way), first}});
  }
  return table;
}

}  // namespace lockstep::pages
