#include <map>
#include <optional>

#include <fmt/core.h>

#include "emulator/code_object/dwarf.hpp"

namespace lockstep::code_object {

namespace {

// DWARF 5, 7.5.3 "Tags", 7.5.4 "Attributes", 7.25 "Range Lists".
enum Tag : std::uint64_t { kCompileUnit = 0x11, kInlined = 0x1D, kSubprogram = 0x2E };
enum Attribute : std::uint64_t {
  kName = 0x03,
  kStatements = 0x10,
  kLowPc = 0x11,
  kHighPc = 0x12,
  kOrigin = 0x31,
  kSpecification = 0x47,
  kRanges = 0x55,
  kCallFile = 0x58,
  kCallLine = 0x59,
  kStringsBase = 0x72,
  kAddressesBase = 0x73,
  kRangesBase = 0x74,
};
/// Ranges of a unit: lists that share bytes would let a small file ask for much memory.
constexpr std::size_t kMostRanges = 1 << 20;

struct Specification {
  std::uint64_t attribute = 0, form = 0;
  std::int64_t constant = 0;
};
struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<Specification> attributes;
};
using Abbreviations = std::map<std::uint64_t, Abbreviation>;

Abbreviations read_abbreviations(Bytes section, std::uint64_t offset) {
  Abbreviations all;
  ByteReader r(section);
  r.take(offset);
  while (const std::uint64_t code = r.unsigned_leb()) {
    Abbreviation a;
    a.tag = r.unsigned_leb();
    a.has_children = r.number(1) != 0;
    for (;;) {
      Specification s{r.unsigned_leb(), r.unsigned_leb(), 0};
      if (s.form == kFormImplicitConst) s.constant = r.signed_leb();
      if (s.attribute == 0 || !r.ok()) break;
      a.attributes.push_back(s);
    }
    if (!r.ok()) break;
    all.emplace(code, std::move(a));
  }
  return all;
}

std::uint64_t number_at(Bytes section, std::uint64_t base, std::uint64_t index, unsigned bytes) {
  if (index > section.size()) return 0;
  ByteReader r(section);
  r.take(base + index * bytes);
  return r.number(bytes);
}

class Unit {
 public:
  Unit(Bytes bytes, const DebugSections& sections) : reader_(bytes), sections_(sections) {}

  std::vector<InlineFrames::Function> read() {
    constexpr unsigned kVersion = 5, kCompile = 1;
    if (reader_.number(2) != kVersion || reader_.number(1) != kCompile || reader_.number(1) != 8) return {};
    const Abbreviations known = read_abbreviations(sections_.abbreviations, reader_.number(4));
    std::uint64_t read = kHeaderBytes;
    for (int depth = 0; !reader_.at_end() && reader_.ok();) {
      const std::uint64_t at = read;
      const std::uint64_t left = remaining();
      const std::uint64_t code = reader_.unsigned_leb();
      const auto found = known.find(code);
      if (code == 0 ? --depth <= 0 : found == known.end()) break;
      if (code != 0) {
        if (!read_entry(at, depth, found->second)) break;
        depth += found->second.has_children ? 1 : 0;
      }
      read += left - remaining();
    }
    return named();
  }

 private:
  static constexpr std::uint64_t kHeaderBytes = 12;  // the length among them; references count from its begin
  struct Entry {
    std::string_view name;
    std::uint64_t origin = 0;
  };
  using Attributes = std::map<std::uint64_t, FormValue>;

  std::uint64_t remaining() const { return reader_.rest(); }

  std::optional<FormValue> read_value(const Specification& s) {
    return s.form == kFormImplicitConst ? FormValue{s.form, std::uint64_t(s.constant), {}}
                                        : read_form(reader_, s.form);
  }

  bool read_entry(std::uint64_t at, int depth, const Abbreviation& a) {
    Attributes attributes;
    for (const Specification& s : a.attributes) {
      const auto value = read_value(s);
      if (!value) return false;
      attributes.emplace(s.attribute, *value);
    }
    if (a.tag == kCompileUnit) begin(attributes);
    if (a.tag != kSubprogram && a.tag != kInlined) return true;
    entries_[at] = {text_of(attributes, kName), number_of(attributes, kOrigin)};
    if (entries_[at].origin == 0) entries_[at].origin = number_of(attributes, kSpecification);
    InlineFrames::Function f;
    f.depth = depth;
    f.is_inlined = a.tag == kInlined;
    f.ranges = ranges_of(attributes);
    const std::uint64_t file = number_of(attributes, kCallFile);
    if (f.is_inlined && file < names_.files.size())
      f.call = fmt::format("{}:{}", names_.path(file), number_of(attributes, kCallLine));
    if (f.ranges.empty()) return true;
    ranges_read_ += f.ranges.size();
    functions_.push_back(std::move(f));
    entry_of_.push_back(at);
    return ranges_read_ < kMostRanges;
  }

