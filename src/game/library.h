// SPDX-License-Identifier: MIT
//
// The models there are, by the text of their rules: whoever asks for the model of a rule sheet that somebody else has,
// or had lately, gets the same one, so that a tournament or a service understands a sheet once. Rules that cannot be
// played are refused each time.
//
// Any thread may ask. Nothing passes from one user to another but time: a model is a function of its rules.
#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "game/model.h"

namespace percept::game {

class Library {
 public:
  // The models that were asked for last are kept, so many of them; the others go when their last user does.
  explicit Library(std::size_t kept) : most_kept_(kept) {}

  Result<std::shared_ptr<const Model>> model(std::shared_ptr<const gdl::Description> description);

 private:
  // Locked while the model is made, so that others wait for it instead of making another.
  struct Place {
    std::mutex making;
    std::weak_ptr<const Model> model;
  };
  std::shared_ptr<Place> place_of(const gdl::Description& description);
  void keep(const std::shared_ptr<const Model>& model);

  std::size_t most_kept_;
  std::mutex mutex_;                                                // of what follows
  std::unordered_map<std::string, std::shared_ptr<Place>> places_;  // by text
  std::list<std::shared_ptr<const Model>> kept_;                    // the last one first
};

}  // namespace percept::game
