// Executors of vector instructions when every lane is active and every source defined: most of most kernels.
#include <algorithm>

#include "emulator/machine/vector/execute.hpp"
#include "emulator/machine/vector/fast_operands.hpp"
#include "emulator/machine/vector/fast_vector.hpp"

namespace lockstep::machine {

namespace {

[[gnu::always_inline]] inline bool point_at(const Wave& wave, const FastRegisters& r,
                                            std::array<const std::uint32_t*, 2>& out) {
  const int first = unified(wave, r);
  if (first < 0 || !wave.vector.defined(first)) return false;
  out[0] = wave.vector.written(first);
  if (r.dwords == 1) return true;
  out[1] = wave.vector.written(first + 1);
  return wave.vector.defined(first + 1);
}

/// Evaluates in a wave32: functions of lanes write as many as a wave64 has, so results go through a buffer.
[[gnu::noinline]] std::uint64_t evaluate_lanes_of_32(Wave& wave, const FastVector& p, int first, int dwords,
                                                     const isa::LaneInputs& in) {
  isa::LaneOutputs out;
  alignas(64) std::array<Lanes, 2> result;
  out.destination = {result[0].data(), result[1].data()};
  p.evaluate(in, out);
  for (int d = 0; d < dwords; ++d) wave.vector.overwrite(first + d, result[std::size_t(d)]);
  return out.mask;
}

/// Evaluates to whole registers; returns the lane mask that results, if any.
[[gnu::always_inline]] inline std::uint64_t evaluate_all_lanes(Wave& wave, const FastVector& p, int first,
                                                               int dwords, const isa::LaneInputs& in) {
  if (wave.width() != isa::WaveWidth::lanes64) return evaluate_lanes_of_32(wave, p, first, dwords, in);
  isa::LaneOutputs out;
  for (int d = 0; d < dwords; ++d) out.destination[std::size_t(d)] = wave.vector.overwrite(first + d);
  p.evaluate(in, out);
  return out.mask;
}

/// Fetches sources that are whole dwords of registers or constants, as most are. False where a lane is
/// inactive or a source not all defined.
[[gnu::always_inline]] inline bool fetch_plain(Wave& wave, const FastVector& p, isa::LaneInputs& in,
                                               std::array<std::array<Lanes, 2>, 3>& own) {
  if (wave.exec() != wave.every_lane() || (p.floats && !usual(wave.mode))) return false;
  for (std::size_t s = 0; s < std::size_t(p.sources); ++s) {
    const FastSource& source = p.source[s];
    if (source.registers.dwords != 0) {
      if (!point_at(wave, source.registers, in.source[s])) return false;
    } else if (source.constant[0] != nullptr) {
      in.source[s] = source.constant;
    } else if (!fetch_scalar(wave, *p.details->scalar[s], source.type, own[s], in.source[s])) {
      return false;
    }
    if (source.changes) change_source(p.details->change[s], own[s], in.source[s]);
  }
  if (p.accumulates && !point_at(wave, p.destination, in.old)) return false;
  in.mode = wave.mode;
  in.bitop3 = p.bitop3;
  return fetch_carry(wave, p, in);
}

/// Executes an is_plain() instruction. False, and nothing has changed, where a slower executor must.
[[gnu::always_inline]] inline bool execute_plain(Wave& wave, const FastVector& p) {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> own;
  const int first = unified(wave, p.destination);
  if (first < 0 || !fetch_plain(wave, p, in, own)) return false;
  const std::uint64_t mask = evaluate_all_lanes(wave, p, first, p.destination.dwords, in);
  if (p.mask != nullptr) write_lane_mask(wave, *p.mask, {mask & wave.every_lane(), 0});
  return true;
}

/// Executes an is_plain() instruction whose result is a part of a register. False, and nothing has changed,
/// where a slower executor must.
[[gnu::always_inline]] inline bool execute_plain_part(Wave& wave, const FastVector& p) {
  isa::LaneInputs in;
  std::array<std::array<Lanes, 2>, 3> own;
  const int first = unified(wave, p.destination);
  return first >= 0 && fetch_plain(wave, p, in, own) && execute_part(wave, p, first, in);
}

Step execute_plain_or_usual(Wave& wave, const PreparedInstruction& prepared) {
  return execute_plain(wave, *fast_of(prepared)) ? Step::next : execute_usual(wave, prepared);
}

Step execute_plain_part_or_usual(Wave& wave, const PreparedInstruction& prepared) {
  return execute_plain_part(wave, *fast_of(prepared)) ? Step::next : execute_usual(wave, prepared);
}

/// The lanes of a defined dword; nullptr: it is not defined, or beyond the registers.
[[gnu::always_inline]] inline const std::uint32_t* lanes_at(const Wave& wave, const FastRegisters& r) {
  const int first = wave.vector.files().unified(r.accumulators, r.first, 1);
  return first >= 0 && wave.vector.defined(first) ? wave.vector.written(first) : nullptr;
}

/// Executes is_of_dwords() instructions, the most frequent in most loops.
template <std::size_t kSources>
Step execute_dwords(Wave& wave, const PreparedInstruction& prepared) {
  const FastVector& p = *fast_of(prepared);
  if (wave.exec() != wave.every_lane() || (p.floats && !usual(wave.mode)))
    return execute_usual(wave, prepared);
  isa::LaneInputs in;
  for (std::size_t s = 0; s < kSources; ++s) {
    const FastSource& source = p.source[s];
    in.source[s][0] = source.constant[0] != nullptr ? source.constant[0] : lanes_at(wave, source.registers);
    if (in.source[s][0] == nullptr) return execute_usual(wave, prepared);
  }
  if (p.accumulates) {
    in.old[0] = lanes_at(wave, p.destination);
    if (in.old[0] == nullptr) return execute_usual(wave, prepared);
  }
  const int first = wave.vector.files().unified(p.destination.accumulators, p.destination.first, 1);
  if (first < 0) return execute_usual(wave, prepared);
  in.mode = wave.mode;
  in.bitop3 = p.bitop3;
  evaluate_all_lanes(wave, p, first, 1, in);
  return Step::next;
}

/// Executes packed operations on pairs of registers and constants, none of which is negated.
Step execute_pairs(Wave& wave, const PreparedInstruction& prepared) {
  const FastVector& p = *fast_of(prepared);
  if (~wave.exec() != 0 || (p.floats && !usual(wave.mode))) return execute_usual(wave, prepared);
  std::array<std::array<const std::uint32_t*, 2>, 3> of{};  // [source][dword]
  for (std::size_t s = 0; s < p.sources; ++s)
    if (p.source[s].registers.dwords == 0)
      of[s] = p.source[s].constant;
    else if (!point_at(wave, p.source[s].registers, of[s]))
      return execute_usual(wave, prepared);
  const int first = unified(wave, p.destination);
  if (first < 0) return execute_usual(wave, prepared);
  std::array<isa::LaneInputs, 2> in;  // [part]
  bool gathers = false;               // the second part reads what the first writes
  for (std::size_t s = 0; s < p.sources; ++s) {
    for (std::size_t part = 0; part < in.size(); ++part)
      in[part].source[s][0] = of[s][chosen_dword(p, of[s], part, s)];
    gathers |= in[1].source[s][0] == wave.vector.written(first);
  }
  if (gathers) return execute_usual(wave, prepared);
  for (std::size_t part = 0; part < in.size(); ++part) {
    in[part].mode = wave.mode;
    isa::LaneOutputs out{{wave.vector.overwrite(first + int(part)), nullptr}, 0};
    p.evaluate(in[part], out);
  }
  return Step::next;
}

/// Whether sources are read lane by lane, and the result is whole registers or a mask.
bool is_plain(const FastVector& p) {
  return p.parts == TwoParts::none && !p.partial && !p.routed;
}

/// Whether an is_plain() instruction works on one dword per source, without masks, modifiers or scalars.
bool is_of_dwords(const FastVector& p) {
  const auto is_dword = [](const FastSource& source) {
    return !source.changes &&
           (source.registers.dwords == 1 || (source.constant[0] != nullptr && source.constant[1] == nullptr));
  };
  return is_plain(p) && p.destination.dwords == 1 && p.mask == nullptr && p.carry == nullptr &&
         std::all_of(p.source.begin(), p.source.begin() + p.sources, is_dword);
}

bool is_of_plain_pairs(const FastVector& p) {
  const auto is_scalar = [](const FastSource& source) {
    return source.registers.dwords == 0 && source.constant[0] == nullptr;
  };
  return p.parts == TwoParts::pairs && !p.routed && !p.accumulates &&
         p.details->negated == std::array<std::uint8_t, 2>{} &&
         std::none_of(p.source.begin(), p.source.begin() + p.sources, is_scalar);
}

}  // namespace

Execute fast_executor(const FastVector& fast) {
  constexpr std::array kOfDwords{execute_dwords<1>, execute_dwords<2>, execute_dwords<3>};
  if (is_of_dwords(fast) && fast.sources > 0) return kOfDwords[fast.sources - 1u];
  if (is_plain(fast)) return execute_plain_or_usual;
  if (is_of_plain_pairs(fast)) return execute_pairs;
  return fast.partial && !fast.routed && fast.parts == TwoParts::none ? execute_plain_part_or_usual
                                                                      : execute_usual;
}

}  // namespace lockstep::machine
