// SPDX-License-Identifier: MIT
#include "show/short_names.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/random.h"

using namespace percept;
using percept::show::short_names;

namespace {

using Names = std::map<std::string, std::string>;

}  // namespace

TEST_CASE("short names: the letters at which names part") {
  CHECK(short_names({"white", "black"}) == Names{{"white", "w"}, {"black", "b"}});
  CHECK(short_names({"whiterook", "whitepawn", "blackpawn"}) ==
        Names{{"whiterook", "wr"}, {"whitepawn", "wp"}, {"blackpawn", "b"}});
  CHECK(short_names({"pacman", "pellet", "blinky"}) == Names{{"pacman", "pa"}, {"pellet", "pe"}, {"blinky", "b"}});
  CHECK(short_names({"white_king", "white_knight"}) == Names{{"white_king", "i"}, {"white_knight", "n"}});
}

TEST_CASE("short names: a name that starts another") {
  CHECK(short_names({"white", "whitequeen", "black"}) == Names{{"white", "w"}, {"whitequeen", "wq"}, {"black", "b"}});
  CHECK(short_names({"redhead", "red"}) == Names{{"redhead", "h"}, {"red", "r"}});
}

TEST_CASE("short names: what is short stays, and so do numbers") {
  CHECK(short_names({"wr", "bp", "x"}) == Names{{"wr", "wr"}, {"bp", "bp"}, {"x", "x"}});
  CHECK(short_names({"1", "25", "mine"}) == Names{{"1", "1"}, {"25", "25"}, {"mine", "m"}});
  CHECK(short_names({}).empty());
  CHECK(short_names({"queen"}) == Names{{"queen", "q"}});
}

TEST_CASE("short names: little won is left") {
  CHECK(short_names({"p0001", "p0110"}) == Names{{"p0001", "0"}, {"p0110", "1"}});
  Names quarto =
      short_names({"p0000", "p0001", "p0010", "p0011", "p1000", "p1001", "p0100", "p1111", "p0111", "p1010"});
  CHECK(quarto.at("p0011") == "p0011");
}

TEST_CASE("short names: a word does not become a number that is there") {
  Names names = short_names({"piece1", "piece2", "1"});
  CHECK(names.at("1") == "1");
  CHECK(names.at("piece1") == "piece1");
}

TEST_CASE("short names: characters of other scripts stay whole") {
  CHECK(short_names({"größe", "große"}) == Names{{"größe", "ö"}, {"große", "o"}});
}

TEST_CASE("short names: they are always different") {
  Random random(1);
  for (int round = 0; round < 500; ++round) {
    std::set<std::string> names;
    for (std::uint32_t i = random.below(8) + 1; i > 0; --i) {
      std::string name;
      for (std::uint32_t k = random.below(7) + 1; k > 0; --k) name += "ab1_"[random.below(4)];
      names.insert(name);
    }
    std::set<std::string> shorter;
    for (const auto& [name, shortened] : short_names(names)) {
      CHECK_FALSE(shortened.empty());
      CHECK(shortened.size() <= name.size());
      shorter.insert(shortened);
    }
    CHECK(shorter.size() == names.size());
  }
}
