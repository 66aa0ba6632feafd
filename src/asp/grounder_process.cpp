// SPDX-License-Identifier: MIT
#include "asp/grounder_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/spawn.h"

namespace percept::asp {
namespace {

constexpr const char* kProgram = "percept_grounder";
constexpr double kGlance = 0.01;     // seconds between looks at the budget
constexpr int kPipeBytes = 1 << 20;  // so that neither side waits for the other often

tl::unexpected<Error> no_grounder(const std::string& why) {
  return tl::unexpected(Error{fmt::format("the grounder cannot be started: {}", why),
                              fmt::format("put {} beside percept, or name it in PERCEPT_GROUNDER", kProgram), true});
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

}  // namespace

Result<std::string> find_grounder() {
  auto found = find_program(kProgram, "PERCEPT_GROUNDER", PERCEPT_GROUNDER_PATH);
  if (!found) return no_grounder(found.error().message);
  return found;
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
  auto process = spawn(*program, {std::to_string(getpid()), std::to_string(megabytes)}, file.number(), to.number());
  if (!process) return no_grounder(process.error().message);
  GrounderProcess out;
  out.process_ = *process;
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
