// SPDX-License-Identifier: MIT
//
// The folders of src/ stand in the order of the flow, and a folder includes only what stands above it. The order is the
// table in ARCHITECTURE.md, so that page and code cannot drift apart.
#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "support/support.h"

namespace fs = std::filesystem;
using namespace percept::test;

namespace {

// The folders of the table, top first: its rows start with | `name/` |.
std::vector<std::string> folders_of(const std::string& page) {
  std::vector<std::string> folders;
  std::istringstream lines(page);
  std::regex row(R"(^\| `([a-z]+)/` \|.*)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_match(line, match, row)) folders.push_back(match[1]);
  return folders;
}

// What is wrong with the includes of one file that lies in `folder`, given the order of all folders.
std::vector<std::string> violations(const std::string& folder, const std::string& text,
                                    const std::vector<std::string>& order) {
  std::vector<std::string> out;
  auto position = [&](const std::string& name) { return std::ranges::find(order, name) - order.begin(); };
  std::regex include(R"re(#include "([a-z]+)/[a-z_0-9/]+\.h")re");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) {
    std::string used = (*it)[1];
    if (position(used) == static_cast<std::ptrdiff_t>(order.size()))
      out.push_back(used + " is not a folder of the table");
    else if (position(used) > position(folder))
      out.push_back(folder + " uses " + used + ", which stands below it");
  }
  return out;
}

}  // namespace

TEST_CASE("every folder of src stands in the table of ARCHITECTURE.md") {
  std::vector<std::string> order = folders_of(read(project_root() / "ARCHITECTURE.md"));
  REQUIRE(order.size() > 3);
  CHECK(order.front() == "base");
  CHECK(order.back() == "cli");
  for (const auto& entry : fs::directory_iterator(project_root() / "src"))
    if (entry.is_directory())
      CHECK_MESSAGE(std::ranges::count(order, entry.path().filename().string()) == 1, entry.path().filename().string());
}

TEST_CASE("no folder includes one that stands below it") {
  std::vector<std::string> order = folders_of(read(project_root() / "ARCHITECTURE.md"));
  std::size_t files = 0;
  for (const fs::path& file : files_below(project_root() / "src", {".h", ".cpp"})) {
    std::string folder = *fs::relative(file, project_root() / "src").begin();
    for (const std::string& violation : violations(folder, read(file), order))
      FAIL_CHECK(file.filename().string() << ": " << violation);
    ++files;
  }
  CHECK(files > 20);
}

TEST_CASE("an include of a lower or unknown folder would be noticed") {
  std::vector<std::string> order = {"base", "gdl", "check", "cli"};
  CHECK(violations("gdl", "#include \"base/text.h\"\n#include \"gdl/term.h\"\n", order).empty());
  CHECK(violations("gdl", "#include \"check/check.h\"\n", order).size() == 1);
  CHECK(violations("base", "#include \"cli/terminal.h\"\n", order).size() == 1);
  CHECK(violations("cli", "#include \"attic/old.h\"\n", order).size() == 1);
}

TEST_CASE("every quoted include names its folder") {
  std::regex plain(R"re(#include "[a-z_0-9]+\.h")re");
  for (const fs::path& file : files_below(project_root() / "src", {".h", ".cpp"}))
    CHECK_MESSAGE(!std::regex_search(read(file), plain), file.filename().string());
}
