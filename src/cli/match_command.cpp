// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/seeds.h"
#include "base/text.h"
#include "cli/explained_match.h"
#include "cli/files.h"
#include "cli/human_player.h"
#include "cli/lab_common.h"
#include "cli/match_command.h"
#include "cli/playing.h"
#include "cli/stop_on_signal.h"
#include "cli/terminal.h"
#include "match/incomplete.h"
#include "match/local_seat.h"
#include "match/referee.h"
#include "record/percept_json.h"
#include "store/store.h"
#include "wire/abandoned.h"
#include "wire/seating.h"

namespace percept::cli {
namespace {

using game::Game;
using game::RoleId;
using record::Record;

// Who plays each role, in the order of the roles; empty for nature.
Result<std::vector<std::string>> specs_of(const Game& game, const std::vector<std::string>& players) {
  std::vector<std::string> roles, out(game.roles());
  for (std::uint32_t role = 0; role < game.roles(); ++role) roles.push_back(game.text(RoleId{role}));
  std::string hint = fmt::format("the roles are {}", fmt::join(roles, ", "));
  std::size_t next = 0;  // role of a spec that names none
  for (const std::string& text : players) {
    std::size_t equals = text.find('=');
    bool named = equals != std::string::npos && equals < std::min(text.find(':'), text.size());
    std::size_t place = 0;
    if (named) {
      auto role = game.role(lower(text.substr(0, equals)));
      if (!role) return failure(fmt::format("the game has no role {}", printable(text.substr(0, equals))), hint);
      place = role->value;
    } else {
      while (next < out.size() &&
             (!out[next].empty() || match::nature_of(game) == RoleId{static_cast<std::uint32_t>(next)}))
        ++next;
      if (next == out.size()) return failure(fmt::format("no role is left for {}", printable(text)), hint);
      place = next;
    }
    if (match::nature_of(game) == RoleId{static_cast<std::uint32_t>(place)})
      return failure("random is played by the manager", "name players for the other roles only");
    if (!out[place].empty()) return failure(fmt::format("two players for {}", roles[place]), hint);
    out[place] = named ? text.substr(equals + 1) : text;
    if (out[place] == "human") continue;
    if (auto fine = wire::check_spec(out[place], ", or human"); !fine)
      return failure(fmt::format("{}: {}", roles[place], fine.error().message), fine.error().hint);
  }
  for (std::size_t a = 0; a < out.size(); ++a)
    for (std::size_t b = a + 1; b < out.size(); ++b)
      if (wire::is_remote(out[a]) && out[a] == out[b])
        return failure(fmt::format("{} cannot play both {} and {}", out[a], roles[a], roles[b]),
                       "a player somewhere else plays one role at a time");
  for (std::uint32_t role = 0; role < out.size(); ++role)
    if (out[role].empty() && match::nature_of(game) != RoleId{role}) out[role] = "auto";
  return out;
}

// "dresden-2013" for all, or "role=dresden-2010".
Result<std::map<std::string, wire::Dialect>> dialects_of(const Game& game, const std::vector<std::string>& texts) {
  std::map<std::string, wire::Dialect> out;
  for (const std::string& text : texts) {
    std::size_t equals = text.find('=');
    std::string role = equals == std::string::npos ? "" : lower(text.substr(0, equals));
    std::string name = lower(text.substr(equals == std::string::npos ? 0 : equals + 1));
    if (!role.empty() && !game.role(role)) return failure(fmt::format("the game has no role {}", printable(role)));
    auto dialect = wire::read_dialect(name);
    if (!dialect) return tl::unexpected(dialect.error());
    if (*dialect) out[role] = **dialect;
  }
  return out;
}

// "role=FILE", each role once.
Result<std::vector<match::OwnDescription>> descriptions_of(const std::vector<std::string>& texts) {
  std::vector<match::OwnDescription> out;
  for (const std::string& text : texts) {
    std::size_t equals = text.find('=');
    if (equals == std::string::npos)
      return failure(fmt::format("{} does not say whose description it is", printable(text)), "write role=FILE");
    std::string role = lower(text.substr(0, equals));
    if (std::ranges::count(out, role, &match::OwnDescription::role) > 0)
      return failure(fmt::format("two descriptions for {}", printable(role)));
    auto description = read_whole(text.substr(equals + 1));
    if (!description) return failure(fmt::format("the description of {} cannot be used", printable(role)));
    if (!(*description)->is_incomplete())
      return failure(fmt::format("{} is not an incomplete description", printable(text.substr(equals + 1))),
                     "it has to consist of sentences; percept convert --to igdl makes them of rules");
    out.push_back({role, std::move(*description)});
  }
  return out;
}

// A line a round, and the faults in it.
class RoundPrinter : public record::Follower {
 public:
  explicit RoundPrinter(bool secret) : secret_(secret) {}

