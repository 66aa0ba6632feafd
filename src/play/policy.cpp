// SPDX-License-Identifier: MIT
#include "play/policy.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/text.h"
#include "play/packed.h"
#include "search/knowledge_cfr.h"

namespace percept::play {
namespace {

using nlohmann::ordered_json;
constexpr std::string_view kMagic = "percept policy 2\n";
constexpr std::string_view kMagicOfTrees = "percept policy 1\n";  // where each thing seen leads to a view of its own
constexpr std::size_t kMostPolicyBytes = std::size_t{4} << 30;    // of a file

}  // namespace

std::uint32_t Policy::Role::next(std::uint32_t view, std::string_view move, std::vector<std::string> told) const {
  std::ranges::sort(told);
  for (std::uint32_t c = first_chance[view]; c < first_chance[view + 1]; ++c)
    if (moves[all_chances[c].move] == move)
      for (std::uint32_t child = first_child[c]; child < first_child[c + 1]; ++child)
        if (percepts[seen[child]] == told) return leads[child];
  return kUnknown;
}

std::uint64_t Policy::Role::decisions() const {
  std::uint64_t out = 0;
  for (std::uint32_t view = 0; view < views(); ++view) out += first_chance[view + 1] - first_chance[view] > 1 ? 1 : 0;
  return out;
}

const Policy::Role* Policy::role(std::string_view name) const {
  auto found = std::ranges::find(roles, name, &Role::name);
  return found == roles.end() ? nullptr : &*found;
}

Policy Policy::renamed(const gdl::Fingerprint& other) const {
  Policy out = *this;
  gdl::Renaming renaming(rules.names, other.names);
  auto rename = [&](std::string& text) { text = renaming(text); };
  for (Role& role : out.roles) {
    rename(role.name);
    for (std::string& move : role.moves) rename(move);
    for (std::vector<std::string>& seen : role.percepts) {
      for (std::string& percept : seen) rename(percept);
      std::ranges::sort(seen);
    }
  }
  out.rules = other;
  return out;
}

std::string Policy::write() const {
  ordered_json head = {{"facts", facts}, {"roles", ordered_json::array()}};
  if (!rules.digest.empty()) head["rules"] = {{"digest", rules.digest}, {"names", rules.names}};
  for (const Role& role : roles)
    head["roles"].push_back(
        {{"role", role.name}, {"moves", role.moves}, {"percepts", role.percepts}, {"views", role.views()}});
  std::string text = head.dump(), body;
  put(body, text.size());
  body += text;
  for (const Role& role : roles)
    for (std::uint32_t view = 0, fresh = 1; view < role.views(); ++view) {
      put(body, role.chances(view).size());
      for (std::uint32_t c = role.first_chance[view]; c < role.first_chance[view + 1]; ++c) {
        const Chance& chance = role.all_chances[c];
        put(body, chance.move);
        if (role.chances(view).size() > 1) put_real(body, chance.chance);
        put(body, role.first_child[c + 1] - role.first_child[c]);
        for (std::uint32_t child = role.first_child[c]; child < role.first_child[c + 1]; ++child) {
          put(body, role.seen[child]);
          put(body, fresh - role.leads[child]);
          if (role.leads[child] == fresh) ++fresh;
        }
      }
    }
  return std::string(kMagic) + compressed(body);
}

Result<Policy> Policy::read(std::string_view bytes) {
  bool trees = bytes.starts_with(kMagicOfTrees);
  if (!trees && !bytes.starts_with(kMagic)) {
    bool other = bytes.starts_with("percept policy ");
    return failure(other ? "this policy file is of another version" : "this is not a policy file",
                   "percept solve FILE --policy FILE writes one");
  }
  auto body = expanded(bytes.substr(kMagic.size()), kMostPolicyBytes, "policy");
  if (!body) return tl::unexpected(body.error());
  Unpacker reader(*body);
  auto broken = [] { return failure("the policy file is broken"); };
  ordered_json head = reader.head();
  Policy out;
  try {
    out.facts = head.at("facts").get<std::map<std::string, double>>();
    if (head.contains("rules"))
      out.rules = {head["rules"].at("digest"), head["rules"].at("names").get<std::vector<std::string>>()};
    for (const ordered_json& of : head.at("roles")) {
      Role& role = out.roles.emplace_back();
      role.name = of.at("role");
      role.moves = of.at("moves").get<std::vector<std::string>>();
      role.percepts = of.at("percepts").get<std::vector<std::vector<std::string>>>();
      std::uint64_t views = of.at("views");
      role.first_chance.push_back(0);
      std::uint32_t fresh = 1;
      for (std::uint32_t view = 0; view < views; ++view) {
        std::uint32_t count = reader.number(role.moves.size());
        if (count == 0) return broken();
        double sum = 0;
        for (std::uint32_t i = 0; i < count && !reader.broken(); ++i) {
          std::uint32_t move = reader.number(role.moves.size() - 1);
          float chance = count > 1 ? reader.real() : 1;
          if (!(chance >= 0 && chance <= 1)) return broken();
          role.all_chances.push_back({move, chance});
          sum += chance;
          role.first_child.push_back(static_cast<std::uint32_t>(role.seen.size()));
          std::uint32_t children = reader.number(views);
          if (children > 0 && role.percepts.empty()) return broken();
          for (std::uint32_t child = 0; child < children && !reader.broken(); ++child) {
            role.seen.push_back(reader.number(role.percepts.size() - 1));
            std::uint32_t back = trees ? 0 : reader.number(fresh - 1);
            if (fresh - back <= view) return broken();
            role.leads.push_back(fresh - back);
            fresh += back == 0;
          }
        }
        role.first_chance.push_back(static_cast<std::uint32_t>(role.all_chances.size()));
        if (reader.broken() || !(sum > 0) || fresh > views) return broken();
      }
      role.first_child.push_back(static_cast<std::uint32_t>(role.seen.size()));
      if (fresh != views) return broken();
    }
  } catch (const ordered_json::exception&) {
    return broken();
  }
  if (!reader.empty()) return broken();
  return out;
}

Result<Policy> Policy::load(const std::string& file) {
  auto bytes = contents_of(file, kMostPolicyBytes, "no policy is so large");
  if (!bytes) return tl::unexpected(bytes.error());
  auto out = read(*bytes);
  if (!out) return failure(printable(file) + ": " + out.error().message, out.error().hint);
  return out;
}

namespace {

struct Names {
  std::vector<std::string> moves;
  std::vector<std::vector<std::string>> percepts;
};

Names names_of(const search::Positions& positions, std::size_t player) {
  const game::Lexicon& lexicon = *positions.whole->lexicon;
  game::RoleId role{positions.players[player]};
  Names out;
  for (std::uint32_t move = 0; move < lexicon.moves(role); ++move)
    out.moves.push_back(lexicon.text(role, game::MoveId{move, lexicon.number()}));
  for (const std::vector<std::uint32_t>& seen : positions.percepts[player]) {
    std::vector<std::string>& texts = out.percepts.emplace_back();
    for (std::uint32_t percept : seen) texts.push_back(lexicon.text(game::PerceptId{percept, lexicon.number()}));
    std::ranges::sort(texts);
  }
  return out;
}

}  // namespace

namespace {

// Views in the order in which they are led to. of(view, action) is the chance of a move, each_next(view, action, visit)
// calls visit(seen, view).
template <class Of, class EachNext>
Policy::Role role_of(const search::Positions& positions, std::size_t player, std::uint32_t all_views,
                     const std::function<std::uint32_t(std::uint32_t)>& list_of, const Of& of,
                     const EachNext& each_next) {
  Names names = names_of(positions, player);
  Policy::Role role;
  role.name = positions.whole->lexicon->text(game::RoleId{positions.players[player]});
  role.moves = std::move(names.moves);
  role.percepts = std::move(names.percepts);
  std::vector<std::uint32_t> views = {0}, number(all_views, search::kNone);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const auto& list = positions.lists[positions.players[player]][list_of(views[i])];
    role.first_chance.push_back(static_cast<std::uint32_t>(role.all_chances.size()));
    for (std::uint32_t action = 0; action < list.size(); ++action) {
      auto chance = static_cast<float>(list.size() > 1 ? of(views[i], action) : 1);
      if (chance == 0) continue;
      role.all_chances.push_back({list[action], chance});
      role.first_child.push_back(static_cast<std::uint32_t>(role.seen.size()));
      each_next(views[i], action, [&](std::uint32_t seen, std::uint32_t next) {
        if (number[next] == search::kNone) {
          number[next] = static_cast<std::uint32_t>(views.size());
          views.push_back(next);
        }
        role.seen.push_back(seen);
        role.leads.push_back(number[next]);
      });
    }
  }
  role.first_chance.push_back(static_cast<std::uint32_t>(role.all_chances.size()));
  role.first_child.push_back(static_cast<std::uint32_t>(role.seen.size()));
  return role;
}

}  // namespace

