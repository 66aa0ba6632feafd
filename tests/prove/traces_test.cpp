// SPDX-License-Identifier: MIT
//
// The paper's legal player against reference traces: what independent implementations concluded in every round of
// random matches, atom by atom. Queries with more supports than can be enumerated within the limits of this test are
// named in a message and left out.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "prove/opened.h"
#include "prove/role_knowledge.h"
#include "support/support.h"
#include "support/traces.h"

using namespace percept;
using namespace percept::test;
using nlohmann::json;
using program::TermId;
using prove::RoleKnowledge;

namespace {

constexpr prove::SupportLimits kLimits{.supports = 1'000'000, .steps = 4'000'000'000};

std::set<std::string> texts(const program::Terms& terms, const std::vector<TermId>& list) {
  std::set<std::string> out;
  for (TermId term : list) out.insert(terms.to_kif(term));
  return out;
}

class Follower {
 public:
  explicit Follower(const Trace& trace) {
    const json& header = trace.header;
    auto normalised = program::normalise(*rules_of(trace));
    REQUIRE(normalised.has_value());
    program_ = std::make_unique<program::Program>(std::move(*normalised));
    RoleKnowledge::Options options;
    options.nonpercepts = header["options"]["nonpercepts"];
    options.limits = kLimits;
    auto made = RoleKnowledge::make(*program_, term(header["role"]), options);
    REQUIRE(made.has_value());
    knowledge_ = std::make_unique<RoleKnowledge>(std::move(*made));
  }

  // Compares a line of the trace and makes its move. False when the limits do not let it go on.
  bool follow(const json& line) {
    compare(line, "bplus", knowledge_->known());
    compare(line, "bzero", knowledge_->open());
    ask(
        line, "legal", [&] { return knowledge_->legal(); },
        [&](const RoleKnowledge::Known& legal) {
          compare(line, "legal_known", legal.known);
          compare(line, "legal_maybe", legal.maybe);
        });
    ask(
        line, "goal", [&] { return knowledge_->goals(); },
        [&](const RoleKnowledge::Known& goals) {
          compare(line, "goal_known", goals.known);
          compare(line, "goal_maybe", goals.maybe);
        });
    ask(
        line, "terminal", [&] { return knowledge_->terminal(); },
        [&](RoleKnowledge::Truth terminal) {
          const std::string names[] = {"no", "maybe", "known"};
          CHECK(names[static_cast<int>(terminal)] == line["terminal"].get<std::string>());
        });
    if (line["type"] != "round") return true;

    std::vector<TermId> percepts;
    for (const auto& percept : line["percepts"]) percepts.push_back(term(percept));
    ask(
        line, "update", [&] { return knowledge_->update(term(line["my_move"]), percepts); },
        [&](const RoleKnowledge::Round& round) {
          compare(line, "possible_moves", round.possible_moves);
          compare(line, "possible_percepts", round.possible_percepts);
          compare(line, "filtered_bplus", round.filtered.known);
          compare(line, "filtered_bzero", round.filtered.open);
        });
    return !left_out_.contains("update");
  }

  // By what was asked: the round from which on it is left out, and why.
  const std::map<std::string, std::string>& left_out() const { return left_out_; }

 private:
  // What exceeded the limits once is not asked again: its supports become more from round to round.
  template <class Ask, class Compare>
  void ask(const json& line, const std::string& what, Ask question, Compare compare_answer) {
    if (left_out_.contains(what)) return;
    auto answer = question();
    if (answer) return compare_answer(*answer);
    left_out_[what] = fmt::format("round {}: {}", line["round"].dump(), answer.error().message);
    bool is_limit = answer.error().message.find("more than") != std::string::npos;
    CHECK_MESSAGE(is_limit, left_out_[what]);
  }

  TermId term(const std::string& text) { return terms_of(program_->terms(), text)[0]; }

  void compare(const json& line, const std::string& key, const std::vector<TermId>& found) {
    INFO("round " << line["round"].dump() << ", " << key);
    CHECK(texts(program_->terms(), found) == line[key].get<std::set<std::string>>());
  }

  std::unique_ptr<program::Program> program_;
  std::unique_ptr<RoleKnowledge> knowledge_;
  std::map<std::string, std::string> left_out_;
};

}  // namespace

// A third of the traces; all with PERCEPT_EFFORT.
TEST_CASE("traces: the two sets, legal moves, termination and goals of every round") {
  REQUIRE_CORPUS();
  std::size_t whole = 0, rounds = 0, all = 0;
  for (const char* ending : {".filter.jsonl", ".made.jsonl"})
    for (const Trace& trace : share_of(traces(ending), 3, 1)) {
      INFO(trace.name);
      ++all;
      Follower follower(trace);
      for (const json& line : trace.rounds) {
        if (!follower.follow(line)) break;
        ++rounds;
      }
      whole += follower.left_out().empty();
      for (const auto& [what, why] : follower.left_out())
        MESSAGE(fmt::format("{}: {} is left out from {}", trace.name, what, why));
    }
  MESSAGE(fmt::format("{} of {} traces compared in full, {} rounds in all", whole, all, rounds));
  CHECK(all > 17);
  CHECK(whole + 3 > all);
}