  Result<void> on_start(const Record& record) override {
    std::string seed = secret_ ? "" : fmt::format(", seed {}", record.seed);  // which tells what nature will do
    fmt::print("match {}, {}{}{}\n", record.id, printable(record.rules.name), seed,
               record.scrambled ? ", scrambled" : "");
    for (std::size_t role = 0; role < record.roles.size(); ++role) {
      const record::PlayerOnRecord& player = record.players[role];
      std::string more = player.dialect.empty() ? "" : fmt::format(", {} ({})", player.spec, player.dialect);
      fmt::print("  {}{}{}\n", paint("1", padded(printable(record.roles[role]), 12), colored(stdout)),
                 printable(player.name), printable(more));
    }
    std::fflush(stdout);
    return {};
  }

  Result<void> on_round(const Record& record) override {
    const record::Round& round = record.rounds.back();
    std::size_t number = record.rounds.size();
    if (number == 1) print_faults(record, record.start_faults, "start");
    double longest = *std::ranges::max_element(round.seconds);
    std::string moves = secret_ ? "played" : printable(fmt::format("{}", fmt::join(round.moves, "  ")));
    fmt::print("{}  {}  {}\n", aligned_right(std::to_string(number), 4), moves,
               paint("2", fmt::format("{:.2f} s", longest), colored(stdout)));
    print_faults(record, round.faults, secret_ ? "" : "played");
    std::fflush(stdout);
    return {};
  }

 private:
  void print_faults(const Record& record, const std::vector<std::optional<record::Fault>>& faults,
                    const std::string& what) const {
    for (std::size_t role = 0; role < faults.size(); ++role) {
      if (!faults[role]) continue;
      std::string answer = faults[role]->answer.empty() ? "" : fmt::format(" ({})", faults[role]->answer);
      std::string detail = ", " + faults[role]->detail;
      if (secret_) answer = detail = "";  // what was answered is hidden from the others
      std::string instead;
      if (what == "start") instead = ", at the start";
      if (what == "played") instead = fmt::format("; {} was played instead", record.rounds.back().moves[role]);
      fmt::print("      {}\n", paint("33",
                                     printable(fmt::format("{}: {}{}{}{}", record.roles[role],
                                                           name_of(faults[role]->kind), detail, answer, instead)),
                                     colored(stdout)));
    }
  }

  bool secret_;
};

void print_result(const Record& record) {
  std::string how = record.status == record::Status::kCompleted ? "End"
                    : record.status == record::Status::kAborted ? "Cancelled"
                                                                : "Broken off";
  print_heading(fmt::format("{} after {}{}", how, counted(record.rounds.size(), "round"),
                            record.status != record::Status::kFailed ? "" : ": " + printable(record.note)));
  std::size_t roles = 6, players = 8;
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    roles = std::max(roles, character_count(printable(record.roles[role])) + 2);
    players = std::max(players, character_count(printable(record.players[role].name)) + 2);
  }
  fmt::print("  {}\n", paint("1",
                             fmt::format("{}{}{:>5}{:>8}{:>12}{:>12}", padded("role", roles), padded("player", players),
                                         "goal", "faults", "mean s", "longest s"),
                             colored(stdout)));
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    std::size_t faults = role < record.start_faults.size() && record.start_faults[role] ? 1 : 0;
    double sum = 0, longest = 0;
    for (const record::Round& round : record.rounds) {
      faults += round.faults[role].has_value();
      sum += round.seconds[role];
      longest = std::max(longest, round.seconds[role]);
    }
    bool goal = role < record.goals.size() && record.goals[role];
    fmt::print("  {}{}{:>5}{:>8}{:>12.3f}{:>12.3f}\n", padded(printable(record.roles[role]), roles),
               padded(printable(record.players[role].name), players), goal ? std::to_string(*record.goals[role]) : "–",
               faults, record.rounds.empty() ? 0 : sum / static_cast<double>(record.rounds.size()), longest);
  }
}

}  // namespace

