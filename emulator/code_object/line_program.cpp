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
constexpr std::uint64_t kPath = 1, kDirectory = 2;  // content types of an entry's fields
constexpr unsigned kOldest = 2, kNewest = 5;

struct Header {
  unsigned version = 0;
  std::uint64_t instruction_bytes = 0;
  std::int64_t line_base = 0;
  unsigned line_range = 0, opcode_base = 0;
  std::array<std::uint8_t, 256> operands{};  ///< [standard opcode]: how many it has
  FileNames names;
};

/// Directory 0 is where the compiler ran: paths are relative to it anyway.
std::size_t directory_of(std::uint64_t number) {
  return number == 0 ? kWhereCompiled : std::size_t(number);
}

/// Version 5: a format, then entries that follow it.
std::vector<FileNames::File> entries(ByteReader& r, const LineSections& sections) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> format(r.number(1));
  for (auto& [content, form] : format) {
    content = r.unsigned_leb();
    form = r.unsigned_leb();
  }
  std::vector<FileNames::File> all;
  const std::uint64_t count = format.empty() ? 0 : r.unsigned_leb();
  if (format.empty()) r.unsigned_leb();
  for (std::uint64_t i = 0; i < count && r.ok(); ++i) {
    FileNames::File entry{kWhereCompiled, {}};
    for (const auto& [content, form] : format) {
      const auto value = read_form(r, form);
      if (!value) r.take(~std::uint64_t{0});  // nobody knows where the next field begins
      if (value && content == kPath)
        entry.name = form == kFormLineStrp ? text_at(sections.line_str, value->number)
                     : form == kFormStrp   ? text_at(sections.str, value->number)
                                           : value->text;
      if (value && content == kDirectory) entry.directory = directory_of(value->number);
    }
    all.push_back(std::move(entry));
  }
  return all;
}

/// Before version 5: names of directories up to an empty one, then files likewise. Both are numbered from 1.
FileNames old_names(ByteReader& r) {
  FileNames names{{""}, {{kWhereCompiled, ""}}};
  for (std::string_view name = r.name(); r.ok() && !name.empty(); name = r.name())
    names.directories.emplace_back(name);
  for (std::string_view name = r.name(); r.ok() && !name.empty(); name = r.name()) {
    names.files.push_back({directory_of(r.unsigned_leb()), std::string(name)});
    for (int n = 0; n < 2; ++n) r.unsigned_leb();  // time and size
  }
  return names;
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
    for (FileNames::File& directory : entries(rest, sections))
      h.names.directories.push_back(std::move(directory.name));
    h.names.files = entries(rest, sections);
  } else {
    h.names = old_names(rest);
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
    const bool named = file_ < header_.names.files.size();
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
  LineProgram program{header->names, machine.take()};
  if (program.names.files.empty()) program.names.files.push_back({kWhereCompiled, ""});
  return program;
}

}  // namespace lockstep::code_object
