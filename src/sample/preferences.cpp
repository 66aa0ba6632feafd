// SPDX-License-Identifier: MIT
#include "sample/preferences.h"

#include <fmt/format.h>

#include <cstdlib>
#include <map>

#include "base/text.h"
#include "gdl/reader.h"

namespace percept::sample {
namespace {

using belief::MoveId;
using belief::RoleId;
using belief::Rules;

constexpr const char* kForm = "a line is ROLE MOVE WEIGHT, as in: black (move ?x 2 ?x 3) 2.5";
constexpr std::string_view kBlanks = " \t\r";

// Whether the term is an instance of the pattern; equal variables stand for equal terms.
class Matching {
 public:
  Matching(const gdl::Symbols& symbols, const program::Terms& terms) : symbols_(symbols), terms_(terms) {}

  bool matches(const gdl::Term& pattern, program::TermId term) {
    if (pattern.is_variable()) return bound_.emplace(pattern.id, term).first->second == term;
    if (terms_.text(terms_.name(term)) != symbols_.text(pattern.name)) return false;
    if (terms_.args(term).size() != pattern.args.size()) return false;
    for (std::size_t i = 0; i < pattern.args.size(); ++i)
      if (!matches(*pattern.args[i], terms_.args(term)[i])) return false;
    return true;
  }

 private:
  const gdl::Symbols& symbols_;
  const program::Terms& terms_;
  std::map<gdl::TermId, program::TermId> bound_;
};

// Within bounds that are wide enough for any purpose.
std::optional<double> weight_of_text(std::string_view text) {
  std::string copy(text);
  char* end = nullptr;
  double value = std::strtod(copy.c_str(), &end);
  bool fine = end == copy.c_str() + copy.size() && value >= 1e-6 && value <= 1e6;
  return fine ? std::optional(value) : std::nullopt;
}

}  // namespace

Result<std::shared_ptr<const Preferences>> Preferences::read(const std::string& name, std::string_view text,
                                                             const Rules& rules) {
  std::shared_ptr<Preferences> out(new Preferences(rules));
  std::size_t number = 0;
  for (std::string_view line : lines_of(text)) {
    ++number;
    line = trimmed(line.substr(0, line.find(';')));
    if (line.empty()) continue;
    if (auto added = out->add(line); !added)
      return failure(fmt::format("{}:{}: {}", name, number, added.error().message), added.error().hint);
  }
  return out;
}

Result<void> Preferences::add(std::string_view line) {
  std::size_t first = line.find_first_of(kBlanks), last = line.find_last_of(kBlanks);
  if (first == std::string_view::npos) return failure(fmt::format("{} is not a line about a move", line), kForm);
  std::string_view role = line.substr(0, first), weight = line.substr(last + 1);
  std::string_view pattern = trimmed(line.substr(first, last - first));
  if (pattern.empty()) return failure("there is no move between role and weight", kForm);

  Line out{};
  if (role != "*" && !role.starts_with("?")) {
    out.role = rules_.role(role);
    std::string roles;
    for (std::uint32_t i = 0; i < rules_.roles(); ++i) roles += " " + rules_.text(RoleId{i});
    if (!out.role) return failure(fmt::format("the game has no role {}", role), "its roles are" + roles);
    if (rules_.imperfect() && lower(role) == "random")
      return failure("random chooses uniformly by definition", "leave the line out");
  }
  auto number = weight_of_text(weight);
  if (!number) return failure(fmt::format("the weight {} is not a number from 0.000001 to 1000000", weight), kForm);
  out.weight = *number;
  if (pattern.starts_with("?") && pattern.find_first_of(kBlanks) == std::string_view::npos) {  // any move
    lines_.push_back(std::move(out));
    return {};
  }
  out.description = gdl::read_text("pattern", std::string(pattern), gdl::Notation::kKif);
  if (!out.description->readable()) {
    const gdl::Finding& finding = out.description->findings().front();
    return failure(finding.message, finding.hint);
  }
  const auto& statements = out.description->statements();
  if (statements.size() != 1 || statements[0].kind != gdl::Statement::Kind::kFact)
    return failure(fmt::format("{} is not one move", pattern), kForm);
  out.pattern = statements[0].head;
  lines_.push_back(std::move(out));
  return {};
}

void Preferences::weigh(RoleId role, const game::State&, std::span<const MoveId> legal,
                        std::span<double> weights) const {
  std::lock_guard lock(knowing_);
  for (std::size_t i = 0; i < legal.size(); ++i) weights[i] = weight_of(role, legal[i]);
}

double Preferences::weight_of(RoleId role, MoveId move) const {
  std::vector<double>& known = known_[role.value];
  if (move.value >= known.size()) known.resize(move.value + 1);
  double& weight = known[move.value];
  if (weight > 0) return weight;
  weight = 1;
  program::TermId term = rules_.lexicon().term(role, move);
  for (const Line& line : lines_) {
    if (line.role && *line.role != role) continue;
    if (line.pattern && !Matching(line.description->symbols(), rules_.lexicon().terms()).matches(*line.pattern, term))
      continue;
    weight = line.weight;
    break;
  }
  return weight;
}

}  // namespace percept::sample
