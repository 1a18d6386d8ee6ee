// Handles of graphs and of those that can be launched.
#pragma once

#include "emulator/runtime/hip/abi.hpp"

namespace lockstep::runtime::hip {

/// Keeps it until it is destroyed; the handle.
void* keep(std::shared_ptr<Graph> graph);
/// nullptr: it is none.
std::shared_ptr<Graph> find_graph(void* handle);
/// Destroys all of them.
void forget_graphs();
/// Whose node it is; nullptr: nobody's.
std::shared_ptr<Graph> graph_of(const Node* node);

}  // namespace lockstep::runtime::hip
