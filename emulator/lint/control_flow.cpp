#include "emulator/lint/control_flow.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/flow.hpp"

namespace lockstep::lint {

namespace {

using isa::Flow;
using Way = Edge::Way;

std::string pair(std::uint16_t first) {
  return isa::name({isa::File::scalar, isa::Role::source, first, 2});
}

class Builder {
 public:
  explicit Builder(const isa::Program& program)
      : program_(program), reached_(program.instructions.size()), leads_(program.instructions.size()) {}

  ControlFlow build(std::span<const std::uint32_t> entries) {
    for (const std::uint32_t e : entries) reach(e);
    follow_all();
    cut();
    connect();
    order(entries);
    std::ranges::sort(flow_.undecided, {}, &Undecided::instruction);
    return std::move(flow_);
  }

 private:
  /// `at` begins a block.
  void reach(std::uint32_t at) {
    if (leads_[at]) return;
    leads_[at] = true;
    if (!reached_[at]) open_.push_back(at);
  }

  void follow_all() {
    while (!open_.empty()) {
      const std::uint32_t at = open_.back();
      open_.pop_back();
      follow(at);
    }
    for (const auto& [jump, link] : returns_)
      if (!calls_.contains(link))
        undecided(jump, fmt::format("jumps to the address in {}, which the code does not say", pair(link)));
  }

  void follow(std::uint32_t at) {
    for (; !reached_[at]; ++at) {
      reached_[at] = true;
      const Flow f = isa::flow(program_, at);
      leave(at, f);
      if (!f.falls) return;
      if (at + 1 >= program_.instructions.size())
        return undecided(at, "execution runs past the end of the code");
      if (f.target) return reach(at + 1);
    }
  }

  // Successors other than the next instruction.
  void leave(std::uint32_t at, const Flow& f) {
    const isa::Instruction& i = program_.instructions[at];
    if (f.target) jump(at, *f.target);
    if (f.link && at + 1 < program_.instructions.size()) call(at, f);
    if (f.register_target && !f.link) returns_.emplace(at, *f.register_target);
    if (!f.falls && i.semantics == nullptr) undecided(at, "execution comes to a word that is no instruction");
  }

  void jump(std::uint32_t at, std::uint64_t address) {
    const std::int32_t to = program_.at(address);
    if (to >= 0) return reach(std::uint32_t(to));
    undecided(at, fmt::format("jumps to {:#x}, where no instruction begins", address));
  }

  void call(std::uint32_t at, const Flow& f) {
    if (f.target) {
      calls_[*f.link].insert(at + 1);
    } else {
      undecided(
          at, fmt::format("calls the address in {}, which the code does not say", pair(*f.register_target)));
      resumed_.push_back(at + 1);
    }
    reach(at + 1);
  }

  void undecided(std::uint32_t at, std::string why) { flow_.undecided.push_back({at, std::move(why)}); }

  void cut() {
    for (std::uint32_t i = 0; i < reached_.size(); ++i) {
      if (!reached_[i]) continue;
      const bool goes_on = i > 0 && reached_[i - 1] && !leads_[i];
      if (goes_on)
        flow_.blocks.back().last = i;
      else
        flow_.blocks.push_back({i, i, {}, {}});
    }
  }

  std::uint32_t block_at(std::uint32_t instruction) const {
    const auto after = std::ranges::upper_bound(flow_.blocks, instruction, {}, &Block::first);
    return std::uint32_t(after - flow_.blocks.begin()) - 1;
  }

  void connect() {
    for (std::uint32_t b = 0; b < flow_.blocks.size(); ++b) {
      const std::uint32_t last = flow_.blocks[b].last;
      const Flow f = isa::flow(program_, last);
      const auto to = [&](std::uint32_t instruction, Way way) {
        flow_.blocks[b].out.push_back({b, block_at(instruction), way});
      };
      if (f.falls && last + 1 < program_.instructions.size())
        to(last + 1, f.conditional ? Way::passed : Way::falls);
      if (f.target)
        if (const std::int32_t t = program_.at(*f.target); t >= 0)
          to(std::uint32_t(t), f.conditional ? Way::taken : Way::falls);
      if (const auto link = returns_.find(last); link != returns_.end())
        if (const auto backs = calls_.find(link->second); backs != calls_.end())
          for (const std::uint32_t back : backs->second) to(back, Way::falls);
    }
  }

