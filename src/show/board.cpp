// SPDX-License-Identifier: MIT
#include "show/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "show/short_names.h"

namespace percept::show {

using namespace game;

namespace {

using program::TermId;

constexpr std::size_t kWidth = 100;  // characters
constexpr std::size_t kBetween = 4;  // blanks between boards
constexpr std::size_t kLabel = 10;   // of a list, at least
constexpr std::size_t kGap = 1, kWideGap = 3;

constexpr std::string_view kDim = "2", kBold = "1";                                 // colours
constexpr std::string_view kLikely = "1;33", kPossible = "33", kUnlikely = "2;33";  // of what is open
const std::string kBlank = ".", kMark = "*";

std::string painted(std::string_view style, std::string_view text, bool color) {
  return color && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", style, text) : std::string(text);
}

std::string percent(double probability) {
  if (probability < 0.005) return "<1%";
  if (probability > 0.995) return ">99%";
  return fmt::format("{:.0f}%", probability * 100);
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
std::string listed(const std::string& name, const std::vector<std::string>& items, std::size_t label_width, bool color,
                   std::string_view style = kBold) {
  std::string out = painted(style, name, color) + blanks(label_width - character_count(name));
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
    std::vector<Square> row(across_.size(), Square{empty_});
    std::size_t count = grid.sheet ? grid.columns[*grid.sheet].values.size() : 1;
    squares_.assign(count, Squares(down_.size(), row));
    letters_ = short_names.size() == 1 && std::ranges::all_of(short_names[0], [](const auto& entry) {
                 return entry.second.size() == 1 && !number(entry.second);
               });
  }

  // Puts the fact on its square, or the mark; `open` when it may not hold. False when it has no square here.
  bool put(const Fact& fact, bool mark, const OpenFluent* open) {
    auto column = across_.find(fact), row = down_.find(fact);
    std::size_t sheet = 0;
    if (grid_.sheet) {
      const std::vector<std::string>& values = grid_.columns[*grid_.sheet].values;
      sheet = static_cast<std::size_t>(std::ranges::find(values, fact[*grid_.sheet]) - values.begin());
    }
    if (!column || !row || sheet >= squares_.size()) return false;
    Square& square = squares_[sheet][*row][*column];
    std::string content = mark ? kMark : content_of(fact);
    if (open)
      square.open.push_back({content, open->probability, open->exact});
    else if (is_empty(square))
      square.known = content;
    else if (content != kBlank)
      square.known += (mark || letters_ ? "" : ",") + content;
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
  struct Possible {
    std::string content;
    std::optional<double> probability;
    bool exact;
  };
  struct Square {
    std::string known;
    std::vector<Possible> open = {};
  };
  using Squares = std::vector<std::vector<Square>>;  // by row and column

  bool is_empty(const Square& square) const { return square.known == empty_ || square.known == kBlank; }

  // What is likeliest of all that may be there; that the square is empty, only when nothing else is open.
  static const Possible& likeliest(const Square& square) {
    auto rank = [](const Possible& possible) {
      return std::pair(possible.content != kBlank, possible.probability.value_or(0));
    };
    return *std::ranges::max_element(square.open, {}, rank);
  }

  std::string text_of(const Square& square) const {
    if (square.open.empty()) return square.known;
    std::string out = is_empty(square) ? "" : square.known + ",";
    const Possible& possible = likeliest(square);
    auto others = std::ranges::count_if(square.open, [](const Possible& one) { return one.content != kBlank; }) - 1;
    if (!possible.probability) return out + (others > 0 ? "?" : possible.content + "?");
    return out + possible.content + (possible.exact ? " " : "~") + percent(*possible.probability) +
           (others > 0 ? "+" : "");
  }

  std::string_view style_of(const Square& square) const {
    if (square.open.empty()) return square.known == kBlank ? kDim : "";
    double probability = likeliest(square).probability.value_or(0.1);
    return probability >= 0.5 ? kLikely : probability >= 0.1 ? kPossible : kUnlikely;
  }

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
      for (const Square& square : row) width = std::max(width, character_count(text_of(square)));
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
        std::string square = padded(text_of(squares[row][column]), width);
        std::string_view style = style_of(squares[row][column]);
        line += blanks(gap(column)) + painted(style, square, color && !style.empty());
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

// Fluents that may hold with their probabilities; only the likeliest when there are more than `most`.
std::vector<std::string> open_items(const std::vector<std::string>& texts, const std::vector<const OpenFluent*>& open,
                                    std::size_t most) {
  std::vector<std::size_t> order(texts.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  auto probability = [&](std::size_t i) { return open[i]->probability.value_or(0); };
  if (texts.size() > most)
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return probability(a) > probability(b); });
  std::vector<std::string> out;
  for (std::size_t i : order) {
    if (out.size() == most) break;
    std::string text = texts[i];
    if (open[i]->probability)
      text += fmt::format(" {}{}", out.empty() && !open[i]->exact ? "about " : "", percent(*open[i]->probability));
    out.push_back(std::move(text));
  }
  if (texts.size() > most) out.push_back(fmt::format("and {} more", texts.size() - most));
  return out;
}

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

std::string Board::text(const State& state, bool color) const { return text(state, {}, color); }

std::string Board::text(const State& known, const std::vector<OpenFluent>& open, bool color, std::size_t most) const {
  const program::Terms& terms = game_.terms();
  struct Shown {
    TermId term;
    const OpenFluent* open;  // null when it holds
    bool on_board = false;
  };
  std::vector<Shown> fluents;
  for (FluentId fluent : game_.sorted(known)) fluents.push_back({game_.term(fluent), nullptr});
  std::size_t count = fluents.size();
  for (const OpenFluent& fluent : open) fluents.push_back({game_.term(fluent.fluent), &fluent});
  std::sort(fluents.begin() + static_cast<std::ptrdiff_t>(count), fluents.end(),
            [&](const Shown& a, const Shown& b) { return terms.less(a.term, b.term); });
  std::vector<Block> blocks;
  Legends legends;
  bool titled = grids_.size() > 1 || (grids_.size() == 1 && grids_[0].sheet);
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const Grid& grid = grids_[i];
    Facts facts;
    std::vector<std::pair<std::size_t, bool>> sources;  // a fluent, and whether it is a mark
    for (bool mark : {false, true})
      for (std::size_t k = 0; k < fluents.size(); ++k) {
        TermId term = fluents[k].term;
        bool here = mark ? grid.mark && terms.is(term, *grid.mark, 2) : terms.is(term, grid.name, grid.arity);
        if (!here) continue;
        facts.push_back(mark ? marked(game_, term, grid) : fact_of(game_, term, grid.columns));
        sources.emplace_back(k, mark);
      }
    Sheets sheets(grid, short_names_[i], facts);
    std::string name = printable(terms.text(grid.name));
    for (std::size_t k = 0; k < facts.size(); ++k) {
      Shown& fluent = fluents[sources[k].first];
      if (!sheets.put(facts[k], sources[k].second, fluent.open)) continue;
      fluent.on_board = true;
      if (sources[k].second) legends.add(name, {{kMark, std::string(terms.text(*grid.mark))}});
    }
    for (Block& block : sheets.drawn(name, titled, color)) blocks.push_back(std::move(block));
    legends.add(name, sheets.legend());
  }
  std::string out = side_by_side(blocks) + legends.text(color);

  struct List {
    std::vector<std::string> items = {};
    std::vector<const OpenFluent*> open = {};  // none when all hold
  };
  std::map<std::string, List> known_lists, open_lists;
  std::size_t label_width = kLabel;
  for (const Shown& fluent : fluents) {
    if (fluent.on_board) continue;
    std::string name = printable(terms.text(terms.name(fluent.term))), arguments;
    for (TermId argument : terms.args(fluent.term))
      arguments += (arguments.empty() ? "" : " ") + printable(terms.to_kif(argument));
    std::string label = arguments.empty() ? "true" : name;
    if (fluent.open) label += "?";
    List& list = (fluent.open ? open_lists : known_lists)[label];
    list.items.push_back(arguments.empty() ? name : arguments);
    if (fluent.open) list.open.push_back(fluent.open);
    label_width = std::max(label_width, character_count(label) + 2);
  }
  for (const auto& [name, list] : known_lists) out += listed(name, list.items, label_width, color);
  for (auto& [name, list] : open_lists)
    out += listed(name, open_items(list.items, list.open, most), label_width, color, kLikely);
  return out;
}

}  // namespace percept::show
