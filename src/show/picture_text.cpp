// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "show/lines.h"
#include "show/picture.h"

namespace percept::show {
namespace {

using Panel = Picture::Panel;
using Side = Picture::Side;
using Square = Picture::Square;
using Thing = Picture::Thing;

constexpr std::size_t kBetween = 4;     // blanks between boards
constexpr std::size_t kListLabel = 10;  // characters of a list's name, at least
constexpr std::size_t kGap = 1, kWideGap = 3;

constexpr std::string_view kDim = "2";                                              // colours
constexpr std::string_view kLikely = "1;33", kPossible = "33", kUnlikely = "2;33";  // of what is open

std::string percent(double probability) {
  if (probability < 0.005) return "<1%";
  if (probability > 0.995) return ">99%";
  return fmt::format("{:.0f}%", probability * 100);
}

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
    for (; last < blocks.size() && (last == first || width + kBetween + blocks[last].width <= kLineWidth); ++last) {
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

// ---- panels

bool is_empty(std::string_view known) { return known == " " || known == kEmptySquare; }

std::string known_text(const Panel& panel, const Square& square) {
  std::string out = panel.blanks ? " " : std::string(kEmptySquare);
  for (const Thing& thing : square.known) {
    if (is_empty(out))
      out = printable(thing.text);
    else if (thing.text != kEmptySquare)
      out += (panel.letters || thing.text == kMark ? "" : ",") + printable(thing.text);
  }
  return out;
}

// What is likeliest of all that may be there; that the square is empty, only when nothing else is open.
const Thing& likeliest(const Square& square) {
  auto rank = [](const Thing& thing) { return std::pair(thing.text != kEmptySquare, thing.probability.value_or(0)); };
  return *std::ranges::max_element(square.open, {}, rank);
}

std::string text_of(const Panel& panel, const Square& square) {
  std::string out = known_text(panel, square);
  if (square.open.empty()) return out;
  out = is_empty(out) ? "" : out + ",";
  const Thing& thing = likeliest(square);
  std::string content = printable(thing.text);
  auto others = std::ranges::count_if(square.open, [](const Thing& one) { return one.text != kEmptySquare; }) - 1;
  if (!thing.probability) return out + (others > 0 ? "?" : content + "?");
  return out + content + (thing.exact ? " " : "~") + percent(*thing.probability) + (others > 0 ? "+" : "");
}

std::string_view style_of(const Panel& panel, const Square& square) {
  if (square.open.empty()) return known_text(panel, square) == kEmptySquare ? kDim : "";
  double probability = likeliest(square).probability.value_or(0.1);
  return probability >= 0.5 ? kLikely : probability >= 0.1 ? kPossible : kUnlikely;
}

std::size_t label_width(const Side& side) {
  std::size_t width = 1;
  for (const std::string& label : side.labels) width = std::max(width, character_count(printable(label)));
  return width;
}

bool starts_group(const Side& side, std::size_t place) {
  return side.group > 0 && place > 0 && place % side.group == 0;
}

void draw(const Panel& panel, bool color, Block& out) {
  const Side &across = panel.columns, &down = panel.rows;
  auto gap = [&](std::size_t column) { return starts_group(across, column) ? kWideGap : kGap + (column == 0); };
  std::size_t width = label_width(across), margin = label_width(down);
  for (const auto& row : panel.squares)
    for (const Square& square : row) width = std::max(width, character_count(text_of(panel, square)));
  std::string labels = blanks(margin);
  std::size_t line_width = margin;
  for (std::size_t column = 0; column < across.labels.size(); ++column) {
    labels += blanks(gap(column)) + painted(kDim, padded(printable(across.labels[column]), width), color);
    line_width += gap(column) + width;
  }
  if (!panel.upward) out.add(labels, line_width);
  for (std::size_t row = 0; row < panel.squares.size(); ++row) {
    if (starts_group(down, row)) out.add("", 0);
    std::string label = printable(down.labels[row]);
    std::string line = blanks(margin - character_count(label)) + painted(kDim, label, color);
    for (std::size_t column = 0; column < panel.squares[row].size(); ++column) {
      const Square& square = panel.squares[row][column];
      std::string_view style = style_of(panel, square);
      line += blanks(gap(column)) + painted(style, padded(text_of(panel, square), width), color && !style.empty());
    }
    out.add(std::move(line), line_width);
  }
  if (panel.upward) out.add(labels, line_width);
}

// ---- below

std::string listed(const std::string& name, const std::vector<std::string>& items, std::size_t label_width, bool color,
                   std::string_view style = kBold) {
  return painted(style, name, color) + blanks(label_width - character_count(name)) + wrapped(items, label_width) + '\n';
}

// What short names stand for: one list for all panels, unless a name has two meanings.
std::string legend_text(const std::set<Picture::Meaning>& legend, bool color) {
  std::map<std::string, std::set<std::string>> by_panel;
  std::map<std::string, std::string> meanings;
  std::set<std::string> all;
  bool clear = true;
  for (const auto& [panel, text, meaning] : legend) {
    std::string item = printable(text + " = " + meaning);
    by_panel[printable(panel)].insert(item);
    all.insert(item);
    clear &= meanings.emplace(text, meaning).first->second == meaning;
  }
  if (clear) return all.empty() ? "" : listed("", {all.begin(), all.end()}, 0, color);
  std::string out;
  for (const auto& [panel, items] : by_panel)
    out += listed(panel + ": ", {items.begin(), items.end()}, character_count(panel) + 2, color);
  return out;
}

std::vector<std::string> known_items(const std::vector<Thing>& things) {
  std::vector<std::string> out;
  for (const Thing& thing : things) out.push_back(printable(thing.text));
  return out;
}

// With their probabilities; only the likeliest when there are more than `most`.
std::vector<std::string> open_items(std::vector<Thing> things, std::size_t most) {
  auto probability = [](const Thing& thing) { return thing.probability.value_or(0); };
  if (things.size() > most) std::ranges::stable_sort(things, std::ranges::greater(), probability);
  std::vector<std::string> out;
  for (const Thing& thing : things) {
    if (out.size() == most) break;
    std::string text = printable(thing.text);
    if (thing.probability)
      text += fmt::format(" {}{}", out.empty() && !thing.exact ? "about " : "", percent(*thing.probability));
    out.push_back(std::move(text));
  }
  if (things.size() > most) out.push_back(fmt::format("and {} more", things.size() - most));
  return out;
}

}  // namespace

std::string to_text(const Picture& picture, bool color, std::size_t most) {
  bool titled = picture.panels.size() > 1 || (picture.panels.size() == 1 && picture.panels[0].sheet);
  std::vector<Block> blocks;
  for (const Panel& panel : picture.panels) {
    Block& block = blocks.emplace_back();
    std::string title = printable(panel.name) + (panel.sheet ? " " + printable(*panel.sheet) : "");
    if (titled) block.add(painted(kBold, title, color), character_count(title));
    draw(panel, color, block);
  }
  std::string out = side_by_side(blocks) + legend_text(picture.legend, color);
  std::size_t label = kListLabel;
  for (const Picture::List& list : picture.known) label = std::max(label, character_count(printable(list.name)) + 2);
  for (const Picture::List& list : picture.open) label = std::max(label, character_count(printable(list.name)) + 3);
  for (const Picture::List& list : picture.known)
    out += listed(printable(list.name), known_items(list.things), label, color);
  for (const Picture::List& list : picture.open)
    out += listed(printable(list.name) + "?", open_items(list.things, most), label, color, kLikely);
  return out;
}

}  // namespace percept::show
