#include "cli/options/described.hpp"

#include <CLI/CLI.hpp>

namespace lockstep::cli {

namespace {

// CLI11 says the members of a set in its type name: "TEXT:{declared,any}".
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> all;
  const std::size_t open = type.find('{'), close = type.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return all;
  std::string word;
  for (std::size_t i = open + 1; i <= close; ++i)
    if (type[i] == ',' || i == close)
      all.push_back(word), word.clear();
    else
      word += type[i];
  return all;
}

DescribedCommand command_of(const CLI::App& app, const std::string& name) {
  DescribedCommand command{name, app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* o : app.get_options()) {
    if (o->get_positional()) command.arguments.push_back({o->get_single_name(), o->get_description()});
    if (o->get_lnames().empty()) continue;
    const bool is_flag = o->get_items_expected_max() == 0;
    const std::string type = o->get_type_name();
    command.options.push_back({"--" + o->get_lnames().front(),
                               is_flag ? "" : type.substr(0, type.find_first_of(":{ ")), o->get_description(),
                               choices_in(type)});
    if (!is_flag && command.options.back().value.empty()) command.options.back().value = "VALUE";
  }
  return command;
}

void add(const CLI::App& app, const std::string& before, std::vector<DescribedCommand>& all) {
  const auto is_shown = [](const CLI::App* sub) { return !sub->get_group().empty(); };
  for (const CLI::App* sub : app.get_subcommands(is_shown)) {
    all.push_back(command_of(*sub, before + sub->get_name()));
    add(*sub, before + sub->get_name() + " ", all);
  }
}

}  // namespace

std::vector<DescribedCommand> described(const CLI::App& app) {
  std::vector<DescribedCommand> all;
  add(app, "", all);
  return all;
}

}  // namespace lockstep::cli
