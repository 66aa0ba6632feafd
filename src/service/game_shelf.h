// SPDX-License-Identifier: MIT
//
// The rule sheets that the service has to offer: the files of one folder, by their names without ending. They are read
// again when they change. Nobody can name a file outside of the folder, since names are looked up in its list.
//
// Internal to service/.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "game/game.h"
#include "game/library.h"
#include "record/record.h"
#include "service/exchange.h"

namespace percept::service {

struct ShelvedGame {
  std::string name;          // "tictactoe" of tictactoe.kif
  std::string title, about;  // its first comment: the first line, and what follows up to the goals
  Json look;                 // how it is drawn: what tictactoe.look.json says, if it is there (docs/looks.md)
  std::filesystem::path file;
  record::RulesOnRecord rules;
  std::vector<std::string> roles;     // empty when it cannot be played
  std::optional<std::string> nature;  // the role that nobody plays
  std::string problem;                // why it cannot be played
};

// What was read of rules, and the game if there is one; problems are in the description or the error.
struct ReadRules {
  std::shared_ptr<const gdl::Description> description;
  Result<game::Game> game;
  record::RulesOnRecord rules;
};
// The library has the models of rules that were played lately.
ReadRules read_rules(const std::string& file, const std::string& text, game::Library& library);

class GameShelf {
 public:
  explicit GameShelf(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::vector<std::shared_ptr<const ShelvedGame>> list();  // by name
  std::shared_ptr<const ShelvedGame> find(const std::string& name);
  std::vector<std::string> names();
  game::Library& library() { return library_; }

 private:
  struct Kept {
    std::filesystem::file_time_type time;
    std::uintmax_t size;
    std::shared_ptr<const ShelvedGame> sheet;
  };

  static constexpr std::size_t kModels = 16;  // of the games played last, kept ready

  std::filesystem::path folder_;
  game::Library library_{kModels};
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;  // by name
};

}  // namespace percept::service