Policy policy_of(const search::Layout& layout, const search::Profile& profile) {
  Policy out;
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const search::Forest& forest = layout.forest(player);
    out.roles.push_back(role_of(
        layout.positions(), player, forest.views(), [&](std::uint32_t view) { return forest.list(view); },
        [&](std::uint32_t view, std::uint32_t action) { return profile[player][forest.sequence(view, action)]; },
        [&](std::uint32_t view, std::uint32_t action, auto&& visit) { forest.each_next(view, action, visit); }));
  }
  return out;
}

// A chance that is what is left of having tried everything is none: hardly any beside that of the likeliest move.
Policy policy_of(const search::KnowledgeCfr& cfr) {
  constexpr double kRare = 1e-3;  // of the likeliest
  Policy out;
  for (std::size_t player = 0; player < 2; ++player) {
    const search::Knowledge& knowledge = cfr.knowledge(player);
    std::vector<double> chances;
    std::uint32_t of = search::kNone;
    out.roles.push_back(role_of(
        cfr.positions(), player, knowledge.sets(), [&](std::uint32_t set) { return knowledge.list(set); },
        [&](std::uint32_t set, std::uint32_t action) {
          if (set != of) chances = cfr.average(player, set);
          of = set;
          return chances[action] < kRare * *std::ranges::max_element(chances) ? 0 : chances[action];
        },
        [&](std::uint32_t set, std::uint32_t action, auto&& visit) { knowledge.each_next(set, action, visit); }));
  }
  return out;
}

