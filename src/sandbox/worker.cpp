// SPDX-License-Identifier: MIT
#include "sandbox/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

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

Result<std::string> find_worker() {
  auto runs = [](const std::string& file) { return access(file.c_str(), X_OK) == 0; };
  if (const char* named = std::getenv("PERCEPT_WORKER"); named != nullptr && *named != '\0') {
    if (runs(named)) return named;
    return no_worker(fmt::format("PERCEPT_WORKER is {}, which cannot be run", named));
  }
  std::error_code none;
  std::string beside = (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / kProgram).string();
  for (const std::string& file : {beside, std::string(PERCEPT_WORKER_PATH)})
    if (runs(file)) return file;
  return no_worker(fmt::format("neither {} nor {} can be run", beside, PERCEPT_WORKER_PATH));
}

// In a process group of its own, with no descriptors but its end of the line, twice, and no signal blocked.
struct Spawning {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  explicit Spawning(int socket) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, socket, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, socket, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes, &signals);
  }
  ~Spawning() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;
};

std::string ended(int status, const WorkerLimits& limits) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == kOutOfMemory)
    return fmt::format("it needed more than {} MB of memory", limits.megabytes);
  if (WIFEXITED(status)) return fmt::format("its process ended with {}", WEXITSTATUS(status));
  return fmt::format("its process was ended by signal {}", WTERMSIG(status));
}

}  // namespace

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n'; }

Result<std::unique_ptr<Worker>> Worker::start(const std::string& mode, const WorkerLimits& limits) {
  auto program = find_worker();
  if (!program) return tl::unexpected(program.error());
  int ends[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return no_worker(std::strerror(errno));
  std::unique_ptr<Worker> out(new Worker);
  out->limits_ = limits;
  out->socket_ = Descriptor(ends[0]);
  Descriptor theirs(ends[1]);
  std::string kind = mode, memory = std::to_string(limits.megabytes);
  char* arguments[] = {program->data(), kind.data(), memory.data(), nullptr};
  Spawning spawning(theirs.number());
  int error = posix_spawn(&out->process_, program->c_str(), &spawning.files, &spawning.attributes, arguments, environ);
  if (error != 0) {
    out->process_ = -1;
    return no_worker(fmt::format("{}: {}", *program, std::strerror(error)));
  }
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
