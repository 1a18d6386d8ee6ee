// What a program has registered, by the addresses that its host knows them by; its graphs, and arguments that
// it packs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/runtime/hip/abi.hpp"
#include "emulator/runtime/module.hpp"

namespace lockstep::runtime::hip {

/// The kernel of a stub.
tl::expected<Function*, Error> function_of(Session& s, const void* stub);
tl::expected<Variable, Error> variable_of(Session& s, const void* symbol);
/// Addresses of the managed variables, which are the program's as long as it runs.
std::vector<std::uint64_t> managed_addresses();
/// The program's own code objects are loaded anew when they are used next.
void forget_loaded();

/// Keeps a graph, or one that can be launched, until it is destroyed; its handle.
void* keep(std::shared_ptr<Graph> graph);
/// The graph of a handle; nullptr: it is none.
std::shared_ptr<Graph> find_graph(void* handle);
/// Destroys all graphs.
void forget_graphs();
/// The graph that has the node; nullptr: none has.
std::shared_ptr<Graph> graph_of(const Node* node);

/// The arguments that a program has packed itself, the `extra` of the calls that launch; nothing where there
/// are none.
inline std::span<const std::uint8_t> packed_arguments(void** extra) {
  constexpr std::uintptr_t kBufferPointer = 1, kBufferSize = 2, kEnd = 3;  // HIP_LAUNCH_PARAM_*
  const std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  for (void** at = extra; at != nullptr && number(*at) != kEnd; at += 2) {
    if (number(*at) == kBufferPointer) bytes = static_cast<const std::uint8_t*>(at[1]);
    if (number(*at) == kBufferSize) size = *static_cast<const std::size_t*>(at[1]);
  }
  return {bytes, bytes != nullptr ? size : 0};
}

}  // namespace lockstep::runtime::hip
