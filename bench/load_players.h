// SPDX-License-Identifier: MIT
//
// Many players in a process of their own, each on a port of its own, as they would be on other machines. The process is
// this program called with other arguments; it ends when its standard input does, so it never outlives the caller.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/descriptor.h"

namespace percept::bench {

// What the process does: says its ports, one a line, and plays until the standard input ends.
int be_players(std::size_t count, const std::string& strategy);

class PlayerProcess {
 public:
  static Result<PlayerProcess> start(std::size_t count, const std::string& strategy);

  const std::vector<std::uint16_t>& ports() const { return ports_; }
  // Ends it and says how many CPU seconds it took; nothing when it did not end well.
  Result<double> end();

 private:
  pid_t process_ = -1;
  Descriptor input_;
  std::vector<std::uint16_t> ports_;
};

}  // namespace percept::bench
