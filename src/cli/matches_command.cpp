// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/text.h"
#include "cli/files.h"
#include "cli/knowing.h"
#include "cli/matches_command.h"
#include "cli/matches_shown.h"
#include "cli/terminal.h"
#include "record/dresden_xml.h"
#include "record/ggp_json.h"
#include "record/import.h"
#include "record/percept_json.h"
#include "record/sight.h"
#include "record/verify.h"
#include "store/store.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;
using record::Record;
using store::Store;
using store::Summary;

std::string printed(const ordered_json& value) {
  return value.dump(1, ' ', true, ordered_json::error_handler_t::replace);
}

ordered_json json_of(const std::vector<std::optional<int>>& goals) {
  ordered_json out = ordered_json::array();
  for (const std::optional<int>& goal : goals) out.push_back(goal ? ordered_json(*goal) : ordered_json(nullptr));
  return out;
}

std::string without_ending(const std::string& name) { return name.substr(0, name.rfind('.')); }

int list(Store& store, const MatchesOptions& options) {
  store::Query query;
  query.game = options.game;
  query.player = options.player;
  query.tournament = options.tournament;
  query.status = options.status;
  query.limit = options.limit;
  if (query.limit == 0) query.limit = SIZE_MAX;
  auto found = store.list(query);
  if (!found) return fail(found.error(), kUnreadable);
  if (options.json) {
    ordered_json out = ordered_json::array();
    for (const Summary& one : *found) {
      out.push_back({{"id", one.id}, {"game", one.game}, {"tournament", one.tournament}, {"number", one.number}});
      ordered_json& entry = out.back();
      entry["roles"] = one.roles;
      entry["players"] = one.players;
      entry["status"] = record::name_of(one.status);
      entry["rounds"] = one.rounds;
      entry["faults"] = one.faults;
      entry["goals"] = json_of(one.goals);
      entry["started"] = one.started;
      entry["ended"] = one.ended;
    }
    fmt::print("{}\n", printed(out));
    return kSuccess;
  }
  if (found->empty()) {
    fmt::print("no matches{}\n", query.game || query.player || query.tournament || query.status ? " like this" : "");
    return kSuccess;
  }
  std::vector<std::vector<std::string>> rows = {{"id", "started", "game", "players", "rounds", "result", "faults"}};
  for (const Summary& one : *found)
    rows.push_back({printable(one.id), time_text(one.started), printable(without_ending(one.game)),
                    printable(fmt::format("{}", fmt::join(one.players, ", "))), std::to_string(one.rounds),
                    result_text(one.status, one.goals), one.faults == 0 ? "" : std::to_string(one.faults)});
  print_table(rows);
  if (found->size() == options.limit) fmt::print("the newest {}; --limit N shows more\n", options.limit);
  return kSuccess;
}

// The record of the id, and the number of the role that was asked for.
struct Asked {
  Record record;
  std::optional<std::size_t> role;
};
Result<Asked> asked(Store& store, const MatchesOptions& options) {
  auto record = store.load(options.ids.at(0));
  if (!record) return tl::unexpected(record.error());
  Asked out{std::move(*record), std::nullopt};
  if (options.role) {
    auto role = record::role_number(out.record, *options.role);
    if (!role) return tl::unexpected(role.error());
    out.role = *role;
  }
  return out;
}

Result<void> check_round(const Record& record, const std::optional<std::size_t>& round) {
  if (!round || *round <= record.rounds.size()) return {};
  return failure(
      fmt::format("match {} has {}, not {}", printable(record.id), counted(record.rounds.size(), "round"), *round));
}

// What the role was told, as percept know reads it.
Result<ordered_json> role_json(const Record& record, std::size_t role) {
  auto sights = record::sight_of(record, role);
  if (!sights) return tl::unexpected(sights.error());
  ordered_json out = {{"id", record.id}, {"rules", record.rules.name}, {"role", record.roles[role]}};
  out["roles"] = record.roles;
  out["rounds"] = ordered_json::array();
  for (std::size_t round = 1; round <= record.rounds.size(); ++round) {
    game::Told told = record::told(record, role, round);
    out["rounds"].push_back({{"move", *told.move}, {"percepts", *told.percepts}});
  }
  out["known"] = sights->back().known;
  out["goal"] = sights->back().goal ? ordered_json(*sights->back().goal) : ordered_json(nullptr);
  return out;
}

