#include "emulator/runtime/graph.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::runtime {

bool Graph::has(const Node* node) const {
  return std::ranges::any_of(nodes_, [&](const auto& n) { return n.get() == node; });
}

std::vector<Node*> Graph::ordered() const {
  std::vector<Node*> order;
  std::set<const Node*> placed;
  while (order.size() < nodes_.size()) {
    const std::size_t before = order.size();
    for (const auto& node : nodes_) {
      if (placed.contains(node.get())) continue;
      if (!std::ranges::all_of(node->after, [&](const Node* n) { return placed.contains(n); })) continue;
      placed.insert(node.get());
      order.push_back(node.get());
    }
    if (order.size() == before) return {};
  }
  return order;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>();
  std::map<const Node*, Node*> of;
  for (const auto& node : nodes_) of[node.get()] = copy->add(node->type, node->work, {});
  for (const auto& node : nodes_)
    for (const Node* dependency : node->after) of[node.get()]->after.push_back(of[dependency]);
  return copy;
}

}  // namespace lockstep::runtime
