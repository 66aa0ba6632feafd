// SPDX-License-Identifier: MIT
#include "sandbox/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/spawn.h"
#include "sandbox/limits.h"

namespace percept::sandbox {
namespace {

constexpr const char* kProgram = "percept_worker";
constexpr std::size_t kLongestLine = std::size_t{32} << 20;  // bytes
constexpr auto kGlance = std::chrono::milliseconds(50);      // between looks at the stop

tl::unexpected<Error> no_worker(const std::string& why) {
  return tl::unexpected(Error{fmt::format("a process for the rules cannot be started: {}", why),
                              fmt::format("put {} beside percept, or name it in PERCEPT_WORKER", kProgram), true});
}

std::string ended(int status, const WorkerLimits& limits) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory)
    return fmt::format("it needed more than {} MB of memory", limits.megabytes);
  if (WIFEXITED(status)) return fmt::format("its process ended with {}", WEXITSTATUS(status));
  return fmt::format("its process was ended by signal {}", WTERMSIG(status));
}

}  // namespace

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; }

Result<std::unique_ptr<Worker>> Worker::start(const std::string& mode, const WorkerLimits& limits) {
  auto program = find_program(kProgram, "PERCEPT_WORKER", PERCEPT_WORKER_PATH);
  if (!program) return no_worker(program.error().message);
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_worker(std::strerror(errno));
  std::unique_ptr<Worker> out(new Worker);
  out->limits_ = limits;
  out->socket_ = above_standard(ends[0]);
  Descriptor theirs = above_standard(ends[1]);
  auto process = spawn(*program, {mode, std::to_string(limits.megabytes)}, theirs.number(), theirs.number());
  if (!process) return no_worker(process.error().message);
  out->process_ = *process;
  return out;
}

bool Worker::send(const Json& json) {
  std::string line = line_of(json);
  std::lock_guard lock(sending_);
  for (std::string_view bytes = line; !bytes.empty();) {
    ssize_t count = ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

std::optional<Json> Worker::receive(Deadline deadline, const std::stop_token& stop) {
  std::array<char, 64 << 10> buffer;
  while (alive_) {
    if (std::size_t end = pending_.find('\n', seen_); end != std::string::npos) {
      Json out = Json::parse(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
      pending_.erase(0, end + 1);
      seen_ = 0;
      if (out.is_object()) return out;
      alive_ = false;
      break;
    }
    seen_ = pending_.size();
    if (stop.stop_requested() || Clock::now() >= deadline) return std::nullopt;
    auto wait = std::min<Clock::duration>(kGlance, std::max<Clock::duration>(deadline - Clock::now(), {}));
    pollfd socket{.fd = socket_.number(), .events = POLLIN, .revents = 0};
    int ready = ::poll(&socket, 1, static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(wait).count()));
    if (ready <= 0) continue;
    ssize_t count = ::recv(socket_.number(), buffer.data(), buffer.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0 || pending_.size() + static_cast<std::size_t>(count) > kLongestLine)
      alive_ = false;
    else
      pending_.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return std::nullopt;
}

std::string Worker::end() {
  std::lock_guard lock(ending_);
  if (process_ < 0) return why_;
  ::shutdown(socket_.number(), SHUT_RDWR);  // whoever waits for it comes back
  int status = 0;
  bool of_itself = ::waitpid(process_, &status, WNOHANG) == process_;
  for (int i = 0; !alive_ && !of_itself && i < 200; ++i) {  // one that has closed its end is about to end
    ::usleep(1000);
    of_itself = ::waitpid(process_, &status, WNOHANG) == process_;
  }
  if (!of_itself) {
    ::kill(-process_, SIGKILL);
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
  }
  process_ = -1;
  why_ = of_itself ? ended(status, limits_) : "it was ended";
  return why_;
}

}  // namespace percept::sandbox