void print_players(const Record& record, const std::vector<std::optional<int>>& goals) {
  std::vector<std::vector<std::string>> rows = {{"role", "player", "asked for as", "goal"}};
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    record::PlayerOnRecord player = role < record.players.size() ? record.players[role] : record::PlayerOnRecord();
    bool has = role < goals.size() && goals[role];
    rows.push_back({printable(record.roles[role]), printable(player.name),
                    printable(player.spec + (player.dialect.empty() ? "" : " (" + player.dialect + ")")),
                    has ? std::to_string(*goals[role]) : ""});
  }
  fmt::print("\n");
  print_table(rows);
}

int show(Store& store, const MatchesOptions& options) {
  auto what = asked(store, options);
  if (!what) return fail(what.error(), kUnreadable);
  Record& record = what->record;
  if (auto fine = check_round(record, options.round); !fine) return fail(fine.error(), kUnreadable);
  bool told_only = what->role && !record::sees_all(record, *what->role);
  if (options.json) {
    if (!told_only) {
      fmt::print("{}\n", record::to_percept_json(record));
      return kSuccess;
    }
    auto json = role_json(record, *what->role);
    if (!json) return fail(json.error(), kFindings);
    fmt::print("{}\n", printed(*json));
    return kSuccess;
  }
  std::size_t rounds = options.round.value_or(record.rounds.size());
  print_header(record, !told_only);
  print_players(record, told_only ? std::vector<std::optional<int>>() : record.goals);
  print_faults(record, told_only ? what->role : std::nullopt);
  print_moves_table(record, what->role);
  auto shown = shown_match(record, what->role);
  if (!shown) return fail(shown.error(), kFindings);
  for (std::size_t i = 0; i < rounds; ++i)
    if (auto fine = (*shown)->next(); !fine) return fail(fine.error(), kFindings);
  print_heading(rounds == 0 ? "At the start" : fmt::format("After {}", counted(rounds, "round")));
  if (auto fine = (*shown)->print_position(); !fine) return fail(fine.error(), kFindings);
  return kSuccess;
}

int replay(Store& store, const MatchesOptions& options) {
  auto what = asked(store, options);
  if (!what) return fail(what.error(), kUnreadable);
  const Record& record = what->record;
  if (auto fine = check_round(record, options.from); !fine) return fail(fine.error(), kUnreadable);
  auto shown = shown_match(record, what->role);
  if (!shown) return fail(shown.error(), kFindings);
  std::size_t from = options.from.value_or(0);
  bool waits = isatty(STDOUT_FILENO) != 0;
  fmt::print("{}, {}\n", printable(record.id), printable(record.rules.name));
  for (std::size_t round = 0; round <= record.rounds.size(); ++round) {
    if (round > 0)
      if (auto fine = (*shown)->next(); !fine) return fail(fine.error(), kFindings);
    if (round < from) continue;
    if (round > from && waits) std::this_thread::sleep_for(std::chrono::duration<double>(options.delay));
    print_heading(round == 0 ? "At the start" : fmt::format("Round {}", round));
    if (round > 0) (*shown)->print_round();
    if (auto fine = (*shown)->print_position(); !fine) return fail(fine.error(), kFindings);
    std::fflush(stdout);
  }
  bool told_only = what->role && !record::sees_all(record, *what->role);
  fmt::print("\n{}\n",
             told_only ? std::string(record::name_of(record.status)) : result_text(record.status, record.goals));
  return kSuccess;
}

int export_match(Store& store, const MatchesOptions& options) {
  auto what = asked(store, options);
  if (!what) return fail(what.error(), kUnreadable);
  if (options.format == MatchesOptions::Format::kDresden) {
    auto xml = record::to_dresden_xml(what->record, options.role, options.stylesheet);
    if (!xml) return fail(xml.error(), kFindings);
    // An id of others may be anything: no path out of the folder.
    std::string name = xml->folder;
    for (char& c : name)
      if (c == '/' || c == '\0') c = '_';
    if (name.starts_with(".")) name = "_" + name;
    std::filesystem::path folder = std::filesystem::path(options.output.value_or(".")) / name;
    std::error_code code;
    std::filesystem::create_directories(folder, code);
    if (code)
      return fail({fmt::format("cannot make the folder {}: {}", printable(folder.string()), code.message()), ""},
                  kUnreadable);
    for (const record::XmlFile& file : xml->files)
      if (auto done = write_file((folder / file.name).string(), file.text); !done)
        return fail(done.error(), kUnreadable);
    fmt::print("{}: {}\n", printable(folder.string()), counted(xml->files.size(), "file"));
    return kSuccess;
  }
  if (options.role)
    return fail({"this format has everything in it, whatever the role",
                 "--to dresden, or percept matches show --role ROLE --json"},
                kUnreadable);
  std::string text = options.format == MatchesOptions::Format::kGgp ? record::to_ggp_json(what->record)
                                                                    : record::to_percept_json(what->record);
  if (!options.output) {
    fmt::print("{}\n", text);
    return kSuccess;
  }
  auto done = write_file(*options.output, text + "\n");
  return done ? kSuccess : fail(done.error(), kUnreadable);
}

