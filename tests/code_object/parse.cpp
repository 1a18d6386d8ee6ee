#include <algorithm>

#include "tests/code_object/objects.hpp"

using namespace lockstep;
using namespace lockstep::tests;

TEST_CASE("an object is read as its source was written") {
  const auto object = parse_object("two_kernels.co");
  CHECK(object.file == "two_kernels.co");
  CHECK(object.arch == "gfx950");
  REQUIRE(object.kernels.size() == 2);
  CHECK(object.find("none") == nullptr);
  const auto* plain = object.find("plain");
  const auto* loaded = object.find("loaded");
  REQUIRE((plain != nullptr && loaded != nullptr));
  // Each kernel starts a fresh multiple of 256 and `plain` needs less than one.
  CHECK(plain->entry == object.text_address);
  CHECK(loaded->entry == plain->entry + 256);
  // s_load_dwordx2 s[2:3], s[0:1], 0x8; s_endpgm; the last word of `loaded` is s_endpgm too.
  REQUIRE(object.text.size() == 256 + 64 * 4);
  CHECK(field<std::uint32_t>(object.text, 0) == 0xC0060080);
  CHECK(field<std::uint32_t>(object.text, 4) == 8);
  CHECK(field<std::uint32_t>(object.text, 8) == 0xBF810000);
  CHECK(field<std::uint32_t>(object.text, 256 + 63 * 4) == 0xBF810000);

  CHECK(loaded->kernarg_bytes == 48);
  CHECK(loaded->kernarg_align == 16);
  CHECK(loaded->group_bytes == 163840);
  CHECK(loaded->private_bytes == 16);
  CHECK(loaded->wavefront_size == 64);
  CHECK(loaded->max_workgroup == 256);
  CHECK(loaded->vgpr_count == 512);
  CHECK(loaded->agpr_count == 256);
  CHECK(loaded->sgpr_count == 100);
}

TEST_CASE("arguments have the metadata's names, or their position") {
  const auto object = parse_object("two_kernels.co");
  const auto& arguments = object.find("plain")->arguments;
  REQUIRE(arguments.size() == 13);
  CHECK(arguments[0].name == "out");  // clang appends .coerce to pointers
  CHECK(arguments[0].value_kind == "global_buffer");
  CHECK(arguments[1].name == "count");
  CHECK(arguments[1].offset == 8);
  CHECK(arguments[1].size == 4);
  CHECK(arguments[2].name == "2");
  CHECK_FALSE(arguments[2].is_hidden());
  CHECK(arguments[3].is_hidden());
}

TEST_CASE("segments carry their permissions, in ascending order") {
  const auto object = parse_object("two_kernels.co");
  std::uint64_t next = 0;
  int executable = 0;
  for (const auto& segment : object.segments) {
    CHECK(segment.address >= next);
    CHECK(segment.memory_bytes >= segment.bytes.size());
    CHECK_FALSE((segment.writable && segment.executable));
    next = segment.address + segment.memory_bytes;
    executable += segment.executable ? 1 : 0;
  }
  CHECK(executable == 1);
}

TEST_CASE("version 5 objects for gfx942 are accepted") {
  CHECK(parse_object("two_kernels.gfx942.co").arch == "gfx942");
}

TEST_CASE("relocations are applied as loaded at address 0") {
  const auto object = parse_object("relocated.co");
  const code_object::Segment* data = nullptr;
  for (const auto& segment : object.segments) {
    if (segment.bytes.size() == 32) data = &segment;
  }
  REQUIRE(data != nullptr);
  const std::uint64_t hidden = data->address, seen = hidden + 8;
  CHECK(field<std::uint64_t>(data->bytes, 0) == 0x1111);
  CHECK(field<std::uint64_t>(data->bytes, 16) == hidden + 8);
  CHECK(field<std::uint64_t>(data->bytes, 24) == seen + 24);
}

