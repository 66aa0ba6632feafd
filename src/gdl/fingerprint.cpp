// SPDX-License-Identifier: MIT
//
// Names are told apart by where they stand: every name has a colour, at first the same, and gets a new one from the
// statements it stands in, its places there, and the colours around it, until no more names differ. Where some are left
// that do not, one of them is marked, and it goes on from there.
#include "gdl/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/digest.h"
#include "base/hash.h"
#include "base/text.h"
#include "gdl/keyword_names.h"
#include "gdl/term_text.h"
#include "gdl/writer.h"

namespace percept::gdl {
namespace {

constexpr std::size_t kMostWork = 20'000'000;  // tokens looked at; then names go by their letters
constexpr std::size_t kCostOfName = 20;        // to put it in order, in tokens

std::uint64_t joined(std::uint64_t a, std::uint64_t b) { return mixed(mixed(a) + b); }

struct Word {
  bool name;
  std::uint64_t number;  // of the name; or what stands for a parenthesis, a kept word, a variable
};

struct Worded {
  std::vector<std::string> names;
  std::vector<std::vector<Word>> statements;
  std::vector<std::string> kept;  // by what stands for it
};

Worded worded(const Description& description) {
  Worded out;
  std::map<std::string, std::uint64_t> numbers, kept;
  for (const Statement& statement : description.statements()) {
    std::vector<Word>& tokens_of = out.statements.emplace_back();
    std::map<std::string, std::size_t> variables;
    std::string text = to_kif(statement, description.symbols());
    for (std::string_view token : tokens(text)) {
      std::string word = lower(token);
      bool name = is_name(token) && !word.starts_with('?') && !is_fixed_name(word);
      if (word.starts_with('?')) word = fmt::format("?{}", variables.emplace(word, variables.size()).first->second);
      auto& table = name ? numbers : kept;
      auto [at, fresh] = table.emplace(word, table.size());
      if (fresh) (name ? out.names : out.kept).push_back(word);
      tokens_of.push_back({name, at->second});
    }
  }
  return out;
}

// The colours of names, which depend on nothing but the rules' form: words that stay go by their letters.
class Colours {
 public:
  explicit Colours(const Worded& rules) : rules_(rules), colours_(rules.names.size(), 1) {
    for (const std::string& word : rules.kept) {
      std::uint64_t hash = 2;
      for (char letter : word) hash = joined(hash, static_cast<unsigned char>(letter));
      kept_.push_back(hash);
    }
    refine();
    while (std::optional<std::size_t> tied = first_tied()) {
      work_ += kCostOfName * colours_.size();
      if (work_ > kMostWork) return;
      colours_[*tied] = joined(colours_[*tied], 3);
      refine();
    }
  }

  // The names in the order of their colours.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> out(colours_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = i;
    std::ranges::sort(out, {}, [&](std::size_t name) { return std::tie(colours_[name], rules_.names[name]); });
    return out;
  }

 private:
  void refine() {
    for (std::size_t before = 0, now = different(); now > before && work_ <= kMostWork;) {
      std::vector<std::uint64_t> around(colours_.size());
      for (const std::vector<Word>& statement : rules_.statements) {
        std::uint64_t whole = 4;
        for (const Word& token : statement)
          whole = joined(whole, token.name ? colours_[token.number] : kept_[token.number]);
        for (std::size_t place = 0; place < statement.size(); ++place)
          if (statement[place].name) around[statement[place].number] += joined(whole, place);
        work_ += statement.size();
      }
      for (std::size_t name = 0; name < colours_.size(); ++name) colours_[name] = joined(colours_[name], around[name]);
      work_ += kCostOfName * colours_.size();
      before = now;
      now = different();
    }
  }
  std::size_t different() const { return std::set(colours_.begin(), colours_.end()).size(); }
  // One of those that share the lowest colour that is shared.
  std::optional<std::size_t> first_tied() const {
    std::vector<std::size_t> sorted = order();
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (colours_[sorted[i]] == colours_[sorted[i - 1]]) return sorted[i];
    return std::nullopt;
  }

  const Worded& rules_;
  std::vector<std::uint64_t> kept_, colours_;
  std::size_t work_ = 0;
};

}  // namespace

Fingerprint fingerprint(const Description& description) {
  Worded rules = worded(description);
  std::vector<std::size_t> order = Colours(rules).order(), places(order.size());
  Fingerprint out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    places[order[i]] = i;
    out.names.push_back(rules.names[order[i]]);
  }
  std::vector<std::string> texts;
  for (const std::vector<Word>& statement : rules.statements) {
    std::string& text = texts.emplace_back();
    for (const Word& token : statement)
      text += token.name ? fmt::format("#{} ", places[token.number]) : rules.kept[token.number] + ' ';
  }
  std::ranges::sort(texts);
  std::string all;
  for (const std::string& text : texts) all += text + '\n';
  out.digest = sha256_hex(all);
  return out;
}

Renaming::Renaming(const std::vector<std::string>& from, const std::vector<std::string>& to) {
  for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) names_.insert({from[i], to[i]});
}

std::string Renaming::operator()(std::string_view kif) const {
  return laid_out(kif, false, [&](std::string_view name) {
    auto found = names_.find(std::string(name));
    return found == names_.end() ? std::string(name) : found->second;
  });
}

}  // namespace percept::gdl
