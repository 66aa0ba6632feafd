// SPDX-License-Identifier: MIT
#include "show/board.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "show/short_names.h"
#include "show/still_game.h"

namespace percept::show {

using namespace game;

namespace {

using program::TermId;
using program::Terms;

// The places along an axis, in the order in which they are shown. Numbers go on as far as the facts need it.
class Places {
 public:
  Places(const Grid& grid, const Axis& axis, const Facts& facts) : axis_(axis), side_{{""}} {
    for (std::size_t column : axis.columns) {
      std::vector<std::string> values = extended(grid.columns[column].values, column, facts), longer;
      for (const std::string& label : side_.labels)
        for (const std::string& value : values) longer.push_back(label + value);
      side_.labels = std::move(longer);
      if (axis.columns.size() > 1) side_.group = values.size();
    }
    if (axis.reversed) std::ranges::reverse(side_.labels);
    for (std::size_t i = 0; i < side_.labels.size(); ++i) numbers_.emplace(side_.labels[i], i);
  }

  const Picture::Side& side() const { return side_; }
  std::size_t size() const { return side_.labels.size(); }

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
  Picture::Side side_;
  std::map<std::string, std::size_t> numbers_;
};

using ShortNames = std::map<std::string, std::string>;

// The panels of one grid with what is on them, and what short names are there.
class Sheets {
 public:
  Sheets(const Grid& grid, const std::vector<ShortNames>& short_names, const Facts& facts)
      : grid_(grid), short_names_(short_names), across_(grid, grid.across, facts), down_(grid, grid.down, facts) {
    Picture::Panel panel{.name = grid.name, .columns = across_.side(), .rows = down_.side()};
    panel.upward = grid.down.reversed;
    panel.blanks = grid.has_blanks();
    panel.letters = short_names.size() == 1 && std::ranges::all_of(short_names[0], [](const auto& entry) {
                      return entry.second.size() == 1 && !number(entry.second);
                    });
    panel.squares.assign(down_.size(), std::vector<Picture::Square>(across_.size()));
    std::size_t count = grid.sheet ? grid.columns[*grid.sheet].values.size() : 1;
    panels_.assign(count, panel);
    for (std::size_t i = 0; grid.sheet && i < count; ++i) panels_[i].sheet = grid.columns[*grid.sheet].values[i];
  }

  // Puts the fact on its square, or the mark. False when it has no square here.
  bool put(const Fact& fact, bool mark, bool open, Picture::Thing thing) {
    auto column = across_.find(fact), row = down_.find(fact);
    auto panel = grid_.sheet ? std::ranges::find(panels_, fact[*grid_.sheet], &Picture::Panel::sheet) : panels_.begin();
    if (!column || !row || panel == panels_.end()) return false;
    thing.text = mark ? std::string(kMark) : content_of(fact);
    if (mark) legend_.insert({grid_.name, thing.text, *grid_.mark});
    Picture::Square& square = panel->squares[*row][*column];
    (open ? square.open : square.known).push_back(std::move(thing));
    return true;
  }

  void add_to(Picture& picture) {
    std::ranges::move(panels_, std::back_inserter(picture.panels));
    picture.legend.merge(legend_);
  }

 private:
  std::string content_of(const Fact& fact) {
    std::string out;
    for (std::size_t i = 0; i < grid_.contents.size(); ++i) {
      const std::string& value = fact[grid_.contents[i]];
      auto name = short_names_[i].find(value);
      bool blank = grid_.is_blank(value, grid_.contents[i]);
      out += blank ? kEmptySquare : name == short_names_[i].end() ? value : name->second;
      if (!blank && name != short_names_[i].end() && name->second != value)
        legend_.insert({grid_.name, name->second, value});
    }
    return grid_.contents.empty() ? std::string(kMark) : out;
  }

  const Grid& grid_;
  const std::vector<ShortNames>& short_names_;
  Places across_, down_;
  std::vector<Picture::Panel> panels_;
  std::set<Picture::Meaning> legend_;
};

bool is_of(const Terms& terms, TermId term, const Grid& grid) { return is_named(terms, term, grid.name, grid.arity); }
bool is_mark_on(const Terms& terms, TermId term, const Grid& grid) {
  return grid.mark && is_named(terms, term, *grid.mark, 2);
}

// A fluent to be shown.
struct Shown {
  TermId term;
  const OpenFluent* open;  // null when it holds
  bool on_board = false;

