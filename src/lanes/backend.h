// SPDX-License-Identifier: MIT
//
// What lanes run on. A backend makes batches of a plan; rows go in, rows and counts come out, and where values are kept
// in between is its own affair: in vectors of this CPU (cpu/), and later in code compiled for the game, or on a device
// with memory of its own, to which a plan is sent as one block of words.
//
// Backends are constant and there for ever; any thread may use them.
#pragma once

#include <memory>
#include <string_view>

#include "lanes/batch.h"

namespace percept::lanes {

class Backend {
 public:
  virtual std::string_view name() const = 0;
  virtual unsigned lanes() const = 0;  // that work at once
  virtual std::unique_ptr<Batch> batch(std::shared_ptr<const Plan> plan) const = 0;

  // The fastest there is; or that of this CPU with so many lanes, null when it has none such.
  static const Backend& best();
  static const Backend* find(unsigned lanes);
  // The best for 0; that this machine has it is checked.
  static const Backend& with(unsigned lanes);

 protected:
  ~Backend() = default;
};

}  // namespace percept::lanes
