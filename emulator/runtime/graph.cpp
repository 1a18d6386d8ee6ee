#include "emulator/runtime/graph.hpp"

#include <algorithm>
#include <set>

namespace lockstep::runtime {

bool Graph::has(const Node* node) const {
  return std::ranges::any_of(nodes_, [&](const auto& n) { return n.get() == node; });
}

Node* Graph::copy_of(const Node* node) const {
  const auto found = std::ranges::find_if(
      nodes_, [&](const auto& n) { return node != nullptr && (n->original == node || n.get() == node); });
  return found == nodes_.end() ? nullptr : found->get();
}

std::vector<std::size_t> Graph::places(const std::vector<Node*>& of) const {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (std::ranges::find(of, nodes_[i].get()) != of.end()) all.push_back(i);
  return all;
}

void Graph::remove(Node* node) {
  for (const auto& other : nodes_) std::erase(other->after, node);
  std::erase_if(nodes_, [&](const auto& n) { return n.get() == node; });
}

bool Graph::let_go(const void* what) {
  const auto found = held_.find(what);
  if (found == held_.end()) return false;
  held_.erase(found);
  return true;
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
  copy->held_ = held_;
  std::map<const Node*, Node*> of;
  for (const auto& node : nodes_) {
    Node* const made = of[node.get()] = copy->add(node->type, node->work, {});
    made->original = node.get();
    made->event = node->event;
    made->is_enabled = node->is_enabled;
    if (node->child != nullptr) made->child = node->child->clone();
  }
  for (const auto& node : nodes_)
    for (const Node* dependency : node->after) of[node.get()]->after.push_back(of[dependency]);
  return copy;
}

std::vector<Node*> Graph::add_all(const Graph& graph, const std::vector<Node*>& after) {
  std::map<const Node*, Node*> of;
  std::vector<Node*> all;
  for (const Node* const node : graph.ordered()) {
    std::vector<Node*> behind = node->after.empty() ? after : std::vector<Node*>{};
    for (const Node* dependency : node->after) behind.push_back(of[dependency]);
    if (node->child != nullptr) {
      std::vector<Node*> inner = add_all(*node->child, behind);
      behind.insert(behind.end(), inner.begin(), inner.end());
    }
    Node* const made =
        add(node->child != nullptr ? NodeType::empty : node->type, node->work, std::move(behind));
    made->original = node;
    made->event = node->event;
    made->is_enabled = node->is_enabled;
    all.push_back(of[node] = made);
  }
  for (const auto& [what, guard] : graph.held_) held_.emplace(what, guard);
  return all;
}

std::shared_ptr<Graph> Graph::flattened() const {
  auto copy = std::make_shared<Graph>();
  copy->add_all(*this, {});
  return copy;
}

}  // namespace lockstep::runtime
