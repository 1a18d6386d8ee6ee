// What programs ask of AMD's HSA runtime before they use HIP: which agents there are, and of which ISA. There
// are two, the host and the emulated device. Everything else of HSA is absent, by name.
//
// Numbers are those of hsa.h and hsa_ext_amd.h.
#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

enum HsaStatus : int {
  kSuccess = 0,
  kBreak = 1,
  kInvalidArgument = 0x1001,
  kInvalidAgent = 0x1004,
  kInvalidIsa = 0x100f
};

/// hsa_agent_t, hsa_isa_t
struct Handle {
  std::uint64_t number;
};
constexpr std::uint64_t kHost = 1, kDevice = 2, kIsa = 3;

using Visit = int (*)(Handle, void*);

/// An attribute that is a number of 32 bits.
struct Number {
  int attribute;
  std::uint32_t of_host;
  std::uint32_t (*of_device)(const lockstep::arch::Arch&);
};
using A = const lockstep::arch::Arch&;
constexpr Number kNumbers[] = {
    {2, 2, [](A) { return 1u; }},  // what it takes: packets of agents, launches
    {6, 0, [](A a) { return a.has(lockstep::arch::Feature::wave64) ? 64u : 32u; }},  // lanes of a wave
    {8, 0, [](A) { return 1024u; }},                                                 // threads of a workgroup
    {16, 0, [](A) { return 1u; }},                                                   // node
    {17, 0, [](A) { return 1u; }},      // kind of device: CPU, GPU
    {0xA000, 0, [](A) { return 0u; }},  // chip
    {0xA002, 1, [](A a) { return std::uint32_t(a.device.compute_units); }},
    {0xA003, 0, [](A a) { return std::uint32_t(a.device.clock_khz / 1000); }},
    {0xA004, 0, [](A) { return 1u; }},  // node of the driver
    {0xA006, 0, [](A) { return 0u; }},  // bus, device and function
    {0xA00A, 0, [](A a) { return a.unit.simds * a.unit.waves; }},
    {0xA00B, 0, [](A a) { return a.unit.simds; }},
    {0xA00F, 0, [](A) { return 0u; }},  // domain
};

/// An array of characters of HSA's: 64, filled up with zeros.
int put(void* to, std::string_view text) {
  std::memset(to, 0, 64);
  std::memcpy(to, text.data(), std::min<std::size_t>(text.size(), 63));
  return kSuccess;
}

template <typename Body>
int on_device(Body body) {
  Session& session = Session::of_process();
  const std::lock_guard lock(session.mutex());
  return body(session);
}

std::string isa_name(A arch) {
  return fmt::format("amdgcn-amd-amdhsa--{}{}", arch.name, arch.device.features);
}

int absent(Session& s, std::string_view what, int attribute) {
  s.report().complain(fmt::format("{}: attribute {:#x} has no answer", what, attribute));
  return kInvalidArgument;
}

int visit_all(std::initializer_list<std::uint64_t> all, Visit visit, void* data) {
  if (visit == nullptr) return kInvalidArgument;
  for (const std::uint64_t one : all)
    if (const int status = visit({one}, data); status != kSuccess) return status;
  return kSuccess;
}

}  // namespace

LOCKSTEP_HIP int hsa_init() {
  return kSuccess;
}
LOCKSTEP_HIP int hsa_shut_down() {
  return kSuccess;
}
LOCKSTEP_HIP int hsa_iterate_agents(Visit visit, void* data) {
  return visit_all({kHost, kDevice}, visit, data);
}
LOCKSTEP_HIP int hsa_agent_get_info(Handle agent, int attribute, void* value) {
  if (value == nullptr) return kInvalidArgument;
  if (agent.number != kHost && agent.number != kDevice) return kInvalidAgent;
  const bool is_host = agent.number == kHost;
  return on_device([&](Session& s) -> int {
    constexpr int kName = 0, kVendor = 1, kProduct = 0xA009;
    if (attribute == kName) return put(value, is_host ? "CPU" : s.device().name);
    if (attribute == kVendor) return put(value, is_host ? "CPU" : "AMD");
    if (attribute == kProduct) return put(value, is_host ? "CPU" : s.device_name());
    const Number* const found = std::ranges::find(kNumbers, attribute, &Number::attribute);
    if (found == std::ranges::end(kNumbers)) return absent(s, "hsa_agent_get_info", attribute);
    const std::uint32_t number = is_host ? found->of_host : found->of_device(s.device());
    std::memcpy(value, &number, sizeof number);
    return kSuccess;
  });
}
LOCKSTEP_HIP int hsa_agent_iterate_isas(Handle agent, Visit visit, void* data) {
  return agent.number == kDevice ? visit_all({kIsa}, visit, data) : visit_all({}, visit, data);
}
LOCKSTEP_HIP int hsa_isa_get_info_alt(Handle isa, int attribute, void* value) {
  if (value == nullptr) return kInvalidArgument;
  if (isa.number != kIsa) return kInvalidIsa;
  return on_device([&](Session& s) -> int {
    constexpr int kNameLength = 0, kName = 1;
    const std::string name = isa_name(s.device());
    const auto length = std::uint32_t(name.size() + 1);
    if (attribute == kNameLength)
      std::memcpy(value, &length, sizeof length);
    else if (attribute == kName)
      std::memcpy(value, name.c_str(), length);
    else
      return absent(s, "hsa_isa_get_info_alt", attribute);
    return kSuccess;
  });
}
LOCKSTEP_HIP int hsa_status_string(int status, const char** text) {
  if (text == nullptr) return kInvalidArgument;
  *text = status == kSuccess ? "HSA_STATUS_SUCCESS"
          : status == kBreak ? "HSA_STATUS_INFO_BREAK"
                             : "HSA_STATUS_ERROR";
  return kSuccess;
}
