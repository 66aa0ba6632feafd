// SPDX-License-Identifier: MIT
#include "store/reader.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/json_view.h"
#include "record/reasons_json.h"

namespace percept::store {
namespace {

using SQLite::Column;
using SQLite::Statement;

// A running match whose process is gone is an interrupted one.
constexpr const char* kStatus = "CASE WHEN status = 'running' AND gone(owner) THEN 'interrupted' ELSE status END";

constexpr const char* kChanged =
    "the store was changed by something else; verify what is left of the match with sqlite3, or take it out";

std::string text(const Statement& statement, int column) { return statement.getColumn(column).getString(); }

std::size_t size(const Statement& statement, int column) {
  return static_cast<std::size_t>(std::max<std::int64_t>(0, statement.getColumn(column).getInt64()));
}

// Columns of kind, answer and detail.
std::optional<record::Fault> fault(const Statement& statement, int column) {
  if (statement.isColumnNull(column)) return std::nullopt;
  record::FaultKind kind = record::fault_of(text(statement, column)).value_or(record::FaultKind::kInternal);
  return record::Fault{kind, text(statement, column + 1), text(statement, column + 2)};
}

Result<std::vector<std::string>> texts(const Statement& statement, int column, const std::string& where) {
  auto value = nlohmann::json::parse(text(statement, column), nullptr, false);
  bool fine = value.is_array();
  for (std::size_t i = 0; fine && i < value.size(); ++i) fine = value[i].is_string();
  if (!fine) return failure(fmt::format("{} is not a list of texts in the store", where), kChanged);
  return value.get<std::vector<std::string>>();
}

Result<game::Reasons> reasons(const Statement& statement, int column, const std::string& where) {
  auto file = record::JsonFile::parse(text(statement, column), where);
  game::Reasons out;
  if (file) out = record::reasons_of((*file)->root());
  if (!file || (*file)->wrong()) return failure(fmt::format("{} cannot be read in the store", where), kChanged);
  return out;
}

record::Status status(const std::string& name) { return record::status_of(name).value_or(record::Status::kFailed); }

// Header; the number of its row in `match`.
Result<record::Record> header(SQLite::Database& database, const std::string& id, std::int64_t& match) {
  Statement row(database, fmt::format("SELECT m.number, m.id, r.name, r.text, r.hash, r.gdl_version, m.seed, "
                                      "m.start_clock, m.play_clock, m.scrambled, m.tournament, m.tournament_number, "
                                      "m.started, m.ended, {}, m.note, m.initial "
                                      "FROM match m JOIN rules r ON r.key = m.rules WHERE m.id = ?",
                                      kStatus));
  row.bind(1, id);
  if (!row.executeStep()) return failure(fmt::format("the store has no match {}", printable(id)));
  match = row.getColumn(0).getInt64();
  record::Record out;
  out.id = text(row, 1);
  out.rules = {text(row, 2), text(row, 3), text(row, 4), row.getColumn(5).getInt()};
  out.seed = std::bit_cast<std::uint64_t>(row.getColumn(6).getInt64());
  out.clocks = {row.getColumn(7).getDouble(), row.getColumn(8).getDouble()};
  out.scrambled = row.getColumn(9).getInt() != 0;
  out.tournament = text(row, 10);
  out.number = size(row, 11);
  out.started = row.getColumn(12).getInt64();
  out.ended = row.getColumn(13).getInt64();
  out.status = status(text(row, 14));
  out.note = text(row, 15);
  auto initial = texts(row, 16, "the initial state of " + printable(id));
  if (!initial) return tl::unexpected(initial.error());
  out.initial = std::move(*initial);
  return out;
}

void add_seats(SQLite::Database& database, std::int64_t match, record::Record& out) {
  Statement row(database,
                "SELECT role, player, spec, dialect, human, start_fault, start_answer, start_detail, goal FROM seat "
                "WHERE match = ? ORDER BY seat");
  row.bind(1, match);
  while (row.executeStep()) {
    out.roles.push_back(text(row, 0));
    out.players.push_back({text(row, 1), text(row, 2), text(row, 3), row.getColumn(4).getInt() != 0});
    out.start_faults.push_back(fault(row, 5));
    out.goals.push_back(row.isColumnNull(8) ? std::nullopt : std::optional(row.getColumn(8).getInt()));
  }
  Statement own(database, "SELECT seat, text FROM description WHERE match = ?");
  own.bind(1, match);
  while (own.executeStep()) {
    out.descriptions.resize(out.roles.size());
    std::size_t seat = size(own, 0);
    if (seat < out.descriptions.size()) out.descriptions[seat] = text(own, 1);
  }
}

Result<void> add_rounds(SQLite::Database& database, std::int64_t match, record::Record& out) {
  Statement row(database, "SELECT round, time, state FROM round WHERE match = ? ORDER BY round");
  row.bind(1, match);
  while (row.executeStep()) {
    std::size_t number = out.rounds.size() + 1;
    std::string where = fmt::format("the state of round {} of {}", number, printable(out.id));
    if (size(row, 0) != number)
      return failure(fmt::format("match {} has no round {} in the store", printable(out.id), number), kChanged);
    auto state = texts(row, 2, where);
    if (!state) return tl::unexpected(state.error());
    record::Round round;
    round.time = row.getColumn(1).getInt64();
    round.state = std::move(*state);
    out.rounds.push_back(std::move(round));
  }
  Statement move(database,
                 "SELECT round, move, percepts, seconds, fault, answer, detail, reasons FROM move WHERE match = ? "
                 "ORDER BY round, seat");
  move.bind(1, match);
  while (move.executeStep()) {
    std::size_t number = size(move, 0);
    if (number == 0 || number > out.rounds.size()) continue;
    record::Round& round = out.rounds[number - 1];
    round.moves.push_back(text(move, 1));
    round.faults.push_back(fault(move, 4));
    if (!move.isColumnNull(3)) round.seconds.push_back(move.getColumn(3).getDouble());
    if (!move.isColumnNull(7)) {
      auto read = reasons(move, 7, fmt::format("what was thought in round {} of {}", number, printable(out.id)));
      if (!read) return tl::unexpected(read.error());
      round.reasons.resize(out.roles.size());
      if (round.moves.size() <= out.roles.size()) round.reasons[round.moves.size() - 1] = std::move(*read);
    }
    if (move.isColumnNull(2)) continue;
    auto percepts = texts(move, 2, fmt::format("the percepts of round {} of {}", number, printable(out.id)));
    if (!percepts) return tl::unexpected(percepts.error());
    round.percepts.push_back(std::move(*percepts));
  }
  for (std::size_t i = 0; i < out.rounds.size(); ++i)
    if (out.rounds[i].moves.size() != out.roles.size())
      return failure(
          fmt::format("round {} of {} has not one move for each role in the store", i + 1, printable(out.id)),
          kChanged);
  return {};
}

}  // namespace

Result<std::string> full_id(SQLite::Database& database, const std::string& id) {
  if (id.empty()) return failure("no id of a match was given", "percept matches lists them");
  Statement row(database,
                "SELECT id FROM match WHERE substr(id, 1, length(?1)) = ?1 ORDER BY id <> ?1, started DESC LIMIT 6");
  row.bind(1, id);
  std::vector<std::string> found;
  while (row.executeStep()) found.push_back(text(row, 0));
  if (found.empty())
    return failure(fmt::format("the store has no match {}", printable(id)), "percept matches lists those it has");
  if (found.size() == 1 || found[0] == id) return found[0];
  std::string some;
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 5); ++i)
    some += (i > 0 ? ", " : "") + printable(found[i]);
  return failure(fmt::format("several matches begin with {}: {}{}", printable(id), some, found.size() > 5 ? ", …" : ""),
                 "give more of its id");
}

