// The one place that names the test framework.
#pragma once
#include <catch2/catch.hpp>
