// SPDX-License-Identifier: MIT
//
// The power goes off while a store is written: what was not synced is forgotten, or half of it is there. A file system
// of our own below SQLite keeps, beside the files, what a disk would have of them; at any write, sync or deletion that
// is put into another folder, where the store has to open and to have every round that was reported as written.
#include <fmt/format.h>
#include <sqlite3.h>

#include <cstring>
#include <fstream>
#include <functional>
#include <map>

#include "base/random.h"
#include "game/playing.h"
#include "record/recording.h"
#include "store/schema.h"
#include "store/store.h"
#include "support/support.h"

using namespace percept;
using namespace percept::record;
using namespace percept::store;
using namespace percept::test;

namespace {

namespace fs = std::filesystem;

// What became of writes that nobody had synced when the power went off.
enum class Loss { kAll, kSome, kTorn };

struct Written {
  std::size_t at;
  std::string bytes;
  bool truncates = false;  // to `at`
};

void overwrite(std::string& content, const Written& written) {
  if (written.truncates) {
    content.resize(std::min(content.size(), written.at));
    return;
  }
  content.resize(std::max(content.size(), written.at + written.bytes.size()));
  content.replace(written.at, written.bytes.size(), written.bytes);
}

class Disk {
 public:
  struct File {
    std::string synced;
    std::vector<Written> pending;
    bool listed = false;   // its folder was synced since it was made
    bool deleted = false;  // and its folder was not synced since
  };

  std::function<void()> before_change = [] {};

  File& made(const std::string& path) {
    File& file = files_[path];
    if (file.deleted) file = {};
    return file;
  }
  void write(const std::string& path, Written written) {
    before_change();
    files_[path].pending.push_back(std::move(written));
  }
  void sync(const std::string& path, bool folder) {
    before_change();
    File& file = files_[path];
    for (const Written& written : file.pending) overwrite(file.synced, written);
    file.pending.clear();
    if (!folder || file.listed) return;
    std::erase_if(files_, [](const auto& each) { return each.second.deleted; });
    for (auto& [name, each] : files_) each.listed = true;
  }
  void remove(const std::string& path) {
    before_change();
    files_[path].deleted = true;  // the folder is synced with the next journal
  }

  // What a disk without power has of the files, in another folder.
  void leave(const fs::path& folder, Loss loss, Random& random) const {
    fs::remove_all(folder);
    fs::create_directories(folder);
    for (const auto& [path, file] : files_) {
      if (!file.listed && (loss == Loss::kAll || random.below(2) == 0)) continue;
      std::string content = file.synced;
      for (const Written& written : file.pending) {
        if (loss == Loss::kAll || random.below(2) == 0) continue;
        Written part = written;
        if (loss == Loss::kTorn) part.bytes.resize(part.bytes.size() / 512 * random.below(9) / 8 * 512);
        overwrite(content, part);
      }
      std::ofstream(folder / fs::path(path).filename(), std::ios::binary) << content;
    }
  }

 private:
  std::map<std::string, File> files_;
};

Disk* disk = nullptr;
sqlite3_vfs* below = nullptr;

struct OpenFile {
  sqlite3_file base;
  sqlite3_file* real;
  std::string* path;  // empty: not on the disk
  bool syncs_folder;
};

OpenFile* of(sqlite3_file* file) { return reinterpret_cast<OpenFile*>(file); }

template <auto method, class... Arguments>
int pass(sqlite3_file* file, Arguments... arguments) {
  sqlite3_file* real = of(file)->real;
  return (real->pMethods->*method)(real, arguments...);
}

int close_file(sqlite3_file* file) {
  int code = pass<&sqlite3_io_methods::xClose>(file);
  sqlite3_free(of(file)->real);
  delete of(file)->path;
  return code;
}

int write_file(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 at) {
  if (!of(file)->path->empty())
    disk->write(*of(file)->path,
                {static_cast<std::size_t>(at),
                 std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(count)), false});
  return pass<&sqlite3_io_methods::xWrite>(file, bytes, count, at);
}