TEST_CASE("memory holds addresses of the object as it is loaded, and its other words as they are") {
  const auto object = parse_object("relocated.co");
  const auto data = std::ranges::find(object.segments, std::size_t{32},
                                      [](const code_object::Segment& s) { return s.bytes.size(); });
  REQUIRE(data != object.segments.end());
  constexpr std::uint64_t kBias = 0x7F00'1234'5000;
  std::vector<std::uint8_t> whole(40, 0xEE);
  data->fill(kBias, 0, whole);
  const auto word = [&](std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, &whole[at], sizeof value);
    return value;
  };
  CHECK(word(0) == 0x1111);
  CHECK(word(8) == 0x2222);
  CHECK(word(16) == kBias + data->address + 8);
  CHECK(word(24) == kBias + data->address + 8 + 24);
  CHECK(word(32) == 0);  // behind the bytes of the file
  for (std::size_t begin = 0; begin < whole.size(); ++begin)
    for (std::size_t end = begin; end <= whole.size(); ++end) {  // parts of words, too
      std::vector<std::uint8_t> part(end - begin);
      data->fill(kBias, begin, part);
      REQUIRE(std::ranges::equal(part, std::span(whole).subspan(begin, end - begin)));
    }
}

TEST_CASE("an object has the kernels of every file that was linked into it") {
  const auto object = parse_object("two_notes.co");
  REQUIRE(object.kernels.size() == 3);
  for (const char* kernel : {"k", "plain", "loaded"}) CHECK(object.find(kernel) != nullptr);
}

TEST_CASE("an object of variables only has no code") {
  const auto object = parse_object("variables.co");
  CHECK(object.kernels.empty());
  CHECK(object.text.empty());
  CHECK(std::ranges::any_of(object.segments, [](const code_object::Segment& s) {
    return s.writable && s.bytes.size() >= 4 && field<std::uint32_t>(s.bytes, s.bytes.size() - 4) == 42;
  }));
}

namespace {

struct Wrong {
  std::size_t at;
  std::uint8_t value;
  std::string_view expected;  ///< a part of the message
};
// Offsets: the ELF64 header.
constexpr Wrong kWrong[] = {
    {0, 0, "an ELF file"},
    {4, 1, "64-bit"},
    {5, 2, "little-endian"},
    {7, 0, "HSA ABI"},
    {8, 0,
     "ABI version 1 to 4 (code object version 3 to 6), found ABI version 0, code object version 2, which"},
    {8, 5, "ABI version 1 to 4"},
    {16, 2, "linked object"},
    {18, 62, "AMD GPU"},
    {48, 0x3F, "gfx950"},  // gfx90a
    {54, 55, "program headers of 56"},
    {56, 200, "at most 64 program headers"},
    {58, 63, "section headers of 64"},
};

}  // namespace

TEST_CASE("a foreign file is refused with file, offset, expectation and finding") {
  for (const Wrong& row : kWrong) {
    auto bytes = read_object("two_kernels.co");
    bytes[row.at] = std::byte{row.value};
    const auto object = code_object::parse("some/file.co", bytes);
    INFO("offset " << row.at);
    REQUIRE_FALSE(object);
    CHECK(object.error().offset == row.at);
    const std::string text = object.error().text();
    CAPTURE(text);
    CHECK(text.starts_with("some/file.co: at offset 0x"));
    CHECK(text.find(": expected ") < text.find(", found "));
    CHECK(text.find(row.expected) != std::string::npos);
  }
}

TEST_CASE("bundles and relocatable objects are refused with what to do") {
  for (const std::string magic : {"__CLANG_OFFLOAD_BUNDLE__", "CCOB"}) {
    const std::string file = magic + std::string(100, '\0');
    const auto object = code_object::parse("b", std::as_bytes(std::span(file)));
    REQUIRE_FALSE(object);
    CHECK(object.error().text().find("clang-offload-bundler --unbundle") != std::string::npos);
  }
  const auto object = code_object::parse("o", read_object("two_kernels.o"));
  REQUIRE_FALSE(object);
  CHECK(object.error().text().find("ld.lld") != std::string::npos);
}

namespace {

std::size_t find_bytes(const std::vector<std::byte>& bytes, std::string_view wanted) {
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t at = all.find(wanted);
  REQUIRE(at != std::string_view::npos);
  return at;
}

std::string refusal(const std::vector<std::byte>& bytes) {
  const auto object = code_object::parse("x.co", bytes);
  REQUIRE_FALSE(object);
  return object.error().text();
}

}  // namespace

