#include "cli/inspection/kernel_facts.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emulator/arch/arch.hpp"
#include "emulator/code_object/arguments.hpp"
#include "emulator/isa/disassembler.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/machine/dispatch/refusal.hpp"
#include "host/files.hpp"

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

namespace {

std::map<std::string, KernelFacts::Unsupported> unsupported(const isa::Program& program,
                                                            const lint::ControlFlow& flow) {
  std::map<std::string, KernelFacts::Unsupported> found;
  for (const lint::Block& b : flow.blocks)
    for (std::uint32_t n = b.first; n <= b.last; ++n) {
      const isa::Instruction& i = program.instructions[n];
      if (is_supported(i) || is_data(i)) continue;
      KernelFacts::Unsupported& u = found[i.mnemonic];
      u.address = u.count == 0 ? i.address : std::min(u.address, i.address);
      ++u.count;
    }
  return found;
}

std::uint32_t most_threads(const code_object::Kernel& kernel) {
  const auto& [x, y, z] = kernel.required_workgroup;
  return x * y * z != 0 ? x * y * z : std::max(kernel.max_workgroup, 1u);
}

bool declares_dynamic_lds(const code_object::Kernel& kernel) {
  return std::ranges::any_of(kernel.arguments, [](const code_object::Argument& a) {
    return a.value_kind == "dynamic_shared_pointer" || a.value_kind == "hidden_dynamic_lds_size";
  });
}

/// Says why not even a launch of one workgroup, which asks for as little as any, can be run.
std::string why_not(const CodeListing& code, const code_object::Kernel& kernel, std::uint32_t dynamic_lds) {
  const machine::Launch launch{{1, 1, 1}, {1, 1, 1}, dynamic_lds, 0};
  std::string why = machine::refusal(code.object, kernel, launch);
  for (const code_object::Argument& a : kernel.arguments)
    if (why.empty() && a.is_hidden() && !code_object::hidden_value(a.value_kind, {}))
      why = fmt::format("no value is known for {}", a.value_kind);
  return why;
}

std::vector<findings::Finding> first_of_each(const std::vector<findings::Finding>& errata) {
  std::vector<findings::Finding> first;
  for (const findings::Finding& f : errata)
    if (std::ranges::find(first, f.rule, &findings::Finding::rule) == first.end()) first.push_back(f);
  return first;
}

}  // namespace

KernelFacts facts_of(const CodeListing& code, const code_object::Kernel& kernel, const InfoLaunch& launch) {
  const lint::ControlFlow flow = lint::kernel_code(code.object, code.program, kernel);
  KernelFacts f;
  f.kernel = &kernel;
  f.threads = launch.threads != 0 ? launch.threads : most_threads(kernel);
  f.lds_bytes = kernel.group_bytes + launch.dynamic_lds;
  f.declares_dynamic_lds = declares_dynamic_lds(kernel);
  if (const arch::Arch* const arch = arch::find_emulated(code.object.arch); arch != nullptr)
    f.occupancy = code_object::occupancy(*arch, {kernel.descriptor.vgpr_count, kernel.sgpr_count, f.lds_bytes,
                                                 f.threads, kernel.wavefront_size});
  f.reads = lint::argument_reads(code.program, kernel, flow);
  f.unsupported = unsupported(code.program, flow);
  f.errata = first_of_each(lint::check_errata(code.program, flow, kernel));
  f.refusal = why_not(code, kernel, launch.dynamic_lds);
  return f;
}

}  // namespace lockstep::cli
