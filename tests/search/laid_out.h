// SPDX-License-Identifier: MIT
//
// What tests of solvers need: a game laid out, from a file or text.
#pragma once

#include "game/playing.h"
#include "search/cfr.h"
#include "support/support.h"

namespace percept::test {

inline std::shared_ptr<const game::WholeGame> whole_of(std::unique_ptr<gdl::Description> description) {
  auto model = got(game::Model::make(std::move(description)));
  return got(model->whole(circuit::Logic::kTwoValued));
}
inline std::shared_ptr<const game::WholeGame> whole_of_own(const std::string& name) {
  return whole_of(got(gdl::read_file((project_root() / "games" / (name + ".kif")).string())));
}
inline std::shared_ptr<const game::WholeGame> whole_of_text(std::string text) {
  return whole_of(gdl::read_text("test", std::move(text)));
}

using Kind = search::Layout::Kind;
inline std::shared_ptr<const search::Layout> laid_out(std::shared_ptr<const game::WholeGame> whole,
                                                      Kind kind = Kind::kAuto) {
  return got(search::Layout::make(std::move(whole), {.limits = {}, .kind = kind, .progress = {}}));
}

}  // namespace percept::test
