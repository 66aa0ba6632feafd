// SPDX-License-Identifier: MIT
#include "game/numbered_circuit.h"

#include <array>

namespace percept::game {

using program::TermId;

NumberedCircuit numbered(ground::GameCircuit game, Lexicon& lexicon, program::Terms& terms, bool imperfect) {
  if (!imperfect) {
    std::vector<std::pair<TermId, circuit::Wire>> joint_move;
    for (std::uint32_t role = 0; role < game.moves.size(); ++role)
      for (const ground::GameCircuit::Move& move : game.moves[role])
        joint_move.push_back(
            {terms.make(gdl::keyword::kDoes, std::array{lexicon.term(RoleId{role}), move.term}), move.does});
    game.sees.assign(game.moves.size(), joint_move);
  }
  NumberedCircuit out;
  for (const auto& fluent : game.fluents) out.fluents.push_back(lexicon.add_fluent(fluent.term));
  for (std::uint32_t role = 0; role < game.moves.size(); ++role) {
    out.moves.emplace_back();
    for (const auto& move : game.moves[role]) out.moves.back().push_back(lexicon.add_move(RoleId{role}, move.term));
    out.sees.emplace_back();
    for (const auto& [percept, wire] : game.sees[role]) out.sees.back().push_back(lexicon.add_percept(percept));
  }
  out.game = std::move(game);
  return out;
}

}  // namespace percept::game
