// SPDX-License-Identifier: MIT
//
// `percept filter`: open logic programs and what observations tell about them. Atoms are printed in the notation of the
// program, in JSON as KIF.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

#include "base/text.h"
#include "check/check.h"
#include "cli/files.h"
#include "cli/filter_command.h"
#include "cli/terminal.h"
#include "gdl/reader.h"
#include "gdl/term_text.h"
#include "gdl/writer.h"
#include "prove/filter.h"

namespace percept::cli {
namespace {

using nlohmann::ordered_json;
using program::TermId;
using prove::Observation;
using prove::OpenProgram;
using prove::SupportedAtom;
using prove::SupportSet;

constexpr std::size_t kSupportsShown = 20;  // of one atom; --json has them all

// Any logic program will do, so only what gives its rules a meaning is checked. Prints what is wrong.
bool has_meaning(const gdl::Description& description) {
  if (description.is_incomplete()) {
    print_error(
        {description.source()->name() + " has sentences instead of rules", "a logic program consists of rules"});
    return false;
  }
  gdl::Findings findings;
  check::Rules rules(description);
  for (auto pass : {check::check_form, check::check_sentences, check::check_arities, check::check_safety,
                    check::check_stratification})
    pass(rules, findings);
  sort_by_place(findings);
  for (const gdl::Finding& finding : findings)
    if (finding.severity() == gdl::Severity::kError || finding.code == gdl::Code::kStrayLiteral)
      fmt::print(stderr, "{}", render(finding, colored(stderr)));
  return count(findings, gdl::Severity::kError) == 0;
}

class FilterCommand {
 public:
  FilterCommand(const FilterOptions& options, const gdl::Description& description, program::Program& program)
      : options_(options),
        notation_(description.notation()),
        terms_(program.terms()),
        open_(program, {.supports = options.max_supports}) {
    for (const program::Clause& clause : program.clauses())
      for (const program::Literal& literal : clause.body) used_.insert(name_of(literal.atom));
  }

  int run() {
    std::vector<TermId> known, unknown, observed, not_observed, queries;
    for (auto [texts, atoms, option] : {std::tuple(&options_.known, &known, "--known"),
                                        {&options_.unknown, &unknown, "--unknown"},
                                        {&options_.observed, &observed, "--observed"},
                                        {&options_.not_observed, &not_observed, "--not-observed"},
                                        {&options_.queries, &queries, "--query"}}) {
      if (auto read = read_atoms(*texts, option); read)
        *atoms = std::move(*read);
      else
        return failed(read.error(), kUnreadable);
    }
    for (TermId atom : observed) observations_.push_back({atom, true});
    for (TermId atom : not_observed) observations_.push_back({atom, false});
    for (const auto* atoms : {&known, &unknown, &observed, &not_observed})
      for (TermId atom : *atoms)
        if (!terms_.is_ground(atom))
          return failed({written_[atom] + " has a variable", "only queries have variables: name each atom"},
                        kUnreadable);
    for (TermId atom : unknown)
      if (std::ranges::find(known, atom) != known.end())
        return failed(
            {written_[atom] + " is both known and unknown", "what is known to hold is not open: give it once"},
            kUnreadable);
    for (TermId atom : observed)
      if (std::ranges::find(not_observed, atom) != not_observed.end())
        return failed({written_[atom] + " is both observed and not observed", "give it once"}, kUnreadable);
    if (auto set = open_.set_base(known, unknown); !set) return failed(set.error(), kUnreadable);
    for (const auto* atoms : {&open_.known(), &open_.open()}) mention_unused(*atoms);

    auto found = answer(queries);
    if (!found) return failed(found.error(), kFindings);
    options_.json ? print_json() : print();
    return kSuccess;
  }

 private:
  struct Query {
    TermId atom;
    std::vector<SupportedAtom> before, after;
  };

  Result<std::vector<TermId>> read_atoms(const std::vector<std::string>& arguments, std::string_view option) {
    std::vector<TermId> out;
    for (const std::string& argument : arguments)
      for (const std::string& written : gdl::parts_of(argument, " \t\n,")) {
        if (written.empty()) continue;
        auto atom = read_atom(written);
        if (!atom) return failure(fmt::format("{}: {}", option, atom.error().message), atom.error().hint);
        out.push_back(*atom);
      }
    return out;
  }