int import_matches(Store& store, const MatchesOptions& options) {
  std::optional<record::RulesOnRecord> rules;
  if (options.rules) {
    auto read = record::rules_of_file(*options.rules);
    if (!read) return fail(read.error(), kUnreadable);
    rules = std::move(*read);
  }
  int code = kSuccess;
  for (const std::string& file : options.ids) {
    auto imported = record::import_records(file, rules);
    if (!imported) {
      code = fail(imported.error(), kUnreadable);
      continue;
    }
    for (const Error& error : imported->refused) code = std::max(code, fail(error, kFindings));
    for (const Record& record : imported->records) {
      if (auto added = store.add(record); !added)
        code = std::max(code, fail(added.error(), kFindings));
      else
        fmt::print("{}\n", printable(record.id));
    }
  }
  return code;
}

int verify(Store& store, const MatchesOptions& options) {
  std::vector<std::string> ids = options.ids;
  if (options.all) {
    store::Query query;
    query.limit = SIZE_MAX;
    auto all = store.list(query);
    if (!all) return fail(all.error(), kUnreadable);
    for (const Summary& one : *all) ids.push_back(one.id);
  }
  if (ids.empty() && !options.all)
    return fail({"no match to verify", "percept matches verify ID..., or --all"}, kUnreadable);
  std::size_t wrong = 0;
  for (const std::string& id : ids) {
    auto record = store.load(id);
    if (!record) return fail(record.error(), kUnreadable);
    auto found = record::verify(*record);
    if (found && !*found) {
      fmt::print("{}: agrees, {}\n", printable(record->id), counted(record->rounds.size(), "round"));
      continue;
    }
    ++wrong;
    std::string what = !found                 ? printable(found.error().message)
                       : (*found)->round == 0 ? (*found)->what
                                              : fmt::format("round {}: {}", (*found)->round, (*found)->what);
    fmt::print("{}: {}\n", printable(record->id), what);
  }
  if (ids.size() > 1) fmt::print("{} of {} agree\n", ids.size() - wrong, ids.size());
  return wrong == 0 ? kSuccess : kFindings;
}

int remove(Store& store, const MatchesOptions& options) {
  for (const std::string& id : options.ids) {
    auto record = store.load(id);
    if (!record) return fail(record.error(), kUnreadable);
    if (auto done = store.remove(record->id); !done) return fail(done.error(), kFindings);
    fmt::print("{} removed\n", printable(record->id));
  }
  return kSuccess;
}

}  // namespace

int matches(const MatchesOptions& options) {
  std::string path = options.store.value_or(store::default_store());
  std::error_code error;
  if (options.action != MatchesOptions::Action::kImport && !std::filesystem::exists(path, error)) {
    bool asks = options.action == MatchesOptions::Action::kList && !options.store;
    Error none = {fmt::format("there is no store {}", printable(path)), "percept match plays a match and keeps it"};
    if (!asks) return fail(none, kUnreadable);
    fmt::print("{}\n", options.json ? "[]" : "no matches yet: " + none.hint);
    return kSuccess;
  }
  bool writes = options.action == MatchesOptions::Action::kImport || options.action == MatchesOptions::Action::kRemove;
  auto store = writes ? Store::open(path) : Store::open_to_read(path);
  if (!store) return fail(store.error(), kUnreadable);
  switch (options.action) {
    case MatchesOptions::Action::kList: return list(**store, options);
    case MatchesOptions::Action::kShow: return show(**store, options);
    case MatchesOptions::Action::kReplay: return replay(**store, options);
    case MatchesOptions::Action::kExport: return export_match(**store, options);
    case MatchesOptions::Action::kImport: return import_matches(**store, options);
    case MatchesOptions::Action::kVerify: return verify(**store, options);
    case MatchesOptions::Action::kRemove: return remove(**store, options);
  }
  return kUnreadable;
}

}  // namespace percept::cli