  void begin(const Attributes& a) {
    strings_base_ = number_of(a, kStringsBase);
    addresses_base_ = number_of(a, kAddressesBase);
    ranges_base_ = number_of(a, kRangesBase);
    if (const auto low = a.find(kLowPc); low != a.end()) base_ = address(low->second);
    ByteReader lines(sections_.lines.line);
    lines.take(number_of(a, kStatements));
    if (auto program = read_line_program(lines, sections_.lines)) names_ = std::move(program->names);
  }

  static std::uint64_t number_of(const Attributes& a, std::uint64_t attribute) {
    const auto found = a.find(attribute);
    return found == a.end() ? 0 : found->second.number;
  }

  std::string_view text_of(const Attributes& a, std::uint64_t attribute) const {
    const auto found = a.find(attribute);
    if (found == a.end()) return {};
    const FormValue& v = found->second;
    if (v.form == kFormString) return v.text;
    if (v.form == kFormStrp) return text_at(sections_.strings, v.number);
    if (v.form == kFormLineStrp) return text_at(sections_.lines.line_str, v.number);
    return text_at(sections_.strings, number_at(sections_.string_offsets, strings_base_, v.number, 4));
  }

  std::uint64_t indexed_address(std::uint64_t index) const {
    return number_at(sections_.addresses, addresses_base_, index, 8);
  }
  std::uint64_t address(const FormValue& v) const {
    return v.form == kFormAddress ? v.number : indexed_address(v.number);
  }

  std::vector<InlineFrames::Range> ranges_of(const Attributes& a) const {
    if (const auto list = a.find(kRanges); list != a.end()) return range_list(list->second);
    const auto low = a.find(kLowPc), high = a.find(kHighPc);
    if (low == a.end() || high == a.end()) return {};
    const std::uint64_t begin = address(low->second);
    return {{begin, high->second.form == kFormAddress ? high->second.number : begin + high->second.number}};
  }

  std::vector<InlineFrames::Range> range_list(const FormValue& v) const {
    if (v.form != kFormSecOffset && v.form != kFormRangesIndex) return {};
    const std::uint64_t at = v.form == kFormSecOffset
                                 ? v.number
                                 : ranges_base_ + number_at(sections_.ranges, ranges_base_, v.number, 4);
    ByteReader r(sections_.ranges);
    r.take(at);
    std::vector<InlineFrames::Range> all;
    for (std::uint64_t base = base_; r.ok();) {
      const auto one = [&] { return r.unsigned_leb(); };
      InlineFrames::Range range;
      switch (r.number(1)) {
        case 1:
          base = indexed_address(one());
          continue;
        case 2:
          range.begin = indexed_address(one());
          range.end = indexed_address(one());
          break;
        case 3:
          range.begin = indexed_address(one());
          range.end = range.begin + one();
          break;
        case 4:
          range.begin = base + one();
          range.end = base + one();
          break;
        case 5:
          base = r.number(8);
          continue;
        case 6:
          range.begin = r.number(8);
          range.end = r.number(8);
          break;
        case 7:
          range.begin = r.number(8);
          range.end = range.begin + one();
          break;
        default:  // the end, or nothing known
          return all;
      }
      all.push_back(range);
      if (all.size() > kMostRanges) break;
    }
    return {};
  }

  // An inlined function has its name where it is written.
  std::vector<InlineFrames::Function> named() {
    constexpr int kMostHops = 4;
    for (std::size_t i = 0; i < functions_.size(); ++i) {
      auto entry = entries_.find(entry_of_[i]);
      for (int hop = 0; hop < kMostHops && entry != entries_.end() && entry->second.name.empty(); ++hop)
        entry = entries_.find(entry->second.origin);
      if (entry != entries_.end()) functions_[i].name = entry->second.name;
    }
    return std::move(functions_);
  }

  ByteReader reader_;
  const DebugSections& sections_;
  std::uint64_t strings_base_ = 0, addresses_base_ = 0, ranges_base_ = 0, base_ = 0;
  FileNames names_;
  std::map<std::uint64_t, Entry> entries_;  ///< [offset of the entry]
  std::vector<InlineFrames::Function> functions_;
  std::vector<std::uint64_t> entry_of_;  ///< [function]
  std::size_t ranges_read_ = 0;
};

}  // namespace

DebugSections read_debug_sections(const Image& image, const Elf& elf) {
  return {find_section(image, elf, ".debug_info"), find_section(image, elf, ".debug_abbrev"),
          find_section(image, elf, ".debug_str"),  find_section(image, elf, ".debug_str_offsets"),
          find_section(image, elf, ".debug_addr"), find_section(image, elf, ".debug_rnglists"),
          read_line_sections(image, elf)};
}

std::vector<InlineFrames::Function> read_unit(Bytes unit, const DebugSections& sections) {
  return Unit(unit, sections).read();
}

}  // namespace lockstep::code_object