int truncate_file(sqlite3_file* file, sqlite3_int64 size) {
  if (!of(file)->path->empty()) disk->write(*of(file)->path, {static_cast<std::size_t>(size), "", true});
  return pass<&sqlite3_io_methods::xTruncate>(file, size);
}

int sync_file(sqlite3_file* file, int flags) {
  if (!of(file)->path->empty()) disk->sync(*of(file)->path, of(file)->syncs_folder);
  return pass<&sqlite3_io_methods::xSync>(file, flags);
}

const sqlite3_io_methods& methods() {
  static const sqlite3_io_methods kMethods = [] {
    sqlite3_io_methods out{};
    out.iVersion = 2;  // no mapping of files into memory
    out.xClose = close_file;
    out.xRead = [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) {
      return pass<&sqlite3_io_methods::xRead>(f, to, n, at);
    };
    out.xWrite = write_file;
    out.xTruncate = truncate_file;
    out.xSync = sync_file;
    out.xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return pass<&sqlite3_io_methods::xFileSize>(f, size); };
    out.xLock = [](sqlite3_file* f, int lock) { return pass<&sqlite3_io_methods::xLock>(f, lock); };
    out.xUnlock = [](sqlite3_file* f, int lock) { return pass<&sqlite3_io_methods::xUnlock>(f, lock); };
    out.xCheckReservedLock = [](sqlite3_file* f, int* is) {
      return pass<&sqlite3_io_methods::xCheckReservedLock>(f, is);
    };
    out.xFileControl = [](sqlite3_file* f, int what, void* with) {
      return pass<&sqlite3_io_methods::xFileControl>(f, what, with);
    };
    out.xSectorSize = [](sqlite3_file* f) { return pass<&sqlite3_io_methods::xSectorSize>(f); };
    // Nothing is promised of what is not synced, not even that it is whole.
    out.xDeviceCharacteristics = [](sqlite3_file*) { return 0; };
    out.xShmMap = [](sqlite3_file* f, int page, int size, int extend, void volatile** to) {
      return pass<&sqlite3_io_methods::xShmMap>(f, page, size, extend, to);
    };
    out.xShmLock = [](sqlite3_file* f, int offset, int n, int flags) {
      return pass<&sqlite3_io_methods::xShmLock>(f, offset, n, flags);
    };
    out.xShmBarrier = [](sqlite3_file* f) { of(f)->real->pMethods->xShmBarrier(of(f)->real); };
    out.xShmUnmap = [](sqlite3_file* f, int removes) { return pass<&sqlite3_io_methods::xShmUnmap>(f, removes); };
    return out;
  }();
  return kMethods;
}

