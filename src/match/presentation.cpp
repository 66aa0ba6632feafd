// SPDX-License-Identifier: MIT
#include "match/presentation.h"

#include "match/scramble.h"

namespace percept::match {
namespace {

class Plain : public Presentation {
 public:
  explicit Plain(std::shared_ptr<const game::Model> model) : model_(std::move(model)) {}

  std::shared_ptr<const gdl::Description> rules() const override { return model_->shared_description(); }
  Result<std::shared_ptr<const game::Model>> model() const override { return model_; }
  std::string shown(const std::string& text) const override { return text; }
  std::optional<std::string> understood(const std::string& text) const override { return text; }

 private:
  std::shared_ptr<const game::Model> model_;
};

class Own : public Presentation {
 public:
  explicit Own(std::shared_ptr<const gdl::Description> description) : description_(std::move(description)) {}

  std::shared_ptr<const gdl::Description> rules() const override { return description_; }
  Result<std::shared_ptr<const game::Model>> model() const override {
    return failure("an incomplete description has many models");
  }
  std::string shown(const std::string& text) const override { return text; }
  std::optional<std::string> understood(const std::string& text) const override { return text; }

 private:
  std::shared_ptr<const gdl::Description> description_;
};

class Scrambled : public Presentation {
 public:
  Scrambled(const gdl::Description& rules, std::uint64_t seed) : scrambler_(rules, seed) {}

  std::shared_ptr<const gdl::Description> rules() const override { return scrambler_.rules(); }
  Result<std::shared_ptr<const game::Model>> model() const override {
    std::lock_guard lock(making_);
    if (!model_) model_ = game::Model::make(scrambler_.rules());
    return *model_;
  }
  std::string shown(const std::string& text) const override { return scrambler_.scrambled(text); }
  std::optional<std::string> understood(const std::string& text) const override { return scrambler_.original(text); }

 private:
  Scrambler scrambler_;
  mutable std::mutex making_;
  mutable std::optional<Result<std::shared_ptr<const game::Model>>> model_;
};

}  // namespace

std::shared_ptr<const Presentation> present_plainly(std::shared_ptr<const game::Model> model) {
  return std::make_shared<Plain>(std::move(model));
}

std::shared_ptr<const Presentation> present_description(std::shared_ptr<const gdl::Description> description) {
  return std::make_shared<Own>(std::move(description));
}

std::shared_ptr<const Presentation> present_scrambled(const gdl::Description& rules, std::uint64_t seed) {
  return std::make_shared<Scrambled>(rules, seed);
}

}  // namespace percept::match
