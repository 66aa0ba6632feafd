// SPDX-License-Identifier: MIT
#include "store/writer.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/text.h"
#include "record/reasons_json.h"

namespace percept::store {
namespace {

using SQLite::Statement;

std::string json_of(const std::vector<std::string>& texts) {
  return nlohmann::json(texts).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

double finite(double value) { return std::isfinite(value) ? value : 0; }

std::string json_of(const game::Reasons& reasons) {
  return record::reasons_json(reasons).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

void bind_text(Statement& statement, int index, const std::optional<std::string>& text) {
  if (text)
    statement.bind(index, *text);
  else
    statement.bind(index);
}

// Kind, answer and detail in three columns.
void bind_fault(Statement& statement, int index, const std::vector<std::optional<record::Fault>>& faults,
                std::size_t seat) {
  bool has = seat < faults.size() && faults[seat];
  bind_text(statement, index, has ? std::optional(std::string(record::name_of(faults[seat]->kind))) : std::nullopt);
  bind_text(statement, index + 1, has ? std::optional(faults[seat]->answer) : std::nullopt);
  bind_text(statement, index + 2, has ? std::optional(faults[seat]->detail) : std::nullopt);
}

int run(Statement& statement) {
  int changes = statement.exec();
  statement.reset();
  return changes;
}

}  // namespace

StoreWriter::StoreWriter(SQLite::Database& database)
    : database_(database),
      add_rules_(database, "INSERT OR IGNORE INTO rules VALUES (?, ?, ?, ?, ?)"),
      add_match_(database, "INSERT INTO match VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      add_seat_(database, "INSERT INTO seat VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      add_round_(database,
                 "INSERT INTO round SELECT ?1, ?2, ?3, ?4 "
                 "WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM round WHERE match = ?1 AND round = ?2 - 1)"),
      add_move_(database, "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      find_(database, "SELECT number FROM match WHERE id = ?"),
      start_fault_(database,
                   "UPDATE seat SET start_fault = ?, start_answer = ?, start_detail = ? WHERE match = ? AND seat = ?"),
      finish_(database, "UPDATE match SET status = ?, note = ?, ended = ?, owner = '' WHERE number = ?"),
      goal_(database, "UPDATE seat SET goal = ? WHERE match = ? AND seat = ?"),
      remove_(database, "DELETE FROM match WHERE id = ?"),
      remove_rules_(database, "DELETE FROM rules WHERE key NOT IN (SELECT rules FROM match)"),
      save_tournament_(database, "INSERT OR REPLACE INTO tournament VALUES (?, ?, ?)") {}

std::string StoreWriter::keep(const record::RulesOnRecord& rules) {
  std::string key = sha256_hex(fmt::format("{}\n{}\n{}\n{}", rules.name, rules.hash, rules.gdl_version, rules.text));
  Statement& add = add_rules_;
  add.tryReset();
  add.bind(1, key);
  add.bind(2, rules.name);
  add.bind(3, rules.hash);
  add.bind(4, rules.gdl_version);
  add.bind(5, rules.text);
  run(add);
  return key;
}

Result<std::int64_t> StoreWriter::number_of(const std::string& id) {
  find_.tryReset();
  find_.bind(1, id);
  bool found = find_.executeStep();
  std::int64_t number = found ? find_.getColumn(0).getInt64() : 0;
  find_.reset();
  if (!found) return failure(fmt::format("the store has no match {}", printable(id)), "was it removed meanwhile?");
  return number;
}

Result<void> StoreWriter::begin(const record::Record& record, const std::string& owner) {
  if (record.id.empty()) return failure("a match without an id cannot be stored");
  if (number_of(record.id))
    return failure(fmt::format("the store has a match {} already", printable(record.id)),
                   "remove it first, or take another id");
  std::string rules = keep(record.rules);
  Statement& add = add_match_;
  add.tryReset();
  add.bind(1, record.id);
  add.bind(2, rules);
  add.bind(3, std::bit_cast<std::int64_t>(record.seed));
  add.bind(4, finite(record.clocks.start));
  add.bind(5, finite(record.clocks.play));
  add.bind(6, record.scrambled ? 1 : 0);
  add.bind(7, record.tournament);
  add.bind(8, static_cast<std::int64_t>(record.number));
  add.bind(9, record.started);
  add.bind(10, record.ended);
  add.bind(11, std::string(record::name_of(record.status)));
  add.bind(12, record.note);
  add.bind(13, json_of(record.initial));
  add.bind(14, owner);
  run(add);
  std::int64_t match = database_.getLastInsertRowid();
  for (std::size_t seat = 0; seat < record.roles.size(); ++seat) {
    record::PlayerOnRecord player = seat < record.players.size() ? record.players[seat] : record::PlayerOnRecord();
    add_seat_.tryReset();
    add_seat_.bind(1, match);
    add_seat_.bind(2, static_cast<std::int64_t>(seat));
    add_seat_.bind(3, record.roles[seat]);
    add_seat_.bind(4, player.name);
    add_seat_.bind(5, player.spec);
    add_seat_.bind(6, player.dialect);
    add_seat_.bind(7, player.human ? 1 : 0);
    bind_fault(add_seat_, 8, record.start_faults, seat);
    if (seat < record.goals.size() && record.goals[seat])
      add_seat_.bind(11, *record.goals[seat]);
    else
      add_seat_.bind(11);
    run(add_seat_);
  }
  for (std::size_t seat = 0; seat < record.descriptions.size(); ++seat) {
    if (record.descriptions[seat].empty()) continue;
    Statement described(database_, "INSERT INTO description (match, seat, text) VALUES (?, ?, ?)");
    described.bind(1, match);
    described.bind(2, static_cast<std::int64_t>(seat));
    described.bind(3, record.descriptions[seat]);
    described.exec();
  }
  return {};
}

void StoreWriter::set_start_faults(std::int64_t match, const record::Record& record) {
  for (std::size_t seat = 0; seat < record.start_faults.size(); ++seat) {
    if (!record.start_faults[seat]) continue;
    start_fault_.tryReset();
    bind_fault(start_fault_, 1, record.start_faults, seat);
    start_fault_.bind(4, match);
    start_fault_.bind(5, static_cast<std::int64_t>(seat));
    run(start_fault_);
  }
}

Result<void> StoreWriter::add_round(const record::Record& record, std::size_t number) {
  auto match = number_of(record.id);
  if (!match) return tl::unexpected(match.error());
  if (number == 0 || number > record.rounds.size())
    return failure(fmt::format("match {} has no round {}", printable(record.id), number));
  if (number == 1) set_start_faults(*match, record);
  const record::Round& round = record.rounds[number - 1];
  add_round_.tryReset();
  add_round_.bind(1, *match);
  add_round_.bind(2, static_cast<std::int64_t>(number));
  add_round_.bind(3, round.time);
  add_round_.bind(4, json_of(round.state));
  if (run(add_round_) == 0)
    return failure(
        fmt::format("round {} of match {} cannot be stored before round {}", number, printable(record.id), number - 1));
  for (std::size_t seat = 0; seat < round.moves.size(); ++seat) {
    add_move_.tryReset();
    add_move_.bind(1, *match);
    add_move_.bind(2, static_cast<std::int64_t>(number));
    add_move_.bind(3, static_cast<std::int64_t>(seat));
    add_move_.bind(4, round.moves[seat]);
    bind_text(add_move_, 5, seat < round.percepts.size() ? std::optional(json_of(round.percepts[seat])) : std::nullopt);
    if (seat < round.seconds.size())
      add_move_.bind(6, finite(round.seconds[seat]));
    else
      add_move_.bind(6);
    bind_fault(add_move_, 7, round.faults, seat);
    bool thought = seat < round.reasons.size() && !round.reasons[seat].empty();
    bind_text(add_move_, 10, thought ? std::optional(json_of(round.reasons[seat])) : std::nullopt);
    run(add_move_);
  }
  return {};
}

Result<void> StoreWriter::finish(const record::Record& record) {
  auto match = number_of(record.id);
  if (!match) return tl::unexpected(match.error());
  set_start_faults(*match, record);  // of a match without rounds
  finish_.tryReset();
  finish_.bind(1, std::string(record::name_of(record.status)));
  finish_.bind(2, record.note);
  finish_.bind(3, record.ended);
  finish_.bind(4, *match);
  run(finish_);
  for (std::size_t seat = 0; seat < record.goals.size(); ++seat) {
    if (!record.goals[seat]) continue;
    goal_.tryReset();
    goal_.bind(1, *record.goals[seat]);
    goal_.bind(2, *match);
    goal_.bind(3, static_cast<std::int64_t>(seat));
    run(goal_);
  }
  return {};
}

Result<void> StoreWriter::remove(const std::string& id) {
  remove_.tryReset();
  remove_.bind(1, id);
  if (run(remove_) == 0) return failure(fmt::format("the store has no match {}", printable(id)));
  remove_rules_.tryReset();
  run(remove_rules_);
  return {};
}

void StoreWriter::save_tournament(const std::string& name, const std::string& configuration) {
  save_tournament_.tryReset();
  save_tournament_.bind(1, name);
  save_tournament_.bind(2, configuration);
  save_tournament_.bind(3, record::now_ms());
  run(save_tournament_);
}

}  // namespace percept::store
