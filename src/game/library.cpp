// SPDX-License-Identifier: MIT
#include "game/library.h"

namespace percept::game {

std::shared_ptr<Library::Place> Library::place_of(const gdl::Description& description) {
  std::lock_guard lock(mutex_);
  std::erase_if(places_, [](const auto& entry) {
    return entry.second.use_count() == 1 && entry.second->model.expired();  // nobody has it or is making it
  });
  std::shared_ptr<Place>& place = places_[std::string(description.source()->text())];
  if (!place) place = std::make_shared<Place>();
  return place;
}

void Library::keep(const std::shared_ptr<const Model>& model) {
  std::lock_guard lock(mutex_);
  kept_.remove(model);
  kept_.push_front(model);
  if (kept_.size() > most_kept_) kept_.pop_back();
}

Result<std::shared_ptr<const Model>> Library::model(std::shared_ptr<const gdl::Description> description) {
  std::shared_ptr<Place> place = place_of(*description);
  std::lock_guard lock(place->making);
  std::shared_ptr<const Model> model = place->model.lock();
  if (!model) {
    auto made = Model::make(std::move(description));
    if (!made) return made;
    model = std::move(*made);
    place->model = model;
  }
  keep(model);
  return model;
}

}  // namespace percept::game