Result<record::Record> load_record(SQLite::Database& database, const std::string& id) {
  SQLite::Transaction moment(database);
  auto whole = full_id(database, id);
  if (!whole) return tl::unexpected(whole.error());
  std::int64_t match = 0;
  auto out = header(database, *whole, match);
  if (!out) return out;
  add_seats(database, match, *out);
  if (auto fine = add_rounds(database, match, *out); !fine) return tl::unexpected(fine.error());
  return out;
}

std::vector<Summary> list_matches(SQLite::Database& database, const Query& query) {
  SQLite::Transaction moment(database);
  std::string condition = "1";
  std::vector<std::string> values;
  auto add = [&](const std::optional<std::string>& value, const std::string& what) {
    if (!value) return;
    values.push_back(*value);
    condition += fmt::format(" AND ({})", fmt::format(fmt::runtime(what), values.size()));
  };
  add(query.game, "r.name = ?{0} COLLATE NOCASE OR substr(r.name, 1, length(?{0}) + 1) = ?{0} || '.' COLLATE NOCASE");
  add(query.player, query.specs
                        ? "EXISTS (SELECT 1 FROM seat s WHERE s.match = m.number AND ?{0} IN (s.player, s.spec))"
                        : "EXISTS (SELECT 1 FROM seat s WHERE s.match = m.number AND ?{0} = s.player)");
  add(query.tournament, "m.tournament = ?{0}");
  if (query.status) add(std::string(record::name_of(*query.status)), std::string(kStatus) + " = ?{0}");
  Statement row(database,
                fmt::format("SELECT m.number, m.id, r.name, m.tournament, m.tournament_number, {}, m.started, m.ended, "
                            "(SELECT count(*) FROM round WHERE match = m.number), "
                            "(SELECT count(*) FROM move WHERE match = m.number AND fault IS NOT NULL) + "
                            "(SELECT count(*) FROM seat WHERE match = m.number AND start_fault IS NOT NULL), "
                            "m.scrambled FROM match m JOIN rules r ON r.key = m.rules WHERE {} "
                            "ORDER BY m.started DESC, m.number DESC LIMIT {} OFFSET {}",
                            kStatus, condition, std::min<std::size_t>(query.limit, INT64_MAX),
                            std::min<std::size_t>(query.offset, INT64_MAX)));
  for (std::size_t i = 0; i < values.size(); ++i) row.bind(static_cast<int>(i + 1), values[i]);
  Statement seat(database, "SELECT role, player, spec, goal FROM seat WHERE match = ? ORDER BY seat");
  std::vector<Summary> out;
  while (row.executeStep()) {
    Summary one;
    one.id = text(row, 1);
    one.game = text(row, 2);
    one.tournament = text(row, 3);
    one.number = size(row, 4);
    one.status = status(text(row, 5));
    one.started = row.getColumn(6).getInt64();
    one.ended = row.getColumn(7).getInt64();
    one.rounds = size(row, 8);
    one.faults = size(row, 9);
    one.scrambled = row.getColumn(10).getInt() != 0;
    seat.reset();
    seat.bind(1, row.getColumn(0).getInt64());
    while (seat.executeStep()) {
      one.roles.push_back(text(seat, 0));
      one.specs.push_back(text(seat, 2));
      one.players.push_back(text(seat, 1).empty() ? text(seat, 2) : text(seat, 1));
      one.goals.push_back(seat.isColumnNull(3) ? std::nullopt : std::optional(seat.getColumn(3).getInt()));
    }
    out.push_back(std::move(one));
  }
  return out;
}

std::optional<std::string> owner_of(SQLite::Database& database, const std::string& id) {
  Statement row(database, "SELECT owner FROM match WHERE id = ? AND status = 'running' AND NOT gone(owner)");
  row.bind(1, id);
  return row.executeStep() ? std::optional(text(row, 0)) : std::nullopt;
}

std::optional<std::string> tournament_configuration(SQLite::Database& database, const std::string& name) {
  Statement row(database, "SELECT configuration FROM tournament WHERE name = ?");
  row.bind(1, name);
  return row.executeStep() ? std::optional(text(row, 0)) : std::nullopt;
}

std::vector<std::string> tournament_names(SQLite::Database& database) {
  Statement row(database, "SELECT name FROM tournament ORDER BY saved DESC, name");
  std::vector<std::string> out;
  while (row.executeStep()) out.push_back(text(row, 0));
  return out;
}

}  // namespace percept::store
