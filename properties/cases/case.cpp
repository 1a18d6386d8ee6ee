#include "properties/cases/case.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/cases/common_keys.hpp"

namespace lockstep::cases {

namespace {

using Refused = tl::unexpected<std::string>;

Scales standard_scales(Data data) {
  return data == Data::full ? Scales::quantised : Scales::unit;
}

const CommonKey* find_common(std::string_view name) {
  const auto at = std::ranges::find(common_keys(), name, &CommonKey::name);
  return at == common_keys().end() ? nullptr : &*at;
}

// What is wrong with a line without m. A key that may be a misspelt m is named.
std::string without_rows(const Options& given) {
  std::string text = "m is missing: rows of each group, as in m=17,0,256";
  for (const auto& [name, value] : given.all())
    if (name.size() <= 2 && name.find('m') != std::string::npos)
      text += fmt::format("; is {}={} meant?", name, value);
  return text;
}

// Sets what the line leaves to other keys; fails where keys contradict each other.
tl::expected<Case, std::string> complete(Reading r) {
  Case& c = r.c;
  if (r.groups && c.m.empty() && *r.groups == 0) return Refused("groups=0: must be at least 1");
  if (c.m.empty()) return Refused(without_rows(c.options));
  if (r.groups && *r.groups != c.groups())
    return Refused(fmt::format("groups={}, but m lists {} groups", *r.groups, c.m.size()));
  c.model = r.model.value_or(std::string(arch::default_model(c.arch)));
  c.scales = r.scales.value_or(standard_scales(c.data));
  if ((c.data == Data::full) != (c.scales == Scales::quantised))
    return Refused(fmt::format("data={} goes {} scales=quantised", name(c.data),
                               c.data == Data::full ? "only with" : "not with"));
  return std::move(c);
}

}  // namespace

std::string print(const Case& c) {
  Case standard;
  standard.scales = standard_scales(c.data);
  standard.model = arch::default_model(c.arch);
  std::string line = c.kernel + "@" + c.arch;
  const auto add = [&](std::string_view key, std::string_view text) {
    line += fmt::format(" {}={}", key, text);
  };
  for (const CommonKey& key : common_keys())
    if (key.always) add(key.name, key.write(c));
  for (const auto& [key, text] : c.options.all()) add(key, text);
  for (const CommonKey& key : common_keys())
    if (!key.always && key.write(c) != key.write(standard)) add(key.name, key.write(c));
  return line;
}

tl::expected<Case, std::string> parse(std::string_view line) {
  std::vector<std::string_view> fields = split(line, ' ');
  std::erase(fields, "");
  if (fields.empty()) return Refused("the case line is empty: expected KERNEL@ARCH key=value …");
  Reading r;
  const std::size_t at = fields[0].find('@');
  r.c.kernel = fields[0].substr(0, at);
  if (at != std::string_view::npos) r.c.arch = fields[0].substr(at + 1);
  if (r.c.kernel.empty() || r.c.arch.empty() || r.c.kernel.find('=') != std::string::npos)
    return Refused(fmt::format("'{}' is not KERNEL@ARCH, as in grouped_gemm_masked@gfx950", fields[0]));

  std::vector<std::string_view> seen;
  for (std::size_t i = 1; i < fields.size(); ++i) {
    const std::size_t equals = fields[i].find('=');
    const std::string_view name = fields[i].substr(0, equals);
    const std::string_view text = equals == std::string_view::npos ? "" : fields[i].substr(equals + 1);
    const CommonKey* key = find_common(name);
    if (equals == std::string_view::npos || (key == nullptr && (name.empty() || text.empty())))
      return Refused(fmt::format("field {} '{}' is not key=value", i + 1, fields[i]));
    if (std::ranges::find(seen, name) != seen.end())
      return Refused(fmt::format("key '{}' is given twice", name));
    seen.push_back(name);
    if (key == nullptr)
      r.c.options.put(name, text);
    else if (!key->read(text, r))
      return Refused(fmt::format("{}={}: expected {}", name, text, expected(*key)));
  }
  return complete(std::move(r));
}

std::string tail_class(const Case& c) {
  bool sixteen = false, tile = false, small = false, empty = false;
  for (const std::int32_t m : c.m) {
    sixteen |= m % 16 != 0;
    tile |= m % 128 != 0;
    small |= m > 0 && m < 32;
    empty |= m == 0;
  }
  std::string name = sixteen ? "m%16!=0" : tile ? "m%128!=0" : "whole tiles";
  if (small) name += ", m<32";
  if (empty) name += ", empty group";
  return name;
}

}  // namespace lockstep::cases
