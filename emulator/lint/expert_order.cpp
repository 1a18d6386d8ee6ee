#include "emulator/lint/expert_order.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/description.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::lint {

namespace {

std::optional<int> number(std::string_view text, int base) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

/// The number in a line that has one.
std::optional<int> immediate(std::string_view line) {
  constexpr std::string_view kHexadecimal = " 0x";
  const std::size_t at = line.find(kHexadecimal);
  return at == std::string_view::npos ? std::nullopt : number(line.substr(at + kHexadecimal.size()), 16);
}

bool is_idle(const isa::Instruction& instruction) {
  return instruction.mnemonic == "s_wait_idle";
}

}  // namespace

std::optional<int> allowed(const isa::Instruction& instruction, const WaitAluField& field) {
  if (is_idle(instruction)) return 0;
  if (instruction.mnemonic != "s_wait_alu") return std::nullopt;
  const std::string_view line = instruction.text;
  if (const auto all = immediate(line)) return *all >> field.first & ((1 << field.bits) - 1);
  // "depctr_va_vdst(3)" in the line: 3.
  const std::string_view name = field.name;
  const std::size_t at = line.find(name);
  return at == std::string_view::npos ? std::nullopt : number(line.substr(at + name.size()), 10);
}

bool waits_for_all(const isa::Instruction& instruction) {
  constexpr WaitAluField kAll[] = {
      kVaVdst, kVaSdst, {"va_ssrc(", 8, 1}, {"hold_cnt(", 7, 1}, kVmVsrc, {"va_vcc(", 1, 1}, kSaSdst};
  for (const WaitAluField& field : kAll)
    if (allowed(instruction, field) != 0) return false;
  return true;
}

namespace {

using isa::Instruction;

template <typename T>
const T* semantics_as(const Instruction& i) {
  return i.semantics != nullptr && i.unreadable.empty() ? std::get_if<T>(&i.semantics->operation) : nullptr;
}

bool is_half_of_a_pair(const Instruction& i) {
  return i.text.find("::") != std::string::npos;
}

/// What LLVM calls DPMACC: arithmetic on doubles, and conversions from them.
bool takes_doubles(const Instruction& i) {
  return i.mnemonic.ends_with("_f64") && !i.mnemonic.starts_with("v_cvt_f64_") &&
         !i.mnemonic.starts_with("v_cmp") && !is_half_of_a_pair(i);
}

ExpertKind kind_of_vector(const Instruction& i) {
  switch (isa::wait_class_of(*i.semantics)) {
    case isa::WaitClass::xdl:
    case isa::WaitClass::sparse:
      return ExpertKind::matrix;
    case isa::WaitClass::transcendental:
    case isa::WaitClass::salu:  // v_s_exp_f32 and its like: the vector unit's, of one value
      return ExpertKind::transcendental;
    default:
      return takes_doubles(i) ? ExpertKind::doubles : ExpertKind::plain;
  }
}

ExpertKind kind_of_memory(const Instruction& i) {
  const auto* m = semantics_as<isa::Memory>(i);
  if (m == nullptr || (m->space == isa::Memory::Space::lds && !m->lds_in_register)) return ExpertKind::lds;
  return i.mnemonic.find("buffer_") != std::string::npos ? ExpertKind::buffer : ExpertKind::flat;
}

bool writes_eight_registers(const Instruction& i) {
  constexpr int kRegisters = 8;
  return std::ranges::any_of(isa::dataflow(i, isa::WaveWidth::lanes32), [](const isa::RegisterAccess& a) {
    return a.writes() && a.file == isa::File::vector && a.count >= kRegisters;
  });
}

}  // namespace

ExpertUnit expert_unit(const Instruction& i) {
  if (const auto* m = semantics_as<isa::Memory>(i))
    return isa::is_scalar(m->space) ? ExpertUnit::none : ExpertUnit::memory;
  if (semantics_as<isa::LanePermute>(i) != nullptr) return ExpertUnit::memory;
  const bool vector = semantics_as<isa::VectorAlu>(i) != nullptr ||
                      semantics_as<isa::BlockConvert>(i) != nullptr ||
                      semantics_as<isa::CrossLane>(i) != nullptr || semantics_as<isa::Matrix>(i) != nullptr ||
                      (semantics_as<isa::ScalarAlu>(i) != nullptr && i.mnemonic.starts_with("v_"));
  return vector ? ExpertUnit::vector : ExpertUnit::none;
}

ExpertFacts expert_facts(const Instruction& i) {
  ExpertFacts f;
  f.unit = expert_unit(i);
  if (f.unit == ExpertUnit::vector) {
    f.kind = kind_of_vector(i);
    const auto* matrix = semantics_as<isa::Matrix>(i);
    if (matrix != nullptr && matrix->scaled) f.weight = 2;
    if (i.continues) f.weight = 0;  // the halves of a pair are one
    f.fence = f.kind == ExpertKind::matrix && writes_eight_registers(i);
  } else if (f.unit == ExpertUnit::memory) {
    f.kind = kind_of_memory(i);
    f.issued = isa::issued(i);
    const auto* m = semantics_as<isa::Memory>(i);
    f.stores = m != nullptr && m->access == isa::Access::store;
  }
  return f;
}

void starts_behind(ExpertProgress& progress, const ExpertFacts& self, const ExpertFacts& next) {
  if (next.unit != self.unit) return;
  progress.in_order = std::min(progress.in_order + next.weight, kMostWritesUnderWay);
  progress.done_in_order |= self.fence && progress.in_order == kMostWritesUnderWay;
  if (next.kind == self.kind || (next.kind == ExpertKind::matrix && (next.fence || progress.fenced)))
    progress.younger += next.weight;
  progress.fenced |= next.fence;
  if (!self.issued || !next.issued) return;
  const bool same = self.issued->counter == next.issued->counter &&
                    (self.issued->counter != isa::Counter::async || self.stores == next.stores);
  if (same && next.issued->ordered) progress.issued += next.issued->weight;
  if (self.issued->counter == isa::Counter::lgkm && next.issued->on_lgkm == isa::Issued::OnLgkm::ordered)
    ++progress.issued;
}

bool is_past_the_counter(const ExpertProgress& progress, const ExpertFacts& self) {
  return progress.younger >= (self.unit == ExpertUnit::vector ? kMostWritesUnderWay : kMostReadsUnderWay);
}

void note_order(const Instruction& wait, ExpertProgress& progress, const ExpertFacts& self) {
  const auto n = allowed(wait, kVaVdst);
  progress.done_in_order |= self.fence && n && progress.in_order >= *n;
}

bool is_done_by(const Instruction& wait, const ExpertProgress& progress, const ExpertFacts& self) {
  const auto n = allowed(wait, self.unit == ExpertUnit::vector ? kVaVdst : kVmVsrc);
  if (n && progress.younger >= *n) return true;
  if (!self.issued) return false;
  const auto of_counter = isa::allowed(wait, self.issued->counter);
  return of_counter && isa::covered(*self.issued, progress.issued, *of_counter);
}

}  // namespace lockstep::lint