TEST_CASE("an argument behind the kernarg segment widens it, with a note") {
  auto bytes = read_object("two_kernels.co");
  // The last argument of `plain`, offset 48: MessagePack key ".offset" and a positive fixint.
  const std::string key = std::string("\xA7.offset") + '\x30';
  bytes[find_bytes(bytes, key) + key.size() - 1] = std::byte{64};
  const auto object = code_object::parse("x.co", bytes);
  REQUIRE(object);
  CHECK(object->find("plain")->kernarg_bytes == 72);
  CHECK(object->find("loaded")->kernarg_bytes == 48);
  REQUIRE(object->notes.size() == 1);
  CHECK(object->notes[0] ==
        "argument 12 of plain takes bytes 64 to 72 of a kernarg segment of 56, according to the metadata: "
        "the segment is "
        "taken to have 72");
  CHECK(parse_object("two_kernels.co").notes.empty());
}

TEST_CASE("an argument that no segment could hold is refused") {
  auto bytes = read_object("two_kernels.co");
  // The second number of `parameters`, its size, as a uint32 of 2^31 takes four more bytes than there are: a
  // name goes.
  const std::string value("\xA5.size\x28", 7), longer("\xA5.size\xCE\x80\x00\x00\x00", 11);
  const std::size_t at = find_bytes(bytes, value);
  const std::string name(
      "\xA5.name\xAA"
      "parameters"),
      shorter(
          "\xA5.name\xA6"
          "parame");
  const std::size_t name_at = find_bytes(bytes, name);
  REQUIRE(name_at < at);
  std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  text.replace(at, value.size(), longer);
  text.replace(name_at, name.size(), shorter);
  REQUIRE(text.size() == bytes.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  CHECK(refusal(bytes).find("within 1048576 bytes for argument 0 of kernel loaded") != std::string::npos);
}

TEST_CASE("symbols that nobody defines are named, with what to link") {
  for (const char* name : {"undefined.co", "undefined.o"}) {
    const std::string text = refusal(read_object(name));
    CAPTURE(text);
    CHECK(
        text.find("needs `__ockl_get_local_size` (link ockl.bc), `mine` (link the object that defines it)") !=
        std::string::npos);
    CHECK(text.find("perhaps") == std::string::npos);
  }
}

TEST_CASE("an object for another processor, and a program of the host, are called so") {
  auto bytes = read_object("two_kernels.co");
  bytes[48] = std::byte{0x3F};  // EF_AMDGPU_MACH_AMDGCN_GFX90A
  CHECK(refusal(bytes).ends_with(" in e_flags, found gfx90a (0x3f)"));
  bytes[48] = std::byte{0xF0};
  CHECK(refusal(bytes).ends_with(" in e_flags, found 0xf0"));
  bytes[18] = std::byte{62};  // EM_X86_64
  CHECK(refusal(bytes).ends_with(
      "found x86-64, a program of the host: `lockstep exec -- PROGRAM` runs its kernels"));
  bytes[18] = std::byte{8};
  CHECK(refusal(bytes).ends_with("expected an AMD GPU object (machine 224), found 0x8"));
}

TEST_CASE("a weak symbol that nobody defines is 0") {
  const auto object = parse_object("weak.co");
  const auto data = std::ranges::find_if(object.segments, [](const auto& s) { return s.bytes.size() == 8; });
  REQUIRE(data != object.segments.end());
  CHECK(field<std::uint64_t>(data->bytes, 0) == 8);
}

TEST_CASE("an unknown relocation is refused with its section") {
  auto bytes = read_object("relocated.co");
  const auto sections = field<std::uint64_t>(bytes, 40);
  for (std::size_t i = 0; i < field<std::uint16_t>(bytes, 60); ++i) {
    const std::size_t row = sections + i * 64;
    if (field<std::uint32_t>(bytes, row + 4) != 4) continue;  // SHT_RELA
    set_field<std::uint32_t>(bytes, field<std::uint64_t>(bytes, row + 24) + 8, 10);
  }
  CHECK(refusal(bytes).find("section .rela.dyn, found type 10") != std::string::npos);
}

TEST_CASE("an entry that is not aligned or not code is refused") {
  for (const std::uint64_t wrong : {4ull, 0x100000ull, 0ull - 0x1000ull}) {
    auto bytes = read_object("two_kernels.co");
    const auto object = parse_object("two_kernels.co");
    // `plain` has the first descriptor of the read-only segment; its entry offset is at 16.
    const auto offset = object.find("plain")->descriptor.entry_offset;
    const std::string_view raw(reinterpret_cast<const char*>(&offset), 8);
    const std::size_t at = find_bytes(bytes, raw);
    set_field<std::uint64_t>(bytes, at, std::uint64_t(offset) + wrong);
    CHECK(refusal(bytes).find("the entry of plain in executable bytes") != std::string::npos);
  }
}
