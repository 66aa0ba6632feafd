// SPDX-License-Identifier: MIT
//
// `percept tree`: small games in extensive form, for people, Graphviz and Gambit.
#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/solving.h"
#include "cli/terminal.h"
#include "cli/tree_command.h"

namespace percept::cli {
namespace {

using namespace search;
using nlohmann::ordered_json;

struct Node {
  // Who decides: a player, nature (kNature) or nobody, at an end (kEnd).
  static constexpr std::size_t kNature = 1000, kEnd = 1001;
  std::size_t who = kEnd;
  std::uint32_t set = 0;     // information set of the player, from 0
  std::uint32_t payoff = 0;  // of an end
  std::vector<std::string> moves;
  std::vector<std::size_t> children;
};

// Moves of a round one after the other, players first and nature last; who comes later has the same view as before.
class Unfolding {
 public:
  Unfolding(const Positions& positions, const std::vector<Forest>& forests, std::size_t most)
      : positions_(positions), forests_(forests), most_(most), players_(positions.players.size()) {
    for (const Forest& forest : forests) {
      auto& of = sets_.emplace_back(forest.views(), kNone);
      for (std::uint32_t set = 0; set < forest.information_sets(); ++set) of[forest.view_of[set]] = set;
    }
  }
  Result<std::vector<Node>> run() {
    round(0, std::vector<std::uint32_t>(players_, 0));
    if (nodes_.size() > most_)
      return failure(fmt::format("the tree has more than {} nodes", most_), "--most allows more");
    return std::move(nodes_);
  }

 private:
  std::size_t round(std::uint32_t position, const std::vector<std::uint32_t>& views) {
    std::vector<std::uint32_t> actions(positions_.roles, 0);
    return decide(position, views, actions, 0);
  }

  // The role-th to decide, players before nature.
  std::size_t decide(std::uint32_t position, const std::vector<std::uint32_t>& views,
                     std::vector<std::uint32_t>& actions, std::size_t turn) {
    if (nodes_.size() > most_) return 0;
    if (positions_.over(position)) {
      nodes_.push_back({});
      nodes_.back().payoff = positions_.payoff[position];
      return nodes_.size() - 1;
    }
    for (; turn < positions_.roles; ++turn) {
      std::size_t role = role_of(turn);
      if (positions_.actions(position, role) > 1) break;
      actions[role] = 0;
    }
    if (turn == positions_.roles) {
      std::uint64_t t = 0;
      for (std::size_t role = 0; role < positions_.roles; ++role)
        t = t * positions_.actions(position, role) + actions[role];
      t += positions_.first[position];
      std::uint32_t next = positions_.next[t];
      std::vector<std::uint32_t> then(players_, 0);
      if (!positions_.over(next))
        for (std::size_t p = 0; p < players_; ++p)
          then[p] = forests_[p].next(views[p], actions[positions_.players[p]], positions_.seen[t * players_ + p]);
      return round(next, then);
    }
    std::size_t role = role_of(turn), at = nodes_.size();
    nodes_.push_back({});
    bool nature = role == positions_.nature;
    nodes_[at].who = nature ? Node::kNature : turn;
    if (!nature) nodes_[at].set = sets_[turn][views[turn]];
    for (std::uint32_t a = 0; a < positions_.actions(position, role); ++a) {
      actions[role] = a;
      std::vector<std::uint32_t> kept = actions;
      std::size_t child = decide(position, views, actions, turn + 1);
      actions = std::move(kept);
      nodes_[at].moves.push_back(move_text(positions_, role, positions_.moves(position, role)[a]));
      nodes_[at].children.push_back(child);
      if (nodes_.size() > most_) break;
    }
    return at;
  }
  std::size_t role_of(std::size_t turn) const {
    return turn < players_ ? positions_.players[turn] : *positions_.nature;
  }

  const Positions& positions_;
  const std::vector<Forest>& forests_;
  std::size_t most_, players_;
  std::vector<std::vector<std::uint32_t>> sets_;  // by player and view
  std::vector<Node> nodes_;
};

class Writer {
 public:
  Writer(const Positions& positions, const std::vector<Node>& nodes) : positions_(positions), nodes_(nodes) {}

  void text(std::size_t at = 0, std::size_t depth = 0) const {
    const Node& node = nodes_[at];
    if (node.who == Node::kEnd) return fmt::print("{}{}\n", std::string(2 * depth, ' '), goals(node));
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      fmt::print("{}{}: {}\n", std::string(2 * depth, ' '), printable(who(node)), printable(node.moves[i]));
      text(node.children[i], depth + 1);
    }
  }

