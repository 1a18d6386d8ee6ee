#include "emulator/isa/description.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include "emulator/isa/tables/gfx1250_float8.hpp"

namespace lockstep::isa {
namespace {

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases>
Overloaded(Cases...) -> Overloaded<Cases...>;

const char* name(Type type) {
  constexpr std::array kNames{"-",   "u16", "i16", "f16", "bf16", "u32",
                              "i32", "f32", "u64", "i64", "f64",  "mask"};
  return kNames[std::size_t(type)];
}
const char* name(Definedness definedness) {
  constexpr std::array kNames{"strict", "moves", "merges", "carries", "halves"};
  return kNames[std::size_t(definedness)];
}

/// The section that the source cites: "CDNA4 ISA, VOP3A and VOP3B instructions; …" is vop3.
std::string family_of(std::string_view source) {
  constexpr std::string_view kManual = " ISA, ";
  const std::size_t at = source.find(kManual);
  if (at == std::string_view::npos) return "-";
  std::string_view section = source.substr(at + kManual.size());
  section = section.substr(0, section.find_first_of(" ,"));
  if (section.starts_with("VOP3A")) return "vop3";
  if (section == "LDS") return "ds";
  std::string family(section);
  std::ranges::transform(family, family.begin(), [](unsigned char c) { return char(std::tolower(c)); });
  return family;
}

struct Words {
  std::vector<std::string> results, sources;

