// Findings know their source lines, where the compiler noted them; a damaged table does no harm.

#include <algorithm>
#include <set>

#include "emulator/code_object/elf.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "host/files.hpp"
#include "host/random.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

std::shared_ptr<const machine::LoadedCode> load(const std::string& name) {
  const auto bytes = host::read_file(std::string(LOCKSTEP_OBJECTS) + "/" + name);
  REQUIRE(bytes.has_value());
  auto object = code_object::parse(name, *bytes);
  REQUIRE(object.has_value());
  auto code = machine::LoadedCode::load(std::move(*object));
  REQUIRE(code.has_value());
  return *code;
}

// Of the lines that end with the word.
std::set<std::string> marked_lines() {
  const std::string text = host::read_text(LOCKSTEP_LINES_SOURCE).value();
  std::set<std::string> lines;
  int number = 1;
  for (auto at = text.begin(); at != text.end(); ++number) {
    const auto end = std::find(at, text.end(), '\n');
    if (std::string_view(at, end).ends_with("// STORE"))
      lines.insert(LOCKSTEP_LINES_SOURCE ":" + std::to_string(number));
    at = end == text.end() ? end : end + 1;
  }
  return lines;
}

std::set<std::string> lines_of_stores(const machine::LoadedCode& code,
                                      const code_object::SourceLines& source) {
  std::set<std::string> lines;
  for (const isa::Instruction& i : code.program().instructions)
    if (i.mnemonic.find("store") != std::string_view::npos) lines.insert(source.at(i.address));
  return lines;
}
std::set<std::string> lines_of_stores(const machine::LoadedCode& code) {
  return lines_of_stores(code, code.object().lines);
}

}  // namespace

TEST_CASE("source lines: stores lie where the source has them, in both versions of the table") {
  const std::set<std::string> wanted = marked_lines();
  REQUIRE(wanted.size() == 5);
  CHECK(lines_of_stores(*load("lines.g5.co")) == wanted);
  CHECK(lines_of_stores(*load("lines.g4.co")) == wanted);
}

TEST_CASE("source lines: code without a table, before it and past its end has none") {
  const auto plain = load("lines.co");
  CHECK(plain->object().lines.empty());
  CHECK(lines_of_stores(*plain) == std::set<std::string>{""});
  const auto noted = load("lines.g5.co");
  CHECK(noted->object().lines.at(0).empty());
  CHECK(noted->object().lines.at(noted->object().text_address + 0x1000'0000).empty());
}

TEST_CASE("source lines: a finding ends with its line") {
  const auto code = load("lines.g5.co");
  machine::Memory memory;
  machine::Settings settings;
  const code_object::Kernel& kernel = *code->object().find("further");
  const machine::Launch launch{{1, 1, 1}, {64, 1, 1}, 0, 0x1000};
  const auto plain = load("lines.co");
  memory.add("arguments", 0x1000, 64, false, {});  // zeros: the store goes to address 0
  const auto with = machine::dispatch(*code, kernel, launch, memory, settings);
  REQUIRE(with.stop.has_value());
  INFO(with.stop->line());
  CHECK(with.stop->line().starts_with("bounds: further: "));
  CHECK(with.stop->line().ends_with(", at " LOCKSTEP_LINES_SOURCE ":18"));
  machine::Memory again;
  again.add("arguments", 0x1000, 64, false, {});
  const auto without = machine::dispatch(*plain, *plain->object().find("further"), launch, again, settings);
  REQUIRE(without.stop.has_value());
  CHECK(without.stop->line().find("lines.hip") == std::string::npos);
}

// A table of exactly its size, so that a sanitizer sees every read past its end.
void survives(const code_object::LineSections& whole, const std::vector<std::byte>& line) {
  const std::vector<std::byte> exact(line.begin(), line.end());
  code_object::LineSections wrong = whole;
  wrong.line = exact;
  const code_object::SourceLines lines(wrong);
  for (const std::uint64_t address : {0ull, 0x1900ull, 0x1980ull, ~0ull}) lines.at(address);
}

TEST_CASE("source lines: sections cut short, or with wrong bytes, give lines or none, and no harm") {
  for (const char* name : {"lines.g5.co", "lines.g4.co"}) {
    const std::vector<std::byte> bytes = host::read_file(std::string(LOCKSTEP_OBJECTS) + "/" + name).value();
    const code_object::Image image{name, bytes};
    const auto elf = code_object::read_elf(image);
    REQUIRE(elf.has_value());
    const code_object::LineSections whole = read_line_sections(image, *elf);
    REQUIRE_FALSE(code_object::SourceLines(whole).empty());
    std::vector<std::byte> line(whole.line.begin(), whole.line.end());
    for (std::size_t size = 0; size < line.size(); ++size) {
      code_object::LineSections cut = whole;
      cut.line = whole.line.first(size);
      CHECK(code_object::SourceLines(cut).empty());
      survives(whole, {line.begin(), line.begin() + std::ptrdiff_t(size)});
    }
    code_object::LineSections no_names = whole;
    no_names.line_str = {};
    no_names.str = {};
    // Version 4 has the names in the table itself.
    const bool own_names = std::string_view(name) == "lines.g4.co";
    CHECK(lines_of_stores(*load(name), code_object::SourceLines(no_names)) ==
          (own_names ? marked_lines() : std::set<std::string>{""}));
    for (std::size_t at = 0; at < line.size(); ++at)
      for (const unsigned value : {0u, 1u, 0x7Fu, 0x80u, 0xFFu}) {
        std::vector<std::byte> wrong = line;
        wrong[at] = std::byte(value);
        survives(whole, wrong);
      }
    host::Random random(1);
    for (int n = 0; n < 20'000; ++n) {
      std::vector<std::byte> wrong = line;
      for (std::uint64_t flips = 1 + random.below(4); flips > 0; --flips)
        wrong[random.below(wrong.size())] = std::byte(random.next());
      survives(whole, wrong);
    }
  }
}
