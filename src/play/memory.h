// SPDX-License-Identifier: MIT
//
// What was found out about games, in a folder that a user has named for it: policies that percept solve or a player
// wrote, and values that percept train or a player learnt, known again by the rules' fingerprint, so that they serve
// under whatever names a manager gives the game.
//
//   Memory memory("learnt");
//   gdl::Fingerprint rules = gdl::fingerprint(description);
//   if (auto policy = memory.policy(rules); policy && *policy) …        // in the names of these rules
//   memory.keep(better);                                                // better.rules says which they are
//
// Any number of threads and processes may share a folder: files are replaced whole.
#pragma once

#include <memory>
#include <string>

#include "play/policy.h"
#include "play/trained_value.h"

namespace percept::play {

class Memory {
 public:
  explicit Memory(std::string folder) : folder_(std::move(folder)) {}

  // Nothing where there is none; an error when there is one that cannot be used.
  Result<std::shared_ptr<const Policy>> policy(const gdl::Fingerprint& rules) const;
  // Unless there is one that less can be won from. The folder is made if it is missing.
  Result<void> keep(const Policy& policy) const;

  // The same for values, of which those learnt from more matches stay.
  Result<std::shared_ptr<const TrainedValue>> value(const gdl::Fingerprint& rules) const;
  Result<void> keep(const TrainedValue& value) const;

  // Where they are.
  std::string policy_file(const gdl::Fingerprint& rules) const { return file(rules, "policy"); }
  std::string value_file(const gdl::Fingerprint& rules) const { return file(rules, "value"); }

 private:
  std::string file(const gdl::Fingerprint& rules, const char* ending) const;
  Result<void> write(const std::string& file, const std::string& bytes) const;

  std::string folder_;
};

}  // namespace percept::play
