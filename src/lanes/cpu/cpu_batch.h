// SPDX-License-Identifier: MIT
//
// Batches in vectors of this CPU.
#pragma once

#include "lanes/batch.h"
#include "lanes/values.h"

namespace percept::lanes {

class CpuBatch : public Batch {
 public:
  CpuBatch(const Kernels& kernels, std::shared_ptr<const Plan> plan) : kernels_(kernels), plan_(std::move(plan)) {}

  const Plan& plan() const override { return *plan_; }
  std::size_t size() const override { return rows_.size(); }
  using Batch::load;
  void load(std::span<const std::uint64_t> rows, std::size_t words) override;
  void find_legal(Legal& out) override;
  void expand(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> joint_moves,
              Successors& out) override;
  void play_out(const PlayoutOptions& options, Ends& out) override;

 private:
  void make_planes();
  const std::uint8_t* const* weights_of(const Weights* weights);
  void expand_some(std::span<const std::uint32_t> rows, std::span<const std::uint32_t> joint_moves, std::size_t first,
                   Successors& out);

  const Kernels& kernels_;
  std::shared_ptr<const Plan> plan_;
  Rows rows_;
  // ---- of playouts
  std::unique_ptr<Matches, void (*)(Matches*)> matches_{nullptr, nullptr};
  std::vector<std::uint64_t> planes_;  // as in Start
  std::uint64_t period_ = 0;           // 0 when the planes are to be made
  std::vector<std::uint8_t> weights_;
  std::vector<const std::uint8_t*> weights_by_role_;  // by phase and role
  // ---- of legal moves and successors
  Values state_values_, move_values_;
  std::vector<std::uint64_t> next_;
};

}  // namespace percept::lanes