Result<search::Profile> profile_of(const search::Layout& layout, const Policy& policy) {
  const search::Positions& positions = layout.positions();
  search::Profile out = search::uniform_profile(layout);
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const search::Forest& forest = layout.forest(player);
    std::string name = positions.whole->lexicon->text(game::RoleId{positions.players[player]});
    const Policy::Role* role = policy.role(name);
    auto other = [&](const std::string& what) {
      return failure("the policy is of another game: " + what, "a policy is for the rule sheet it was solved for");
    };
    if (role == nullptr) return other("it has no role " + name);
    Names names = names_of(positions, player);
    // Numbers of the policy's texts in the game.
    std::vector<std::uint32_t> moves, percepts;
    auto numbered = [](const auto& texts, const auto& all, std::vector<std::uint32_t>& numbers) {
      std::map<typename std::decay_t<decltype(all)>::value_type, std::uint32_t> known;
      for (std::uint32_t i = 0; i < all.size(); ++i) known.emplace(all[i], i);
      for (const auto& text : texts) {
        auto found = known.find(text);
        numbers.push_back(found == known.end() ? search::kNone : found->second);
      }
    };
    numbered(role->moves, names.moves, moves);
    numbered(role->percepts, names.percepts, percepts);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> views;  // of the game, and the policy's for it
    std::vector<bool> met(forest.views(), false);
    if (role->views() > 0) views.emplace_back(0, 0);
    for (std::size_t at = 0; at < views.size(); ++at) {
      auto [view, i] = views[at];
      const auto& list = positions.lists[positions.players[player]][forest.list(view)];
      bool decides = list.size() > 1;
      if (decides)
        for (std::uint32_t action = 0; action < list.size(); ++action) out[player][forest.sequence(view, action)] = 0;
      double sum = 0;
      for (std::uint32_t c = role->first_chance[i]; c < role->first_chance[i + 1]; ++c)
        sum += role->all_chances[c].chance;
      for (std::uint32_t c = role->first_chance[i]; c < role->first_chance[i + 1]; ++c) {
        auto found = std::ranges::find(list, moves[role->all_chances[c].move]);
        if (found == list.end()) return other(fmt::format("{} has a move that is not legal", name));
        auto action = static_cast<std::uint32_t>(found - list.begin());
        if (decides) out[player][forest.sequence(view, action)] = role->all_chances[c].chance / sum;
        for (std::uint32_t child = role->first_child[c]; child < role->first_child[c + 1]; ++child) {
          std::uint32_t next = forest.find(view, action, percepts[role->seen[child]]);
          if (next == search::kNone) return other(fmt::format("{} sees what it cannot see", name));
          if (met[next]) return other(fmt::format("{} sees the same twice", name));
          met[next] = true;
          views.emplace_back(next, role->leads[child]);
        }
      }
      if (sum == 0) return other(fmt::format("{} has no move", name));
    }
  }
  return out;
}

}  // namespace percept::play
