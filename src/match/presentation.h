// SPDX-License-Identifier: MIT
//
// What a seat is shown of the rules, and in which words: the rule sheet as it is, or with other names (scramble.h). A
// role with a description of its own is another kind of the same. The referee has one for each seat; records keep the
// words of the rule sheet. Any thread may use one at any time.
//
// Internal to match/.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "game/model.h"

namespace percept::match {

class Presentation {
 public:
  virtual ~Presentation() = default;

  virtual std::shared_ptr<const gdl::Description> rules() const = 0;
  // Of these rules; made when it is first asked for.
  virtual Result<std::shared_ptr<const game::Model>> model() const = 0;
  virtual std::string shown(const std::string& text) const = 0;
  // What the seat's text means in the words of the rule sheet; nothing when it has a name that was never shown.
  virtual std::optional<std::string> understood(const std::string& text) const = 0;
};

// The rules as they are.
std::shared_ptr<const Presentation> present_plainly(std::shared_ptr<const game::Model> model);
// A description of its own, which may leave things open. There is no model of it, only models.
std::shared_ptr<const Presentation> present_description(std::shared_ptr<const gdl::Description> description);
// With names drawn by the seed.
std::shared_ptr<const Presentation> present_scrambled(const gdl::Description& rules, std::uint64_t seed);

}  // namespace percept::match
