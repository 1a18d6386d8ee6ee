#include "emulator/code_object/inline_frames.hpp"

#include <algorithm>

#include "emulator/code_object/debug_unit.hpp"

namespace lockstep::code_object {

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
