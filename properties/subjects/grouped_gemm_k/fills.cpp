#include "fills.hpp"

#include <algorithm>
#include <cstring>

#include "properties/subjects/tensors.hpp"

namespace lockstep::subjects {

machine::Fill fill_turned(GroupsAlongK groups, const std::vector<std::uint8_t>& source) {
  return [groups = std::move(groups), &source](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto& [starts, width, bytes] = groups;
    const std::int64_t begin = std::int64_t(offset) / bytes,
                       end = std::min(begin + std::int64_t(data.size()) / bytes, starts.back() * width);
    auto group = std::upper_bound(starts.begin(), starts.end(), begin / width) - 1;
    for (std::int64_t at = begin; at < end; ++at) {
      const std::int64_t k = at / width, column = at % width;
      while (k >= group[1]) ++group;
      const std::int64_t depth = group[1] - group[0];
      const std::int64_t from = group[0] * width + column * depth + k - group[0];
      std::memcpy(&data[std::size_t((at - begin) * bytes)], &source[std::size_t(from * bytes)],
                  std::size_t(bytes));
    }
    std::fill_n(undefined.begin(), (end - begin) * bytes, std::uint8_t{0});
  };
}

}  // namespace lockstep::subjects
