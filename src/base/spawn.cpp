// SPDX-License-Identifier: MIT
#include "base/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace percept {

Result<std::string> find_program(const std::string& name, const char* variable, const std::string& built) {
  auto runs = [](const std::string& file) { return access(file.c_str(), X_OK) == 0; };
  if (const char* named = std::getenv(variable); named != nullptr && *named != '\0') {
    if (runs(named)) return named;
    return failure(fmt::format("{} is {}, which cannot be run", variable, named));
  }
  std::error_code none;
  std::string beside = (std::filesystem::read_symlink("/proc/self/exe", none).parent_path() / name).string();
  for (const std::string& file : {beside, built})
    if (runs(file)) return file;
  return failure(fmt::format("neither {} nor {} can be run", beside, built));
}

Descriptor above_standard(int number) {
  Descriptor given(number);
  if (number < 0 || number > STDERR_FILENO) return given;
  return Descriptor(fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

Result<pid_t> spawn(const std::string& program, std::vector<std::string> arguments, int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);

  std::string name = program;
  std::vector<char*> words = {name.data()};
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  pid_t process = -1;
  int error = posix_spawn(&process, program.c_str(), &files, &attributes, words.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error != 0) return failure(fmt::format("{}: {}", program, std::strerror(error)));
  return process;
}

}  // namespace percept
