#include "emulator/code_object/dwarf.hpp"

namespace lockstep::code_object {

namespace {

// DWARF 5, 7.5.6 "Form Encodings".
enum class Layout : std::uint8_t { fixed, leb, signed_leb, block, sized_block, text };
/// How a form is laid out; `bytes` of a fixed one, or of a block's size.
struct Form {
  std::uint8_t form;
  Layout layout;
  std::uint8_t bytes;
};
constexpr Form kForms[] = {
    {0x01, Layout::fixed, 8}, {0x03, Layout::sized_block, 2}, {0x04, Layout::sized_block, 4},
    {0x05, Layout::fixed, 2}, {0x06, Layout::fixed, 4},       {0x07, Layout::fixed, 8},
    {0x08, Layout::text, 0},  {0x09, Layout::block, 0},       {0x0A, Layout::sized_block, 1},
    {0x0B, Layout::fixed, 1}, {0x0C, Layout::fixed, 1},       {0x0D, Layout::signed_leb, 0},
    {0x0E, Layout::fixed, 4}, {0x0F, Layout::leb, 0},         {0x10, Layout::fixed, 4},
    {0x11, Layout::fixed, 1}, {0x12, Layout::fixed, 2},       {0x13, Layout::fixed, 4},
    {0x14, Layout::fixed, 8}, {0x15, Layout::leb, 0},         {0x17, Layout::fixed, 4},
    {0x18, Layout::block, 0}, {0x19, Layout::fixed, 0},       {0x1A, Layout::leb, 0},
    {0x1B, Layout::leb, 0},   {0x1E, Layout::sized_block, 0}, {0x1F, Layout::fixed, 4},
    {0x20, Layout::fixed, 8}, {0x22, Layout::leb, 0},         {0x23, Layout::leb, 0},
    {0x25, Layout::fixed, 1}, {0x26, Layout::fixed, 2},       {0x27, Layout::fixed, 3},
    {0x28, Layout::fixed, 4}, {0x29, Layout::fixed, 1},       {0x2A, Layout::fixed, 2},
    {0x2B, Layout::fixed, 3}, {0x2C, Layout::fixed, 4},
};
constexpr std::uint64_t kData16Bytes = 16;

}  // namespace

std::optional<FormValue> read_form(ByteReader& reader, std::uint64_t form) {
  const auto row = std::ranges::find(kForms, form, &Form::form);
  if (row == std::end(kForms)) return std::nullopt;
  FormValue v{form, 0, {}};
  switch (row->layout) {
    case Layout::fixed:
      v.number = reader.number(row->bytes);
      break;
    case Layout::leb:
      v.number = reader.unsigned_leb();
      break;
    case Layout::signed_leb:
      v.number = std::uint64_t(reader.signed_leb());
      break;
    case Layout::text:
      v.text = reader.name();
      break;
    case Layout::block:
      reader.take(reader.unsigned_leb());
      break;
    case Layout::sized_block:
      reader.take(row->bytes == 0 ? kData16Bytes : reader.number(row->bytes));
      break;
  }
  return reader.ok() ? std::optional(v) : std::nullopt;
}

std::string_view text_at(std::span<const std::byte> section, std::uint64_t offset) {
  ByteReader reader(section);
  reader.take(offset);
  return reader.name();
}

}  // namespace lockstep::code_object
