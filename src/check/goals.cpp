// SPDX-License-Identifier: MIT
//
// Goal values are whole numbers from 0 to 100, and every role but random has some. That there is exactly one at the end
// of each match depends on the positions reached and is left to playouts.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "check/check.h"

namespace percept::check {

void check_goals(const Rules& rules, Findings& findings) {
  std::vector<const Rule*> goals = rules.defining(keyword::kGoal);
  for (const Rule* rule : goals) {
    const Term& value = *rule->head->args[1];
    if (value.is_variable()) continue;
    std::string_view text = rules.description().text(value.name);
    int number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    bool is_number = value.args.empty() && end == text.data() + text.size() && error != std::errc::invalid_argument;
    if (!is_number)
      findings.push_back({Code::kGoalNumber,
                          value.place,
                          fmt::format("goal value {} is not a number", rules.show(value)),
                          "use whole numbers from 0 to 100",
                          {}});
    else if (error == std::errc::result_out_of_range || number < 0 || number > 100)
      findings.push_back({Code::kGoalRange,
                          value.place,
                          fmt::format("goal value {} is outside 0 to 100; Percept keeps it as it is", text),
                          "scale the values to 0 to 100",
                          {}});
  }
  for (const Rule* role : rules.defining(keyword::kRole)) {
    const Term& name = *role->head->args[0];
    bool has_goal = std::ranges::any_of(goals, [&](const Rule* goal) { return may_match(*goal->head->args[0], name); });
    bool nature = name.name == keyword::kRandom && !rules.defining(keyword::kSees).empty();
    if (!has_goal && name.ground && !nature)
      findings.push_back({Code::kNoGoal,
                          name.place,
                          fmt::format("no rule gives {} a goal value; Percept plays on without one", rules.show(name)),
                          fmt::format("add rules for the goal of {}", rules.show(name)),
                          {}});
  }
}

}  // namespace percept::check
