// The sections of the public manuals that the rows cite. A row means: the pseudo-code of the instruction of
// this name in this section.
#pragma once

#include <string_view>

namespace lockstep::isa {

inline constexpr std::string_view kSop1 = "CDNA4 ISA, SOP1 instructions";
inline constexpr std::string_view kSop2 = "CDNA4 ISA, SOP2 instructions";
inline constexpr std::string_view kSopc = "CDNA4 ISA, SOPC instructions";
inline constexpr std::string_view kSopk = "CDNA4 ISA, SOPK instructions";
inline constexpr std::string_view kSopp = "CDNA4 ISA, SOPP instructions";
inline constexpr std::string_view kSmem = "CDNA4 ISA, SMEM instructions";
inline constexpr std::string_view kVop1 = "CDNA4 ISA, VOP1 instructions";
inline constexpr std::string_view kVop2 = "CDNA4 ISA, VOP2 instructions";
inline constexpr std::string_view kVop3 = "CDNA4 ISA, VOP3A and VOP3B instructions";
inline constexpr std::string_view kCdna3Vop1 = "CDNA3 ISA, VOP1 instructions";
inline constexpr std::string_view kCdna3Vop3 = "CDNA3 ISA, VOP3A and VOP3B instructions";
inline constexpr std::string_view kVop3p = "CDNA4 ISA, VOP3P instructions";
inline constexpr std::string_view kVopc = "CDNA4 ISA, VOPC instructions";
inline constexpr std::string_view kCdna3Vop3p = "CDNA3 ISA, VOP3P instructions";
inline constexpr std::string_view kDs = "CDNA4 ISA, LDS instructions";
inline constexpr std::string_view kMubuf = "CDNA4 ISA, MUBUF instructions";
inline constexpr std::string_view kFlat = "CDNA4 ISA, FLAT, scratch and global instructions";

/// The manual gives the function but not its rounding; it promises an error of at most 1 ulp. The row gives
/// the value nearest to the function's.
inline constexpr std::string_view kApproximate =
    "CDNA4 ISA, VOP1 instructions: at most 1 ulp, bits not public; here the nearest value";
inline constexpr std::string_view kRough =
    "CDNA4 ISA, VOP1 instructions: within 2^29 ulp, bits not public; here the nearest value";

}  // namespace lockstep::isa
