// SPDX-License-Identifier: MIT
//
// The pages for authors are true. In docs/writing_a_game.md a block `kif` is a whole sheet, `kif final` the finished
// one, `kif wrong GDLnnn ...` lines that get these codes when they are added to the sheet above, and `console` what the
// command prints for the block above, with ... for lines left out. games/README.md lists the games that there are.
#include <fmt/format.h>

#include <map>
#include <regex>
#include <set>
#include <span>
#include <sstream>

#include "check/checked.h"
#include "check/summary.h"
#include "gdl/writer.h"
#include "support/support.h"

namespace fs = std::filesystem;
using namespace percept;
using namespace percept::test;

namespace {

struct Block {
  std::string kind;    // what stands behind the fence
  std::string text;    // of a mistake: with the sheet that it is added to
  std::string sheet;   // the last whole sheet; of a mistake the one that it is added to
  std::string before;  // the prose since the last block

  bool is_sheet() const { return kind == "kif" || kind == "kif final"; }
  bool is_mistake() const { return kind.starts_with("kif wrong "); }
};

std::vector<Block> blocks_of(const std::string& page) {
  std::vector<Block> blocks;
  std::string prose, sheet;
  bool open = false;
  for (const std::string& line : split_lines(page)) {
    if (!line.starts_with("```")) {
      (open ? blocks.back().text : prose) += line + "\n";
      continue;
    }
    if (!open) {
      blocks.push_back({line.substr(3), "", sheet, prose});
      prose.clear();
    } else if (Block& block = blocks.back(); block.is_sheet()) {
      block.sheet = sheet = block.text;
    } else if (block.is_mistake() && !sheet.empty()) {
      block.text = sheet + "\n" + block.text;
    }
    open = !open;
  }
  REQUIRE_FALSE(open);
  return blocks;
}

std::vector<Block> tutorial() { return blocks_of(read(project_root() / "docs" / "writing_a_game.md")); }

std::set<std::string> words(const std::string& text, const std::string& pattern) {
  std::regex regex(pattern);
  std::set<std::string> out;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) out.insert(it->str());
  return out;
}

std::set<std::string> codes_in(const std::string& text) { return words(text, "GDL[0-9]+"); }

// The codes that a text gets and the sheet alone does not.
std::set<std::string> new_codes(const Block& mistake) {
  std::set<std::string> out = codes_in(codes(mistake.text));
  if (!mistake.sheet.empty())
    for (const std::string& known : codes_in(codes(mistake.sheet))) out.erase(known);
  return out;
}

// Are these the lines, where ... stands for any number of them?
bool matches(std::span<const std::string> shown, std::span<const std::string> lines) {
  if (shown.empty()) return lines.empty();
  if (shown[0] != "...") return !lines.empty() && shown[0] == lines[0] && matches(shown.subspan(1), lines.subspan(1));
  for (std::size_t left_out = 0; left_out <= lines.size(); ++left_out)
    if (matches(shown.subspan(1), lines.subspan(left_out))) return true;
  return false;
}

std::string replaced(const std::string& text, const std::string& from, const std::string& to) {
  std::string out = text;
  for (std::size_t at = 0; (at = out.find(from, at)) != std::string::npos; at += to.size())
    out.replace(at, from.size(), to);
  return out;
}

// The targets of links to files, and which of them are missing.
std::vector<std::string> broken_links(const fs::path& page) {
  std::vector<std::string> out;
  std::string text = read(page);
  std::regex link(R"(\]\(([^)#:]+)\))");
  for (std::sregex_iterator it(text.begin(), text.end(), link), end; it != end; ++it)
    if (!fs::exists(page.parent_path() / (*it)[1].str())) out.push_back((*it)[1]);
  return out;
}

}  // namespace

TEST_CASE("every block of the tutorial is of a known kind") {
  for (const Block& block : tutorial()) {
    CAPTURE(block.text);
    CHECK_MESSAGE(std::regex_match(block.kind, std::regex("kif|kif final|kif wrong( GDL[0-9]{3})+|console|sh")),
                  block.kind);
  }
}

TEST_CASE("every sheet of the tutorial is formatted and without errors") {
  int sheets = 0;
  for (const Block& block : tutorial()) {
    if (!block.is_sheet()) continue;
    ++sheets;
    Checked sheet(block.text);
    CAPTURE(block.text);
    CAPTURE(sheet.codes());
    CHECK(sheet.errors() == 0);
    CHECK(to_kif(sheet.description()) == block.text);
  }
  CHECK(sheets >= 7);
}

TEST_CASE("nothing is found in the last sheet of the tutorial, and it says what it is") {
  std::vector<Block> sheets = tutorial();
  std::erase_if(sheets, [](const Block& block) { return !block.is_sheet(); });
  REQUIRE_FALSE(sheets.empty());
  CHECK(sheets.back().kind == "kif final");
  CHECK(std::ranges::count(sheets, "kif final", &Block::kind) == 1);
  Checked last(sheets.back().text);
  CHECK(last.codes() == "");
  check::Summary summary = check::summarise(last.description());
  CHECK(summary.dialect == check::Dialect::kGdlII);
  CHECK(std::ranges::count(summary.title, '\n') > 1);
}

