// SPDX-License-Identifier: MIT
//
// The backends of this CPU: its kernels, by width.
#include <fmt/format.h>

#include "base/check.h"
#include "lanes/backend.h"
#include "lanes/cpu/cpu_batch.h"

namespace percept::lanes {
namespace {

class CpuBackend final : public Backend {
 public:
  constexpr CpuBackend(std::string_view name, const Kernels& kernels) : name_(name), kernels_(kernels) {}

  std::string_view name() const override { return name_; }
  unsigned lanes() const override { return kernels_.lanes; }
  std::unique_ptr<Batch> batch(std::shared_ptr<const Plan> plan) const override {
    return std::make_unique<CpuBatch>(kernels_, std::move(plan));
  }

 private:
  std::string_view name_;
  const Kernels& kernels_;
};

const CpuBackend kCpu64("cpu64", kernels64);
#if defined(__x86_64__)
const CpuBackend kCpu256("cpu256", kernels256);
const CpuBackend kCpu512("cpu512", kernels512);
#endif

}  // namespace

const Backend* Backend::find(unsigned lanes) {
  if (!find_kernels(lanes)) return nullptr;
#if defined(__x86_64__)
  if (lanes == 256) return &kCpu256;
  if (lanes == 512) return &kCpu512;
#endif
  return &kCpu64;
}

const Backend& Backend::best() { return *find(best_kernels().lanes); }

const Backend& Backend::with(unsigned lanes) {
  const Backend* found = lanes == 0 ? &best() : find(lanes);
  PERCEPT_CHECK(found != nullptr, fmt::format("this CPU has no {} lanes", lanes));
  return *found;
}

}  // namespace percept::lanes