  // Depth first, and the order in which the blocks are left, backwards.
  void order(std::span<const std::uint32_t> entries) {
    const std::size_t n = flow_.blocks.size();
    std::vector<std::uint32_t> left;
    std::vector<bool> seen(n);
    const auto visit = [&](std::uint32_t root) {
      std::vector<std::pair<std::uint32_t, std::size_t>> path;
      if (!seen[root]) path.push_back({root, 0});
      seen[root] = true;
      while (!path.empty()) {
        auto& [b, next] = path.back();
        if (next == flow_.blocks[b].out.size()) {
          left.push_back(b);
          path.pop_back();
          continue;
        }
        const std::uint32_t to = flow_.blocks[b].out[next++].to;
        if (seen[to]) continue;
        seen[to] = true;
        path.push_back({to, 0});
      }
    };
    for (const std::uint32_t r : resumed_) visit(block_at(r));
    for (const std::uint32_t e : entries) visit(block_at(e));
    renumber({left.rbegin(), left.rend()}, entries);
  }

  void renumber(const std::vector<std::uint32_t>& order, std::span<const std::uint32_t> entries) {
    std::vector<std::uint32_t> place(flow_.blocks.size());
    for (std::uint32_t n = 0; n < order.size(); ++n) place[order[n]] = n;
    for (const std::uint32_t e : entries) flow_.entries.push_back(place[block_at(e)]);
    for (const std::uint32_t r : resumed_) flow_.resumed.push_back(place[block_at(r)]);
    std::vector<Block> ordered;
    for (const std::uint32_t b : order) ordered.push_back(std::move(flow_.blocks[b]));
    for (Block& b : ordered)
      for (Edge& e : b.out) e = {place[e.from], place[e.to], e.way};
    for (std::size_t b = 0; b < ordered.size(); ++b)
      for (const Edge& e : ordered[b].out) ordered[e.to].in.push_back(e);
    flow_.blocks = std::move(ordered);
  }

  const isa::Program& program_;
  std::vector<bool> reached_, leads_;
  std::vector<std::uint32_t> open_, resumed_;
  std::map<std::uint16_t, std::set<std::uint32_t>> calls_;  ///< link register -> where the callee returns to
  std::map<std::uint32_t, std::uint16_t> returns_;          ///< jump -> the register it goes by
  ControlFlow flow_;
};

}  // namespace

const Block* ControlFlow::of(std::uint32_t instruction) const {
  const auto b = std::ranges::find_if(
      blocks, [&](const Block& block) { return block.first <= instruction && instruction <= block.last; });
  return b == blocks.end() ? nullptr : &*b;
}

ControlFlow control_flow(const isa::Program& program, std::span<const std::uint32_t> entries) {
  return Builder(program).build(entries);
}

ControlFlow executed_part(const ControlFlow& flow, const Executed& executed) {
  ControlFlow part;
  std::vector<std::optional<std::uint32_t>> place(flow.blocks.size());
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (!executed.has(flow.blocks[b].first)) continue;
    place[b] = std::uint32_t(part.blocks.size());
    part.blocks.push_back({flow.blocks[b].first, flow.blocks[b].last, {}, {}});
  }
  const auto went = [&](const Edge& e) {
    const std::uint32_t branch = flow.blocks[e.from].last;
    if (e.way == Edge::Way::taken) return executed.jumps[branch] > 0;
    return e.way == Edge::Way::falls || executed.times[branch] > executed.jumps[branch];
  };
  for (const Block& block : flow.blocks)
    for (const Edge& e : block.out) {
      if (!place[e.from] || !place[e.to] || !went(e)) continue;
      const Edge edge{*place[e.from], *place[e.to], e.way};
      part.blocks[edge.from].out.push_back(edge);
      part.blocks[edge.to].in.push_back(edge);
    }
  const auto keep = [&](const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to) {
    for (const std::uint32_t b : from)
      if (place[b]) to.push_back(*place[b]);
  };
  keep(flow.entries, part.entries);
  keep(flow.resumed, part.resumed);
  for (const Undecided& u : flow.undecided)
    if (executed.has(u.instruction)) part.undecided.push_back(u);
  return part;
}

}  // namespace lockstep::lint
