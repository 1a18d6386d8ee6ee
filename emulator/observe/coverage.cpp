#include "emulator/observe/coverage.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "emulator/isa/semantics.hpp"
#include "emulator/lint/exec_lanes.hpp"

namespace lockstep::observe {

namespace {

constexpr char kFirstLetter = 'a';  // the text of what was seen of an instruction begins here

// What fills the space between kernels.
bool is_padding(const isa::Instruction& i) {
  return i.semantics == nullptr || i.mnemonic == "s_nop" || i.mnemonic == "s_code_end";
}

/// The first instruction at an address or behind it.
std::uint32_t first_at(const isa::Program& program, std::uint64_t address) {
  const auto at = std::ranges::lower_bound(program.instructions, address, {}, &isa::Instruction::address);
  return std::uint32_t(at - program.instructions.begin());
}

}  // namespace

Coverage::Coverage(std::shared_ptr<const machine::LoadedCode> code)
    : code_(std::move(code)), seen_(code_->program().instructions.size()) {}

void Coverage::add(const machine::Outcome& outcome) {
  for (std::size_t i = 0; i < outcome.executed.size(); ++i) {
    const std::uint64_t times = outcome.executed[i], jumps = outcome.jumped[i];
    seen_[i] |=
        std::uint8_t((times > 0 ? kReached : 0) | (jumps > 0 ? kJumped : 0) | (times > jumps ? kWentOn : 0));
  }
}

void Coverage::merge(const Coverage& other) {
  if (code_ == nullptr) *this = other;
  for (std::size_t i = 0; i < other.seen_.size(); ++i) seen_[i] |= other.seen_[i];
}

Coverage::Count Coverage::instructions() const {
  Count count{0, seen_.size()};
  for (const std::uint8_t seen : seen_) count.reached += (seen & kReached) != 0;
  return count;
}

Coverage::Count Coverage::branch_directions() const {
  Count count;
  if (code_ == nullptr) return count;
  for (const std::uint32_t i : code_->conditional_branches()) {
    count.total += 2;
    count.reached += ((seen_[i] & kJumped) != 0) + ((seen_[i] & kWentOn) != 0);
  }
  return count;
}

std::vector<std::uint64_t> Coverage::reached() const {
  std::vector<std::uint64_t> all;
  for (const std::uint8_t seen : seen_) all.push_back((seen & kReached) != 0 ? 1 : 0);
  return all;
}

std::set<std::string_view> Coverage::mnemonics() const {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const isa::Semantics* row = code_->program().instructions[i].semantics;
    if ((seen_[i] & kReached) != 0 && row != nullptr) names.insert(row->mnemonic);
  }
  return names;
}

std::vector<Coverage::OneDirection> Coverage::one_direction() const {
  std::vector<OneDirection> found;
  if (code_ == nullptr) return found;
  for (const std::uint32_t i : code_->conditional_branches()) {
    const int directions = seen_[i] & (kJumped | kWentOn);
    if (directions == kJumped || directions == kWentOn) found.push_back({i, directions == kJumped});
  }
  return found;
}

std::vector<Coverage::Gap> Coverage::gaps() const {
  std::vector<Gap> found;
  bool open = false;  // the last one found goes on
  std::size_t symbol = 0;
  for (std::uint32_t i = 0; i < seen_.size(); ++i) {
    const isa::Instruction& instruction = code_->program().instructions[i];
    const auto& symbols = code_->object().symbols;
    for (; symbol < symbols.size() && symbols[symbol].address <= instruction.address; ++symbol) open = false;
    if ((seen_[i] & kReached) != 0) {
      open = false;
    } else if (!is_padding(instruction)) {
      if (!open) found.push_back({i, i});
      found.back().last = i;
      open = true;
    }
  }
  return found;
}

std::vector<Coverage::Part> Coverage::parts(const std::set<std::uint32_t>& one_way) const {
  std::vector<Part> all;
  const auto& symbols = code_->object().symbols;
  const auto& branches = code_->conditional_branches();
  const isa::Program& program = code_->program();
  auto branch = branches.begin();
  for (std::size_t s = 0; s < symbols.size(); ++s) {
    const std::uint32_t first = first_at(program, symbols[s].address),
                        end = s + 1 < symbols.size() ? first_at(program, symbols[s + 1].address)
                                                     : std::uint32_t(seen_.size());
    if (first >= seen_.size()) break;
    Part part{symbols[s].name};
    for (std::uint32_t i = first; i < end && !part.reached; ++i) part.reached = (seen_[i] & kReached) != 0;
    for (; branch != branches.end() && *branch < end; ++branch) {
      if (*branch < first) continue;
      const int untaken = ((seen_[*branch] & kJumped) == 0) + ((seen_[*branch] & kWentOn) == 0);
      part.open += std::uint64_t(untaken > 0 && one_way.contains(*branch) ? untaken - 1 : untaken);
    }
    all.push_back(part);
  }
  return all;
}

std::uint64_t Coverage::news_in(const Coverage& other) const {
  std::uint64_t news = 0;
  for (std::size_t i = 0; i < other.seen_.size(); ++i)
    news += std::uint64_t(std::popcount(std::uint8_t(other.seen_[i] & ~(seen_.empty() ? 0 : seen_[i]))));
  return news;
}

std::string Coverage::text() const {
  std::string out;
  const auto last =
      std::find_if(seen_.rbegin(), seen_.rend(), [](std::uint8_t seen) { return seen != 0; }).base();
  for (auto begin = seen_.begin(); begin != last;) {
    const auto end = std::find_if(begin, last, [&](std::uint8_t seen) { return seen != *begin; });
    out += char(kFirstLetter + *begin);
    if (end - begin > 1) out += std::to_string(end - begin);
    begin = end;
  }
  return out;
}

bool Coverage::add(std::string_view text) {
  std::vector<std::uint8_t> seen;
  for (const char* at = text.data(); at != text.data() + text.size();) {
    const int letter = *at++ - kFirstLetter;
    std::size_t count = 1;
    if (at != text.data() + text.size() && *at >= '0' && *at <= '9') {
      const auto [end, error] = std::from_chars(at, text.data() + text.size(), count);
      if (error != std::errc{}) return false;
      at = end;
    }
    if (letter < 0 || letter > kAll || count > seen_.size() - seen.size()) return false;
    seen.insert(seen.end(), count, std::uint8_t(letter));
  }
  for (std::size_t i = 0; i < seen.size(); ++i) seen_[i] |= seen[i];
  return true;
}

std::set<std::uint32_t> branches_with_lanes(const machine::LoadedCode& code) {
  std::set<std::uint32_t> all;
  for (const code_object::Kernel& kernel : code.object().kernels) {
    std::vector<std::uint32_t> entries;
    for (const std::uint64_t past : {std::uint64_t{0}, code_object::kPreloadPrologueBytes})
      if (past == 0 || code_object::has_preload_prologue(code.object(), kernel))
        if (const std::int32_t at = code.program().at(kernel.entry + past); at >= 0)
          entries.push_back(std::uint32_t(at));
    all.merge(lint::branches_with_lanes(code.program(), entries));
  }
  return all;
}

}  // namespace lockstep::observe
