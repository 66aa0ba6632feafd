// SPDX-License-Identifier: MIT
//
// Rules are known again under other names and in another order, and their names correspond; rules that differ are not
// taken for each other.
#include "gdl/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "gdl/writer.h"
#include "support/support.h"

namespace gdl = percept::gdl;
namespace test = percept::test;
using percept::test::own_games;

namespace {

std::shared_ptr<const gdl::Description> readable(const std::filesystem::path& file) {
  auto rules = gdl::read_file(file.string());
  REQUIRE(rules);
  return std::move(*rules);
}

std::vector<std::string> statements_of(const gdl::Description& rules) {
  std::vector<std::string> out;
  for (const gdl::Statement& statement : rules.statements()) out.push_back(gdl::to_kif(statement, rules.symbols()));
  return out;
}

std::shared_ptr<const gdl::Description> rules_of(const std::vector<std::string>& statements) {
  std::string text;
  for (const std::string& statement : statements) text += statement + '\n';
  return gdl::read_text("rules", text, gdl::Notation::kKif);
}

// The same rules in any order, each name of theirs another word.
std::vector<std::string> disguised(std::vector<std::string> statements, const std::vector<std::string>& names,
                                   std::uint64_t seed) {
  percept::Random random(seed);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < names.size(); ++i) words.push_back(fmt::format("w{}", i));
  auto shuffle = [&](auto& all) {
    for (std::size_t i = all.size(); i > 1; --i)
      std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
  };
  shuffle(words);
  shuffle(statements);
  for (std::string& statement : statements) statement = gdl::renamed(statement, names, words);
  return statements;
}

std::string digest_of(std::string_view text) {
  return gdl::fingerprint(*gdl::read_text("rules", std::string(text), gdl::Notation::kKif)).digest;
}

// Whether a disguise has the same digest, and whether its statements are those that the correspondence of names gives.
void check_known_again(const std::filesystem::path& file) {
  CAPTURE(file.string());
  auto rules = readable(file);
  gdl::Fingerprint plain = gdl::fingerprint(*rules);
  std::vector<std::string> statements = statements_of(*rules);
  for (std::uint64_t seed : {1u, 2u}) {
    std::vector<std::string> other = disguised(statements, plain.names, seed);
    auto again = rules_of(other);
    gdl::Fingerprint now = gdl::fingerprint(*again);
    CHECK(now.digest == plain.digest);
    REQUIRE(now.names.size() == plain.names.size());
    std::multiset<std::string> expected, renamed;
    for (const std::string& statement : statements_of(*again)) expected.insert(gdl::renamed(statement, {}, {}));
    for (const std::string& statement : statements) renamed.insert(gdl::renamed(statement, plain.names, now.names));
    CHECK(renamed == expected);
  }
}

}  // namespace

TEST_CASE("fingerprint: our games are known again under other names, in any order") {
  std::map<std::string, std::string> by_digest;
  for (const auto& file : own_games()) {
    check_known_again(file);
    std::string digest = gdl::fingerprint(*readable(file)).digest;
    INFO(by_digest[digest] << " and " << file.string());
    CHECK(by_digest[digest].empty());
    by_digest[digest] = file.string();
  }
}

TEST_CASE("fingerprint: so are those of the corpus") {
  REQUIRE_CORPUS();
  for (const auto& file : test::share_of(test::corpus_games(), 10))
    if (auto rules = gdl::read_file(file.string()); rules && (*rules)->readable() && !(*rules)->has_sentences())
      check_known_again(file);
}

TEST_CASE("fingerprint: other rules have another") {
  const std::string rules = "(role a) (role b) (init (p 1)) (init (q c)) (<= (legal ?r x) (role ?r) (true (q c)))";
  std::string digest = digest_of(rules);
  CHECK(digest == digest_of("(init (q C))(role b)(role A) (INIT (p 1)) (<= (legal ?s x) (role ?s) (true (q c)))"));
  CHECK(digest == digest_of("(role u) (role v) (init (s 1)) (init (t y)) (<= (legal ?r z) (role ?r) (true (t y)))"));
  // A number, a name that is the same or is not, the order in a rule, a missing or repeated statement.
  CHECK(digest != digest_of("(role a) (role b) (init (p 2)) (init (q c)) (<= (legal ?r x) (role ?r) (true (q c)))"));
  CHECK(digest != digest_of("(role a) (role b) (init (p 1)) (init (q c)) (<= (legal ?r x) (role ?r) (true (q x)))"));
  CHECK(digest != digest_of("(role a) (role b) (init (p 1)) (init (q a)) (<= (legal ?r x) (role ?r) (true (q c)))"));
  CHECK(digest != digest_of("(role a) (role b) (init (p 1)) (init (q c)) (<= (legal ?r x) (true (q c)) (role ?r))"));
  CHECK(digest != digest_of("(role a) (role b) (init (p 1)) (init (q c)) (<= (legal ?r x) (role ?r) (true (q ?r)))"));
  CHECK(digest != digest_of("(role a) (init (p 1)) (init (q c)) (<= (legal ?r x) (role ?r) (true (q c)))"));
  CHECK(digest != digest_of(rules + "(role a)"));
}

// No name of these differs from another by what stands around it, however far one looks: only the marks tell.
TEST_CASE("fingerprint: a ring of six is not two rings of three") {
  auto ring = [](std::vector<std::string> names) {
    std::string out;
    for (std::size_t i = 0; i < names.size(); ++i)
      out += fmt::format("(succ {} {})", names[i], names[(i + 1) % names.size()]);
    return out;
  };
  std::string six = digest_of(ring({"a", "b", "c", "d", "e", "f"}));
  CHECK(six == digest_of(ring({"d", "a", "f", "b", "e", "c"})));
  CHECK(six != digest_of(ring({"a", "b", "c"}) + ring({"d", "e", "f"})));
}
