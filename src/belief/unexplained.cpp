// SPDX-License-Identifier: MIT
#include "belief/unexplained.h"

#include <fmt/format.h>

namespace percept::belief {

tl::unexpected<Error> unexplained(const Rules& rules, RoleId role, std::size_t round, const Experience& experience) {
  std::string text;
  if (experience.move) text = fmt::format(" after {}", rules.text(role, *experience.move));
  if (experience.percepts) {
    std::string seen;
    for (PerceptId percept : *experience.percepts)
      seen += fmt::format("{}{}", seen.empty() ? "" : " and ", rules.text(percept));
    text = fmt::format("no history explains seeing {}{}", seen.empty() ? "nothing" : seen, text);
  } else {
    text = fmt::format("no history goes on{}", text);
  }
  return tl::unexpected(Error{fmt::format("round {}: {}", round, text), kGoOn});
}

}  // namespace percept::belief
