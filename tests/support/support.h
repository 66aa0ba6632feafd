// SPDX-License-Identifier: MIT
//
// What several tests need: the project's own files, the corpus of rule sheets by others (not part of the project: tests
// that need it say that they were skipped), and the command itself.
#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace percept::test {

// With a sanitizer everything takes some ten times as long, and nobody can bound memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

std::filesystem::path project_root();
// The folder with `games/` in it: $PERCEPT_CORPUS, or ../shared beside the project. Empty when there is none.
std::filesystem::path corpus();

std::string read(const std::filesystem::path& file);
// All files below the folder with one of these endings (".kif"), sorted.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                               const std::vector<std::string>& endings);
std::vector<std::filesystem::path> corpus_games();        // all rule sheets of the corpus, KIF and infix
std::vector<std::filesystem::path> own_games();           // games/*.kif, at least 20; not those below in games/igdl/
std::filesystem::path own_game(const std::string& name);  // games/NAME.kif

// How much longer than usual tests of chance shall look: PERCEPT_EFFORT=10 for ten times.
double effort();
// One in so many of them, from this one on; all when PERCEPT_EFFORT asks for more than usual.
template <class T>
std::vector<T> share_of(std::vector<T> all, std::size_t one_in, std::size_t from = 0) {
  if (effort() > 1) return all;
  std::vector<T> out;
  for (; from < all.size(); from += one_in) out.push_back(std::move(all[from]));
  return out;
}

// Whether the text has this part.
bool has(const std::string& text, const std::string& part);

struct Output {
  int exit_code;  // 128 + signal when it was killed
  std::string out;
  std::string err;
};
// Runs `percept` with these arguments (given to a shell: quote what needs it), `input` on its standard input.
Output percept(const std::string& arguments, const std::string& input = {});

// A new empty folder, removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace percept::test

// At the start of a test that needs the corpus.
#define REQUIRE_CORPUS()                                                             \
  if (percept::test::corpus().empty()) {                                             \
    MESSAGE("skipped: no corpus of rule sheets (set PERCEPT_CORPUS to its folder)"); \
    return;                                                                          \
  }
