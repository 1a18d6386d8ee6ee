// Which Lockstep this is.
#pragma once

namespace lockstep::cli {

/// The text of --version, with the compiler and LLVM.
const char* full_version();
/// What decides results: the version, the commit and LLVM's version, whose disassembler names instructions.
const char* version();

}  // namespace lockstep::cli
