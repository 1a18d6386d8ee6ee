// Every name of HIP's API that nothing else here defines: a call says once that it is missing, and fails.
//
// The definitions are weak, so that a file which implements one takes its place.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"
#include "host/demangle.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

constexpr Status kNoLinker = 100;  // HIPRTC_ERROR_LINKING

Status not_there(std::string_view name) {
  Session& session = Session::of_process();
  const std::lock_guard lock(session.mutex());
  constexpr std::array kOfImages{"Array", "Tex", "Surface", "Mipmap", "AtoH", "HtoA", "AtoD", "DtoA", "AtoA"};
  if (std::ranges::any_of(kOfImages,
                          [&](const char* part) { return name.find(part) != std::string_view::npos; })) {
    session.report().complain(fmt::format("{}: arrays, textures and surfaces are not emulated",
                                          lockstep::host::demangled(std::string(name))));
    return answer(Error::not_supported);
  }
  session.report().complain(fmt::format("{} is not implemented by lockstep exec; please report it",
                                        lockstep::host::demangled(std::string(name))));
  return name.starts_with("hiprtc") ? kNoLinker : answer(Error::not_supported);
}

}  // namespace

#define LOCKSTEP_WEAK extern "C" __attribute__((weak, visibility("default")))
#define HIP_CALL(name, version) \
  LOCKSTEP_WEAK Status name() { \
    return not_there(#name);    \
  }
#define HIP_TEXT(name, version)      \
  LOCKSTEP_WEAK const char* name() { \
    not_there(#name);                \
    return "";                       \
  }
// NOLINTNEXTLINE(bugprone-suspicious-include): a table
#include "emulator/runtime/hip/names.inc"
