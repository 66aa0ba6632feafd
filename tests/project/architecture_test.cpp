// SPDX-License-Identifier: MIT
//
// What a folder of src/ may include: itself, and what the last column of the table in ARCHITECTURE.md allows, which
// stands above it; of other folders only headers that are not internal to them. Its library links to no others, either.
// The rules are read from that page and from the headers, so that page and code cannot drift apart.
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/support.h"

namespace fs = std::filesystem;
using namespace percept::test;

namespace {

struct Folder {
  std::string name;
  std::set<std::string> may_use;
};

// The rows of the table, top first: | `name/` | what lives there | base, gdl |. "all above" means what it says.
std::vector<Folder> folders_of(const std::string& page) {
  std::vector<Folder> folders;
  std::istringstream lines(page);
  std::regex row(R"(^\| `([a-z]+)/` \|.*\| ([^|]*) \|$)");
  std::smatch match;
  for (std::string line; std::getline(lines, line);) {
    if (!std::regex_match(line, match, row)) continue;
    Folder folder{match[1], {}};
    std::istringstream names(match[2]);
    for (std::string name; std::getline(names >> std::ws, name, ',');) folder.may_use.insert(name);
    if (folder.may_use.erase("all above") != 0)
      for (const Folder& above : folders) folder.may_use.insert(above.name);
    folder.may_use.erase("–");
    folders.push_back(std::move(folder));
  }
  return folders;
}

// The sources below a folder, by their path as an include has it: "lanes/cpu/kernels.h".
using Sources = std::map<std::string, std::string>;
Sources sources_below(const fs::path& root) {
  Sources out;
  for (const fs::path& file : files_below(root, {".h", ".cpp"})) out[fs::relative(file, root).string()] = read(file);
  return out;
}

std::string folder_of(const std::string& path) { return path.substr(0, path.find('/')); }
bool is_header(const std::string& path) { return path.ends_with(".h"); }
bool in_sub_folder(const std::string& path) { return std::ranges::count(path, '/') > 1; }
bool says_internal(const std::string& path, const std::string& text) {
  return text.find("Internal to " + folder_of(path) + "/.") != std::string::npos;
}

std::vector<std::string> includes_of(const std::string& text) {
  std::vector<std::string> out;
  std::regex include(R"re(#include "([^"]+)")re");
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it) out.push_back((*it)[1]);
  return out;
}

// Everything that is wrong with the includes of all sources.
std::vector<std::string> violations(const Sources& sources, const std::vector<Folder>& folders) {
  std::vector<std::string> out;
  std::set<std::string> used_outside;
  for (const auto& [path, text] : sources) {
    std::string folder = folder_of(path);
    auto row = std::ranges::find(folders, folder, &Folder::name);
    if (row == folders.end()) {
      out.push_back(path + " lies in a folder that is not in the table");
      continue;
    }
    for (const std::string& used : includes_of(text)) {
      auto header = sources.find(used);
      if (header == sources.end())
        out.push_back(path + " includes " + used + ", which is not there");
      else if (std::string of = folder_of(used); of != folder) {
        used_outside.insert(used);
        if (!row->may_use.contains(of)) out.push_back(path + ": " + folder + " may not use " + of);
        if (in_sub_folder(used) || says_internal(used, header->second))
          out.push_back(path + " includes " + used + ", which is internal to " + of + "/");
      }
    }
  }
  for (const auto& [path, text] : sources)
    if (is_header(path) && !in_sub_folder(path) && !says_internal(path, text) && !used_outside.contains(path))
      out.push_back(path + " is used by nobody outside; say: Internal to " + folder_of(path) + "/.");
  return out;
}

// The libraries of src/CMakeLists.txt, percept_library(gdl … USES percept_base), and what they link to.
std::map<std::string, std::vector<std::string>> links_of(const std::string& lists) {
  std::map<std::string, std::vector<std::string>> out;
  std::regex library(R"(percept_library\(([a-z]+)\s[^)]*USES ([^)]*)\))"), used("percept_([a-z]+)");
  for (std::sregex_iterator it(lists.begin(), lists.end(), library), end; it != end; ++it) {
    std::string names = (*it)[2];
    for (std::sregex_iterator name(names.begin(), names.end(), used); name != end; ++name)
      out[(*it)[1]].push_back((*name)[1]);
    out[(*it)[1]];
  }
  return out;
}

std::vector<std::string> bad_links(const std::string& lists, const std::vector<Folder>& folders) {
  std::vector<std::string> out;
  for (const auto& [library, names] : links_of(lists)) {
    auto row = std::ranges::find(folders, library, &Folder::name);
    for (const std::string& used : names)
      if (row == folders.end() || !row->may_use.contains(used)) out.push_back(library + " may not link to " + used);
  }
  return out;
}

}  // namespace

TEST_CASE("the table of ARCHITECTURE.md has every folder of src, and allows only what stands above") {
  std::vector<Folder> folders = folders_of(read(project_root() / "ARCHITECTURE.md"));
  REQUIRE(folders.size() > 3);
  CHECK(folders.front().name == "base");
  CHECK(folders.back().name == "cli");
  for (const auto& entry : fs::directory_iterator(project_root() / "src"))
    if (entry.is_directory())
      CHECK_MESSAGE(std::ranges::count(folders, entry.path().filename().string(), &Folder::name) == 1, entry.path());
  std::set<std::string> above;
  for (const Folder& folder : folders) {
    CHECK(fs::is_directory(project_root() / "src" / folder.name));
    for (const std::string& used : folder.may_use)
      CHECK_MESSAGE(above.contains(used), folder.name, " may use ", used, ", which does not stand above it");
    above.insert(folder.name);
  }
}

TEST_CASE("every include is one that the table and the headers allow") {
  Sources sources = sources_below(project_root() / "src");
  CHECK(sources.size() > 300);
  for (const std::string& violation : violations(sources, folders_of(read(project_root() / "ARCHITECTURE.md"))))
    FAIL_CHECK(violation);
}

TEST_CASE("every folder is a library that links to what the table allows") {
  std::string lists = read(project_root() / "src/CMakeLists.txt");
  std::vector<Folder> folders = folders_of(read(project_root() / "ARCHITECTURE.md"));
  CHECK(links_of(lists).size() + 1 == folders.size());  // cli is the command
  for (const std::string& link : bad_links(lists, folders)) FAIL_CHECK(link);
}

TEST_CASE("every header that others use says what threads may do") {
  for (const auto& source : sources_below(project_root() / "src")) {
    const auto& [path, text] = source;
    if (!is_header(path) || in_sub_folder(path) || says_internal(path, text)) continue;
    std::string opening = text.substr(0, text.find("#pragma once"));
    CHECK_MESSAGE(std::regex_search(opening, std::regex("[Tt]hread")), source.first);
  }
}

TEST_CASE("what the table and the headers do not allow is noticed") {
  std::vector<Folder> folders =
      folders_of("| `base/` | x | – |\n| `gdl/` | x | base |\n| `lanes/` | x | base |\n| `cli/` | x | all above |\n");
  const Sources fine = {{"base/text.h", ""},
                        {"gdl/term.h", "#include \"base/text.h\"\n"},
                        {"gdl/places.h", "// Internal to gdl/.\n"},
                        {"gdl/term.cpp", "#include \"gdl/term.h\"\n#include \"gdl/places.h\"\n"},
                        {"lanes/batch.cpp", "#include \"lanes/cpu/kernels.h\"\n"},
                        {"lanes/cpu/kernels.h", "#include \"base/text.h\"\n"},
                        {"cli/main.cpp", "#include \"gdl/term.h\"\n"}};
  CHECK(violations(fine, folders).empty());
  auto with = [&](const std::string& path, const std::string& included) {
    Sources sources = fine;
    sources[path] += "#include \"" + included + "\"\n";
    return violations(sources, folders).size();
  };
  CHECK(with("base/text.h", "gdl/term.h") == 1);            // stands below
  CHECK(with("lanes/batch.cpp", "gdl/term.h") == 1);        // stands above, and is not allowed
  CHECK(with("lanes/cpu/kernels.h", "gdl/term.h") == 1);    // the same from a sub-folder
  CHECK(with("cli/main.cpp", "gdl/places.h") == 1);         // internal
  CHECK(with("cli/main.cpp", "lanes/cpu/kernels.h") == 1);  // internal, since it lies in a sub-folder
  CHECK(with("cli/main.cpp", "attic/old.h") == 1);
  CHECK(with("attic/old.cpp", "base/text.h") == 1);
  CHECK(with("gdl/term.cpp", "term.h") == 1);  // without its folder
  Sources unmarked = fine;
  unmarked["gdl/places.h"] = "";
  CHECK(violations(unmarked, folders).size() == 1);

  const std::string base = "percept_library(base QUICKLY\n  SOURCES\n    base/text.cpp\n  USES fmt::fmt)\n";
  CHECK(bad_links(base + "percept_library(gdl\n  SOURCES\n    gdl/term.cpp\n  USES percept_base)\n", folders).empty());
  CHECK(bad_links(base + "percept_library(lanes SOURCES a.cpp USES percept_base percept_gdl)", folders).size() == 1);
  CHECK(bad_links(base + "percept_library(attic SOURCES a.cpp USES percept_base)", folders).size() == 1);
}
