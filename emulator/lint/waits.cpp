#include <algorithm>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/outstanding.hpp"
#include "emulator/lint/path.hpp"

namespace lockstep::lint {

namespace {

using isa::Counter;
using isa::RegisterAccess;

/// `a` of the unified file as the instruction's line names it.
std::string register_name(RegisterAccess a, const isa::Instruction& i, isa::WaveWidth width,
                          int accum_offset) {
  for (const RegisterAccess& named : isa::dataflow(i, width)) {
    const RegisterAccess same = unified(named, accum_offset);
    if (!same.overlaps(a) || same.first > a.first) continue;
    a.file = named.file;
    a.first = std::uint16_t(named.first + (a.first - same.first));
    break;
  }
  return isa::name(a);
}

const char* doubt(Meeting::Doubt d) {
  switch (d) {
    case Meeting::Doubt::none:
      return "";
    case Meeting::Doubt::lanes:
      return ", if any lane executes both";
    case Meeting::Doubt::index:
      return ", if the index chooses it";
    case Meeting::Doubt::skip:
      return ", if s_setvskip skips some of the instructions between";
  }
  return "";
}

class Waits {
 public:
  Waits(const isa::Program& program, const ControlFlow& flow, Operations code, int accum_offset)
      : program_(program),
        flow_(flow),
        code_(code),
        outstanding_(code, *program.arch),
        paths_(flow, program, code),
        accum_offset_(accum_offset) {}

  std::vector<Finding> check() {
    const bool done =
        for_each_instruction(flow_, outstanding_, [&](const Outstanding::State& state, std::uint32_t at) {
          for (const Meeting& m : outstanding_.meetings(state, at)) add(state, at, m);
        });
    if (!done) findings_.push_back(too_much_work(flow_));
    return std::move(findings_);
  }

 private:
  void add(const Outstanding::State& state, std::uint32_t at, const Meeting& m) {
    const auto on_its_way = std::ranges::find(state.operations, m.operation, &OnItsWay::instruction);
    const isa::Issued& issued = *code_[m.operation].issued;
    Finding f = found_at(m.doubt == Meeting::Doubt::none ? FindingKind::wait : FindingKind::undecided, at);
    f.other_address = program_.instructions[m.operation].address;
    f.registers = register_name(m.at, program_.instructions[at], program_.width, accum_offset_);
    f.text = fmt::format("{} {}, a register that {} fills, before a wait for it",
                         m.writes ? "overwrites" : "reads", f.registers,
                         place(program_.instructions[m.operation]));
    f.text += doubt(m.doubt);
    f.needed = needed(issued, on_its_way->younger);
    const auto path = paths_.find(m.operation, at, [&](int younger, std::uint32_t i) {
      return outstanding_.follow(m.operation, younger, i);
    });
    if (!path) return;
    if (const auto weak = weakest(*path, issued.counter))
      f.text += fmt::format(" ({} does not cover it)", place(program_.instructions[*weak]));
    f.path = describe(*path, flow_, program_);
    findings_.push_back(std::move(f));
  }

  std::string needed(const isa::Issued& issued, int younger) const {
    const int n = issued.ordered ? younger : 0;
    return isa::wait_text(issued.counter, n, *program_.arch) + (n > 0 ? " or lower" : "");
  }

  // The last wait on the path for the operation's counter: too weak, or it would have ended there.
  std::optional<std::uint32_t> weakest(const Path& path, Counter counter) const {
    std::optional<std::uint32_t> last;
    for (const std::uint32_t i : path.instructions)
      if (code_[i].allowed(counter)) last = i;
    return last;
  }

  const isa::Program& program_;
  const ControlFlow& flow_;
  Operations code_;
  Outstanding outstanding_;
  PossiblePaths paths_;
  int accum_offset_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_waits(const isa::Program& program, const ControlFlow& flow, Operations code,
                                 int accum_offset) {
  return Waits(program, flow, code, accum_offset).check();
}

}  // namespace lockstep::lint
