// SPDX-License-Identifier: MIT
#include "service/serving.h"

#include <sstream>

#include "play/strategies.h"

namespace percept::test {
namespace {

Got got(const httplib::Result& result) {
  REQUIRE_MESSAGE(result, httplib::to_string(result.error()));
  Got out{result->status, {}, result->body, result->headers};
  if (result->get_header_value("Content-Type") == "application/json") out.json = Json::parse(result->body);
  return out;
}

service::ServiceOptions filled(service::ServiceOptions options, const std::filesystem::path& folder) {
  options.port = 0;
  if (options.store.empty()) options.store = (folder / "matches.db").string();
  if (options.games.empty()) options.games = (project_root() / "games").string();
  options.version = "test";
  return options;
}

std::unique_ptr<service::Service> started(const service::ServiceOptions& options) {
  auto service = service::Service::start(options);
  REQUIRE_MESSAGE(service, service.error().message);
  return std::move(*service);
}

}  // namespace

Serving::Serving(service::ServiceOptions options) : service_(started(filled(std::move(options), folder_.path()))) {}

httplib::Client Serving::client() const {
  httplib::Client out("127.0.0.1", service_->port());
  out.set_read_timeout(60);
  return out;
}

Got Serving::get(const std::string& path, const httplib::Headers& headers) const {
  return got(client().Get(path, headers));
}

Got Serving::post(const std::string& path, const Json& body, const httplib::Headers& headers) const {
  return post_text(path, body.dump(), "application/json", headers);
}

Got Serving::post_text(const std::string& path, const std::string& body, const std::string& type,
                       const httplib::Headers& headers) const {
  return got(client().Post(path, headers, body, type));
}

Got Serving::remove(const std::string& path, const httplib::Headers& headers) const {
  return got(client().Delete(path, headers));
}

std::string Serving::start(const Json& body, const httplib::Headers& headers) const {
  Got reply = post("/api/matches", body, headers);
  REQUIRE_MESSAGE(reply.status == 201, reply.body);
  return reply.json["id"];
}

Json Serving::wait(const std::string& id, const std::string& status) const {
  Json last;
  bool there = eventually([&] {
    last = get("/api/matches/" + id).json;
    std::string now = last.value("status", "");
    return status.empty() ? now != "queued" && now != "starting" && now != "running" : now == status;
  });
  CHECK_MESSAGE(there, last.dump());
  return last;
}

httplib::Headers bearer(const std::string& token) { return {{"Authorization", "Bearer " + token}}; }

std::vector<SentEvent> events_in(const std::string& text) {
  std::vector<SentEvent> out;
  SentEvent event;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (lines.eof()) break;  // not whole yet
    if (line.starts_with("id: ")) event.id = line.substr(4);
    if (line.starts_with("event: ")) event.name = line.substr(7);
    if (line.starts_with("data: ")) event.data = Json::parse(line.substr(6));
    if (line.empty() && !event.name.empty()) out.push_back(std::exchange(event, {}));
  }
  return out;
}

Watching::Watching(const Serving& serving, std::string path, httplib::Headers headers)
    : client_(std::make_unique<httplib::Client>(serving.client())) {
  thread_ = std::thread([this, path = std::move(path), headers = std::move(headers)] {
    client_->Get(path, headers, [this](const char* data, std::size_t size) {
      std::lock_guard lock(mutex_);
      text_.append(data, size);
      return !dropped_;
    });
    done_ = true;
  });
}

std::vector<SentEvent> Watching::events() const {
  std::lock_guard lock(mutex_);
  return events_in(text_);
}

std::vector<SentEvent> Watching::until_end() {
  if (thread_.joinable()) thread_.join();
  return events();
}

void Watching::drop() {
  if (!thread_.joinable()) return;
  dropped_ = true;
  while (!done_) {  // the connection may not stand yet
    client_->stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  thread_.join();
}

GatedPlayer::GatedPlayer(int allowed, const std::string& name, std::uint16_t port)
    : allowed_(allowed), server_({.name = name, .make = [] { return play::make_player("legal", 1); }, .log = {}}) {
  auto listener = wire::Listener::open({.host = "127.0.0.1", .port = port},
                                       [this](const wire::Request& request) { return answer(request); });
  REQUIRE_MESSAGE(listener, listener.error().message);
  listener_ = std::move(*listener);
}

GatedPlayer::~GatedPlayer() { close(); }

std::string GatedPlayer::answer(const wire::Request& request) {
  {
    std::unique_lock lock(mutex_);
    messages_.push_back(request.text);
    if (request.text.find("PLAY") != std::string::npos) {
      changed_.wait(lock, [&] { return closed_ || allowed_ > 0; });
      if (!closed_) --allowed_;
    }
  }
  return server_.answer(request);
}

void GatedPlayer::allow(int more) {
  {
    std::lock_guard lock(mutex_);
    allowed_ += more;
  }
  changed_.notify_all();
}

std::size_t GatedPlayer::asked(const std::string& word) const {
  std::lock_guard lock(mutex_);
  std::size_t count = 0;
  for (const std::string& message : messages_) count += message.find(word) != std::string::npos;
  return count;
}

void GatedPlayer::close() {
  {
    std::lock_guard lock(mutex_);
    closed_ = true;
  }
  changed_.notify_all();
  server_.close();
  listener_->close();
}

}  // namespace percept::test