  void dot() const {
    fmt::print("digraph game {{\n  node [fontname=\"sans-serif\", fontsize=10];\n");
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      const Node& node = nodes_[at];
      fmt::print("  n{} [label=\"{}\", shape={}];\n", at, escaped(node.who == Node::kEnd ? goals(node) : who(node)),
                 node.who == Node::kEnd      ? "plaintext"
                 : node.who == Node::kNature ? "diamond"
                                             : "ellipse");
      for (std::size_t i = 0; i < node.children.size(); ++i)
        fmt::print("  n{} -> n{} [label=\"{}\"];\n", at, node.children[i], escaped(node.moves[i]));
    }
    // Nodes of one information set hang together.
    std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> last;
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      if (nodes_[at].who >= Node::kNature) continue;
      auto [known, is_new] = last.try_emplace({nodes_[at].who, nodes_[at].set}, at);
      if (!is_new) fmt::print("  n{} -> n{} [style=dotted, dir=none, constraint=false];\n", known->second, at);
      known->second = at;
    }
    fmt::print("}}\n");
  }

  // Gambit's format, version 2.
  void efg() const {
    fmt::print("EFG 2 R \"{}\" {{", "game");
    for (std::size_t p = 0; p < positions_.players.size(); ++p)
      fmt::print(" \"{}\"", escaped(role_text(positions_, p)));
    fmt::print(" }}\n");
    std::uint32_t chances = 0, ends = 0;
    efg(0, chances, ends);
  }

  void json() const {
    ordered_json out = {{"roles", ordered_json::array()}, {"nodes", ordered_json::array()}};
    for (std::size_t p = 0; p < positions_.players.size(); ++p) out["roles"].push_back(role_text(positions_, p));
    for (const Node& node : nodes_) {
      ordered_json of;
      if (node.who == Node::kEnd) {
        of["goals"] = positions_.payoffs[node.payoff];
      } else {
        of["who"] = node.who == Node::kNature ? "random" : role_text(positions_, node.who);
        if (node.who != Node::kNature) of["information_set"] = node.set;
        for (std::size_t i = 0; i < node.children.size(); ++i)
          of["moves"].push_back({{"move", node.moves[i]}, {"node", node.children[i]}});
      }
      out["nodes"].push_back(std::move(of));
    }
    fmt::print("{}\n", out.dump(1, ' ', true, ordered_json::error_handler_t::replace));
  }

 private:
  void efg(std::size_t at, std::uint32_t& chances, std::uint32_t& ends) const {
    const Node& node = nodes_[at];
    if (node.who == Node::kEnd) {
      fmt::print("t \"\" {} \"\" {{", ++ends);
      for (std::size_t i = 0; i < positions_.players.size(); ++i)
        fmt::print("{}{}", i == 0 ? " " : ", ", positions_.payoffs[node.payoff][i]);
      return fmt::print(" }}\n");
    }
    if (node.who == Node::kNature) {
      fmt::print("c \"\" {} \"\" {{", ++chances);
      for (const std::string& move : node.moves) fmt::print(" \"{}\" 1/{}", escaped(move), node.moves.size());
    } else {
      fmt::print("p \"\" {} {} \"\" {{", node.who + 1, node.set + 1);
      for (const std::string& move : node.moves) fmt::print(" \"{}\"", escaped(move));
    }
    fmt::print(" }} 0\n");
    for (std::size_t child : node.children) efg(child, chances, ends);
  }

  std::string who(const Node& node) const {
    return node.who == Node::kNature ? "random" : fmt::format("{} {}", role_text(positions_, node.who), node.set);
  }
  std::string goals(const Node& node) const {
    std::string out;
    for (int goal : positions_.payoffs[node.payoff]) out += (out.empty() ? "" : " : ") + std::to_string(goal);
    return out;
  }
  static std::string escaped(const std::string& text) {
    std::string out;
    for (char c : printable(text)) {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
    return out;
  }

  const Positions& positions_;
  const std::vector<Node>& nodes_;
};

}  // namespace

int tree(const TreeOptions& options) {
  auto made = whole_game(options.file);
  if (!made) return made.error();
  auto whole = made->whole;
  Limits limits{.bytes = 64 * 1024 + options.most * 200};
  auto positions = Positions::make(whole, limits);
  if (!positions) return fail(positions.error(), kFindings);
  std::vector<Forest> forests;
  for (std::size_t player = 0; player < (*positions)->players.size(); ++player) {
    auto forest = Forest::make(**positions, player, limits);
    if (!forest) return fail(forest.error(), kFindings);
    forests.push_back(std::move(*forest));
  }
  auto nodes = Unfolding(**positions, forests, options.most).run();
  if (!nodes) return fail(nodes.error(), kFindings);
  Writer writer(**positions, *nodes);
  switch (options.format) {
    case TreeOptions::Format::kText: writer.text(); break;
    case TreeOptions::Format::kDot: writer.dot(); break;
    case TreeOptions::Format::kEfg: writer.efg(); break;
    case TreeOptions::Format::kJson: writer.json(); break;
  }
  return kSuccess;
}

}  // namespace percept::cli
