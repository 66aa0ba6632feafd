// SPDX-License-Identifier: MIT
#include "asp/grounder_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace percept::asp {
namespace {

constexpr const char* kProgram = "percept_grounder";
constexpr double kGlance = 0.01;     // seconds between looks at the budget
constexpr int kPipeBytes = 1 << 20;  // so that neither side waits for the other often

tl::unexpected<Error> no_grounder(const std::string& why) {
  return tl::unexpected(Error{fmt::format("the grounder cannot be started: {}", why),
                              fmt::format("put {} beside percept, or name it in PERCEPT_GROUNDER", kProgram), true});
}

// The lowest numbers are wanted for the standard streams of the process.
Descriptor above_standard(int number) {
  Descriptor given(number);
  if (number < 0 || number > STDERR_FILENO) return given;
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

// A file in memory: whoever reads it never waits, and nobody has to be there to read it.
Descriptor file_of(std::string_view text) {
  Descriptor file = above_standard(memfd_create(kProgram, MFD_CLOEXEC));
  while (file && !text.empty()) {
    ssize_t written = write(file.number(), text.data(), text.size());
    if (written < 0) return {};
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file) lseek(file.number(), 0, SEEK_SET);
  return file;
}

struct Actions {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;

  // In a process group of its own, with no signal blocked or ignored: an interrupt from the terminal is for us.
  Actions(int input, int output) {
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
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
  ~Actions() {
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
};

}  // namespace

Result<std::string> find_grounder() {
  auto runs = [](const std::string& file) { return access(file.c_str(), X_OK) == 0; };
  if (const char* named = std::getenv("PERCEPT_GROUNDER"); named != nullptr && *named != '\0') {
    if (runs(named)) return named;
    return no_grounder(fmt::format("PERCEPT_GROUNDER is {}, which cannot be run", named));
  }
  std::error_code none;
  std::string beside = (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / kProgram).string();
  for (const std::string& file : {beside, std::string(PERCEPT_GROUNDER_PATH)})
    if (runs(file)) return file;
  return no_grounder(fmt::format("neither {} nor {} can be run", beside, PERCEPT_GROUNDER_PATH));
}

Result<GrounderProcess> GrounderProcess::start(std::string_view input, std::size_t megabytes) {
  auto program = find_grounder();
  if (!program) return tl::unexpected(program.error());
  Descriptor file = file_of(input);
  int ends[2] = {-1, -1};
  if (!file || pipe2(ends, O_CLOEXEC) != 0) return no_grounder(std::strerror(errno));
  Descriptor from = above_standard(ends[0]), to = above_standard(ends[1]);
  fcntl(from.number(), F_SETFL, O_NONBLOCK);
  fcntl(from.number(), F_SETPIPE_SZ, kPipeBytes);
  std::string parent = std::to_string(getpid()), memory = std::to_string(megabytes);
  char* arguments[] = {program->data(), parent.data(), memory.data(), nullptr};
  GrounderProcess out;
  Actions actions(file.number(), to.number());
  int error = posix_spawn(&out.process_, program->c_str(), &actions.files, &actions.attributes, arguments, environ);
  if (error != 0) {
    out.process_ = -1;
    return no_grounder(fmt::format("{}: {}", *program, std::strerror(error)));
  }
  out.output_ = std::move(from);
  return out;
}

GrounderProcess::GrounderProcess(GrounderProcess&& other) noexcept
    : process_(std::exchange(other.process_, -1)), output_(std::move(other.output_)), counted_(other.counted_) {}

GrounderProcess::~GrounderProcess() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  wait();
}

void GrounderProcess::count_seconds() {
  clockid_t clock{};
  if (clock_getcpuclockid(process_, &clock) != 0) return;
  double used = seconds_of(clock);
  helpers_cpu_seconds += used - counted_;
  counted_ = used;
}

GrounderProcess::Reading GrounderProcess::read(std::span<char> out, std::size_t& size, const Budget& budget) {
  for (;;) {
    count_seconds();
    if (budget.out_of_time()) return Reading::kOutOfTime;
    ssize_t got = ::read(output_.number(), out.data(), out.size());
    if (got > 0) {
      size = static_cast<std::size_t>(got);
      return Reading::kSome;
    }
    if (got == 0 || (errno != EAGAIN && errno != EINTR)) return Reading::kEnd;
    pollfd ready{output_.number(), POLLIN, 0};
    double wait = std::min(budget.seconds_left(), kGlance);
    poll(&ready, 1, static_cast<int>(wait * 1000) + 1);
  }
}

int GrounderProcess::exit_code() {
  int status = wait();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int GrounderProcess::wait() {
  int status = 0;
  rusage used{};
  pid_t waited = -1;
  do waited = wait4(process_, &status, 0, &used);
  while (waited < 0 && errno == EINTR);
  process_ = -1;
  if (waited < 0) return -1;
  auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  helpers_cpu_seconds += std::max(0.0, seconds(used.ru_utime) + seconds(used.ru_stime) - counted_);
  return status;
}

}  // namespace percept::asp
