// SPDX-License-Identifier: MIT
#include "asp/names.h"

#include <fmt/format.h>

#include <vector>

namespace percept::asp {
namespace {

using program::TermId;

constexpr std::size_t kMaxDigits = 9;  // so that it is a number of clingo's

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view name) {
  if (name.empty() || name.size() > kMaxDigits || (name.size() > 1 && name[0] == '0')) return false;
  for (char c : name)
    if (!is_digit(c)) return false;
  return true;
}

}  // namespace

std::string escaped(std::string_view name) {
  std::string out = !name.empty() && is_small_letter(name[0]) ? "_" : "x_";
  for (char c : name) {
    if (is_small_letter(c) || is_digit(c))
      out += c;
    else if (c == '_')
      out += "__";
    else
      fmt::format_to(std::back_inserter(out), "_{:02x}", static_cast<unsigned char>(c));
  }
  return out;
}

const std::string& Names::text(program::Symbol name) {
  if (name.value >= texts_.size()) texts_.resize(name.value + 1);
  std::string& text = texts_[name.value];
  if (text.empty()) {
    text = escaped(terms_.text(name));
    names_.emplace(text, name);
  }
  return text;
}

void Names::write(std::string& out, TermId term) {
  if (terms_.is_variable(term)) {
    fmt::format_to(std::back_inserter(out), "V{}", terms_.variable_number(term));
    return;
  }
  if (terms_.args(term).empty()) {
    std::string_view name = terms_.text(terms_.name(term));
    out += is_number(name) ? name : text(terms_.name(term));
    return;
  }
  write_atom(out, term);
}

void Names::write_atom(std::string& out, TermId atom) {
  out += text(terms_.name(atom));
  if (terms_.args(atom).empty()) return;
  out += '(';
  write_arguments(out, atom);
  out += ')';
}

void Names::write_arguments(std::string& out, TermId term) {
  bool first = true;
  for (TermId arg : terms_.args(term)) {
    if (!first) out += ',';
    first = false;
    write(out, arg);
  }
}

std::string Names::text(TermId term) {
  std::string out;
  write(out, term);
  return out;
}

Symbol Names::symbol(TermId term) {
  auto known = symbols_.find(term);
  if (known != symbols_.end()) return known->second;
  std::string_view name = terms_.text(terms_.name(term));
  Symbol made = 0;
  if (terms_.args(term).empty() && is_number(name)) {
    made = number(std::stoi(std::string(name)));
  } else {
    std::vector<Symbol> args;
    for (TermId arg : terms_.args(term)) args.push_back(symbol(arg));
    made = function(text(terms_.name(term)).c_str(), args);
  }
  symbols_.insert({term, made});
  return made;
}

TermId Names::term(Symbol symbol) {
  auto known = known_.find(symbol);
  if (known != known_.end()) return known->second;
  SymbolView view = asp::view(symbol);
  TermId made;
  if (view.is_number) {
    made = terms_.constant(std::to_string(view.number));
  } else {
    std::vector<TermId> args;
    for (Symbol arg : view.args) args.push_back(term(arg));
    made = terms_.make(name(view.name), args);
  }
  known_.insert({symbol, made});
  return made;
}

program::Symbol Names::name(const char* text) { return names_.at(text); }

}  // namespace percept::asp
