// SPDX-License-Identifier: MIT
#include "game/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "game/short_names.h"

namespace percept::game {
namespace {

using program::TermId;

constexpr std::size_t kWidth = 100;  // characters
constexpr std::size_t kBetween = 4;  // blanks between boards
constexpr std::size_t kLabel = 10;   // of a list, at least
constexpr std::size_t kGap = 1, kWideGap = 3;

constexpr std::string_view kDim = "2", kBold = "1";  // colours
const std::string kBlank = ".", kMark = "*";

std::string painted(std::string_view style, std::string_view text, bool color) {
  return color && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

std::string blanks(std::size_t count) { return std::string(count, ' '); }
std::string padded(const std::string& text, std::size_t width) { return text + blanks(width - character_count(text)); }

// Lines that are equally wide on the screen, whatever colours are in them.
struct Block {
  std::vector<std::string> lines = {};
  std::size_t width = 0;

  void add(std::string line, std::size_t line_width) {
    for (std::string& other : lines) other += blanks(std::max(width, line_width) - width);
    width = std::max(width, line_width);
    lines.push_back(std::move(line) + blanks(width - line_width));
  }
};

std::string side_by_side(const std::vector<Block>& blocks) {
  std::string out;
  for (std::size_t first = 0, last = 0; first < blocks.size(); first = last) {
    std::size_t width = 0, height = 0;
    for (; last < blocks.size() && (last == first || width + kBetween + blocks[last].width <= kWidth); ++last) {
      width += (last == first ? 0 : kBetween) + blocks[last].width;
      height = std::max(height, blocks[last].lines.size());
    }
    if (first > 0) out += '\n';
    for (std::size_t row = 0; row < height; ++row) {
      std::string line;
      for (std::size_t i = first; i < last; ++i) {
        bool there = row < blocks[i].lines.size();
        line += blanks(i == first ? 0 : kBetween) + (there ? blocks[i].lines[row] : blanks(blocks[i].width));
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out += line + '\n';
    }
  }
  return out;
}

// "name    item, item, ..." with the items wrapped below each other.
std::string listed(const std::string& name, const std::vector<std::string>& items, std::size_t label_width,
                   bool color) {
  std::string out = painted(kBold, name, color) + blanks(label_width - character_count(name));
  std::size_t column = label_width;
  for (std::size_t i = 0; i < items.size(); ++i) {
    std::string item = items[i] + (i + 1 < items.size() ? "," : "");
    std::size_t width = character_count(item);
    bool wraps = i > 0 && column + 1 + width > kWidth;
    out += wraps ? "\n" + blanks(label_width) : blanks(i > 0 ? 1 : 0);
    column = (wraps ? label_width : column + (i > 0 ? 1 : 0)) + width;
    out += item;
  }
  return out + '\n';
}

// The places along an axis, in the order in which they are shown. Numbers go on as far as the facts need it.
class Places {
 public:
  Places(const Grid& grid, const Axis& axis, const Facts& facts) : axis_(axis), labels_{""} {
    for (std::size_t column : axis.columns) {
      std::vector<std::string> values = extended(grid.columns[column].values, column, facts), longer;
      for (const std::string& label : labels_)
        for (const std::string& value : values) longer.push_back(label + value);
      labels_ = std::move(longer);
      if (axis.columns.size() > 1) group_ = values.size();
    }
    if (axis.reversed) std::ranges::reverse(labels_);
    for (std::size_t i = 0; i < labels_.size(); ++i) numbers_.emplace(labels_[i], i);
    for (std::string& label : labels_) {
      label = printable(label);
      width_ = std::max(width_, character_count(label));
    }
  }

  std::size_t size() const { return labels_.size(); }
  std::size_t width() const { return width_; }  // of the widest label
  bool upward() const { return axis_.reversed; }
  const std::string& label(std::size_t place) const { return labels_[place]; }
  bool starts_group(std::size_t place) const { return group_ > 0 && place > 0 && place % group_ == 0; }

  // Nothing for a value that the axis does not have.
  std::optional<std::size_t> find(const Fact& fact) const {
    std::string label;
    for (std::size_t column : axis_.columns) label += fact[column];
    auto known = numbers_.find(label);
    return known == numbers_.end() ? std::nullopt : std::optional(known->second);
  }

 private:
  static std::vector<std::string> extended(const std::vector<std::string>& values, std::size_t column,
                                           const Facts& facts) {
    std::set<std::string> all(values.begin(), values.end());
    for (const Fact& fact : facts) all.insert(fact[column]);
    bool numbers = all.size() > values.size() &&
                   std::ranges::all_of(all, [](const std::string& value) { return number(value).has_value(); });
    auto longer = numbers ? in_natural_order({all.begin(), all.end()}) : std::nullopt;
    return longer ? *longer : values;
  }

  const Axis& axis_;
  std::vector<std::string> labels_;
  std::map<std::string, std::size_t> numbers_;
  std::size_t width_ = 1, group_ = 0;
};

using ShortNames = std::map<std::string, std::string>;

// The boards of one grid with what is on them in a state.
class Sheets {
 public:
  Sheets(const Grid& grid, const std::vector<ShortNames>& short_names, const Facts& facts)
      : grid_(grid),
        short_names_(short_names),
        across_(grid, grid.across, facts),
        down_(grid, grid.down, facts),
        empty_(grid.has_blanks() ? " " : kBlank) {
    std::vector<std::string> row(across_.size(), empty_);
    std::size_t count = grid.sheet ? grid.columns[*grid.sheet].values.size() : 1;
    squares_.assign(count, Squares(down_.size(), row));
    letters_ = short_names.size() == 1 && std::ranges::all_of(short_names[0], [](const auto& entry) {
                 return entry.second.size() == 1 && !number(entry.second);
               });
  }

  // Puts the fact on its square, or the mark. False when it has no square here.
  bool put(const Fact& fact, bool mark) {
    auto column = across_.find(fact), row = down_.find(fact);
    std::size_t sheet = 0;
    if (grid_.sheet) {
      const std::vector<std::string>& values = grid_.columns[*grid_.sheet].values;
      sheet = static_cast<std::size_t>(std::ranges::find(values, fact[*grid_.sheet]) - values.begin());
    }
    if (!column || !row || sheet >= squares_.size()) return false;
    std::string& square = squares_[sheet][*row][*column];
    std::string content = mark ? kMark : content_of(fact);
    if (square == empty_ || square == kBlank)
      square = content;
    else if (content != kBlank)
      square += (mark || letters_ ? "" : ",") + content;
    return true;
  }

  std::vector<Block> drawn(const std::string& name, bool titled, bool color) const {
    std::vector<Block> out;
    for (std::size_t i = 0; i < squares_.size(); ++i) {
      std::string title = name;
      if (grid_.sheet) title += " " + printable(grid_.columns[*grid_.sheet].values[i]);
      Block& block = out.emplace_back();
      if (titled) block.add(painted(kBold, title, color), character_count(title));
      draw(squares_[i], color, block);
    }
    return out;
  }

  // Short names that are on the boards.
  const ShortNames& legend() const { return legend_; }

 private:
  using Squares = std::vector<std::vector<std::string>>;  // by row and column

  std::string content_of(const Fact& fact) {
    std::string out;
    for (std::size_t i = 0; i < grid_.contents.size(); ++i) {
      const std::string& value = fact[grid_.contents[i]];
      auto name = short_names_[i].find(value);
      bool blank = grid_.is_blank(value, grid_.contents[i]);
      out += blank ? kBlank : printable(name == short_names_[i].end() ? value : name->second);
      if (!blank && name != short_names_[i].end() && name->second != value) legend_[name->second] = value;
    }
    return grid_.contents.empty() ? kMark : out;
  }

  void draw(const Squares& squares, bool color, Block& out) const {
    std::size_t width = across_.width();
    for (const auto& row : squares)
      for (const std::string& square : row) width = std::max(width, character_count(square));
    std::string labels = blanks(down_.width());
    std::size_t line_width = down_.width();
    for (std::size_t column = 0; column < across_.size(); ++column) {
      labels += blanks(gap(column)) + painted(kDim, padded(across_.label(column), width), color);
      line_width += gap(column) + width;
    }
    if (!down_.upward()) out.add(labels, line_width);
    for (std::size_t row = 0; row < down_.size(); ++row) {
      if (down_.starts_group(row)) out.add("", 0);
      std::string line = blanks(down_.width() - character_count(down_.label(row)));
      line += painted(kDim, down_.label(row), color);
      for (std::size_t column = 0; column < across_.size(); ++column) {
        std::string square = padded(squares[row][column], width);
        line += blanks(gap(column)) + (squares[row][column] == kBlank ? painted(kDim, square, color) : square);
      }
      out.add(std::move(line), line_width);
    }
    if (down_.upward()) out.add(labels, line_width);
  }

  std::size_t gap(std::size_t column) const { return across_.starts_group(column) ? kWideGap : kGap + (column == 0); }

  const Grid& grid_;
  const std::vector<ShortNames>& short_names_;
  Places across_, down_;
  std::string empty_;             // what a square without a fluent shows
  std::vector<Squares> squares_;  // of each sheet
  bool letters_;                  // one stands for a thing, so that several need no comma
  ShortNames legend_;
};

// What short names stand for: one list for all boards, unless a name has two meanings.
class Legends {
 public:
  void add(const std::string& board, const ShortNames& names) {
    for (const auto& [name, meaning] : names) {
      by_board_[board].insert(printable(name + " = " + meaning));
      auto [known, is_new] = all_.emplace(name, meaning);
      clear_ &= is_new || known->second == meaning;
    }
  }

  std::string text(bool color) const {
    std::set<std::string> all;
    std::string out;
    for (const auto& [board, names] : by_board_) {
      if (!clear_) out += listed(board + ": ", {names.begin(), names.end()}, character_count(board) + 2, color);
      all.insert(names.begin(), names.end());
    }
    return clear_ && !all.empty() ? listed("", {all.begin(), all.end()}, 0, color) : out;
  }

 private:
  std::map<std::string, std::set<std::string>> by_board_;
  ShortNames all_;
  bool clear_ = true;
};

}  // namespace

Board::Board(Game& game) : game_(game), grids_(find_grids(game)) {
  for (const Grid& grid : grids_) {
    std::vector<ShortNames>& names = short_names_.emplace_back();
    for (std::size_t column : grid.contents) {
      std::set<std::string> shown;
      for (const std::string& value : grid.columns[column].values)
        if (!grid.is_blank(value, column)) shown.insert(value);
      names.push_back(short_names(shown));
    }
  }
}

std::string Board::text(const State& state, bool color) const {
  const program::Terms& terms = game_.terms();
  std::vector<FluentId> fluents = game_.sorted(state);
  std::vector<bool> shown(fluents.size());
  std::vector<Block> blocks;
  Legends legends;
  bool titled = grids_.size() > 1 || (grids_.size() == 1 && grids_[0].sheet);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const Grid& grid = grids_[i];
    Facts facts;
    std::vector<std::pair<std::size_t, bool>> sources;  // a fluent, and whether it is a mark
    for (bool mark : {false, true})
      for (std::size_t k = 0; k < fluents.size(); ++k) {
        TermId term = game_.term(fluents[k]);
        bool here = mark ? grid.mark && terms.is(term, *grid.mark, 2) : terms.is(term, grid.name, grid.arity);
        if (!here) continue;
        facts.push_back(mark ? marked(game_, term, grid) : fact_of(game_, term, grid.columns));
        sources.emplace_back(k, mark);
      }
    Sheets sheets(grid, short_names_[i], facts);
    std::string name = printable(terms.text(grid.name));
    for (std::size_t k = 0; k < facts.size(); ++k)
      if (sheets.put(facts[k], sources[k].second)) {
        shown[sources[k].first] = true;
        if (sources[k].second) legends.add(name, {{kMark, std::string(terms.text(*grid.mark))}});
      }
    for (Block& block : sheets.drawn(name, titled, color)) blocks.push_back(std::move(block));
    legends.add(name, sheets.legend());
  }
  std::string out = side_by_side(blocks) + legends.text(color);

  std::map<std::string, std::vector<std::string>> others;
  std::size_t label_width = kLabel;
  for (std::size_t k = 0; k < fluents.size(); ++k) {
    if (shown[k]) continue;
    TermId term = game_.term(fluents[k]);
    std::string name = printable(terms.text(terms.name(term))), arguments;
    for (TermId argument : terms.args(term))
      arguments += (arguments.empty() ? "" : " ") + printable(terms.to_kif(argument));
    std::string label = arguments.empty() ? "true" : name;
    others[label].push_back(arguments.empty() ? name : arguments);
    label_width = std::max(label_width, character_count(label) + 2);
  }
  for (const auto& [name, items] : others) out += listed(name, items, label_width, color);
  return out;
}

}  // namespace percept::game