int match(const MatchCommandOptions& options) {
  StopOnSignal signals;
  auto game = make_game(options.file, options.engine);
  if (!game) return game.error();
  auto descriptions = descriptions_of(options.descriptions);
  if (!descriptions) return fail(descriptions.error(), kUnreadable);
  auto prepared = match::with_descriptions(*game, *descriptions);
  if (!prepared) return fail(prepared.error(), kFindings);
  if (prepared->rules != game->model().shared_description()) {
    auto again = Game::make(prepared->rules, {.engine = options.engine});
    if (!again) return fail(again.error(), kFindings);
    game.emplace(std::move(*again));
  }
  auto specs = specs_of(*game, options.players);
  if (!specs) return fail(specs.error(), kUnreadable);
  auto dialects = dialects_of(*game, options.dialects);
  if (!dialects) return fail(dialects.error(), kUnreadable);

  match::Setup setup;
  setup.id = options.id;
  setup.seed = options.seed ? *options.seed : drawn_seed();
  bool elsewhere = std::ranges::any_of(*specs, wire::is_remote);
  setup.clocks = {options.start_clock.value_or(elsewhere ? 30 : 0), options.play_clock.value_or(elsewhere ? 10 : 0)};
  if (elsewhere && (setup.clocks.start == 0 || setup.clocks.play == 0))
    return fail({"a player elsewhere plays by clocks", "give --start-clock and --play-clock in seconds"}, kUnreadable);
  setup.scramble = options.scramble;
  setup.descriptions = std::move(prepared->descriptions);
  setup.max_rounds = options.max_rounds;

  std::optional<ExplainedMatch> explained;
  if (options.explain) explained.emplace(*game);
  auto console = std::make_shared<Console>([&signals] { signals.stop(); });
  std::vector<std::unique_ptr<match::Seat>> seats;
  bool people = false;
  for (std::uint32_t role = 0; role < game->roles(); ++role) {
    const std::string& spec = (*specs)[role];
    std::string name = game->text(RoleId{role});
    if (spec.empty()) {
      seats.emplace_back();
    } else if (spec == "human") {
      people = true;
      seats.push_back(
          std::make_unique<match::LocalSeat>(make_human(console), record::PlayerOnRecord{"human", "human", "", true}));
    } else {
      wire::SeatOptions seating;
      seating.seed = stream_seed(setup.seed, "player " + name);
      for (const std::string& key : {std::string(), name})
        if (auto dialect = dialects->find(key); dialect != dialects->end()) seating.dialect = dialect->second;
      seating.tell_moves = options.tell_moves;
      if (options.convention) seating.timing = wire::timing_of(*options.convention);
      auto seat = wire::make_seat(spec, seating);
      if (!seat) return fail(seat.error(), kUnreadable);
      seats.push_back(std::move(*seat));
    }
  }
  if (people && explained && game->imperfect())
    return fail({"--explain would show people what is hidden from them", "leave it out, or let players of ours play"},
                kUnreadable);

  std::unique_ptr<store::Store> store;
  std::optional<store::StoreFollower> keeper;
  std::vector<record::Follower*> followers;
  if (!options.no_store) {
    auto opened = store::Store::open(options.store ? *options.store : store::default_store());
    if (!opened) return fail(opened.error(), kUnreadable);
    store = std::move(*opened);
    keeper.emplace(*store);
    followers.push_back(&*keeper);
    wire::abort_abandoned(*store, *specs);
  }
  RoundPrinter printer(people && game->imperfect());
  if (explained)
    followers.push_back(&*explained);
  else if (!options.json && !options.quiet)
    followers.push_back(&printer);

  match::Referee referee(*game, record::rules_on_record(game->description(), options.file), setup, followers);
  auto record = referee.play(seats, signals.token());
  if (!record) return fail(record.error(), kUnreadable);
  if (options.json)
    fmt::print("{}\n", record::to_percept_json(*record));
  else
    print_result(*record);
  if (!options.json && store)
    fmt::print("{}\n", paint("2", fmt::format("on record: percept matches show {}", record->id), colored(stdout)));
  return record->status == record::Status::kCompleted ? kSuccess : kFindings;
}

}  // namespace percept::cli
