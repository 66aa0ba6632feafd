// SPDX-License-Identifier: MIT
//
// The service as a process, tried as an attacker would: whatever is sent, its memory stays small, others are answered,
// a match that is cancelled makes room, and one SIGTERM ends it.
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <thread>

#include "service/serving.h"
#include "support/hostile_sheets.h"
#include "wire/raw_call.h"

using namespace percept;
using namespace percept::test;
using namespace std::chrono_literals;

namespace {

constexpr const char* kHexToken = "0123456789abcdef0123456789abcdef";

class ServeProcess {
 public:
  explicit ServeProcess(const std::string& options)
      : pipe_(popen(
            fmt::format("echo $$; exec '{}' serve --port 0 --games '{}' --store '{}' {} 2>/dev/null", PERCEPT_COMMAND,
                        (project_root() / "games").string(), (folder_.path() / "m.db").string(), options)
                .c_str(),
            "r")) {
    REQUIRE(pipe_ != nullptr);
    process_ = std::stoi(line());
    std::string where = line();
    std::size_t colon = where.find("127.0.0.1:");
    REQUIRE_MESSAGE(colon != std::string::npos, where);
    port_ = static_cast<std::uint16_t>(std::stoi(where.substr(colon + 10)));
    before_ = megabytes("VmHWM");
  }
  ~ServeProcess() {
    if (process_ > 0) kill(process_, SIGKILL);
    pclose(pipe_);
  }

  std::uint16_t port() const { return port_; }
  // Megabytes, at most so far; with a sanitizer nobody can bound them.
  std::size_t grown() const { return kSanitized ? 0 : megabytes("VmHWM") - before_; }
  std::string raw(std::string_view bytes) const { return RawCall(port_).send(bytes).receive_all(); }
  Json get(const std::string& path) const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(60);
    auto got = client.Get(path);
    REQUIRE(got);
    return Json::parse(got->body);
  }
  std::pair<int, Json> post(const std::string& path, const std::string& body) const {
    httplib::Client client("127.0.0.1", port_);
    client.set_read_timeout(60);
    auto got = client.Post(path, body, "application/json");
    REQUIRE(got);
    return {got->status, Json::parse(got->body)};
  }
  // Seconds until it has ended by one SIGTERM.
  double terminate() {
    auto begin = std::chrono::steady_clock::now();
    kill(process_, SIGTERM);
    for (int i = 0; i < 1200 && kill(process_, 0) == 0 && !zombie(); ++i) std::this_thread::sleep_for(50ms);
    CHECK((kill(process_, 0) != 0 || zombie()));
    process_ = -1;
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }

 private:
  std::string line() {
    std::string out;
    for (int c = std::fgetc(pipe_); c != EOF && c != '\n'; c = std::fgetc(pipe_)) out += static_cast<char>(c);
    return out;
  }
  std::string status(const std::string& field) const {
    std::ifstream file(fmt::format("/proc/{}/status", process_));
    for (std::string each; std::getline(file, each);)
      if (each.starts_with(field + ":")) return each.substr(field.size() + 1);
    return "0";
  }
  std::size_t megabytes(const std::string& field) const { return std::stoul(status(field)) >> 10; }
  bool zombie() const { return status("State").find('Z') != std::string::npos; }

  TemporaryFolder folder_;
  FILE* pipe_;
  pid_t process_ = 0;
  std::uint16_t port_ = 0;
  std::size_t before_ = 0;
};

std::string header(const std::string& rest, const std::string& token = {}) {
  return "POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n" +
         (token.empty() ? "" : "Authorization: Bearer " + token + "\r\n") + rest + "\r\n";
}

// So many megabytes in chunks, or as much of them as is taken.
std::string chunks(const ServeProcess& service, const std::string& token, int megabytes) {
  RawCall call(service.port());
  call.send(header("Transfer-Encoding: chunked\r\n", token));
  const std::string chunk = "10000\r\n" + std::string(0x10000, ' ') + "\r\n";
  std::thread sending([&] {
    for (int i = 0; i < 16 * megabytes; ++i) call.send(chunk);
    call.half_close();
  });
  std::string out = call.receive_all();
  sending.join();
  return out;
}

}  // namespace

