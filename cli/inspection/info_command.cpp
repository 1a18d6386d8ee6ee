// `lockstep object info`: what a code object is for, and what its kernels take.
#include <algorithm>
#include <span>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <nlohmann/json_fwd.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/inspection/kernel_facts.hpp"
#include "cli/output/exit_code.hpp"
#include "emulator/code_object/arguments.hpp"

namespace lockstep::cli {

namespace {

// What `info` prints.

using code_object::Argument, code_object::Descriptor, code_object::Kernel, code_object::Target;
using nlohmann::json;

constexpr const char* kFormulas = "LLVM 22, getOccupancyWithNumVGPRs, -NumSGPRs, -WorkGroupSizes";

std::string line(std::string_view what, std::string_view text) {
  return fmt::format("  {:<12}  {}\n", what, text);
}

std::string metadata_version(const Target& t) {
  return fmt::format("{}.{}", t.metadata_version[0], t.metadata_version[1]);
}

/// "0..15, 24..27"
std::string ranges(const lint::ArgumentReads& reads) {
  std::vector<std::string> all;
  for (const auto& r : reads.read) all.push_back(fmt::format("{}..{}", r.offset, r.offset + r.bytes - 1));
  return fmt::format("{}", fmt::join(all, ", "));
}

bool has_explicit(const Kernel& k) {
  return std::ranges::any_of(k.arguments, [](const Argument& a) { return !a.is_hidden(); });
}

std::string arguments(const KernelFacts& f) {
  const Kernel& k = *f.kernel;
  std::string text =
      line("arguments", fmt::format("{} bytes, aligned to {}", k.kernarg_bytes, k.kernarg_align));
  for (const Argument& a : k.arguments)
    if (!a.is_hidden())
      text +=
          line("", fmt::format("at {:>4}  {:>3} bytes  {:<22} {}", a.offset, a.size, a.value_kind, a.name));
  if (has_explicit(k)) return text;
  if (f.reads.read.empty() && f.reads.complete)
    return text + line("", "the metadata names none, and the code reads none");
  text += line("", fmt::format("the metadata names none; the code reads bytes {}{}", ranges(f.reads),
                               f.reads.complete ? "" : ", and maybe more: it copies or stores the pointer"));
  return text + line("", "pass each at its offset, as in --arg at=0,pointer=NAME --arg at=8,i32=5");
}

std::string hidden(const Kernel& k) {
  std::vector<std::string> with, null, unknown;
  for (const Argument& a : k.arguments) {
    if (!a.is_hidden() || a.value_kind == "hidden_none") continue;
    const auto value = code_object::hidden_value(a.value_kind, {{1, 1, 1}, {1, 1, 1}, 1});
    (!value ? unknown : *value != 0 ? with : null).push_back(a.value_kind.substr(7));
  }
  std::string text;
  if (!with.empty()) text += line("hidden", fmt::format("{}", fmt::join(with, ", ")));
  if (!null.empty())
    text += line(text.empty() ? "hidden" : "", fmt::format("0 here: {}", fmt::join(null, ", ")));
  if (!unknown.empty())
    text +=
        line(text.empty() ? "hidden" : "", fmt::format("no value is known: {}", fmt::join(unknown, ", ")));
  return text;
}

const code_object::ScalarSlot* preload_slot(const std::vector<code_object::ScalarSlot>& slots) {
  const auto found =
      std::ranges::find(slots, code_object::InitialScalar::kernarg_preload, &code_object::ScalarSlot::what);
  return found == slots.end() ? nullptr : &*found;
}

std::string preload(const Descriptor& d) {
  const auto slots = code_object::initial_scalars(d);
  const code_object::ScalarSlot* slot = preload_slot(slots);
  if (slot == nullptr) return {};
  return line("preload", fmt::format("argument bytes {}..{} in s[{}:{}]", 4 * slot->preload_dword,
                                     4 * (slot->preload_dword + slot->count) - 1, slot->first,
                                     slot->first + slot->count - 1));
}

std::string occupancy(const KernelFacts& f) {
  if (!f.occupancy) return {};
  const code_object::Occupancy& o = *f.occupancy;
  return line("waves",
              fmt::format("{} per SIMD: vector registers allow {}, SGPRs {}, LDS {} ({} threads, {} bytes)",
                          o.waves(), o.vgprs, o.sgprs, o.lds, f.threads, f.lds_bytes)) +
         line("", fmt::format("by {}", kFormulas));
}

std::string lds(const KernelFacts& f) {
  return fmt::format(
      "{} bytes static, {}", f.kernel->group_bytes,
      f.declares_dynamic_lds ? "the launch may add some" : "no argument says that a launch adds some");
}

std::string unsupported(const KernelFacts& f) {
  std::string text;
  for (const auto& [mnemonic, u] : f.unsupported)
    text += line(text.empty() ? "unsupported" : "",
                 fmt::format("{}, {} of it, the first at {:#x}", mnemonic, u.count, u.address));
  if (!f.refusal.empty()) text += line("can't run", f.refusal);
  return text;
}

std::string errata(const KernelFacts& f) {
  std::string text;
  for (const findings::Finding& e : f.errata)
    text += line("risk", e.text + (e.needed.empty() ? "" : ": needs " + e.needed));
  return text;
}

std::string workgroup(const Kernel& k) {
  const auto& [x, y, z] = k.required_workgroup;
  if (x * y * z != 0) return fmt::format("of {},{},{} threads", x, y, z);
  return fmt::format("of at most {} threads", k.max_workgroup);
}

std::string text_of(const KernelFacts& f) {
  const Kernel& k = *f.kernel;
  const Descriptor& d = k.descriptor;
  return fmt::format("{}\n", k.name) +
         line("workgroup", fmt::format("{}, in waves of {}", workgroup(k), k.wavefront_size)) +
         line("registers",
              fmt::format("{} vector registers, {} of them AGPRs (a0 is v{}), {} allocated; {} SGPRs",
                          k.vgpr_count, k.agpr_count, d.accum_offset, d.vgpr_count, k.sgpr_count)) +
         line("LDS", lds(f)) +
         line("scratch",
              fmt::format("{} bytes per thread{}", k.private_bytes,
                          d.uses_dynamic_stack ? ", and a stack of a size that it does not say" : "")) +
         occupancy(f) + arguments(f) + hidden(k) + preload(d) + unsupported(f) + errata(f);
}

json json_of(const Argument& a) {
  return {{"name", a.name}, {"offset", a.offset}, {"size", a.size}, {"kind", a.value_kind}};
}

json json_of(const KernelFacts& f) {
  const Kernel& k = *f.kernel;
  const Descriptor& d = k.descriptor;
  json j{{"kernel", k.name},
         {"wavefront", k.wavefront_size},
         {"max_workgroup", k.max_workgroup},
         {"required_workgroup", nullptr},
         {"allocated_vgprs", d.vgpr_count},
         {"vgprs", k.vgpr_count},
         {"agprs", k.agpr_count},
         {"accum_offset", d.accum_offset},
         {"sgprs", k.sgpr_count},
         {"lds_static", k.group_bytes},
         {"lds_dynamic_declared", f.declares_dynamic_lds},
         {"scratch", k.private_bytes},
         {"kernarg", {{"size", k.kernarg_bytes}, {"align", k.kernarg_align}}},
         {"arguments", json::array()},
         {"hidden_arguments", json::array()},
         {"argument_bytes_read", json::array()},
         {"argument_bytes_read_complete", f.reads.complete},
         {"unsupported", json::array()}};
  if (k.required_workgroup[0] != 0) j["required_workgroup"] = k.required_workgroup;
  for (const Argument& a : k.arguments)
    j[a.is_hidden() ? "hidden_arguments" : "arguments"].push_back(json_of(a));
  for (const auto& r : f.reads.read)
    j["argument_bytes_read"].push_back({{"offset", r.offset}, {"size", r.bytes}});
  const auto slots = code_object::initial_scalars(d);
  if (const auto* slot = preload_slot(slots); slot != nullptr)
    j["preload"] = {{"offset", 4 * slot->preload_dword}, {"size", 4 * slot->count}, {"sgpr", slot->first}};
  if (f.occupancy)
    j["waves_per_simd"] = {{"waves", f.occupancy->waves()}, {"vgprs", f.occupancy->vgprs},
                           {"sgprs", f.occupancy->sgprs},   {"lds", f.occupancy->lds},
                           {"threads", f.threads},          {"lds_bytes", f.lds_bytes},
                           {"formulas", kFormulas}};
  for (const auto& [mnemonic, u] : f.unsupported)
    j["unsupported"].push_back(
        {{"mnemonic", mnemonic}, {"count", u.count}, {"address", fmt::format("{:#x}", u.address)}});
  if (!f.refusal.empty()) j["refusal"] = f.refusal;
  j["errata"] = json::array();
  for (const findings::Finding& e : f.errata)
    j["errata"].push_back({{"rule", e.rule}, {"text", e.text}, {"needed", e.needed}});
  return j;
}

std::string info_text(const code_object::CodeObject& object, std::span<const KernelFacts> kernels) {
  const Target& t = object.target;
  std::string text =
      fmt::format("{}: {}, code object version {} (ABI version {}, metadata {}), xnack {}, sramecc {}\n",
                  object.file, t.name.empty() ? object.arch : t.name, t.version, t.abi_version,
                  metadata_version(t), t.xnack, t.sramecc);
  for (const std::string& note : object.notes) text += fmt::format("note: {}\n", note);
  if (kernels.empty()) text += "no kernels\n";
  for (const KernelFacts& f : kernels) text += text_of(f);
  return text;
}

json info_json(const code_object::CodeObject& object, std::span<const KernelFacts> kernels) {
  const Target& t = object.target;
  json j{{"schema", 1},
         {"file", object.file},
         {"arch", object.arch},
         {"target", t.name},
         {"version", t.version},
         {"abi_version", t.abi_version},
         {"metadata_version", metadata_version(t)},
         {"xnack", t.xnack},
         {"sramecc", t.sramecc},
         {"notes", object.notes},
         {"kernels", json::array()}};
  for (const KernelFacts& f : kernels) j["kernels"].push_back(json_of(f));
  return j;
}

}  // namespace

int info(const InfoOptions& options) {
  const auto code = read_code(options.file);
  if (!code) return complain("object info", code.error());
  std::vector<const code_object::Kernel*> kernels;
  if (options.kernel.empty()) {
    for (const code_object::Kernel& k : code->object.kernels) kernels.push_back(&k);
  } else {
    const auto kernel = find_kernel(code->object, options.kernel);
    if (!kernel) return complain("object info", kernel.error());
    kernels.push_back(*kernel);
  }
  std::vector<KernelFacts> facts;
  for (const code_object::Kernel* k : kernels)
    facts.push_back(facts_of(*code, *k, {options.threads, options.dynamic_lds}));
  if (options.json)
    fmt::print("{}\n", info_json(code->object, facts).dump(1));
  else
    fmt::print("{}", info_text(code->object, facts));
  const bool runs = std::ranges::all_of(
      facts, [](const KernelFacts& f) { return f.unsupported.empty() && f.refusal.empty(); });
  return runs && !facts.empty() ? kHolds : kInconclusive;
}

}  // namespace lockstep::cli
