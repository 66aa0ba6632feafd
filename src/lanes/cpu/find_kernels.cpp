// SPDX-License-Identifier: MIT
#include "lanes/cpu/kernels.h"

#include <initializer_list>

namespace percept::lanes {

const Kernels* find_kernels(unsigned lanes) {
  if (lanes == 64) return &kernels64;
#if defined(__x86_64__)
  if (lanes == 256 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return &kernels256;
  if (lanes == 512 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2"))
    return &kernels512;
#endif
  return nullptr;
}

const Kernels& best_kernels() {
  for (unsigned lanes : {512u, 256u})
    if (const Kernels* kernels = find_kernels(lanes)) return *kernels;
  return kernels64;
}

const Kernels& kernels_for(std::size_t lanes, unsigned most) {
  const Kernels* best = &kernels64;
  for (unsigned width : {256u, 512u}) {
    if (best->lanes >= lanes || width > most) break;
    if (const Kernels* wider = find_kernels(width)) best = wider;
  }
  return *best;
}

}  // namespace percept::lanes