  std::string text() const {
    if (results.empty() && sources.empty()) return "-";
    return fmt::format("{} <- {}", results.empty() ? "-" : fmt::format("{}", fmt::join(results, ", ")),
                       sources.empty() ? "-" : fmt::format("{}", fmt::join(sources, ", ")));
  }
};

std::string operands_of(const VectorAlu& row) {
  Words w;
  const char* times = row.packed ? "2 x " : "";
  if (row.destination != Type::none) w.results.push_back(fmt::format("{}{}", times, name(row.destination)));
  if (row.writes_mask) w.results.emplace_back("mask");
  if (row.writes_exec) w.results.emplace_back("exec");
  for (const Type t : row.source)
    if (t != Type::none) w.sources.push_back(fmt::format("{}{}", times, row.mixed ? "f16|f32" : name(t)));
  if (row.reads_carry) w.sources.emplace_back("mask");
  if (row.accumulates) w.sources.emplace_back("destination");
  return w.text();
}
std::string operands_of(const ScalarAlu& row) {
  Words w;
  if (row.destination != Type::none) w.results.emplace_back(name(row.destination));
  if (row.writes_exec) w.results.emplace_back("exec");
  if (row.writes_scc) w.results.emplace_back("scc");
  for (const Type t : row.source)
    if (t != Type::none) w.sources.emplace_back(name(t));
  if (row.reads_destination) w.sources.emplace_back("destination");
  if (row.reads_exec) w.sources.emplace_back("exec");
  if (row.reads_scc) w.sources.emplace_back("scc");
  return w.text();
}
std::string operands_of(const BlockConvert& row) {
  if (!row.scaled)
    return fmt::format("{} dwords <- {} dwords", row.destination_dwords, fmt::join(row.source_dwords, ", "));
  return fmt::format("{} dwords <- {}{} dwords{}, scale", row.destination_dwords,
                     row.source_dwords[1] != 0 ? "2 x " : "", row.source_dwords[0],
                     row.stochastic ? ", seed" : "");
}
std::string operands_of(const Memory& row) {
  const char* verb = row.access == Access::load    ? "loads"
                     : row.access == Access::store ? "stores"
                                                   : "updates";
  std::string text =
      fmt::format("{} {}{} byte{}", verb, row.pair ? "2 x " : "", row.bytes, row.bytes == 1 ? "" : "s");
  if (row.sign_extend) text += ", sign-extended";
  if (row.high_half) text += ", high half";
  if (row.low_half) text += ", low half";
  if (row.to_lds) text += ", to LDS";
  if (row.transpose != 0) text += fmt::format(", transposes elements of {} bits", row.transpose);
  if (row.returns) text += ", returns what was there";
  return text;
}
std::string operands_of(const Matrix& row) {
  if (row.sparse) return "D <- A by halves, B, D, indices";
  return row.scaled ? "D <- A, B, C, scales" : "D <- A, B, C";
}

std::string operands_of(const TensorCopy& row) {
  return row.access == Access::load ? "loads a tile, to LDS" : "stores a tile, from LDS";
}

const char* split_counter_of(const Semantics& row) {
  if (std::holds_alternative<TensorCopy>(row.operation)) return "tensorcnt";
  if (const auto* memory = std::get_if<Memory>(&row.operation)) {
    if (is_scalar(memory->space)) return "kmcnt";
    if (memory->space == Memory::Space::lds) return memory->counts_async ? "asynccnt" : "dscnt";
    if (memory->lds_in_register) return "asynccnt";
    if (memory->space == Memory::Space::flat) return "loadcnt storecnt dscnt";
    return memory->access == Access::load    ? "loadcnt"
           : memory->access == Access::store ? "storecnt"
                                             : "loadcnt storecnt";
  }
  if (std::holds_alternative<LanePermute>(row.operation)) return "dscnt";
  const auto* cache = std::get_if<CacheControl>(&row.operation);
  if (cache == nullptr) return "-";
  return *cache == CacheControl::writeback    ? "storecnt"
         : *cache == CacheControl::invalidate ? "loadcnt"
                                              : "-";
}

const char* counter_of(const Semantics& row) {
  if (row.has(arch::Feature::split_counters)) return split_counter_of(row);
  if (const auto* memory = std::get_if<Memory>(&row.operation)) {
    switch (memory->space) {
      case Memory::Space::flat:
        return "vmcnt lgkmcnt";
      case Memory::Space::lds:
      case Memory::Space::scalar:
      case Memory::Space::scalar_buffer:
        return "lgkmcnt";
      default:
        return "vmcnt";
    }
  }
  if (std::holds_alternative<LanePermute>(row.operation)) return "lgkmcnt";
  const auto* cache = std::get_if<CacheControl>(&row.operation);
  const bool counts =
      cache != nullptr && (*cache == CacheControl::writeback || *cache == CacheControl::invalidate);
  return counts ? "vmcnt" : "-";
}

WaitClass wait_class_of_vector(std::string_view mnemonic) {
  // LLVM's isTRANS.
  constexpr std::string_view kTranscendental[] = {"v_rcp_", "v_rsq_", "v_sqrt_", "v_exp_",
                                                  "v_log_", "v_sin_", "v_cos_",  "v_tanh_"};
  const auto starts = [&](std::string_view prefix) { return mnemonic.starts_with(prefix); };
  return std::ranges::any_of(kTranscendental, starts) ? WaitClass::transcendental : WaitClass::vector_alu;
}
WaitClass wait_class_of_matrix(std::string_view mnemonic, const Matrix& matrix) {
  if (matrix.sparse) return WaitClass::sparse;
  if (mnemonic.starts_with("v_mfma_f64_")) return WaitClass::dgemm;
  return mnemonic.ends_with("_f32") ? WaitClass::sgemm : WaitClass::xdl;  // xf32 runs with the narrow types
}
WaitClass wait_class_of_lanes(CrossLane what) {
  switch (what) {
    case CrossLane::permlane16_swap:
    case CrossLane::permlane32_swap:
      return WaitClass::permlane;
    case CrossLane::accvgpr_read:
    case CrossLane::accvgpr_write:
    case CrossLane::accvgpr_mov:
      return WaitClass::accvgpr;
    case CrossLane::nop:
      return WaitClass::none;
    default:
      return WaitClass::cross_lane;
  }
}
WaitClass wait_class_of_space(Memory::Space space) {
  switch (space) {
    case Memory::Space::lds:
      return WaitClass::lds;
    case Memory::Space::scalar:
    case Memory::Space::scalar_buffer:
      return WaitClass::scalar_memory;
    default:
      return WaitClass::vector_memory;
  }
}

}  // namespace

const char* name(WaitClass wait_class) {
  constexpr std::array kNames{"-",     "salu",  "valu",   "trans",   "lane", "permlane", "xdl",
                              "sgemm", "dgemm", "smfmac", "accvgpr", "vmem", "lds",      "smem"};
  return kNames[std::size_t(wait_class)];
}

WaitClass wait_class_of(const Semantics& row) {
  return std::visit(
      Overloaded{[&](const VectorAlu&) { return wait_class_of_vector(row.mnemonic); },
                 [](const BlockConvert&) { return WaitClass::vector_alu; },
                 [](const CrossLane& what) { return wait_class_of_lanes(what); },
                 [](const ScalarAlu&) { return WaitClass::salu; },
                 [](const Control&) { return WaitClass::none; },
                 [](const Memory& memory) { return wait_class_of_space(memory.space); },
                 [](const LanePermute&) { return WaitClass::lds; },
                 [](const CacheControl&) { return WaitClass::none; },
                 [](const TensorCopy&) { return WaitClass::vector_memory; },
                 [&](const Matrix& matrix) { return wait_class_of_matrix(row.mnemonic, matrix); }},
      row.operation);
}

Description describe(const Semantics& row) {
  Description d;
  d.family = family_of(row.source);
  d.counter = counter_of(row);
  d.wait_class = name(wait_class_of(row));
  d.source = row.source;
  d.dataflow = d.operands = "-";
  const auto say = [&d](std::string operation, std::string tests) {
    d.operation = std::move(operation);
    d.tests = std::move(tests);
  };
  std::visit(Overloaded{[&](const VectorAlu& alu) {
                          say("vector ALU", "by hand, lane by lane");
                          d.operands = operands_of(alu);
                          d.dataflow = name(alu.definedness);
                        },
                        [&](const BlockConvert& convert) {
                          say(convert.scaled ? "conversion of a block" : "vector ALU, of many dwords",
                              "by hand, element by element");
                          d.operands = operands_of(convert);
                          d.dataflow = "strict";
                        },
                        [&](const CrossLane&) { say("between lanes", "programs"); },
                        [&](const ScalarAlu& alu) {
                          say("scalar ALU", "by hand");
                          d.operands = operands_of(alu);
                          d.dataflow = name(alu.definedness);
                        },
                        [&](const Control&) { say("control", "programs"); },
                        [&](const Memory& memory) {
                          say("memory", "grammar of names, programs");
                          d.operands = operands_of(memory);
                          d.dataflow = memory.access == Access::atomic ? "strict" : "moves";
                        },
                        [&](const LanePermute&) { say("lane permutation", "programs"); },
                        [&](const CacheControl&) { say("cache control", "programs"); },
                        [&](const TensorCopy& copy) {
                          say("tensor copy", "programs, by a model in Python");
                          d.operands = operands_of(copy);
                          d.dataflow = "moves";
                        },
                        [&](const Matrix& matrix) {
                          say(matrix.sparse ? "sparse matrix product" : "matrix product",
                              "programs, two models");
                          d.operands = operands_of(matrix);
                          d.dataflow = "row and column";
                        }},
             row.operation);
  d.mnemonic = row.mnemonic;
  if (row.mnemonic.ends_with(kWithClamp)) {
    d.mnemonic.resize(row.mnemonic.size() - kWithClamp.size());
    d.operands += ", with clamp";
  }
  return d;
}

}  // namespace lockstep::isa