  Picture::Thing thing(const Terms& terms) const {
    Picture::Thing out{.text = "", .fluent = terms.to_kif(term)};
    if (open) out.probability = open->probability;
    if (open) out.exact = open->exact;
    return out;
  }
};

void add_lists(const Terms& terms, const std::vector<Shown>& fluents, Picture& out) {
  std::map<std::string, Picture::List> known, open;  // open ones in the order of names with a question mark
  for (const Shown& fluent : fluents) {
    if (fluent.on_board) continue;
    Picture::Thing thing = fluent.thing(terms);
    for (TermId argument : terms.args(fluent.term))
      thing.text += (thing.text.empty() ? "" : " ") + terms.to_kif(argument);
    std::string name(terms.text(terms.name(fluent.term)));
    if (terms.args(fluent.term).empty()) thing.text = std::exchange(name, "true");
    Picture::List& list = fluent.open ? open[name + "?"] : known[name];
    list.name = name;
    list.things.push_back(std::move(thing));
  }
  for (auto& [name, list] : known) out.known.push_back(std::move(list));
  for (auto& [name, list] : open) out.open.push_back(std::move(list));
}

}  // namespace

Board::Board(Game& game, const Lexicon& lexicon) : lexicon_(&lexicon), grids_(find_grids(game)) {
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

Result<Board> Board::make(const belief::Rules& rules) {
  if (!rules.shared_model()) {  // words alone
    auto still = still_game(rules.lexicon());
    if (!still) return tl::unexpected(still.error());
    return Board(*still, rules.lexicon());
  }
  bool circuit = rules.model().has_whole(circuit::Logic::kTwoValued);
  auto game = Game::make(rules.shared_model(), {circuit ? Game::Choice::kCircuit : Game::Choice::kProver, {}});
  if (!game) return tl::unexpected(game.error());
  return Board(*game, rules.lexicon());
}

Picture Board::picture(const State& known, const std::vector<OpenFluent>& open) const {
  lexicon_->expect(known);
  const Terms& terms = lexicon_->terms();
  std::vector<Shown> fluents;
  for_each_fluent(known, [&](FluentId fluent) { fluents.push_back({lexicon_->term(fluent), nullptr}); });
  for (const OpenFluent& fluent : open) fluents.push_back({lexicon_->term(fluent.fluent), &fluent});
  std::ranges::sort(fluents, [&](const Shown& a, const Shown& b) {
    return !a.open != !b.open ? !a.open : terms.less(a.term, b.term);
  });
  Picture out;
  for (std::size_t i = 0; i < grids_.size(); ++i) {
    const Grid& grid = grids_[i];
    Facts facts;
    std::vector<std::pair<std::size_t, bool>> sources;  // a fluent, and whether it is a mark
    for (bool mark : {false, true})
      for (std::size_t k = 0; k < fluents.size(); ++k) {
        TermId term = fluents[k].term;
        if (!(mark ? is_mark_on(terms, term, grid) : is_of(terms, term, grid))) continue;
        facts.push_back(mark ? marked(terms, term, grid) : fact_of(terms, term, grid.columns));
        sources.emplace_back(k, mark);
      }
    Sheets sheets(grid, short_names_[i], facts);
    for (std::size_t k = 0; k < facts.size(); ++k) {
      Shown& fluent = fluents[sources[k].first];
      if (sheets.put(facts[k], sources[k].second, fluent.open != nullptr, fluent.thing(terms))) fluent.on_board = true;
    }
    sheets.add_to(out);
  }
  add_lists(terms, fluents, out);
  return out;
}

bool Board::on_board(FluentId fluent) const {
  const Terms& terms = lexicon_->terms();
  TermId term = lexicon_->term(fluent);
  return std::ranges::any_of(
      grids_, [&](const Grid& grid) { return is_of(terms, term, grid) || is_mark_on(terms, term, grid); });
}

}  // namespace percept::show
