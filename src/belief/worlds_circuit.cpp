// SPDX-License-Identifier: MIT
#include "belief/worlds_circuit.h"

#include "base/bits.h"

namespace percept::belief {

Result<std::shared_ptr<const NumberedCircuit>> local_circuit(Rules& rules, const WorldSet& worlds, RoleId observer,
                                                             const Budget& budget) {
  std::vector<FluentId> known, open;
  for (std::size_t w = 0; w < worlds.words(); ++w) {
    std::uint64_t some = 0, all = ~std::uint64_t{0};
    for (std::size_t world = 0; world < worlds.size(); ++world) {
      some |= worlds.row(world)[w];
      all &= worlds.row(world)[w];
    }
    for_each_bit(some, [&](unsigned bit) {
      ((all >> bit & 1) != 0 ? known : open).push_back(FluentId{static_cast<std::uint32_t>(64 * w + bit)});
    });
  }
  return rules.local(known, open, observer, budget);
}

}  // namespace percept::belief
