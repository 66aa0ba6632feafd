// SPDX-License-Identifier: MIT
//
// `percept solve` of an incomplete description: the policy that surely reaches most, as a tree.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "base/text.h"
#include "belief/told.h"
#include "cli/terminal.h"
#include "cli/theory_file.h"
#include "igdl/policy.h"

namespace percept::cli {
namespace {

using igdl::Policy;
using nlohmann::ordered_json;

constexpr double kForGrounding = 0.5;  // of the time

class Tree {
 public:
  Tree(const Policy& policy, const igdl::Theory& theory, game::RoleId role)
      : policy_(policy), theory_(theory), role_(role), times_(policy.nodes.size()) {
    for (const Policy::Node& node : policy.nodes)
      for (const Policy::Branch& branch : node.branches) ++times_[branch.then];
  }

  ordered_json json(std::size_t at = 0) {
    const Policy::Node& node = policy_.nodes[at];
    ordered_json out = {{"worlds", node.worlds}};
    if (is_shared(at)) out["node"] = at;
    if (!met_.insert(at).second && is_shared(at)) return out;
    if (node.over > 0) out["over"] = {{"worlds", node.over}, {"lowest", node.lowest}, {"highest", node.highest}};
    if (node.move) out["move"] = move(node);
    if (!node.sure) out["perhaps_illegal"] = true;
    for (const Policy::Branch& branch : node.branches)
      out["branches"].push_back({{"sees", branch.sees}, {"then", json(branch.then)}});
    return out;
  }

  void print(std::size_t at = 0, std::size_t depth = 0) {
    const Policy::Node& node = policy_.nodes[at];
    std::string blanks(2 * depth, ' '), mark = is_shared(at) ? fmt::format(" [{}]", at) : "";
    if (!met_.insert(at).second && is_shared(at)) return fmt::print("{}as at{}\n", blanks, mark);
    if (node.over > 0) {
      std::string goal = node.lowest == node.highest ? std::to_string(node.lowest)
                                                     : fmt::format("{} to {}", node.lowest, node.highest);
      fmt::print("{}over, goal {}{}\n", blanks, goal,
                 node.over < node.worlds ? fmt::format(" in {} of {} worlds", node.over, node.worlds) : "");
    }
    if (node.move) fmt::print("{}{}{}{}\n", blanks, printable(move(node)), node.sure ? "" : " (may be illegal)", mark);
    if (!node.move && node.over == 0 && at > 0) fmt::print("{}(not looked further)\n", blanks);
    for (const Policy::Branch& branch : node.branches) {
      // One thing to see is no branch: the tree stays as narrow as the plan is.
      bool single = node.branches.size() == 1;
      if (!single)
        fmt::print("{}sees {} ({})\n", blanks,
                   branch.sees.empty() ? "nothing" : printable(fmt::format("{}", fmt::join(branch.sees, ", "))),
                   counted(policy_.nodes[branch.then].worlds, "world"));
      print(branch.then, depth + (single ? 0 : 1));
    }
  }

  void dot() const {
    fmt::print("digraph policy {{\n  node [shape=box];\n");
    for (std::size_t i = 0; i < policy_.nodes.size(); ++i) {
      const Policy::Node& node = policy_.nodes[i];
      std::string label = node.move ? move(node) : node.over > 0 ? fmt::format("goal {}", node.lowest) : "";
      fmt::print("  n{} [label={}];\n", i, ordered_json(fmt::format("{} [{}]", label, node.worlds)).dump());
      for (const Policy::Branch& branch : node.branches)
        fmt::print("  n{} -> n{} [label={}];\n", i, branch.then,
                   ordered_json(branch.sees.empty() ? "-" : fmt::format("{}", fmt::join(branch.sees, ", "))).dump());
    }
    fmt::print("}}\n");
  }

 private:
  // Several branches lead there: it is shown once.
  bool is_shared(std::size_t at) const { return times_[at] > 1 && !policy_.nodes[at].branches.empty(); }
  std::string move(const Policy::Node& node) const { return theory_.lexicon().text(role_, *node.move); }

  const Policy& policy_;
  const igdl::Theory& theory_;
  game::RoleId role_;
  std::set<std::size_t> met_;
  std::vector<std::size_t> times_;
};

}  // namespace

int solve_theory(const SolveTheoryOptions& options) {
  Budget budget = Budget().until(in_seconds(options.seconds));
  auto read = read_theory(options.file, budget.part(kForGrounding));
  if (!read) return read.error();
  auto theory = std::move(*read);
  auto made_belief = theory_belief(theory, options.role, budget);
  if (!made_belief) return made_belief.error();
  auto belief = std::move(*made_belief);
  if (options.sees) {
    std::vector<game::Told> told = read_told(options.sees->empty() ? "-" : *options.sees);
    auto looked = hear_first(*belief, told.front().percepts.value_or(std::vector<std::string>()), budget);
    if (!looked) return fail(looked.error(), kFindings);
  }
  igdl::Planner planner(theory, belief->role());
  Policy policy = planner.plan(belief->timeline(),
                               {.worlds = options.worlds, .depth = options.depth, .blind = options.blind}, budget);
  Tree tree(policy, *theory, belief->role());
  if (options.json) {
    ordered_json out = {{"file", options.file},
                        {"role", theory->lexicon().text(belief->role())},
                        {"guaranteed", policy.guaranteed},
                        {"expected", policy.expected},
                        {"positions", policy.positions},
                        {"positions_won", policy.positions_won},
                        {"proved", policy.proved},
                        {"beliefs", policy.beliefs},
                        {"policy", tree.json()}};
    if (!policy.proved) out["why_not_proved"] = policy.why_not;
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  } else if (options.dot) {
    tree.dot();
  } else {
    fmt::print("{}, {}: surely {}, {:.4g} on average; wins from {} of {}\n", printable(options.file),
               printable(theory->lexicon().text(belief->role())), policy.guaranteed, policy.expected,
               policy.positions_won, counted(policy.positions, "world"));
    fmt::print("{}\n\n", policy.proved ? fmt::format("no policy is sure of more, as all were looked at ({})",
                                                     counted(policy.beliefs, "belief"))
                                       : fmt::format("not proved to be the best: {}", policy.why_not));
    tree.print();
  }
  return kSuccess;
}

}  // namespace percept::cli
