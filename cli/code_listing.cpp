#include "cli/code_listing.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/isa/disassembler.hpp"
#include "emulator/machine/dispatch/wave_widths.hpp"
#include "host/read_file.hpp"

namespace lockstep::cli {

tl::expected<CodeListing, std::string> read_code(const std::string& file) {
  const auto bytes = host::read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  auto object = code_object::parse(file, *bytes);
  if (!object) return tl::unexpected(object.error().text());
  auto program =
      isa::disassemble(object->arch, object->text_address, object->text, machine::wave_width(*object));
  if (!program) return tl::unexpected(fmt::format("{}: {}", file, program.error()));
  return CodeListing{*std::move(object), *std::move(program)};
}

tl::expected<const code_object::Kernel*, std::string> find_kernel(const code_object::CodeObject& object,
                                                                  const std::string& name) {
  if (const code_object::Kernel* kernel = object.find(name); kernel != nullptr) return kernel;
  std::vector<std::string_view> names;
  for (const code_object::Kernel& k : object.kernels) names.push_back(k.name);
  return tl::unexpected(
      fmt::format("{}: no kernel '{}'; there are {}", object.file, name, fmt::join(names, ", ")));
}

bool is_supported(const isa::Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty();
}

bool is_data(const isa::Instruction& i) {
  return i.mnemonic == ".long";
}

}  // namespace lockstep::cli
