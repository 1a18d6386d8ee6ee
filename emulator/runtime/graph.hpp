// Work as data: what is done when a stream comes to it, and graphs of it.
#pragma once

#include <any>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/runtime/access_history.hpp"
#include "emulator/runtime/error.hpp"
#include "emulator/runtime/kernel_launch.hpp"

namespace lockstep::runtime {

class Session;

struct Work {
  std::string what;  ///< its name in messages: a kernel, or a call
  /// What is no launch. Adds what it uses to `accesses`, if that is wanted.
  std::function<Error(Session&, Accesses* accesses)> run{};
  /// Done, with all that comes before it, when its call returns: functions of the host, and copies from and
  /// to memory of the program's own, which may be gone later.
  bool at_once = false;
  std::optional<observe::Footprint::Range> gives_back{};  ///< an allocation, when it is done
  bool marks_only = false;                                ///< memory stays as it is
  bool tells_host =
      false;  ///< a function of the program's: what it tells of comes before all calls behind it
  std::shared_ptr<const KernelLaunch> kernel{};
  std::any parameters{};               ///< parameters of its node in a graph, as a program asks for them
  std::shared_ptr<const void> held{};  ///< what they point into

  bool is_kernel() const { return kernel != nullptr; }
  bool is_nothing() const { return !run && !is_kernel(); }
};

/// A function of the program's, which is done with all that comes before it when its call returns.
inline Work host_function(std::string what, std::function<Error(Session&, Accesses*)> run) {
  Work work{std::move(what), std::move(run), true};
  work.tells_host = true;
  return work;
}

/// hipGraphNodeType, those that there are.
enum class NodeType : int {
  kernel = 0,
  copy = 1,
  set = 2,
  host = 3,
  child = 4,
  empty = 5,
  event_wait = 6,
  event_record = 7,
  allocation = 10,
  release = 11
};

class Graph;
struct EventState;

struct Node {
  NodeType type = NodeType::empty;
  Work work;
  std::vector<Node*> after;  ///< what it depends on
  Clock clock{};             ///< the clock of the last launch
  std::uint32_t queue = 0;   ///< the node's own queue, where it has one (Session::launch)
  std::uint64_t count = 0;
  bool is_enabled = true;
  const Node* original = nullptr;  ///< the node that this is a copy of
  EventState* event = nullptr;     ///< an event of the program's, which the node records or waits for
  std::shared_ptr<Graph> child{};  ///< what a node of type child stands for
};

class Graph {
 public:
  /// Dependencies are nodes of this graph.
  Node* add(NodeType type, Work work, std::vector<Node*> after) {
    nodes_.push_back(std::make_unique<Node>(Node{type, std::move(work), std::move(after)}));
    return nodes_.back().get();
  }
  const std::vector<std::unique_ptr<Node>>& nodes() const { return nodes_; }
  bool has(const Node* node) const;
  /// The node here that stands for `node`, a node of this graph or of the one that it is a copy of; nullptr:
  /// neither has it.
  Node* copy_of(const Node* node) const;
  /// Places of nodes in nodes(), ascending.
  std::vector<std::size_t> places(const std::vector<Node*>& of) const;
  /// Removes a node, with what leads to it and from it.
  void remove(Node* node);
  /// Each node behind those that it depends on; empty where they depend on each other in a circle.
  std::vector<Node*> ordered() const;
  /// Keeps something of the program's as long as this graph or a copy of it is there.
  void hold(const void* what, std::shared_ptr<void> guard) { held_.emplace(what, std::move(guard)); }
  bool let_go(const void* what);
  /// A copy that later changes to this graph do not reach.
  std::shared_ptr<Graph> clone() const;
  /// A copy that can be launched: with the nodes of children in their places, an empty one behind each
  /// child's.
  std::shared_ptr<Graph> flattened() const;

 private:
  /// Adds copies of a graph's nodes; those without a dependency come behind `after`. The copies.
  std::vector<Node*> add_all(const Graph& graph, const std::vector<Node*>& after);

  std::vector<std::unique_ptr<Node>> nodes_;
  std::multimap<const void*, std::shared_ptr<void>> held_;
};

}  // namespace lockstep::runtime
