// The value of an argument as JSON says it, in launch files and in launch recipes: a pointer, a number, or a
// structure of these.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "host/json_reader.hpp"

namespace lockstep::launch {

/// How one kind of file says values. Value is a variant of which Structure is one alternative; Structure has
/// `fields`, each made of an offset and a Value.
template <typename Value, typename Structure>
struct ValueReader {
  void (*leaves)(host::JsonReader& r, std::vector<Value>& found);  ///< adds those that are no structure
  const char* kinds;                                               ///< kinds of leaves, for the complaint

  /// The one value that the object says; complains of none and of several.
  Value read(host::JsonReader& r, bool may_nest = true) const {
    std::vector<Value> found;
    leaves(r, found);
    if (r.has("struct")) found.emplace_back(structure(r, may_nest));
    if (found.size() == 1) return std::move(found.front());
    r.complain(std::string("needs one value: ") + kinds + " or struct");
    return Structure{};
  }

 private:
  Structure structure(host::JsonReader& r, bool may_nest) const {
    Structure all;
    if (!may_nest) r.complain("a struct in a struct: give the inner fields their offsets in the outer one");
    r.each("struct", [&](host::JsonReader& field) {
      const auto at = field.number32("at");
      if (!at || *at > 0xFFFF) field.complain("needs at, its byte offset in the struct");
      all.fields.push_back({at.value_or(0) & 0xFFFF, read(field, false)});
      field.finish();
    });
    if (all.fields.empty()) r.complain("struct must be an array of fields");
    return all;
  }
};

}  // namespace lockstep::launch
