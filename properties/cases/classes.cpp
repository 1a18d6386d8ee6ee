#include "properties/cases/classes.hpp"

namespace lockstep::cases {

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
