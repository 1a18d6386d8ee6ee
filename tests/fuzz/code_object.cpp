// Any bytes as a code object: refused with a message, or loaded into what a launch can rely on.
#include "emulator/code_object/code_object.hpp"

#include "emulator/code_object/arguments.hpp"
#include "tests/fuzz/target.hpp"

namespace lockstep::fuzz {
namespace {

constexpr std::size_t kMostKernels = 64;  // looked at, of those there are

void look_at(const code_object::CodeObject& object, const code_object::Kernel& kernel) {
  demand(kernel.entry >= object.text_address && kernel.entry - object.text_address < object.text.size(),
         "an entry outside the code");
  int next = 0;
  for (const code_object::ScalarSlot& slot : code_object::initial_scalars(kernel.descriptor)) {
    demand(slot.first >= next && slot.count > 0, "initial registers that overlap");
    next = slot.first + slot.count;
  }
  demand(next <= 102, "initial registers past the last");
  std::vector<code_object::NamedValue> values;
  for (const code_object::Argument& a : kernel.arguments)
    if (!a.is_hidden()) values.push_back({a.name, 0, {}});
  const auto packed = code_object::pack_arguments(kernel, values, {});
  demand(packed ? packed->size() == kernel.kernarg_bytes : !packed.error().empty(),
         "arguments without a verdict");
}

}  // namespace

void run_one(std::span<const std::uint8_t> input) {
  const auto object = code_object::parse("input", std::as_bytes(input));
  if (!object) {
    demand(!object.error().text().empty() && !object.error().expected.empty(), "a refusal without words");
    return;
  }
  std::uint64_t end = 0;
  for (const code_object::Segment& s : object->segments) {
    demand(s.address >= end && s.bytes.size() <= s.memory_bytes, "segments that overlap");
    end = s.address + s.memory_bytes;
  }
  demand(object->text.size() % 4 == 0, "half a dword of code");
  for (std::size_t i = 0; i < object->kernels.size() && i < kMostKernels; ++i)
    look_at(*object, object->kernels[i]);
}

}  // namespace lockstep::fuzz
