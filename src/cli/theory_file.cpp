// SPDX-License-Identifier: MIT
#include "cli/theory_file.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "gdl/reader.h"

namespace percept::cli {

bool is_theory(const std::string& file) {
  if (file == "-") return false;  // it can be read only once
  auto read = gdl::read_file(file);
  return read && (*read)->is_incomplete();
}

OrExit<std::shared_ptr<const igdl::Theory>> read_theory(const std::string& file) {
  auto description = read_whole(file);
  if (!description) return tl::unexpected(description.error());
  auto theory = igdl::Theory::make(std::move(*description));
  if (theory) return *theory;
  return tl::unexpected(fail(theory.error(), kFindings));
}

OrExit<std::unique_ptr<igdl::TheoryBelief>> theory_belief(const std::shared_ptr<const igdl::Theory>& theory,
                                                          const std::string& role) {
  const game::Lexicon& lexicon = theory->lexicon();
  std::vector<std::string> roles;
  for (std::uint32_t r = 0; r < lexicon.roles(); ++r) roles.push_back(lexicon.text(game::RoleId{r}));
  auto found = role.empty() && roles.size() == 1 ? std::optional(game::RoleId{0}) : lexicon.role(lower(role));
  if (!found) {
    return tl::unexpected(
        fail({role.empty() ? "whose knowledge is it?" : fmt::format("there is no role {}", printable(role)),
              fmt::format("--role is one of {}", fmt::join(roles, ", "))},
             kUnreadable));
  }
  auto belief = igdl::TheoryBelief::make(theory, *found);
  if (belief) return std::move(*belief);
  return tl::unexpected(fail(belief.error(), kFindings));
}

std::vector<ToldRound> read_told(const std::string& text) {
  auto split = [](std::string_view whole, char at) {
    std::vector<std::string> out;
    int depth = 0;
    std::string part;
    for (char c : std::string(whole) + at) {
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == at && depth <= 0) {
        std::size_t begin = part.find_first_not_of(' '), end = part.find_last_not_of(' ');
        out.push_back(begin == std::string::npos ? "" : part.substr(begin, end - begin + 1));
        part.clear();
      } else {
        part += c;
      }
    }
    return out;
  };
  std::vector<ToldRound> out;
  if (text.empty()) return out;
  for (const std::string& round : split(text, ';')) {
    std::vector<std::string> parts = split(round, ':');
    ToldRound told;
    if (!parts[0].empty()) told.sees = parts[0] == "-" ? std::vector<std::string>() : split(parts[0], ',');
    if (parts.size() > 1 && !parts[1].empty()) told.move = parts[1];
    out.push_back(std::move(told));
  }
  return out;
}

}  // namespace percept::cli