  // KIF starts with a parenthesis, infix has one later; a name alone is read as in the program.
  Result<TermId> read_atom(const std::string& written) {
    std::size_t parenthesis = written.find('(');
    gdl::Notation notation = parenthesis == 0                   ? gdl::Notation::kKif
                             : parenthesis == std::string::npos ? notation_
                                                                : gdl::Notation::kInfix;
    auto read = gdl::read_text("atom", written, notation);
    std::string hint = "an atom is written b(1) or (b 1), and alone when it has no arguments";
    if (!read->readable())
      return failure(fmt::format("{} cannot be read: {}", written, read->findings().front().message), hint);
    if (read->statements().size() != 1 || read->statements()[0].kind != gdl::Statement::Kind::kFact ||
        read->statements()[0].head->is_variable())
      return failure(fmt::format("{} is not an atom", written), hint);
    std::map<gdl::Symbol, TermId> variables;
    auto term = [&](auto&& self, const gdl::Term& t) -> TermId {
      if (t.is_variable())
        return variables.try_emplace(t.name, terms_.variable(static_cast<std::uint32_t>(variables.size())))
            .first->second;
      std::vector<TermId> args;
      for (const gdl::Term* arg : t.args) args.push_back(self(self, *arg));
      return terms_.make(terms_.symbols().intern(read->text(t.name)), args);
    };
    TermId atom = term(term, *read->statements()[0].head);
    written_[atom] = written;
    return atom;
  }

  // What is known or open and in no rule is probably misspelt.
  void mention_unused(const std::vector<TermId>& atoms) {
    for (TermId atom : atoms)
      if (used_.insert(name_of(atom)).second)
        print_error({fmt::format("no rule of {} uses {} with {}", options_.file, terms_.text(terms_.name(atom)),
                                 counted(terms_.args(atom).size(), "argument")),
                     fmt::format("{} has no effect; is it misspelt?", text(atom))});
  }
  std::pair<program::Symbol, std::size_t> name_of(TermId atom) const {
    return {terms_.name(atom), terms_.args(atom).size()};
  }

  Result<void> answer(const std::vector<TermId>& queries) {
    for (const Observation& observation : observations_) {
      auto supports = supports_of(open_, observation);
      if (!supports) return tl::unexpected(supports.error());
      supports_.push_back(std::move(*supports));
    }
    auto filtered = prove::filter(open_, observations_);
    if (!filtered) return tl::unexpected(filtered.error());
    known_ = open_.known(), unknown_ = open_.open();
    filtered_ = std::move(*filtered);
    for (TermId query : queries) queries_.push_back({query, {}, {}});
    for (bool after : {false, true}) {
      if (after)
        if (auto set = open_.set_base(filtered_.known, filtered_.open); !set) return set;
      for (Query& query : queries_) {
        auto answers = open_.answers(query.atom);
        if (!answers) return tl::unexpected(answers.error());
        (after ? query.after : query.before) = std::move(*answers);
      }
    }
    return {};
  }

  // ---- printing

  std::string text(TermId atom) const {
    std::string kif = terms_.to_kif(atom);
    if (notation_ == gdl::Notation::kKif) return kif;
    auto read = gdl::read_text("atom", kif, gdl::Notation::kKif);
    return read->statements().empty() ? kif : to_infix(*read->statements()[0].head, read->symbols());
  }
  std::string text(const prove::SupportLiteral& literal) const {
    std::string atom = text(literal.atom);
    if (!literal.negated) return atom;
    return notation_ == gdl::Notation::kKif ? "(not " + atom + ")" : "not " + atom;
  }
  std::string text(const prove::Support& support) const {
    std::string out;
    for (const prove::SupportLiteral& literal : in_order(support)) out += (out.empty() ? "" : ", ") + text(literal);
    return "{" + out + "}";
  }
  prove::Support in_order(prove::Support support) const {
    std::ranges::sort(support, [&](const prove::SupportLiteral& a, const prove::SupportLiteral& b) {
      return terms_.less(a.atom, b.atom);
    });
    return support;
  }
  std::vector<prove::Support> in_order(const SupportSet& supports) const {
    std::vector<prove::Support> out = supports.sorted();
    for (prove::Support& support : out) support = in_order(std::move(support));
    std::ranges::stable_sort(out, [&](const prove::Support& a, const prove::Support& b) {
      if (a.size() != b.size()) return a.size() < b.size();
      for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i].atom != b[i].atom) return terms_.less(a[i].atom, b[i].atom);
      return a < b;
    });
    return out;
  }

  void print_line(std::string_view line) const { fmt::print("{}\n", printable(line)); }

  void print_supports(const SupportSet& supports, const std::string& indent) const {
    std::vector<prove::Support> sets = in_order(supports);
    for (std::size_t i = 0; i < std::min(sets.size(), kSupportsShown); ++i) print_line(indent + text(sets[i]));
    if (sets.size() > kSupportsShown) print_line(fmt::format("{}and {} more", indent, sets.size() - kSupportsShown));
  }

