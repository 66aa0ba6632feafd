// SPDX-License-Identifier: MIT
#include "base/file.h"

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "support/support.h"

using namespace percept;

TEST_CASE("file: who reads while several write finds one of the texts, whole") {
  test::TemporaryFolder folder;
  std::string path = (folder.path() / "shared").string();
  REQUIRE(write_file(path, std::string(100'000, 'z')));
  std::atomic<std::size_t> failed = 0;
  {
    std::vector<std::jthread> writers;
    for (char letter : {'a', 'b', 'c', 'd'})
      writers.emplace_back([&, letter] {
        for (int i = 0; i < 20; ++i) failed += !write_file(path, std::string(100'000, letter));
      });
    for (int i = 0; i < 50; ++i) {
      auto text = contents_of(path, 1 << 20, "");
      REQUIRE(text);
      REQUIRE(text->size() == 100'000);
      CHECK(text->find_first_not_of(text->front()) == std::string::npos);
    }
  }
  CHECK(failed == 0);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  CHECK(files == 1);
}

TEST_CASE("file: what cannot be written is said, and leaves nothing") {
  test::TemporaryFolder folder;
  std::string path = (folder.path() / "no" / "folder").string();
  auto written = write_file(path, "text");
  REQUIRE_FALSE(written);
  CHECK(written.error().message == "cannot write " + path + ": No such file or directory");
  CHECK(std::filesystem::is_empty(folder.path()));
}