TEST_CASE("attack: bodies and headers however they are framed, with and without the token") {
  TemporaryFolder folder;
  ServeProcess service("--token-file " + folder.write("token", kHexToken).string());
  CHECK(chunks(service, "", 40).starts_with("HTTP/1.1 401"));
  CHECK(chunks(service, kHexToken, 40).starts_with("HTTP/1.1 413"));
  // Refused by its header alone: not a byte of the body is there.
  CHECK(service.raw(header("Content-Length: 1000000\r\n")).starts_with("HTTP/1.1 401"));
  CHECK(service.raw(header("Content-Length: 400000000\r\n", kHexToken)).starts_with("HTTP/1.1 413"));
  CHECK(service.raw(header("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", kHexToken))
            .starts_with("HTTP/1.1 400"));
  CHECK(service.raw(header("Content-Length: 5\r\nContent-Length: 6\r\n", kHexToken)).starts_with("HTTP/1.1 400"));
  std::string many = "GET /api HTTP/1.1\r\n", line = "GET /api HTTP/1.1\r\nX: " + std::string(10 << 20, 'x');
  for (int i = 0; i < 1'000; ++i) many += "A: b\r\n";
  CHECK(service.raw(many + "\r\n").starts_with("HTTP/1.1 431"));
  CHECK(service.raw(line).starts_with("HTTP/1.1 431"));
  // A reply is not multiplied.
  std::string ranges = "Range: bytes=0-";
  for (int i = 0; i < 1'000; ++i) ranges += ",0-";
  std::string plain = service.raw("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(service.raw("GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n" + ranges + "\r\n\r\n") == plain);
  CHECK(service.grown() < 200);
}

TEST_CASE("attack: bodies that are hard to read") {
  ServeProcess service("");
  std::string keys = "{\"a\": 1";
  for (int i = 0; i < 150'000; ++i) keys += fmt::format(",\"k{}\":0", i);
  CHECK(service.post("/api/matches", keys + "}").first == 400);
  CHECK(service.post("/api/matches", "{\"startClock\": 1e999}").first == 400);
  CHECK(service.post("/api/matches", "{\"seed\": 1e999}").first == 400);
  CHECK(service.raw("GET /api HTTP/1.1\r\nHost: [::1].evil.com\r\n\r\n").starts_with("HTTP/1.1 403"));
  CHECK(service.raw("GET /api HTTP/1.1\r\nHost: [::1]:80\r\n\r\n").starts_with("HTTP/1.1 200"));
  CHECK(service.raw("GET /healthz HTTP/1.1\r\n\r\n").ends_with("\r\n\r\nok\n"));
  std::string metrics = service.raw("GET /metrics HTTP/1.1\r\n\r\n");
  CHECK(metrics.find("\npercept_matches_running 0\n") != std::string::npos);
  CHECK(metrics.find("\npercept_requests_total{code=\"4xx\"} 4\n") != std::string::npos);
  CHECK(metrics.find("# TYPE process_resident_memory_bytes gauge\n") != std::string::npos);
}

TEST_CASE("attack: three hundred connections that drip do not keep others from being answered") {
  ServeProcess service("");
  std::vector<std::unique_ptr<RawCall>> dripping;
  for (int i = 0; i < 300; ++i) {
    dripping.push_back(std::make_unique<RawCall>(service.port()));
    dripping.back()->send("GET /api HTTP/1.1\r\nX: ");
  }
  double longest = 0;
  for (int i = 0; i < 10; ++i) {
    for (auto& each : dripping) each->send("x");
    auto begin = std::chrono::steady_clock::now();
    CHECK(service.get("/api")["service"] == "percept");
    longest = std::max(longest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  MESSAGE("the longest answer took " << longest << " s");
  CHECK(longest < 9);  // those who drip have ten seconds, so nobody waited for them; it was 26 s
  // Half a body each, of which all together are too many: the oldest gives way.
  for (int i = 0; i < 60; ++i) {
    dripping.push_back(std::make_unique<RawCall>(service.port()));
    dripping.back()->send(header("Content-Length: 2097152\r\n") + std::string(2'000'000, ' '));
  }
  CHECK(service.get("/api")["service"] == "percept");
  CHECK(service.grown() < 200);
}

TEST_CASE("attack: rule sheets that never end, grow or wait take neither the service nor a place") {
  ServeProcess service("--max-matches 2 --memory 600");
  auto order = [](const std::string& rules, int roles, double clock) {
    Json out = {{"rules", rules}, {"players", {{"a", "random"}}}, {"startClock", clock}, {"playClock", clock}};
    if (roles == 2) out["players"]["b"] = "random";
    return out.dump();
  };
  auto status = [&](const std::string& id) { return service.get("/api/matches/" + id).value("status", ""); };
  auto ended = [&](const std::string& id) {
    return eventually([&] {
      std::string now = status(id);
      return now != "queued" && now != "starting" && now != "running";
    });
  };
  auto doubled = service.post("/api/matches", order(doubling(), 1, 0.2));
  REQUIRE(doubled.first == 201);
  CHECK(ended(doubled.second["id"]));
  CHECK(status(doubled.second["id"]) == "failed");
  // Without clocks nothing but a cancel ends these.
  std::vector<std::string> endless;
  for (int i = 0; i < 2; ++i) endless.push_back(service.post("/api/matches", order(pigeonholes(), 2, 0)).second["id"]);
  auto waiting = service.post("/api/matches",
                              R"({"game": "noughts_and_crosses", "players": {"crosses": "random", "noughts": "random"},
                                  "startClock": 0, "playClock": 0})");
  REQUIRE_MESSAGE(waiting.first == 201, waiting.second.dump());
  for (const std::string& id : endless) {
    CHECK(eventually([&] { return status(id) != "queued"; }));
    if (status(id) == "starting" || status(id) == "running")
      CHECK(service.post("/api/matches/" + id + "/cancel", "").first == 202);
  }
  CHECK(ended(waiting.second["id"]));
  CHECK(status(waiting.second["id"]) == "completed");
  CHECK(eventually([&] { return service.get("/api")["running"] == 0; }));
  // Matches that wait are weighed.
  for (int i = 0; i < 2; ++i) endless.push_back(service.post("/api/matches", order(pigeonholes(), 2, 0)).second["id"]);
  const std::string large =
      "(role a) (init (s 1)) (legal a go) (<= terminal (true (s 1))) (goal a 1) ;" + std::string(900'000, 'x');
  int refused = 0;
  for (int i = 0; i < 40 && refused == 0; ++i)
    if (service.post("/api/matches", order(large, 1, 0)).first == 503) refused = i;
  CHECK(refused > 20);
  CHECK(service.grown() < 200);
  double seconds = service.terminate();  // with two matches that do not end by themselves
  MESSAGE("ended " << seconds << " s after SIGTERM");
  CHECK(seconds < 30);  // five on a machine that has time; it was more than a minute
}
