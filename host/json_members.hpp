// Structs as JSON objects by a table of their members: one list for what writes and for what reads.
#pragma once

#include <tuple>

#include <nlohmann/json.hpp>

namespace lockstep::host {

/// `members`: a tuple of pairs of a key and a pointer to a member.
template <typename Object, typename Members>
void write_members(const Object& object, const Members& members, nlohmann::json& json) {
  std::apply([&](const auto&... member) { ((json[member.first] = object.*member.second), ...); }, members);
}

/// Throws where one is missing or of another type.
template <typename Object, typename Members>
void read_members(const nlohmann::json& json, const Members& members, Object& object) {
  std::apply([&](const auto&... member) { (json.at(member.first).get_to(object.*member.second), ...); },
             members);
}

}  // namespace lockstep::host
