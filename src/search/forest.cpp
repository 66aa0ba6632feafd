// SPDX-License-Identifier: MIT
#include "search/forest.h"

#include <fmt/format.h>

#include "base/check.h"

namespace percept::search {

class ForestMaker {
 public:
  ForestMaker(const Positions& positions, std::size_t player, const Limits& limits, Budget budget,
              const OnProgress& progress)
      : positions_(positions), player_(player), limits_(limits), budget_(std::move(budget)), progress_(progress) {}

  Result<Forest> run() {
    auto made = Knowledge::make(positions_, player_, limits_, budget_, progress_);
    if (!made) return tl::unexpected(made.error());
    out_.knowledge_ = std::make_shared<const Knowledge>(std::move(*made));
    if (auto done = make_views(); !done) return tl::unexpected(done.error());
    number_decisions();
    return std::move(out_);
  }

 private:
  Result<void> check(std::uint64_t done) {
    if (progress_) progress_({Progress::Stage::kKnowledge, 0, done});
    if (budget_.out_of_time())
      return failure(fmt::format("out of time while laying out what {} can know", role_name()));
    return {};
  }
  std::string role_name() const { return positions_.whole->lexicon->text(game::RoleId{positions_.players[player_]}); }

  Result<void> make_views() {
    const Knowledge& knowledge = *out_.knowledge_;
    double count = knowledge.ways();  // how many there will be, before any is made
    constexpr double kBytesOfView = 40;
    if (count >= 4e9 || count * kBytesOfView > static_cast<double>(limits_.bytes))
      return failure(fmt::format("{} has {:.4g} views, which take about {:.0f} MB of the {} MB there may be",
                                 role_name(), count, count * kBytesOfView / 1048576, limits_.bytes >> 20),
                     "the game is too large to lay out within this bound");
    auto views = static_cast<std::size_t>(count);
    for (auto* array : {&out_.set_, &out_.first_child_, &out_.parent_view_, &out_.sequence_}) array->reserve(views);
    out_.set_.push_back(0);
    out_.parent_view_.push_back(kNone);
    for (std::uint32_t view = 0; view < out_.set_.size(); ++view) {
      std::uint32_t set = out_.set_[view];
      out_.first_child_.push_back(static_cast<std::uint32_t>(out_.set_.size()));
      Knowledge::Range range = knowledge.entries(set);
      for (std::uint32_t e = range.begin; e < range.end; ++e) {
        out_.set_.push_back(knowledge.next(e));
        out_.parent_view_.push_back(view);
      }
      if (view % (1 << 20) == 0)
        if (auto fine = check(view); !fine) return fine;
    }
    PERCEPT_CHECK(out_.set_.size() == views, "views were counted wrongly");
    return {};
  }

  // Information sets in the order of the sequences before them, so that those behind a sequence stand together.
  void number_decisions() {
    out_.sequence_.assign(out_.set_.size(), 0);
    std::uint32_t sequences = 1;
    auto settle = [&](std::uint32_t from, std::uint32_t sequence) {
      stack_.assign(1, from);
      while (!stack_.empty()) {
        std::uint32_t view = stack_.back();
        stack_.pop_back();
        if (out_.actions(view) > 1) {
          out_.view_of.push_back(view);
          out_.parent.push_back(sequence);
          out_.first.push_back(sequences);
          out_.sequence_[view] = sequences;
          sequences += out_.actions(view);
        } else {
          out_.sequence_[view] = sequence;
          for (std::uint32_t child = out_.children(view); child-- > 0;)
            stack_.push_back(out_.first_child_[view] + child);
        }
      }
    };
    out_.child.push_back(0);
    settle(0, 0);
    out_.layers.push_back(0);
    out_.layers.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
    for (std::uint32_t set = 0; set < out_.view_of.size(); ++set) {
      if (set == out_.layers.back()) out_.layers.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
      std::uint32_t view = out_.view_of[set];
      for (std::uint32_t action = 0; action < out_.actions(view); ++action) {
        out_.child.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
        out_.each_next(view, action,
                       [&](std::uint32_t, std::uint32_t next) { settle(next, out_.sequence_[view] + action); });
      }
    }
    out_.child.push_back(static_cast<std::uint32_t>(out_.view_of.size()));
    out_.first.push_back(sequences);
  }

  const Positions& positions_;
  std::size_t player_;
  const Limits& limits_;
  Budget budget_;
  const OnProgress& progress_;
  Forest out_;
  std::vector<std::uint32_t> stack_;
};

Result<Forest> Forest::make(const Positions& positions, std::size_t player, const Limits& limits, const Budget& budget,
                            const OnProgress& progress) {
  return ForestMaker(positions, player, limits, budget, progress).run();
}

Forest::Step Forest::step(std::uint32_t view) const {
  std::uint32_t before = parent_view_[view], set = set_[before], action = 0;
  std::uint32_t entry = knowledge_->entries(set).begin + (view - first_child_[before]);
  while (knowledge_->entries(set, action).end <= entry) ++action;
  return {before, action, knowledge_->seen(entry)};
}

std::size_t Forest::bytes() const {
  std::size_t words = 0;
  for (const auto* array : {&first, &parent, &child, &view_of, &set_, &first_child_, &parent_view_, &sequence_})
    words += array->size();
  return knowledge_->bytes() + words * 4;
}

}  // namespace percept::search
