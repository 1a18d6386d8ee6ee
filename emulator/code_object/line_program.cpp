#include <array>

#include "emulator/code_object/dwarf.hpp"

namespace lockstep::code_object {

namespace {

using Row = SourceLines::Row;

// DWARF 5, 7.22 "Line Number Information".
enum Standard : unsigned {
  kExtended,
  kCopy,
  kAdvancePc,
  kAdvanceLine,
  kSetFile,
  kSetColumn,
  kNegateStatement,
  kBasicBlock,
  kConstAddPc,
  kFixedAdvancePc,
  kPrologueEnd,
  kEpilogueBegin,
  kSetIsa,
};
enum Extended : unsigned { kEndSequence = 1, kSetAddress = 2 };
constexpr std::uint64_t kPath = 1;  // content type of an entry's field
constexpr unsigned kOldest = 2, kNewest = 5;

struct Header {
  unsigned version = 0;
  std::uint64_t instruction_bytes = 0;
  std::int64_t line_base = 0;
  unsigned line_range = 0, opcode_base = 0;
  std::array<std::uint8_t, 256> operands{};  ///< [standard opcode]: how many it has
  std::vector<std::string> files;
};

std::string base_name(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

/// Reads a field of an entry: its text, where it is one.
std::string_view field(ByteReader& r, std::uint64_t form, const LineSections& sections) {
  const auto value = read_form(r, form);
  if (!value) r.take(~std::uint64_t{0});  // nobody knows where the next field begins
  if (!value) return {};
  if (form == kFormLineStrp) return text_at(sections.line_str, value->number);
  return form == kFormStrp ? text_at(sections.str, value->number) : value->text;
}

// Version 5: a format, then entries that follow it. Returns their paths.
std::vector<std::string> entries(ByteReader& r, const LineSections& sections) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> format(r.number(1));
  for (auto& [content, form] : format) {
    content = r.unsigned_leb();
    form = r.unsigned_leb();
  }
  std::vector<std::string> paths;
  const std::uint64_t count = format.empty() ? 0 : r.unsigned_leb();
  if (format.empty()) r.unsigned_leb();
  for (std::uint64_t i = 0; i < count && r.ok(); ++i) {
    std::string_view path;
    for (const auto& [content, form] : format) {
      const std::string_view text = field(r, form, sections);
      if (content == kPath) path = text;
    }
    paths.push_back(base_name(path));
  }
  return paths;
}

// Before version 5: names of directories up to an empty one, then files likewise, numbered from 1.
std::vector<std::string> old_files(ByteReader& r) {
  while (r.ok() && !r.name().empty()) {
  }
  std::vector<std::string> files(1);
  while (r.ok()) {
    const std::string_view name = r.name();
    if (name.empty()) break;
    files.push_back(base_name(name));
    for (int n = 0; n < 3; ++n) r.unsigned_leb();
  }
  return files;
}

// `r` holds the table behind its length, and is left at its program.
std::optional<Header> read_header(ByteReader& r, const LineSections& sections) {
  Header h;
  h.version = unsigned(r.number(2));
  if (h.version < kOldest || h.version > kNewest) return std::nullopt;
  if (h.version >= 5) r.take(2);  // sizes of addresses and segment selectors
  ByteReader rest(r.take(r.number(4)));
  h.instruction_bytes = rest.number(1);
  if (h.version >= 4) rest.take(1);  // operations per instruction: 1 where instructions are not bundled
  rest.take(1);                      // whether rows begin a statement
  h.line_base = std::int64_t(rest.number(1) ^ 0x80) - 0x80;  // a signed byte
  h.line_range = unsigned(rest.number(1));
  h.opcode_base = unsigned(rest.number(1));
  for (unsigned op = 1; op < h.opcode_base; ++op) h.operands[op] = std::uint8_t(rest.number(1));
  if (h.version >= 5) {
    entries(rest, sections);  // directories
    h.files = entries(rest, sections);
  } else {
    h.files = old_files(rest);
  }
  if (!r.ok() || !rest.ok() || h.line_range == 0 || h.opcode_base == 0) return std::nullopt;
  return h;
}

/// The state machine whose program makes rows.
class LineMachine {
 public:
  explicit LineMachine(const Header& header) : header_(header) {}

  bool run(ByteReader& r) {
    while (!r.at_end()) {
      const auto op = unsigned(r.number(1));
      if (op >= header_.opcode_base)
        special(op - header_.opcode_base);
      else if (op == kExtended)
        extended(r);
      else
        standard(op, r);
    }
    return r.ok();
  }
  std::vector<Row> take() { return std::move(rows_); }

 private:
  void append(bool begins) {
    const bool named = file_ < header_.files.size();
    rows_.push_back(
        {address_, named && begins ? std::uint32_t(line_) : 0, std::uint32_t(named ? file_ : 0), begins});
  }
  void advance(std::uint64_t operations) { address_ += operations * header_.instruction_bytes; }

  void special(unsigned op) {
    advance(op / header_.line_range);
    line_ += std::uint64_t(header_.line_base + std::int64_t(op % header_.line_range));
    append(true);
  }

  void extended(ByteReader& r) {
    ByteReader operands(r.take(r.unsigned_leb()));
    switch (operands.number(1)) {
      case kEndSequence:
        append(false);
        address_ = 0;
        file_ = line_ = 1;
        break;
      case kSetAddress:
        address_ = operands.number(8);
        break;
      default:
        break;
    }
  }

  void standard(unsigned op, ByteReader& r) {
    switch (op) {
      case kCopy:
        return append(true);
      case kAdvancePc:
        return advance(r.unsigned_leb());
      case kAdvanceLine:
        line_ += std::uint64_t(r.signed_leb());
        return;
      case kSetFile:
        file_ = r.unsigned_leb();
        return;
      case kConstAddPc:
        return advance((255 - header_.opcode_base) / header_.line_range);
      case kFixedAdvancePc:
        address_ += r.number(2);
        return;
      default:
        for (int n = header_.operands[op]; n > 0; --n) r.unsigned_leb();
    }
  }

  const Header& header_;
  std::uint64_t address_ = 0, file_ = 1, line_ = 1;
  std::vector<Row> rows_;
};

}  // namespace

std::optional<LineProgram> read_line_program(ByteReader& section, const LineSections& sections) {
  ByteReader table(section.take(section.number(4)));
  if (!section.ok()) return std::nullopt;
  const std::optional<Header> header = read_header(table, sections);
  if (!header) return std::nullopt;
  LineMachine machine(*header);
  if (!machine.run(table)) return std::nullopt;
  LineProgram program{header->files, machine.take()};
  if (program.files.empty()) program.files.emplace_back();
  return program;
}

}  // namespace lockstep::code_object
