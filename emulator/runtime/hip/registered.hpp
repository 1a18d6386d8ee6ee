// What a program has registered, by the addresses of its host's twins.
#pragma once

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

// Handles of graphs and of those that can be launched.

/// Keeps it until it is destroyed; the handle.
void* keep(std::shared_ptr<Graph> graph);
/// nullptr: it is none.
std::shared_ptr<Graph> find_graph(void* handle);
/// Destroys all of them.
void forget_graphs();
/// The graph that has the node; nullptr: none has.
std::shared_ptr<Graph> graph_of(const Node* node);

}  // namespace lockstep::runtime::hip
