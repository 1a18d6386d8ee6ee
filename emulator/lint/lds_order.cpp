// Bytes of LDS that two waves use with no barrier between, or with one that one of them comes to too early.
//
// The first two waves are followed (lds_walk.hpp). Where the code says which bytes a thread uses, that the
// two meet is certain: a copy to LDS, or an access, that is not waited for before a barrier may still be
// under way behind it, whether its wave waits there or not. Waves may tell each other something through LDS,
// too: by an atomic, or by a place that one reads over and over. Where they may, accesses without a barrier
// are not compared.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/lint/analyses.hpp"
#include "emulator/lint/influence.hpp"
#include "emulator/lint/lds_walk.hpp"

namespace lockstep::lint {

namespace {

struct Wave {
  std::uint32_t thread = 0;
  std::vector<LdsAccess> accesses;
};

bool reads(Operations code, std::uint32_t i) {
  return code[i].reads_lds;
}

Finding describe(const isa::Program& program, Operations code, const LdsAccess& late, const Wave& late_wave,
                 const LdsAccess& behind, const Wave& behind_wave, std::uint32_t at) {
  Finding f = found_at(FindingKind::lds_race, behind.instruction);
  const isa::Instruction& other = program.instructions[late.instruction];
  f.other_address = other.address;
  f.text = fmt::format(
      "thread {} {} LDS {:#x}, which {} of thread {} may still be {}: its wave does not wait for that before "
      "the barrier between",
      behind_wave.thread, reads(code, behind.instruction) ? "reads" : "writes", at, place(other),
      late_wave.thread, reads(code, late.instruction) ? "reading" : "filling");
  f.needed = isa::wait_text(code[late.instruction].issued->counter, *late.lacked, *program.arch) +
             (*late.lacked > 0 ? " or lower before it" : " before it");
  return f;
}

Finding describe_unordered(const isa::Program& program, Operations code, const LdsAccess& one,
                           const Wave& one_wave, const LdsAccess& other, const Wave& other_wave,
                           std::uint32_t at) {
  Finding f = found_at(FindingKind::lds_race, one.instruction);
  const isa::Instruction& writer = program.instructions[other.instruction];
  f.other_address = writer.address;
  f.text = fmt::format("thread {} reads LDS {:#x}, which {} of thread {} {}: no barrier lies between the two",
                       one_wave.thread, at, place(writer), other_wave.thread,
                       code[other.instruction].to_lds ? "fills" : "writes");
  f.needed = program.arch->has(arch::Feature::split_barriers) ? "a barrier between" : "s_barrier between";
  return f;
}

/// Whether the wave itself writes there, as waves do that all store the same.
bool writes_itself(Operations code, const Wave& wave, const LdsAccess& read, const LdsAccess& write) {
  return std::ranges::any_of(wave.accesses, [&](const LdsAccess& own) {
    return own.instruction == write.instruction && own.barriers == read.barriers &&
           own.ranges.common(read.ranges) && !reads(code, own.instruction);
  });
}

bool has_lds_atomic(const isa::Program& program, const ControlFlow& flow) {
  bool any = false;
  for_each_reached(flow, [&](std::uint32_t i) {
    const isa::Instruction& line = program.instructions[i];
    const auto* m =
        line.semantics != nullptr ? std::get_if<isa::Memory>(&line.semantics->operation) : nullptr;
    any |= m != nullptr && m->space != isa::Memory::Space::global && m->space != isa::Memory::Space::buffer &&
           m->access == isa::Access::atomic;
  });
  return any;
}

/// Makes notes of races whose read reaches no address, branch or stored byte, as the last one of a pipeline.
void note_dead_reads(std::vector<Finding>& findings, const isa::Program& program, const ControlFlow& flow,
                     Operations code, int accum_offset) {
  const auto read_of = [&](const Finding& f) {
    return reads(code, f.index) ? f.index : std::uint32_t(program.at(f.other_address));
  };
  const std::array entries{flow.blocks[flow.entries.front()].first};
  std::map<std::uint32_t, bool> dead;
  for (Finding& f : findings) {
    const auto [is_dead, is_new] = dead.try_emplace(read_of(f), false);
    if (is_new) {
      const Influence of_read = influence(
          program, entries, accum_offset, [](std::uint32_t) { return true; },
          [&](std::uint32_t i) { return i == is_dead->first ? std::optional(0u) : std::nullopt; });
      const auto reached = [](Sources s) { return s != 0; };
      is_dead->second = of_read.followed && std::ranges::none_of(of_read.reach, reached);
    }
    if (!is_dead->second) continue;
    f.severity = findings::Severity::note;
    f.text += "; what is read reaches nothing";
  }
}

}  // namespace

std::vector<Finding> check_lds_order(const isa::Program& program, const ControlFlow& flow, Operations code,
                                     std::uint32_t most_threads, int accum_offset) {
  std::vector<Finding> findings;
  const auto second_wave = std::uint32_t(isa::lane_count(program.width));
  if ((most_threads > 0 && most_threads <= second_wave) ||
      std::ranges::none_of(code, &Operation::is_barrier) ||
      std::ranges::any_of(code, &Operation::unfollowed) ||
      std::ranges::any_of(code, &Operation::other_barrier) || flow.entries.size() != 1)
    return findings;
  const Wave first{0, follow_wave(program, flow, code, 0)};
  const Wave second{second_wave, follow_wave(program, flow, code, second_wave)};
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const auto compare = [&](const Wave& late_wave, const Wave& behind_wave) {
    for (const LdsAccess& late : late_wave.accesses) {
      if (!late.lacked) continue;
      const auto [begin, end] =
          std::ranges::equal_range(behind_wave.accesses, late.barriers, {}, &LdsAccess::barriers);
      for (auto behind = begin; behind != end; ++behind) {
        if (behind->lacked || reads(code, late.instruction) == reads(code, behind->instruction)) continue;
        const auto at = late.ranges.common(behind->ranges);
        if (at && seen.emplace(late.instruction, behind->instruction).second)
          findings.push_back(describe(program, code, late, late_wave, *behind, behind_wave, *at));
      }
    }
  };
  compare(first, second);
  compare(second, first);
  const auto compare_unordered = [&](const Wave& reader, const Wave& writer) {
    for (const LdsAccess& read : reader.accesses) {
      if (read.lacked || read.may_wait_by_it || !reads(code, read.instruction)) continue;
      const auto [begin, end] =
          std::ranges::equal_range(writer.accesses, read.barriers, {}, &LdsAccess::barriers);
      for (auto write = begin; write != end; ++write) {
        if (write->lacked || write->may_wait_by_it || reads(code, write->instruction)) continue;
        const auto at = read.ranges.common(write->ranges);
        if (at && !writes_itself(code, reader, read, *write) &&
            seen.emplace(read.instruction, write->instruction).second)
          findings.push_back(describe_unordered(program, code, read, reader, *write, writer, *at));
      }
    }
  };
  if (!has_lds_atomic(program, flow)) {
    compare_unordered(first, second);
    compare_unordered(second, first);
  }
  note_dead_reads(findings, program, flow, code, accum_offset);
  return findings;
}

}  // namespace lockstep::lint
