// What a session does with work: puts it into a stream, or into a graph; and whether anything orders it
// behind earlier work.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "emulator/runtime/session.hpp"

namespace lockstep::runtime {

namespace {

std::string text_of(const AccessHistory::Race& race, const machine::Allocation* owner) {
  return fmt::format("{} {:#x}{}, which {} {}; no event, wait or stream orders the two",
                     race.writes ? "writes" : "reads", race.bytes.first,
                     owner == nullptr ? std::string() : fmt::format(" of {}", owner->name()),
                     *race.other.what, race.other_writes ? "writes" : "reads");
}

/// What is known where the operation is known to have ended.
Clock ended(const Operation& operation) {
  Clock clock = operation.clock;
  clock.set(operation.party.queue, operation.party.count);
  return clock;
}

}  // namespace

Error Session::submit(StreamState& stream, NodeType type, Work work) {
  if (stream.capture != nullptr) {
    stream.after = {stream.capture->add(type, std::move(work), stream.after)};
    return Error::success;
  }
  const Clock& clock = streams_.begin(stream);
  const Party party = streams_.party(stream, work.what);
  return put({std::move(work), clock, party});
}

// One, or launches that run at the same time.
Error Session::perform(std::span<const Operation> operations) {
  if (sticky_ != Error::success) return sticky_;
  const Work& work = operations.front().work;
  const bool watched = settings_.checks && streams_.is_concurrent();
  std::vector<Accesses> accesses(watched ? operations.size() : 0);
  Error error = Error::success;
  if (work.is_kernel()) {
    if (!run(operations, accesses)) return error;
  } else {
    error = work.run(*this, watched ? accesses.data() : nullptr);
    if (work.tells_host) streams_.host_knows(operations.front().clock);
  }
  if (!work.marks_only) backlog_.retry();
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    judge(operations[i], accesses[i]);
    const auto is_pinned = [&](const auto& r) {
      return memory_.is_host(r.first) && !memory_.is_managed(r.first);
    };
    if (std::ranges::any_of(accesses[i].atomics, is_pinned)) streams_.may_tell_host(ended(operations[i]));
  }
  if (!work.gives_back) return error;
  streams_.history().forget(work.gives_back->first, work.gives_back->end);
  const bool is_there = memory_.free(work.gives_back->first);
  return error == Error::success && !is_there ? Error::invalid_value : error;
}

void Session::judge(const Operation& operation, const Accesses& accesses) {
  LaunchRecord record;
  record.is_launch = false;
  const Work& work = operation.work;
  const Party& party = operation.party;
  for (const AccessHistory::Race& race : streams_.history().add(operation.clock, party, accesses)) {
    if (!raced_.emplace(*party.what, *race.other.what).second) continue;
    const bool told = operation.told.of(race.other.queue) >= race.other.count;
    record.remarks.push_back(
        {"stream-race", told ? findings::Severity::risk : findings::Severity::wrong,
         work.is_kernel() ? work.what : "",
         fmt::format("{} {}{}", *party.what, text_of(race, memory_.owner(race.bytes.first)),
                     told ? ", unless the program waited for what that wrote to pinned memory" : "")});
  }
  if (!record.remarks.empty()) report_.add(record);
}

// A graph in a graph: its roots come behind what is there, and what follows behind all of it.
Error Session::append(const Graph& graph, StreamState& stream) {
  std::map<const Node*, Node*> copies;
  std::vector<Node*> all;
  for (const Node* const node : graph.ordered()) {
    std::vector<Node*> after = node->after.empty() ? stream.after : std::vector<Node*>{};
    for (const Node* dependency : node->after) after.push_back(copies[dependency]);
    all.push_back(copies[node] = stream.capture->add(node->type, node->work, std::move(after)));
    all.back()->event = node->event;
  }
  if (!all.empty()) stream.after = {stream.capture->add(NodeType::empty, {}, std::move(all))};
  return Error::success;
}

// Nodes that do not depend on each other may run at the same time: each has a queue of its own, which the
// first one behind it goes on with. Launches of one graph come one after the other.
Error Session::launch(const Graph& graph, StreamState& stream) {
  if (stream.capture != nullptr) return append(graph, stream);
  Clock start = streams_.begin(stream);
  for (const auto& node : graph.nodes()) start.join(node->clock);
  std::set<const Node*> continued;
  for (Node* const node : graph.ordered()) {
    node->clock = start;
    if (node->type == NodeType::event_wait && node->is_enabled) node->clock.join(node->event->clock);
    const Node* before = nullptr;
    for (const Node* dependency : node->after) {
      node->clock.join(dependency->clock);
      if (before == nullptr && continued.insert(dependency).second) before = dependency;
    }
    if (before != nullptr)
      node->queue = before->queue, node->count = before->count;
    else if (node->queue == 0)
      node->queue = streams_.new_queue();
    node->count = std::max(node->count, node->clock.of(node->queue)) + 1;
    node->clock.set(node->queue, node->count);
    const bool records = node->type == NodeType::event_record && node->is_enabled;
    const Work work = records ? passing(*node->event, node->clock) : node->work;
    const Party party{
        node->queue, node->count,
        std::make_shared<const std::string>(fmt::format("{} in a graph on {}", work.what, stream.name))};
    if (work.is_nothing() || !node->is_enabled) continue;
    if (const Error error = put({work, node->clock, party}); error != Error::success) return error;
  }
  for (const auto& node : graph.nodes()) stream.clock.join(node->clock);
  return Error::success;
}

}  // namespace lockstep::runtime