int open_file(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* flags_out) {
  OpenFile* out = of(file);
  *out = {};
  out->real = static_cast<sqlite3_file*>(sqlite3_malloc(below->szOsFile));
  std::memset(out->real, 0, static_cast<std::size_t>(below->szOsFile));
  int code = below->xOpen(below, name, out->real, flags, flags_out);
  if (out->real->pMethods == nullptr) {
    sqlite3_free(out->real);
    return code;
  }
  bool kept = name != nullptr && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0;
  out->path = new std::string(kept ? name : "");
  out->syncs_folder = (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;  // as SQLite does on Unix
  if (kept) disk->made(name);
  out->base.pMethods = &methods();
  return code;
}

int delete_file(sqlite3_vfs*, const char* name, int sync_folder) {
  disk->remove(name);
  return below->xDelete(below, name, sync_folder);
}

// While it lives, SQLite's files are on this disk unless another VFS is asked for.
class Mounted {
 public:
  explicit Mounted(Disk& on) {
    disk = &on;
    below = sqlite3_vfs_find(nullptr);
    vfs_ = *below;
    vfs_.szOsFile = sizeof(OpenFile);
    vfs_.zName = "forgetful";
    vfs_.xOpen = open_file;
    vfs_.xDelete = delete_file;
    vfs_.pNext = nullptr;
    sqlite3_vfs_register(&vfs_, 1);
  }
  ~Mounted() {
    sqlite3_vfs_register(below, 1);
    sqlite3_vfs_unregister(&vfs_);
  }
  // Without it, for a while.
  template <class Function>
  void aside(Function&& function) {
    sqlite3_vfs_register(below, 1);
    function();
    sqlite3_vfs_register(&vfs_, 1);
  }

 private:
  sqlite3_vfs vfs_;
};

// What the store has said to have.
struct Promised {
  Record record;
  std::size_t rounds = 0;
  bool ended = false;
};

void check_kept(const fs::path& folder, const std::map<std::string, Promised>& promised) {
  auto store = Store::open((folder / "matches.db").string());
  REQUIRE_MESSAGE(store, (store ? "" : store.error().message));
  for (const auto& [id, match] : promised) {
    auto kept = (*store)->load(id);
    REQUIRE_MESSAGE(kept, (kept ? "" : kept.error().message));
    REQUIRE(kept->rounds.size() >= match.rounds);
    CHECK(kept->rounds.size() <= match.rounds + 1);
    CHECK(kept->initial == match.record.initial);
    CHECK(kept->rules.text == match.record.rules.text);
    for (std::size_t i = 0; i < match.rounds; ++i) {
      CHECK(kept->rounds[i].moves == match.record.rounds[i].moves);
      CHECK(kept->rounds[i].state == match.record.rounds[i].state);
    }
    if (match.ended) CHECK(kept->status == match.record.status);
    if (match.ended) CHECK(kept->goals == match.record.goals);
  }
}

}  // namespace

TEST_CASE("a power cut at any moment loses no round that was reported as written") {
  constexpr std::size_t kEvery = 7;  // changes of the disk, one of which is the last
  TemporaryFolder folder;
  fs::path path = folder.path() / "matches.db", after = folder.path() / "after";
  Disk forgetful;
  Random random(1);
  std::map<std::string, Promised> promised;
  std::size_t changes = 0, cuts = 0, in_a_write = 0;
  bool writing = false;
  {
    Mounted mounted(forgetful);
    forgetful.before_change = [&] {
      if (changes++ % kEvery != 0) return;
      ++cuts;
      in_a_write += writing;
      mounted.aside([&] {
        for (Loss loss : {Loss::kAll, Loss::kSome, Loss::kTorn}) {
          CAPTURE(changes);
          CAPTURE(static_cast<int>(loss));
          forgetful.leave(after, loss, random);
          check_kept(after, promised);
        }
      });
    };
    // Closing a store copies its log into the database, which is the other way in which it is written.
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      auto store = got(Store::open(path.string()));
      Record whole = random_record(seed % 2 == 0 ? "monty_hall" : "nim", seed, 6);
      whole.id = fmt::format("match.{}", seed);
      Record record = whole;
      record.rounds.clear();
      record.goals.clear();
      record.status = Status::kRunning;
      writing = true;
      REQUIRE(store->begin(record));
      Promised& match = promised[whole.id];
      match.record = whole;
      for (const Round& round : whole.rounds) {
        record.rounds.push_back(round);
        REQUIRE(store->add_round(record));
        ++match.rounds;
      }
      record.goals = whole.goals;
      record.status = whole.status;
      REQUIRE(store->finish(record));
      match.ended = true;
      writing = false;
    }
  }
  CHECK(cuts > 30);
  CHECK(in_a_write > 15);
  forgetful.leave(after, Loss::kAll, random);
  check_kept(after, promised);
}

// What a commit waits for is a setting that a test without power cuts would never miss.
TEST_CASE("a store is written with full syncs, a log, and foreign keys") {
  TemporaryFolder folder;
  auto database = got(open_to_write((folder.path() / "matches.db").string()));
  CHECK(database->execAndGet("PRAGMA synchronous").getInt() == 2);  // FULL
  CHECK(database->execAndGet("PRAGMA journal_mode").getString() == "wal");
  CHECK(database->execAndGet("PRAGMA foreign_keys").getInt() == 1);
}
