// SPDX-License-Identifier: MIT
#include "tournament/lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace percept::tournament {
namespace {

// Whether the open file is still the one of this name: whoever held it before may have removed it.
bool is_at(int file, const std::string& path) {
  struct stat opened = {}, named = {};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

Result<TournamentLock> TournamentLock::take(const std::string& store, const std::string& tournament) {
  std::string path = fmt::format("{}-{}.lock", store, tournament);
  while (true) {
    int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0)
      return failure(fmt::format("cannot make {}: {}", printable(path), std::strerror(errno)),
                     "the lock of a tournament stands beside its store: name another with --store");
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
      int why = errno;
      char text[32] = {};
      auto length = pread(file, text, sizeof text - 1, 0);
      close(file);
      if (why == EINTR) continue;
      if (why != EWOULDBLOCK)
        return failure(fmt::format("cannot lock {}: {}", printable(path), std::strerror(why)),
                       "name a store on a local disk with --store");
      auto process = whole_number(trimmed(std::string_view(text, length > 0 ? static_cast<std::size_t>(length) : 0)));
      return failure(fmt::format("tournament {} is being played by {}", tournament,
                                 process ? fmt::format("process {}", *process) : "another process"),
                     "--table shows where it stands");
    }
    if (!is_at(file, path)) {
      close(file);
      continue;
    }
    std::string owner = fmt::format("{}\n", getpid());
    if (ftruncate(file, 0) == 0) static_cast<void>(pwrite(file, owner.data(), owner.size(), 0) > 0);
    return TournamentLock(std::move(path), file);
  }
}

TournamentLock::TournamentLock(TournamentLock&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

TournamentLock::~TournamentLock() {
  if (file_ < 0) return;
  unlink(path_.c_str());
  close(file_);
}

}  // namespace percept::tournament
