// SPDX-License-Identifier: MIT
#include "play/asked_policy.h"

#include <fmt/format.h>

#include <algorithm>

#include "play/mixing.h"
#include "play/strategies.h"

namespace percept::play {
namespace {

class Question final : public Thinking {
 public:
  explicit Question(double seconds) : deadline_(in_seconds(seconds)) {}
  void offer(std::string move, bool) override { hand_ = std::move(move); }
  double seconds_left() const override { return std::max(0.0, -seconds_since(deadline_)); }
  bool over() const override { return Clock::now() >= deadline_; }
  Budget budget() const override { return Budget().until(deadline_); }
  const std::string& hand() const { return hand_; }

 private:
  Deadline deadline_;
  std::string hand_;
};

}  // namespace

Result<search::Profile> ask(const search::Layout& layout, const Asking& asking,
                            std::shared_ptr<const gdl::Description> rules,
                            const std::function<void(std::size_t, std::size_t)>& on_progress) {
  const search::Positions& positions = layout.positions();
  const game::Lexicon& lexicon = *positions.whole->lexicon;
  search::Profile out = search::uniform_profile(layout);
  auto model = game::Model::make(rules);
  if (!model) return tl::unexpected(model.error());
  std::size_t done = 0;
  for (std::size_t player = 0; player < layout.players(); ++player) {
    const search::Forest& forest = layout.forest(player);
    game::RoleId role{positions.players[player]};
    auto move_text = [&](std::uint32_t view, std::uint32_t action) {
      return lexicon.text(role, game::MoveId{positions.lists[role.value][forest.list(view)][action], lexicon.number()});
    };
    std::unique_ptr<Player> one;  // kept where it says how it mixes: what it learnt of the game stays
    std::vector<bool> reached(forest.sequences(), false);
    reached[0] = true;
    for (std::uint32_t set = 0; set < forest.information_sets(); ++set, ++done) {
      if (on_progress) on_progress(done, layout.information_sets());
      if (!reached[forest.parent[set]]) continue;
      std::uint32_t view = forest.view_of[set];
      std::vector<Told> told;
      for (std::uint32_t at = view; at != 0;) {
        search::Forest::Step step = forest.step(at);
        Told& of = told.emplace_back();
        of.move = move_text(step.parent, step.action);
        of.percepts.emplace();
        for (std::uint32_t percept : positions.percepts[player][step.seen])
          of.percepts->push_back(lexicon.text(game::PerceptId{percept, lexicon.number()}));
        at = step.parent;
      }
      std::ranges::reverse(told);
      std::uint32_t first = forest.first[set], count = forest.first[set + 1] - first;
      std::fill_n(out[player].begin() + first, count, 0.0);
      for (std::size_t i = 0; i < asking.asks; ++i) {
        auto* mixing = dynamic_cast<const Mixing*>(one.get());
        if (mixing == nullptr) {
          auto made = make_player(asking.strategy, search::kNone + std::uint64_t{1} + done * asking.asks + i);
          if (!made) return tl::unexpected(made.error());
          one = std::move(*made);
          mixing = dynamic_cast<const Mixing*>(one.get());
        }
        Question starting(asking.seconds);
        if (auto started = one->start({rules, lexicon.text(role), asking.seconds, asking.seconds, *model}, starting);
            !started)
          return tl::unexpected(started.error());
        // On the way it is asked as in every match, and goes where the question leads, whatever it would have done.
        for (const Told& round : told) {
          Question passing(asking.seconds), hearing(asking.seconds);
          (void)one->choose(passing);
          (void)one->hear(round, hearing);
        }
        Question question(asking.seconds);
        auto chosen = one->choose(question);
        one->stop();
        std::vector<std::pair<std::string, double>> mix;
        if (mixing != nullptr) mix = mixing->mix();
        bool asked_enough = !mix.empty();
        if (mix.empty()) mix.emplace_back(chosen ? *chosen : question.hand(), 1.0 / static_cast<double>(asking.asks));
        for (const auto& [move, chance] : mix) {
          std::uint32_t action = 0;
          while (action < count && move_text(view, action) != move) ++action;
          if (action == count)
            return failure(
                fmt::format("{} chose {}, which is not legal", asking.strategy, move.empty() ? "nothing" : move));
          out[player][first + action] += chance;
          reached[first + action] = reached[first + action] || chance > 0;
        }
        if (asked_enough) break;
      }
    }
  }
  return out;
}

}  // namespace percept::play
