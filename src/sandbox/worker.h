// SPDX-License-Identifier: MIT
//
// A process of its own for the rule sheets of strangers: the program percept_worker, which bounds its own memory, files
// and rights before it looks at anything (limits.h). It is asked, and answers, in JSON, a line each. Whatever happens
// to it, this side is told that it has ended and why; when this object is gone, so is the process.
//
//   auto worker = Worker::start("sheet", {.megabytes = 1024});
//   (*worker)->send({{"text", …}});
//   auto line = (*worker)->receive(in_seconds(10), stop);       // nothing: too late, stopped, or it has ended
//   (*worker)->end();                                           // how
//
// Any thread may send; one at a time receives.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/result.h"

namespace percept::sandbox {

using Json = nlohmann::json;

struct WorkerLimits {
  std::size_t megabytes = 4096;  // of address space; 0 for no limit
};

class Worker {
 public:
  // `mode` says what it is to be: "sheet", "descriptions", "player" or "match".
  static Result<std::unique_ptr<Worker>> start(const std::string& mode, const WorkerLimits& limits = {});
  ~Worker() { end(); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  bool send(const Json& json);  // false when it does not listen any more
  std::optional<Json> receive(Deadline deadline, const std::stop_token& stop = {});
  bool alive() const { return alive_; }  // as far as receive() has noticed
  // Ends it at once, with all it has started. Why it had ended before, if it had.
  std::string end();

 private:
  Worker() = default;

  WorkerLimits limits_;
  Descriptor socket_;
  std::mutex sending_;
  std::string pending_;   // what was received and is no whole line yet
  std::size_t seen_ = 0;  // of it, without the end of a line
  std::atomic<bool> alive_ = true;
  std::mutex ending_;
  pid_t process_ = -1;  // none once it was waited for
  std::string why_;
};

// Text from outside as JSON takes it: bytes that are not UTF-8 replaced.
std::string line_of(const Json& json);

}  // namespace percept::sandbox
