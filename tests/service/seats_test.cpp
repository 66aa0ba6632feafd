// SPDX-License-Identifier: MIT
//
// People who play from a page: the match they play is like others, what their seat is sent depends on nothing that is
// hidden from their role, and no token but the seat's opens it.
#include <cmath>
#include <regex>
#include <set>

#include "record/sight.h"
#include "service/serving.h"
#include "store/store.h"

using namespace percept;
using namespace percept::test;

namespace {

// A person at a seat; keeps every byte that was sent there.
class Sitting {
 public:
  Sitting(const Serving& serving, std::string id, std::string role, std::string token)
      : serving_(serving), id_(std::move(id)), role_(std::move(role)), token_(std::move(token)) {}

  std::string path() const { return "/api/matches/" + id_; }
  httplib::Headers headers() const { return {{"Percept-Seat", token_}}; }
  const std::string& role() const { return role_; }

  Got get(const std::string& path) {
    Got got = serving_.get(path, headers());
    sent_ += got.body;
    return got;
  }
  Got post(const std::string& what, const Json& body) {
    Got got = serving_.post(path() + "/seat" + what, body, headers());
    sent_ += got.body;
    return got;
  }
  // Waits until a move is wanted or the match is over; false when it is.
  bool wait() {
    for (int i = 0; i < 200; ++i) {
      Got got = serving_.get(path() + "/seat?version=" + std::to_string(version_), headers());
      if (got.status == 403) return false;
      REQUIRE(got.status == 200);
      version_ = got.json["version"];
      round_ = got.json["round"];
      if (got.json["over"]) return false;
      if (got.json["asked"]) return true;
    }
    FAIL("nobody was asked");
    return false;
  }
  Json view(std::size_t round, const std::string& more = "") {
    return get(path() + "/views/" + std::to_string(round) + "?role=" + role_ + more).json;
  }
  Json view() { return view(round_); }
  Got move(const std::string& text) { return post("/move", {{"round", round_ + 1}, {"move", text}}); }
  std::size_t round() const { return round_; }
  const std::string& sent() const { return sent_; }

 private:
  const Serving& serving_;
  std::string id_, role_, token_, sent_;
  std::size_t version_ = 0, round_ = 0;
};

std::string first_legal(const Json& view) { return view["legal"]["known"][0]; }

Json order_of(const std::string& game, const Json& players, std::uint64_t seed = 7) {
  return {{"game", game}, {"players", players}, {"playClock", 60}, {"seed", seed}};
}

// Every fluent that a picture has for sure.
std::set<std::string> known_in(const Json& picture) {
  std::set<std::string> out;
  auto add = [&](const Json& things) {
    for (const Json& thing : things) out.insert(thing["fluent"]);
  };
  for (const Json& panel : picture["panels"])
    for (const Json& row : panel["squares"])
      for (const Json& square : row)
        if (square.contains("known")) add(square["known"]);
  for (const Json& list : picture["known"]) add(list["things"]);
  return out;
}

}  // namespace

TEST_CASE("seats: a person plays a match like others, and forced rounds pass by themselves") {
  Serving serving;
  Got started =
      serving.post("/api/matches", order_of("krieg_tictactoe_3x3", {{"crosses", "human"}, {"noughts", "random"}}));
  REQUIRE_MESSAGE(started.status == 201, started.body);
  CHECK(!started.json.contains("seed"));
  REQUIRE(started.json["seats"].size() == 1);
  std::string id = started.json["id"];
  Sitting seat(serving, id, "crosses", started.json["seats"]["crosses"]);
  std::size_t asked = 0;
  while (seat.wait()) {
    Json view = seat.view();
    CHECK(view["round"] == seat.round());
    CHECK(view["legal"]["known"].size() > 1);
    CHECK(view["legal"]["open"].empty());
    CHECK(view["exact"] == true);
    CHECK(seat.move("(mark 9 9)").status == 400);
    CHECK(seat.post("/move", {{"round", seat.round()}, {"move", first_legal(view)}}).status == 409);
    CHECK(seat.move(first_legal(view)).status == 202);
    ++asked;
  }
  CHECK(asked >= 3);
  Json match = serving.wait(id, "completed");
  CHECK(match["players"][0]["name"] == "human");
  CHECK(match["rounds"].size() > asked);  // noughts moved, too
  for (const Json& round : match["rounds"]) CHECK(round["faults"].empty());
  CHECK(serving.get(seat.path() + "/record").json["players"][0]["human"] == true);

  // What the seat was shown is what the record says the role knew, by another way.
  auto store = store::Store::open((serving.folder() / "matches.db").string());
  REQUIRE(store);
  auto record = (*store)->load(id);
  REQUIRE(record);
  auto sight = record::sight_of(*record, 0);
  REQUIRE(sight);
  for (std::size_t round = 0; round <= record->rounds.size(); ++round) {
    Json view = serving.get(seat.path() + "/views/" + std::to_string(round) + "?role=crosses").json;
    std::set<std::string> known((*sight)[round].known.begin(), (*sight)[round].known.end());
    CHECK(known_in(view["picture"]) == known);
    Json truth = serving.get(seat.path() + "/views/" + std::to_string(round)).json;
    const record::Facts& facts = round == 0 ? record->initial : record->rounds[round - 1].state;
    CHECK(known_in(truth["picture"]) == std::set<std::string>(facts.begin(), facts.end()));
  }
}

