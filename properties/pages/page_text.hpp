// What every page has in common: files of template/, as they are.
#pragma once

namespace lockstep::pages {

extern const char* const kTemplate;  ///< Mustache
extern const char* const kStyle;
extern const char* const kScript;

}  // namespace lockstep::pages
