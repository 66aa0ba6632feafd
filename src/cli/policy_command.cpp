// SPDX-License-Identifier: MIT
//
// `percept policy show`: a policy file as a person reads it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "cli/exit_codes.h"
#include "cli/policy_command.h"
#include "cli/terminal.h"
#include "game/lexicon.h"
#include "gdl/term_text.h"
#include "play/policy.h"

namespace percept::cli {
namespace {

using namespace play;
using nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : " ") + text;
  return out;
}

// "a (b c) d" as three texts.
std::vector<std::string> told_terms_in(const std::string& text) {
  std::vector<std::string> out;
  for (std::string_view form : gdl::forms(text).value_or(std::vector<std::string_view>{text}))
    out.push_back(game::canonical(form).value_or(std::string(form)));
  return out;
}

// Past rounds in which there is nothing to do, see or decide.
std::uint32_t past_waits(const Policy::Role& role, std::uint32_t view) {
  for (;;) {
    if (role.chances(view).size() != 1) return view;
    std::uint32_t c = role.first_chance[view];
    if (role.first_child[c + 1] - role.first_child[c] != 1) return view;
    view = role.leads[role.first_child[c]];
  }
}

Result<std::uint32_t> view_after(const Policy::Role& role, const std::vector<std::string>& history) {
  std::uint32_t view = 0;
  for (std::size_t i = 0; i < history.size(); i += 2) {
    std::string move = game::canonical(history[i]).value_or(history[i]);
    std::vector<std::string> percepts = told_terms_in(i + 1 < history.size() ? history[i + 1] : "");
    std::uint32_t next = role.next(view, move, percepts);
    if (next == Policy::kUnknown) next = role.next(view = past_waits(role, view), move, percepts);
    if (next == Policy::kUnknown)
      return failure(fmt::format("the policy does not know what {} does after {} and seeing {}", role.name,
                                 printable(move), percepts.empty() ? "nothing" : printable(joined(percepts))),
                     "a policy leaves out what cannot happen, what it never does itself, and what ends the game");
    view = next;
  }
  return view;
}

// Views may meet again, so that there are far more ways through a policy than views in it.
constexpr std::size_t kMostShown = 20'000, kDeepest = 300;  // moves, rounds

void show(const Policy::Role& role, std::uint32_t view, std::size_t indent, std::size_t depth, std::size_t& left) {
  bool decides = role.chances(view).size() > 1;
  std::string blanks(indent, ' ');
  for (std::uint32_t c = role.first_chance[view]; c < role.first_chance[view + 1]; ++c) {
    const Policy::Chance& chance = role.all_chances[c];
    if (left == 0) return;
    --left;
    fmt::print("{}{} {:.4f}\n", blanks, printable(role.moves[chance.move]), chance.chance);
    if ((decides && depth <= 1) || indent > 4 * kDeepest) continue;
    for (std::uint32_t child = role.first_child[c]; child < role.first_child[c + 1]; ++child) {
      std::string seen = joined(role.percepts[role.seen[child]]);
      fmt::print("{}  sees {}\n", blanks, seen.empty() ? "nothing" : printable(seen));
      show(role, role.leads[child], indent + 4, depth - (decides ? 1 : 0), left);
    }
  }
}

ordered_json to_json(const Policy::Role& role, std::uint32_t view, std::size_t depth, std::size_t& left,
                     std::size_t rounds = 0) {
  ordered_json out = ordered_json::array();
  bool decides = role.chances(view).size() > 1;
  for (std::uint32_t c = role.first_chance[view]; c < role.first_chance[view + 1] && left > 0; ++c) {
    --left;
    ordered_json of = {{"move", role.moves[role.all_chances[c].move]}, {"chance", role.all_chances[c].chance}};
    if ((!decides || depth > 1) && rounds < kDeepest)
      for (std::uint32_t child = role.first_child[c]; child < role.first_child[c + 1]; ++child)
        of["sees"].push_back({{"percepts", role.percepts[role.seen[child]]},
                              {"then", to_json(role, role.leads[child], depth - (decides ? 1 : 0), left, rounds + 1)}});
    out.push_back(std::move(of));
  }
  return out;
}

}  // namespace

int policy_show(const PolicyOptions& options) {
  auto policy = Policy::load(options.file);
  if (!policy) return fail(policy.error(), kUnreadable);
  if (options.role && policy->role(lower(*options.role)) == nullptr) {
    std::vector<std::string> names;
    for (const Policy::Role& role : policy->roles) names.push_back(role.name);
    return fail({fmt::format("the policy has no role {}", printable(*options.role)), suggestion(*options.role, names)},
                kFindings);
  }
  ordered_json out = {{"file", options.file}, {"facts", policy->facts}, {"roles", ordered_json::array()}};
  if (!options.json)
    for (const auto& [name, value] : policy->facts) fmt::print("{} {:g}\n", printable(name), value);
  for (const Policy::Role& role : policy->roles) {
    if (options.role && role.name != lower(*options.role)) continue;
    auto view = view_after(role, options.history);
    if (!view) {
      if (!options.role && policy->roles.size() > 1) continue;  // it is another role's history
      return fail(view.error(), kFindings);
    }
    std::size_t left = kMostShown;
    if (options.json) {
      ordered_json shown = to_json(role, *view, options.depth, left);
      out["roles"].push_back({{"role", role.name},
                              {"views", role.views()},
                              {"decisions", role.decisions()},
                              {"whole", left > 0},
                              {"policy", std::move(shown)}});
      continue;
    }
    fmt::print("\n{}: {} views, {} of them with a choice\n", printable(role.name), role.views(), role.decisions());
    show(role, *view, 2, options.depth, left);
    if (left == 0) fmt::print("  … and so on: --depth and a history show a part of it\n");
  }
  if (options.json) fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  return kSuccess;
}

}  // namespace percept::cli
