// SPDX-License-Identifier: MIT
//
// A policy as a file (docs/policies.md): for each role its views, what it has done and seen so far, with the chances of
// its moves in each and the view that each thing seen leads to: a tree, or, where a policy goes by what is known
// however that came about, views meet again. It speaks in the texts of the rules, so that whoever reads it needs no
// numbers of ours. Views that the policy itself never comes to are left out.
//
//   Policy policy = policy_of(layout, profile);             // or of a KnowledgeCfr
//   std::string bytes = policy.write();  auto again = Policy::read(bytes);
//   const Policy::Role* role = policy.role("player1");
//   std::uint32_t view = 0;                                 // the start
//   role->chances(view) …                                   // moves and their chances
//   view = role->next(view, "bet", {"(other_did call)"});   // kUnknown when the policy does not know
//
// Constant once made; any number of threads may share it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gdl/fingerprint.h"
#include "search/evaluation.h"

namespace percept::search {
class KnowledgeCfr;
}

namespace percept::play {

class Policy {
 public:
  static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;

  struct Chance {
    std::uint32_t move;  // number of its text
    float chance;
  };
  struct Role {
    std::string name;
    std::vector<std::string> moves;                  // texts in KIF
    std::vector<std::vector<std::string>> percepts;  // what may be seen at once: texts, sorted
    std::vector<std::uint32_t> first_chance;         // by view, and behind the last
    std::vector<Chance> all_chances;
    std::vector<std::uint32_t> first_child;  // by chance, and behind the last
    std::vector<std::uint32_t> seen;         // by child: which percepts, …
    std::vector<std::uint32_t> leads;        // … and which view they lead to, a later one

    std::uint32_t views() const { return static_cast<std::uint32_t>(first_chance.size() - 1); }
    std::span<const Chance> chances(std::uint32_t view) const {
      return std::span(all_chances).subspan(first_chance[view], first_chance[view + 1] - first_chance[view]);
    }
    // The percepts in any order.
    std::uint32_t next(std::uint32_t view, std::string_view move, std::vector<std::string> percepts) const;
    std::uint64_t decisions() const;  // views with more than one move
  };

  std::vector<Role> roles;
  std::map<std::string, double> facts;  // about it, by name: "exploitability", "iterations" …
  gdl::Fingerprint rules;               // that it is of; empty where nobody said

  const Role* role(std::string_view name) const;
  // The same policy for the same rules under other names.
  Policy renamed(const gdl::Fingerprint& other) const;
  std::string write() const;
  static Result<Policy> read(std::string_view bytes);
  static Result<Policy> load(const std::string& file);
};

Policy policy_of(const search::Layout& layout, const search::Profile& profile);
Policy policy_of(const search::KnowledgeCfr& cfr);
// Uniform where the policy says nothing. An error when it is of another game.
Result<search::Profile> profile_of(const search::Layout& layout, const Policy& policy);

}  // namespace percept::play