  void print_atoms(std::string_view title, const std::vector<TermId>& atoms) const {
    fmt::print("{}", paint("1", fmt::format("{:<7}", title), colored(stdout)));
    std::string line;
    for (TermId atom : atoms) line += (line.empty() ? "" : "  ") + text(atom);
    print_line(line.empty() ? "nothing" : line);
  }

  void print_answers(const std::vector<SupportedAtom>& answers) const {
    if (answers.empty()) print_line("    no");
    for (const SupportedAtom& answer : answers) {
      print_line(
          fmt::format("    {}  {}", text(answer.atom), answer.supports.is_certain() ? "known" : "possible with"));
      if (!answer.supports.is_certain()) print_supports(answer.supports, "      ");
    }
  }

  void print() const {
    for (std::size_t i = 0; i < observations_.size(); ++i) {
      fmt::print("{} ", paint("1", observations_[i].made ? "observed" : "not observed", colored(stdout)));
      print_line(text(observations_[i].atom));
      print_supports(supports_[i], "  ");
    }
    if (!observations_.empty()) fmt::print("\n");
    print_atoms("known", filtered_.known);
    print_atoms("open", filtered_.open);
    for (const Query& query : queries_) {
      fmt::print("\n{} ", paint("1", "query", colored(stdout)));
      print_line(written_.at(query.atom));
      if (observations_.empty()) {
        print_answers(query.after);
        continue;
      }
      fmt::print("  before\n");
      print_answers(query.before);
      fmt::print("  after\n");
      print_answers(query.after);
    }
  }

  ordered_json json_of(const std::vector<TermId>& atoms) const {
    ordered_json out = ordered_json::array();
    for (TermId atom : atoms) out.push_back(terms_.to_kif(atom));
    return out;
  }
  ordered_json json_of(const SupportSet& supports) const {
    ordered_json out = ordered_json::array();
    for (const prove::Support& support : in_order(supports)) {
      ordered_json literals = ordered_json::array();
      for (const prove::SupportLiteral& literal : support) {
        std::string atom = terms_.to_kif(literal.atom);
        literals.push_back(literal.negated ? "(not " + atom + ")" : atom);
      }
      out.push_back(std::move(literals));
    }
    return out;
  }
  ordered_json json_of(const std::vector<SupportedAtom>& answers) const {
    ordered_json out = ordered_json::array();
    for (const SupportedAtom& answer : answers)
      out.push_back({{"atom", terms_.to_kif(answer.atom)},
                     {"known", answer.supports.is_certain()},
                     {"supports", json_of(answer.supports)}});
    return out;
  }

  void print_json() const {
    ordered_json out = {{"file", options_.file},
                        {"known", json_of(known_)},
                        {"open", json_of(unknown_)},
                        {"observations", ordered_json::array()},
                        {"filtered", {{"known", json_of(filtered_.known)}, {"open", json_of(filtered_.open)}}},
                        {"queries", ordered_json::array()}};
    for (std::size_t i = 0; i < observations_.size(); ++i)
      out["observations"].push_back({{"atom", terms_.to_kif(observations_[i].atom)},
                                     {"made", observations_[i].made},
                                     {"supports", json_of(supports_[i])}});
    for (const Query& query : queries_)
      out["queries"].push_back(
          {{"query", written_.at(query.atom)}, {"before", json_of(query.before)}, {"after", json_of(query.after)}});
    fmt::print("{}\n", out.dump(2, ' ', true, ordered_json::error_handler_t::replace));
  }

  static int failed(const Error& error, int exit_code) {
    print_error(error);
    return exit_code;
  }

  const FilterOptions& options_;
  gdl::Notation notation_;
  program::Terms& terms_;
  OpenProgram open_;
  std::set<std::pair<program::Symbol, std::size_t>> used_;
  std::map<TermId, std::string> written_;  // atoms as the user wrote them

  std::vector<Observation> observations_;
  std::vector<SupportSet> supports_;  // of the observations
  std::vector<TermId> known_, unknown_;
  prove::Filtered filtered_;
  std::vector<Query> queries_;
};

}  // namespace

int filter(const FilterOptions& options) {
  auto read = read_whole(options.file);
  if (!read) return read.error();
  auto description = std::move(*read);
  if (!has_meaning(*description)) return kFindings;
  auto program = program::normalise(*description, program::Keep::kAll);
  if (!program) {
    print_error(program.error());
    return kFindings;
  }
  return FilterCommand(options, *description, *program).run();
}

}  // namespace percept::cli
