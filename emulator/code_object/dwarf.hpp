// DWARF, as far as source lines and inlined calls need it: read by hand and trusted in nothing
// (decisions/0013).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/code_object/elf.hpp"
#include "emulator/code_object/source_lines.hpp"

namespace lockstep::code_object {

/// Reads numbers and names one behind the other, from bytes nobody vouches for: past the end everything is 0
/// and ok() is false for good.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::size_t rest() const { return rest_.size(); }

  std::span<const std::byte> take(std::uint64_t bytes) {
    ok_ &= bytes <= rest_.size();
    const auto part = rest_.first(ok_ ? std::size_t(bytes) : 0);
    rest_ = ok_ ? rest_.subspan(part.size()) : std::span<const std::byte>();
    return part;
  }
  /// A little-endian number of 1 to 8 bytes.
  std::uint64_t number(unsigned bytes) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (const std::byte b : take(bytes)) {
      value |= std::to_integer<std::uint64_t>(b) << shift;
      shift += 8;
    }
    return value;
  }
  /// A number in LEB128. Bits beyond the 64th are dropped.
  std::uint64_t unsigned_leb() { return leb().first; }
  std::int64_t signed_leb() {
    const auto [value, bits] = leb();
    const bool negative = bits > 0 && bits < 64 && (value >> (bits - 1) & 1) != 0;
    return std::int64_t(negative ? value | ~std::uint64_t{0} << bits : value);
  }
  /// The text up to the NUL, which is passed over.
  std::string_view name() {
    const auto end = std::ranges::find(rest_, std::byte{0});
    ok_ &= end != rest_.end();
    const auto text = take(std::uint64_t(end - rest_.begin()));
    take(1);
    return {reinterpret_cast<const char*>(text.data()), ok_ ? text.size() : 0};
  }

 private:
  std::pair<std::uint64_t, unsigned> leb() {
    std::uint64_t value = 0;
    for (unsigned bits = 0;;) {
      const std::uint64_t byte = number(1);
      if (bits < 64) value |= (byte & 0x7F) << bits;
      bits += 7;
      if ((byte & 0x80) == 0) return {value, bits};
    }
  }

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

/// DWARF 5, 7.5.6 "Form Encodings": those whose values are looked at.
inline constexpr std::uint64_t kFormAddress = 0x01, kFormString = 0x08, kFormStrp = 0x0E,
                               kFormSecOffset = 0x17, kFormLineStrp = 0x1F, kFormImplicitConst = 0x21,
                               kFormRangesIndex = 0x23;

/// The value of an attribute, or of a field of the line table's header.
struct FormValue {
  std::uint64_t form = 0, number = 0;
  std::string_view text;  ///< what stands in place of a reference to a section: kFormString
};
/// Reads a value of the form. Nothing: the form is unknown, so that nobody knows where the value ends, or it
/// is cut off.
std::optional<FormValue> read_form(ByteReader& reader, std::uint64_t form);

/// The name at an offset of a section of strings; empty where there is none.
std::string_view text_at(std::span<const std::byte> section, std::uint64_t offset);

/// The directory where the compiler ran, which paths do not name: an index that FileNames::directories lacks.
inline constexpr std::size_t kWhereCompiled = ~std::size_t{0};

/// One table of .debug_line: its header's names of files, and the rows that its program makes.
struct LineProgram {
  FileNames names;
  std::vector<SourceLines::Row> rows;  ///< rows in the program's order; `file` is an index of `files`
};

/// The table at the reader's place, which is moved behind it; nullopt when it is damaged or of a version that
/// nobody knows.
std::optional<LineProgram> read_line_program(ByteReader& section, const LineSections& sections);

/// The sections that describe the functions of a code object; one that is missing or compressed is empty.
struct DebugSections {
  Bytes info, abbreviations, strings, string_offsets, addresses, ranges;
  LineSections lines;
};
DebugSections read_debug_sections(const Image& image, const Elf& elf);

/// The functions of one unit of .debug_info, a compilation, and where their code stands. `unit`: what follows
/// the unit's length. Whatever can't be read ends it.
std::vector<InlineFrames::Function> read_unit(Bytes unit, const DebugSections& sections);

}  // namespace lockstep::code_object
