// What random programs are made of: one row a kind of instruction, in LLVM's machine IR.
#pragma once

#include <span>
#include <string_view>

#include "emulator/arch/arch.hpp"

namespace lockstep::compiler_check {

/// Instructions, with `;` between them. In angle brackets stands what is drawn:
///   <v4> <a2> <s1>   so many registers of the pool of VGPRs, AGPRs, SGPRs
///   <v1:x>           likewise, and the same ones wherever the name comes again
///   <v4!>            likewise, and disjoint from all others of the row
///   <m>              a mask of lanes: as many SGPRs as the arch's waves need
///   <n8*4>           a number: 0, 4, … 28
struct Kind {
  std::string_view group;  ///< a program takes kinds of few groups
  arch::Set archs = 0;
  std::string_view text;
};
std::span<const Kind> kinds();

}  // namespace lockstep::compiler_check
