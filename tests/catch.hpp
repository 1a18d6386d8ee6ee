// The one place that names the test framework.
#pragma once
#include <catch2/catch.hpp>

#if defined(__clang__)
// Its macros use __COUNTER__, which clang reports wherever they are expanded.
#pragma clang diagnostic ignored "-Wc2y-extensions"
#endif
