#include "cli/output/suppression_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "host/files.hpp"

namespace lockstep::cli {

tl::expected<findings::Suppressions, std::string> read_suppressions(const std::string& path) {
  if (path.empty()) return findings::Suppressions();
  const auto text = host::read_text(path);
  if (!text) return tl::unexpected(text.error());
  return findings::Suppressions::parse(path, *text);
}

void print_account(const findings::Suppressions& suppressions, const findings::Suppressions::Counts& counts) {
  for (const std::string& line : findings::account(suppressions, counts))
    fmt::print("  {:<15} {}\n", "suppression", line);
}

nlohmann::json to_json(const findings::Suppressions& suppressions,
                       const findings::Suppressions::Counts& counts) {
  nlohmann::json all = nlohmann::json::array();
  for (std::size_t i = 0; i < suppressions.rules().size(); ++i) {
    const findings::Suppression& s = suppressions.rules()[i];
    all.push_back({{"rule", s.where}, {"reason", s.reason}, {"findings", i < counts.size() ? counts[i] : 0}});
  }
  return all;
}

}  // namespace lockstep::cli
