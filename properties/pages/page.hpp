// A report as one page to look at: what it says, without how it looks. A command or a Python caller fills in
// what it knows; what is empty is left out of the page.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/observe/coverage.hpp"

namespace lockstep::pages {

/// A word and what it stands for.
struct Fact {
  std::string name, value;
};

/// A map of one output's errors. A cell stands for `cell_rows` x `cell_columns` elements of the written rows.
struct ErrorMap {
  std::string name;  ///< "d"
  std::string want = "want", got = "got";
  std::int64_t rows = 0, columns = 0;  ///< how many cells
  std::int64_t cell_rows = 1, cell_columns = 1;
  std::int64_t tile_rows = 0, tile_columns = 0;  ///< size of a tile in elements; 0: not said
  std::vector<int> levels;   ///< [cell]: 0: right; n: less than 2^n steps of the format away; kOtherClass
  std::vector<int> writers;  ///< [cell]: index into `writer_names`, kNobody or kSeveral; empty: not known
  std::vector<std::string> writer_names;  ///< "workgroup 1,0,0 wave 2 lane 17"
  struct Wrong {
    std::int64_t cell;
    std::string text;  ///< the worst of its elements, and how many are wrong
  };
  std::vector<Wrong> wrong;  ///< ascending by cell, at most kMostWrong
  std::uint64_t wrong_elements = 0, elements = 0;
  static constexpr int kOtherClass = 99;  ///< one value is a number, the other infinite or no number
  static constexpr int kNobody = -1, kSeveral = -2;
  static constexpr std::size_t kMostWrong = 4096;
};

/// How many elements lie how far from what they should be.
struct Histogram {
  struct Bin {
    std::string name;  ///< "3 to 4"
    std::uint64_t count = 0;
  };
  std::string title;
  std::vector<Bin> bins;
};

/// What was reached of a code object.
struct CodeMap {
  std::string title;
  struct Line {
    std::uint64_t address = 0;
    std::string text;
    /// 'n' not reached, 'r' reached, of conditional branches 'b' both directions, 'j' always jumped, 'w'
    /// always went on.
    char state = 'n';
    int source = -1;  ///< index into `sources`
    int line = 0;     ///< there, from 1; 0: not known
  };
  std::vector<Line> lines;
  struct Source {
    std::string name;
    std::vector<std::string> lines;  ///< empty: the file was not found
  };
  std::vector<Source> sources;
  std::uint64_t left_out = 0;  ///< instructions behind the last line
};

struct Table {
  std::string title;
  std::vector<std::string> columns;
  struct Row {
    std::string state;  ///< a verdict or a severity: how it is coloured
    std::vector<std::string> cells;
  };
  std::vector<Row> rows;
  std::uint64_t left_out = 0;
};

struct Page {
  std::string verdict;   ///< "falsified"
  std::string title;     ///< what was judged
  std::string sentence;  ///< the verdict in words
  std::vector<Fact> facts;
  std::vector<std::string> reports;  ///< the command's lines, one text for each failure
  std::string again;                 ///< the line that repeats it
  std::vector<ErrorMap> maps;
  std::vector<Histogram> histograms;
  std::string trace_title;
  std::vector<std::string> trace;  ///< an instruction and its operands each, the last one what it is about
  std::vector<CodeMap> code;
  std::vector<Table> tables;
};

/// One file of HTML that needs no other, in light and dark, to be used with a keyboard.
std::string html(const Page& page);

/// What was reached of a code object, instruction by instruction, beside the source it comes from. Source
/// files are looked for in `folders` as the code object names them, then by their names alone.
/// Unreached parts of the object are left out only where they are whole functions.
CodeMap code_map(const std::string& title, const observe::Coverage& coverage,
                 const std::vector<std::string>& folders);

/// Instructions that a page has line by line, about 130 bytes each.
inline constexpr std::size_t kMostInstructions = 10'000;
/// How many of a page's first code maps are within that together; the first always is.
std::size_t shown_line_by_line(std::span<const CodeMap> all);
/// What a page says of the others: a row each.
Table coverage_table(std::span<const CodeMap> all);

}  // namespace lockstep::pages