TEST_CASE("every mistake of the tutorial gets the codes that it names, and no others") {
  int mistakes = 0;
  for (const Block& block : tutorial()) {
    if (!block.is_mistake()) continue;
    ++mistakes;
    CAPTURE(block.text);
    CAPTURE(codes(block.text));
    CHECK(new_codes(block) == codes_in(block.kind));
  }
  CHECK(mistakes >= 14);
}

TEST_CASE("a reader of the tutorial sees the code of every mistake, before it or in what the command prints") {
  std::vector<Block> blocks = tutorial();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (!blocks[i].is_mistake()) continue;
    bool printed = i + 1 < blocks.size() && blocks[i + 1].kind == "console";
    std::set<std::string> seen = codes_in(blocks[i].before + (printed ? blocks[i + 1].text : ""));
    CAPTURE(blocks[i].text);
    for (const std::string& code : codes_in(blocks[i].kind)) CHECK_MESSAGE(seen.contains(code), code);
  }
}

TEST_CASE("what the tutorial shows of the command is what the command prints") {
  TemporaryFolder folder;
  int shown = 0;
  std::string text;
  for (const Block& block : tutorial()) {
    if (block.is_sheet() || block.is_mistake()) text = block.text;
    if (block.kind != "console") continue;
    ++shown;
    fs::path file = folder.write("which_hand.kif", text);
    std::vector<std::string> lines = split_lines(block.text);
    REQUIRE(!lines.empty());
    CAPTURE(lines[0]);
    REQUIRE(lines[0].starts_with("$ percept "));
    REQUIRE(mentions(lines[0], "which_hand.kif"));
    Output output = percept::test::percept(replaced(lines[0].substr(10), "which_hand.kif", "'" + file.string() + "'"));
    std::string printed = replaced(output.out + output.err, file.string(), "which_hand.kif");
    CAPTURE(block.text);
    CAPTURE(printed);
    CHECK(matches(std::span(lines).subspan(1), split_lines(printed)));
  }
  CHECK(shown >= 5);
}

TEST_CASE("the tutorial names codes that there are") {
  std::set<std::string> known;
  for (const gdl::CodeEntry& entry : gdl::all_codes()) known.insert(to_string(entry.code));
  for (const std::string& code : codes_in(read(project_root() / "docs" / "writing_a_game.md")))
    CHECK_MESSAGE(known.contains(code), code);
}

TEST_CASE("the list of games has a row for every game, once, with its roles") {
  std::map<std::string, int> rows;
  std::regex row(R"(\| `([^`]+)` \| [^|]+ \| ([^|]+) \| [^|]+ \| [^|]+ \| [^|]+ \|)");
  std::smatch cells;
  for (const std::string& line : split_lines(read(project_root() / "games" / "README.md"))) {
    if (!line.starts_with("| `")) continue;
    CAPTURE(line);
    REQUIRE(std::regex_match(line, cells, row));
    fs::path file = project_root() / "games" / cells[1].str();
    REQUIRE(fs::exists(file));
    ++rows[cells[1]];
    std::string roles;
    for (const auto& role : check::summarise(*gdl::read_text(file.string(), read(file))).roles)
      roles += (roles.empty() ? "" : ", ") + role.name;
    CHECK(cells[2] == roles);
  }
  for (const fs::path& file : own_games()) {
    CAPTURE(file.filename().string());
    CHECK(rows[file.filename().string()] == 1);
  }
  CHECK(rows.size() == own_games().size());
}

TEST_CASE("the pages for authors mention no game and link to no file that does not exist") {
  for (const char* name : {"docs/writing_a_game.md", "games/README.md"}) {
    fs::path page = project_root() / name;
    CAPTURE(name);
    CHECK(broken_links(page) == std::vector<std::string>{});
    for (const std::string& game : words(read(page), "[a-z0-9_]+\\.kif"))
      CHECK_MESSAGE((game == "which_hand.kif" || fs::exists(project_root() / "games" / game)), game);
  }
}

TEST_CASE("a false page would be noticed") {
  std::vector<Block> blocks = blocks_of(
      "```kif\n(role a)\n(legal a b)\nterminal\n(goal a 1)\n```\nOne.\n```kif wrong GDL201\n(next ?x)\n```\n"
      "```kif wrong GDL201\n(legal a b)\n```\n");
  REQUIRE(blocks.size() == 3);
  CHECK(blocks[1].before == "One.\n");
  CHECK(new_codes(blocks[1]) == codes_in(blocks[1].kind));
  CHECK(new_codes(blocks[2]) == std::set<std::string>{"GDL506"});
  std::vector<std::string> lines = {"a", "b", "c"};
  auto shown = [&](std::vector<std::string> pattern) { return matches(pattern, lines); };
  CHECK(shown({"a", "b", "c"}));
  CHECK(shown({"a", "...", "c", "..."}));
  CHECK(shown({"..."}));
  CHECK_FALSE(shown({"a", "b"}));
  CHECK_FALSE(shown({"...", "b"}));
  CHECK_FALSE(shown({"a", "x", "..."}));
}
