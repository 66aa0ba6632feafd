// SPDX-License-Identifier: MIT
#include "support/support.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace percept::test {
namespace fs = std::filesystem;

fs::path project_root() { return PERCEPT_ROOT; }

fs::path corpus() {
  const char* named = std::getenv("PERCEPT_CORPUS");
  fs::path folder = named && *named ? fs::path(named) : project_root().parent_path() / "shared";
  return fs::is_directory(folder / "games") ? folder : fs::path();
}

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  REQUIRE_MESSAGE(stream.good(), "cannot read ", file.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<fs::path> files_below(const fs::path& folder, const std::vector<std::string>& endings) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && std::ranges::find(endings, entry.path().extension().string()) != endings.end())
      out.push_back(entry.path());
  std::ranges::sort(out);
  return out;
}

std::vector<fs::path> corpus_games() { return files_below(corpus() / "games", {".kif", ".hrf", ".gdl"}); }

std::vector<fs::path> own_games() {
  std::vector<fs::path> out = files_below(project_root() / "games", {".kif"});
  std::erase_if(out, [](const fs::path& file) { return file.parent_path().filename() != "games"; });
  REQUIRE_MESSAGE(out.size() >= 20, "only ", out.size(), " rule sheets in games/: tests of all would pass on none");
  return out;
}

fs::path own_game(const std::string& name) { return project_root() / "games" / (name + ".kif"); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

double effort() {
  const char* given = std::getenv("PERCEPT_EFFORT");
  return given && *given ? std::max(1.0, std::atof(given)) : 1.0;
}

Output percept(const std::string& arguments, const std::string& input) {
  TemporaryFolder folder;
  fs::path in = folder.write("in", input), out = folder.path() / "out", err = folder.path() / "err";
  std::string command =
      fmt::format("'{}' {} <'{}' >'{}' 2>'{}'", PERCEPT_COMMAND, arguments, in.string(), out.string(), err.string());
  int status = std::system(command.c_str());
  int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read(out), read(err)};
}

TemporaryFolder::TemporaryFolder() {
  std::string pattern = (fs::temp_directory_path() / "percept-test-XXXXXX").string();
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(path_ / name, std::ios::binary) << text;
  return path_ / name;
}

}  // namespace percept::test