TEST_CASE("seats: nothing that a seat is sent depends on what is hidden from it") {
  // Noughts answers differently, crosses cannot tell: every byte for crosses has to be the same.
  auto play = [](const std::vector<std::string>& noughts, std::string& all) {
    Serving serving;
    Json started =
        serving.post("/api/matches", order_of("krieg_tictactoe_3x3", {{"crosses", "human"}, {"noughts", "human"}}))
            .json;
    std::string id = started["id"], mine = started["seats"]["crosses"], other = started["seats"]["noughts"];
    Sitting crosses(serving, id, "crosses", mine), opponent(serving, id, "noughts", other);
    std::vector<std::string> moves = {"(mark 1 1)", "(mark 1 2)"};
    for (std::size_t turn = 0; turn < noughts.size(); ++turn) {
      REQUIRE(crosses.wait());
      for (std::size_t round = 0; round <= crosses.round(); ++round) crosses.view(round, "&worlds=1");
      REQUIRE(crosses.move(moves[turn]).status == 202);
      REQUIRE(opponent.wait());
      REQUIRE(opponent.move(noughts[turn]).status == 202);
    }
    REQUIRE(crosses.wait());
    for (std::size_t round = 0; round <= crosses.round(); ++round) crosses.view(round, "&worlds=1");
    for (const char* path : {"", "?role=crosses", "?role=noughts", "/views/1", "/views/2?role=noughts", "/record",
                             "/record?format=ggp", "/record?format=dresden&role=crosses"})
      crosses.get(crosses.path() + path);
    for (const char* path : {"/api", "/api/matches", "/api/players", "/api/tournaments", "/api/games/monty_hall"})
      crosses.get(path);
    // Somebody who is on the same machine and has no seat: the service trusts them, but not with this match.
    std::string public_too = crosses.sent();
    for (const char* path : {"", "?role=noughts", "/views/1", "/record"})
      public_too += serving.get(crosses.path() + path).body;
    public_too += serving.get("/api/matches").body;
    Watching watching(serving, crosses.path() + "/events"), feed(serving, "/api/events");
    REQUIRE(watching.saw(1 + 2 * noughts.size()));
    REQUIRE(feed.saw(1 + 2 * noughts.size()));
    for (const SentEvent& event : watching.events()) public_too += event.data.dump();
    for (const SentEvent& event : feed.events()) public_too += event.data.dump();
    CHECK(serving.get(crosses.path() + "/events?role=noughts", crosses.headers()).status == 403);
    for (const std::string& text : {id, mine, other})
      public_too = std::regex_replace(public_too, std::regex(text), "ID");
    all = public_too;
    std::regex time(R"(\d{4}-\d\d-\d\dT[0-9:.]+Z)"), seconds(R"("seconds":\{[^}]*\})");
    return std::regex_replace(std::regex_replace(public_too, time, "TIME"), seconds, "SECONDS");
  };
  std::string one_all, two_all;
  std::string one = play({"(mark 3 3)", "(mark 2 1)"}, one_all), two = play({"(mark 2 3)", "(mark 3 2)"}, two_all);
  CHECK(one == two);
  CHECK(one.size() > 10'000);
  for (const std::string secret :
       {"\"seed\":", "\"initial\"", "\"state\"", "(mark 3 3)\",\"noughts", "\"noughts\":\"(mark"})
    CHECK_MESSAGE(one_all.find(secret) == std::string::npos, secret);
}

TEST_CASE("seats: only the seat's own token opens it, on any machine") {
  const std::string token = "correct-horse-battery-staple";
  Serving serving({.host = "0.0.0.0", .token = token});
  Json body = order_of("rock_paper_scissors", {{"left", "human"}, {"right", "human"}});
  CHECK(serving.post("/api/matches", body).status == 401);
  Json started = serving.post("/api/matches", body, bearer(token)).json;
  std::string id = started["id"];
  Sitting left(serving, id, "left", started["seats"]["left"]), right(serving, id, "right", started["seats"]["right"]);
  Sitting nobody(serving, id, "left", "0123456789abcdef0123456789abcdef0123456789a");
  REQUIRE(left.wait());
  REQUIRE(right.wait());
  CHECK(serving.get(left.path() + "/seat").status == 403);
  CHECK(serving.get(left.path() + "/seat", bearer(token)).status == 403);
  CHECK(nobody.get(left.path() + "/seat").status == 403);
  CHECK(nobody.move("rock").status == 403);
  CHECK(nobody.post("/resign", Json::object()).status == 403);
  CHECK(nobody.get(left.path() + "/views/0?role=left").status == 403);
  CHECK(right.get(left.path() + "/views/0?role=left").status == 403);
  CHECK(right.get(left.path() + "/views/0").status == 403);
  CHECK(right.get(left.path() + "?role=left").status == 403);
  CHECK(right.get(left.path() + "?role=right").json["view"] == "right");
  CHECK(serving.get(left.path() + "/views/0", bearer(token)).status == 403);  // people play: nobody is privileged
  CHECK(serving.get(left.path() + "/record", bearer(token)).status == 403);
  CHECK(left.get(left.path() + "/views/7?role=left").status == 404);
  CHECK(serving.post_text(left.path() + "/seat/move", "{}", "text/plain", left.headers()).status == 415);
  httplib::Headers foreign = left.headers();
  foreign.emplace("Origin", "http://evil.example");
  CHECK(serving.post(left.path() + "/seat/move", {{"round", 1}, {"move", "rock"}}, foreign).status == 403);
  for (int round = 1; round <= 3; ++round) {
    CHECK(left.move("rock").status == 202);
    CHECK(right.move("paper").status == 202);
    if (round == 3) break;
    REQUIRE(left.wait());
    REQUIRE(right.wait());
  }
  CHECK(serving.wait(id, "completed")["goals"] == Json({{"left", 0}, {"right", 100}}));
  CHECK(nobody.get(left.path() + "/views/1?role=left").status == 200);  // it is over
}

TEST_CASE("seats: what was taken back stays hidden while the match goes on with the same chance") {
  Serving serving;
  Json started =
      serving.post("/api/matches", order_of("kuhn_poker", {{"player1", "random:seed=7"}, {"player2", "human"}})).json;
  std::string first = started["id"];
  Sitting seat(serving, first, "player2", started["seats"]["player2"]);
  REQUIRE(seat.wait());
  Got back = seat.post("/back", {{"round", 1}});
  REQUIRE(back.status == 201);
  std::string second = back.json["id"];
  Sitting again(serving, second, "player2", back.json["seats"]["player2"]);
  REQUIRE(eventually([&] { return serving.get("/api/matches/" + first).json["status"] == "aborted"; }));
  auto dealt = [&](const std::string& path) { return has(serving.get("/api/matches/" + first + path).body, "deal"); };
  auto seed_listed = [&] {
    return has(serving.get("/api/matches").body, "seed=7") ||
           has(serving.get("/api/matches?player=random:seed%3D7").body, first);
  };
  auto all_hidden = [&] {
    CHECK_FALSE(seed_listed());
    CHECK(serving.get("/api/matches/" + first + "/record").status == 403);
    CHECK(serving.get("/api/matches/" + first + "/reasons").status == 403);
    CHECK(serving.get("/api/matches/" + first + "/views/1").status == 403);
    for (const char* path : {"", "/events", "/record", "/views/1"}) CHECK_FALSE(dealt(path));
  };
  all_hidden();
  // Taken back once more: the first match goes on in the third.
  REQUIRE(again.wait());
  back = again.post("/back", {{"round", 1}});
  REQUIRE(back.status == 201);
  std::string third = back.json["id"];
  REQUIRE(eventually([&] { return serving.get("/api/matches/" + second).json["status"] == "aborted"; }));
  all_hidden();
  Sitting last(serving, third, "player2", back.json["seats"]["player2"]);
  REQUIRE(last.wait());
  CHECK(last.post("/resign", Json::object()).status == 202);
  serving.wait(third);
  REQUIRE(eventually([&] { return serving.get("/api/matches/" + first + "/record").status == 200; }));
  CHECK(dealt("/record"));
  CHECK(dealt("/events"));
  CHECK(seed_listed());
}

TEST_CASE("seats: resigning breaks the match off; who does not answer is late") {
  Serving serving;
  Json started =
      serving.post("/api/matches", order_of("rock_paper_scissors", {{"left", "human"}, {"right", "random"}})).json;
  std::string id = started["id"];
  Sitting seat(serving, id, "left", started["seats"]["left"]);
  REQUIRE(seat.wait());
  CHECK(seat.post("/resign", Json::object()).status == 202);
  CHECK(serving.wait(id)["status"] == "aborted");

  Json slow = order_of("rock_paper_scissors", {{"left", "human"}, {"right", "random"}});
  slow["playClock"] = 0.2;
  std::string late = serving.start(slow);
  Json match = serving.wait(late, "completed");
  for (const Json& round : match["rounds"]) {
    REQUIRE(round["faults"].size() == 1);
    CHECK(round["faults"][0]["kind"] == "timeout");
  }
}

TEST_CASE("seats: a move is taken back against players of ours, with the same chance") {
  Serving serving;
  Json started = serving.post("/api/matches", order_of("number_guessing", {{"guesser", "human"}}, 5)).json;
  std::string id = started["id"];
  Sitting seat(serving, id, "guesser", started["seats"]["guesser"]);
  for (const char* move : {"(less_than 9)", "(less_than 5)"}) {
    REQUIRE(seat.wait());
    REQUIRE(seat.move(move).status == 202);
  }
  REQUIRE(seat.wait());
  CHECK(seat.post("/back", {{"round", 99}}).status == 409);
  CHECK(seat.post("/back", {{"round", 0}}).status == 400);
  Json before = serving.get(seat.path() + "?role=guesser", seat.headers()).json["rounds"];
  REQUIRE(before.size() == 3);
  Got back = seat.post("/back", {{"round", 3}});
  REQUIRE_MESSAGE(back.status == 201, back.body);
  CHECK(serving.wait(id)["status"] == "aborted");
  std::string again = back.json["id"];
  CHECK(again != id);
  Sitting second(serving, again, "guesser", back.json["seats"]["guesser"]);
  REQUIRE(second.wait());
  CHECK(second.round() == 2);
  REQUIRE(second.move("(less_than 5)").status == 202);
  REQUIRE(second.wait());
  Json rounds = serving.get(second.path() + "?role=guesser", second.headers()).json["rounds"];
  REQUIRE(rounds.size() == 3);
  for (std::size_t i = 0; i < 3; ++i)
    for (const char* what : {"moves", "percepts"}) CHECK(rounds[i][what] == before[i][what]);
  Json two =
      serving.post("/api/matches", order_of("rock_paper_scissors", {{"left", "human"}, {"right", "human"}})).json;
  Sitting left(serving, two["id"], "left", two["seats"]["left"]);
  REQUIRE(left.wait());
  CHECK(left.post("/back", {{"round", 1}}).status == 409);
}

TEST_CASE("seats: people do not keep others from playing") {
  Serving serving({.matches_at_once = 1});
  for (int i = 0; i < 3; ++i) serving.start(order_of("rock_paper_scissors", {{"left", "human"}, {"right", "random"}}));
  serving.wait(serving.start(order_of("rock_paper_scissors", {{"left", "random"}, {"right", "random"}})), "completed");
  CHECK(serving
            .post("/api/matches",
                  Json{{"game", "meier"}, {"players", {{"p1", "human"}, {"p2", "random"}}}, {"scramble", true}})
            .status == 400);
}

TEST_CASE("views: bits open and learnt are those of a guessing game") {
  Serving serving;
  Json started = serving.post("/api/matches", order_of("number_guessing", {{"guesser", "human"}})).json;
  Sitting seat(serving, started["id"], "guesser", started["seats"]["guesser"]);
  REQUIRE(seat.wait());
  Json view = seat.view(1, "&worlds=1");
  CHECK(view["positions"] == 16);
  CHECK(view["bits"].get<double>() == doctest::Approx(4));
  CHECK(view["worlds"].size() == 16);
  CHECK(view["worlds"][3]["weight"].get<double>() == doctest::Approx(1.0 / 16));
  std::size_t low = 1, high = 16;  // the numbers it may be
  double bits = 4;
  for (std::size_t ask : {std::size_t{5}, std::size_t{3}}) {
    REQUIRE(seat.move("(less_than " + std::to_string(low + ask - 1) + ")").status == 202);
    REQUIRE(seat.wait());
    view = seat.view();
    std::size_t limit = low + ask - 1;
    if (view["told"]["percepts"] == Json::array({"yes"}))
      high = limit - 1;
    else
      low = limit;
    double now = std::log2(static_cast<double>(high - low + 1));
    CHECK(view["positions"] == high - low + 1);
    CHECK(view["bits"].get<double>() == doctest::Approx(now));
    CHECK(view["learnt"].get<double>() == doctest::Approx(bits - now));
    CHECK(view["course"].size() == seat.round() + 1);
    bits = now;
  }
}

TEST_CASE("rules: findings, layout and notation of a sheet that is being written") {
  Serving serving;
  Got fine = serving.post("/api/rules/check", {{"rules", serving.get("/api/games/monty_hall").json["rules"]}});
  CHECK(fine.status == 200);
  CHECK(fine.json["errors"] == 0);
  CHECK(fine.json["roles"] == Json({"monty", "candidate"}));
  std::string rules =
      "(role a)\n(legal a noop)\n(goal a 100)\n(<= win (not lose))\n(<= lose (not win))\n(<= terminal win)";
  Json found = serving.post("/api/rules/check", {{"rules", rules}}).json;
  CHECK(found["errors"] > 0);
  bool placed = false;
  for (const Json& finding : found["findings"])
    placed = placed || ((finding["line"] == 4 || finding["line"] == 5) && finding["severity"] == "error");
  CHECK(placed);
  std::string laid =
      serving.post("/api/rules/format", {{"rules", "(role   a) (<= (legal a x)\n\n\n (p ?x) )"}}).json["rules"];
  CHECK(laid.find("(role a)") == 0);
  std::string infix = serving.post("/api/rules/convert", {{"rules", laid}, {"to", "infix"}}).json["rules"];
  CHECK(infix.find(":-") != std::string::npos);
  CHECK(serving.post("/api/rules/convert", {{"rules", infix}, {"to", "kif"}}).json["rules"] == laid);
  CHECK(serving.post("/api/rules/convert", {{"rules", infix}, {"to", "prose"}}).status == 400);
  CHECK(serving.post("/api/rules/format", {{"rules", "(role"}}).status == 409);
  CHECK(serving.post("/api/rules/check", {{"text", "(role a)"}}).status == 400);
}

TEST_CASE("tournaments: started, watched, stopped and taken up again over the wire") {
  Serving serving;
  Json body = {{"name", "cup"},
               {"games", {"rock_paper_scissors"}},
               {"players", {{"one", "random"}, {"two", "legal"}}},
               {"repetitions", 4}};
  CHECK(serving.post("/api/tournaments", {{"name", "cup"}, {"games", {"../secret"}}}).status == 400);
  CHECK(
      serving.post("/api/tournaments", {{"name", "cup"}, {"games", {"meier"}}, {"players", {{"a", "human"}}}}).status ==
      400);
  CHECK(serving.get("/api/tournaments/cup").status == 404);
  CHECK(serving.post("/api/tournaments/cup/cancel", Json::object()).status == 409);
  REQUIRE(serving.post("/api/tournaments", body).status == 201);
  REQUIRE(eventually([&] { return serving.get("/api/tournaments/cup").json["running"] == false; }));
  Json table = serving.get("/api/tournaments/cup").json["table"];
  CHECK(table["completed"] == 8);
  CHECK(table["players"].size() == 2);
  CHECK(serving.get("/api/tournaments").json["tournaments"].size() == 1);
  Json matches = serving.get("/api/matches?tournament=cup").json["matches"];
  CHECK(matches.size() == 8);
  for (const Json& match : matches) {
    std::set<std::string> names;
    for (const Json& player : match["players"]) names.insert(player["name"]);
    CHECK((names == std::set<std::string>{"one", "two"}));
  }
  CHECK(serving.post("/api/tournaments", body).status == 201);  // nothing is left to be played
  body["repetitions"] = 5;
  CHECK(serving.post("/api/tournaments", body).status == 409);  // the name means another one

  Json longer = {{"name", "long"},
                 {"games", {"krieg_tictactoe_3x3"}},
                 {"players", {{"one", "random"}, {"two", "random:seed=9"}}},
                 {"repetitions", 5000}};
  REQUIRE(serving.post("/api/tournaments", longer).status == 201);
  CHECK(serving.post("/api/tournaments", longer).status == 409);
  REQUIRE(eventually([&] { return serving.get("/api/tournaments/long").json["table"]["completed"] > 0; }));
  CHECK(serving.post("/api/tournaments/long/cancel", Json::object()).status == 202);
  Json stopped = serving.get("/api/tournaments/long").json;
  CHECK(stopped["running"] == false);
  CHECK(stopped["table"]["completed"] < 10'000);
}

TEST_CASE("pages: they are part of the program, small, and load nothing from anywhere else") {
  Serving serving;
  std::size_t bytes = 0;
  for (const char* path : {"/", "/app.js", "/app.css", "/icon.svg"}) {
    Got plain = serving.get(path);
    CHECK(plain.status == 200);
    CHECK(plain.headers.find("Content-Security-Policy")->second.find("default-src 'none'; script-src 'self'") == 0);
    httplib::Client client = serving.client();
    client.set_decompress(false);
    auto small = client.Get(path, httplib::Headers{{"Accept-Encoding", "gzip"}});
    REQUIRE(small);
    CHECK(small->get_header_value("Content-Encoding") == "gzip");
    bytes += small->body.size();
    for (const char* outside : {"src=\"http", "href=\"http", "url(http", "import(\"http", "//cdn"})
      CHECK_MESSAGE(plain.body.find(outside) == std::string::npos, (std::string(path) + outside));
  }
  CHECK(bytes < 150'000);
  httplib::Client browser = serving.client();
  auto nowhere = browser.Get("/no/where", httplib::Headers{{"Accept", "text/html,*/*"}});
  REQUIRE(nowhere);
  CHECK(nowhere->status == 404);
  CHECK(nowhere->body == serving.get("/").body);
  CHECK(has(serving.get("/no/where").body, "there is nothing at /no/where"));
  for (const char* page : {"/matches", "/m/some.match", "/t/cup", "/rules", "/rules/nim", "/play/nim", "/players"})
    CHECK(serving.get(page).body == serving.get("/").body);
}

TEST_CASE("views: what one role thinks that another holds possible depends on what it was told alone") {
  // Kuhn poker: who was dealt the king holds it possible that the other knows of a jack or a queen, each with one half;
  // and with either the other thinks that the king is with its opponent in one case of two.
  Serving serving;
  std::string id = serving.start({{"game", "kuhn_poker"},
                                  {"players", {{"player1", "random"}, {"player2", "random"}}},
                                  {"seed", 3},
                                  {"playClock", 0},
                                  {"startClock", 0}});
  Json match = serving.wait(id, "completed");
  std::string card = match["rounds"][0]["percepts"]["player1"][0];  // (own_card king)
  card = card.substr(10, card.size() - 11);
  Got got = serving.get("/api/matches/" + id + "/views/1?role=player1&other=player2");
  REQUIRE_MESSAGE(got.status == 200, got.body);
  CHECK(got.json["histories"] > 1);
  double own = -1, others = 0;
  for (const char* kind : {"known", "open"})
    for (const Json& list : got.json["picture"][kind])
      for (const Json& thing : list["things"]) {
        std::string fluent = thing["fluent"];
        if (fluent == "(holds player1 " + card + ")") own = thing["probability"];
        if (fluent == "(holds player2 " + card + ")") others = thing["probability"];
      }
  CHECK(own == doctest::Approx(0.5));
  CHECK(others == 0);
}
