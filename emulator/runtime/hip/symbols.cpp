// Variables of the device: their addresses, and copies to and from them.
#include "emulator/runtime/hip/graph_nodes.hpp"
#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

enum class Way { into, out };

Error transfer(Session& s, StreamState& stream, const char* name, const void* symbol, void* host,
               std::size_t bytes, std::size_t offset, Way way, int kind) {
  const auto variable = variable_of(s, symbol);
  if (!variable) return variable.error();
  if (bytes == 0) return Error::success;
  if (host == nullptr || offset > variable->bytes || bytes > variable->bytes - offset)
    return Error::invalid_value;
  const std::uint64_t at = variable->address + offset;
  const auto work = [=](Session& session, Accesses* accesses) {
    DeviceMemory& memory = session.memory();
    const lockstep::observe::Footprint::Range ours{at, at + bytes},
        theirs{number(host), number(host) + bytes};
    const bool is_device = kind == device_to_device || memory.owns(number(host));
    if (is_device && !memory.fault(number(host), bytes).empty()) return Error::invalid_value;
    if (accesses != nullptr) {
      (way == Way::into ? accesses->writes : accesses->reads).push_back(ours);
      if (is_device) (way == Way::into ? accesses->reads : accesses->writes).push_back(theirs);
    }
    if (is_device)
      way == Way::into ? memory.copy(at, number(host), bytes) : memory.copy(number(host), at, bytes);
    else
      way == Way::into ? memory.copy_in(at, host, bytes) : memory.copy_out(host, at, bytes);
    return Error::success;
  };
  return s.submit(stream, NodeType::copy, {name, work, is_own(s, host)});
}

template <typename Value>
Status tell(Value* to, const void* symbol, Value (*of)(Session&, const Variable&)) {
  return call([&](Session& s) {
    if (to == nullptr) return Error::invalid_value;
    const auto variable = variable_of(s, symbol);
    if (!variable) return variable.error();
    *to = of(s, *variable);
    return Error::success;
  });
}

void* address_of(Session&, const Variable& v) {
  return pointer(v.address);
}

}  // namespace

Error lockstep::runtime::hip::capture(Session& s, StreamState& stream, const char* name,
                                      const SymbolCopy& p) {
  return transfer(s, stream, name, p.symbol, p.other, p.bytes, p.offset, p.into ? Way::into : Way::out,
                  p.kind);
}

LOCKSTEP_HIP Status hipMemcpyToSymbolAsync(const void* symbol, const void* from, std::size_t bytes,
                                           std::size_t offset, int kind, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return transfer(s, stream, "hipMemcpyToSymbolAsync", symbol, const_cast<void*>(from), bytes, offset,
                    Way::into, kind);
  });
}
LOCKSTEP_HIP Status hipMemcpyFromSymbolAsync(void* to, const void* symbol, std::size_t bytes,
                                             std::size_t offset, int kind, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState& stream) {
    return transfer(s, stream, "hipMemcpyFromSymbolAsync", symbol, to, bytes, offset, Way::out, kind);
  });
}
LOCKSTEP_HIP Status hipMemcpyToSymbol(const void* symbol, const void* from, std::size_t bytes,
                                      std::size_t offset, int kind) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream,
                transfer(s, stream, "hipMemcpyToSymbol", symbol, const_cast<void*>(from), bytes, offset,
                         Way::into, kind));
  });
}
LOCKSTEP_HIP Status hipMemcpyFromSymbol(void* to, const void* symbol, std::size_t bytes, std::size_t offset,
                                        int kind) {
  return call_on(nullptr, [&](Session& s, StreamState& stream) {
    return wait(s, stream,
                transfer(s, stream, "hipMemcpyFromSymbol", symbol, to, bytes, offset, Way::out, kind));
  });
}
LOCKSTEP_HIP Status hipGetSymbolAddress(void** address, const void* symbol) {
  return tell(address, symbol, address_of);
}
LOCKSTEP_HIP Status hipGetSymbolSize(std::size_t* bytes, const void* symbol) {
  return tell<std::size_t>(bytes, symbol, [](Session&, const Variable& v) { return std::size_t(v.bytes); });
}
LOCKSTEP_HIP Status hipModuleGetGlobal(Address* address, std::size_t* bytes, ModuleHandle module,
                                       const char* name) {
  return call([&](Session& s) {
    if (module == nullptr || name == nullptr) return Error::invalid_value;
    const auto variable = lockstep::runtime::variable_of(*static_cast<Module*>(module), name);
    if (!variable) return Error::not_found;
    if (address != nullptr) *address = address_of(s, *variable);
    if (bytes != nullptr) *bytes = variable->bytes;
    return Error::success;
  });
}
