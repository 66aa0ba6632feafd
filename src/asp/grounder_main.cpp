// SPDX-License-Identifier: MIT
//
// The grounder, as a program of its own: libclingo cannot be interrupted while it joins rules, a process can. It reads
// an answer set program on its standard input and writes its ground rules on its standard output (grounder_stream.h).
// Percept starts it and ends it; nobody else has to.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <unordered_map>
#include <vector>

#include "asp/clingo_api.h"
#include "asp/grounder_stream.h"
#include "asp/symbol.h"

#if defined(__SANITIZE_ADDRESS__)
#define PERCEPT_SANITIZED
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PERCEPT_SANITIZED
#endif
#endif

namespace {

using namespace percept::asp;

// It is not worth tidying up: the process ends.
[[noreturn]] void out_of_memory() { _exit(stream::kOutOfMemory); }

class Writer {
 public:
  Writer() { words_.reserve(kWords); }

  void word(std::uint32_t word) { words_.push_back(word); }
  template <class Word>
  void words(const Word* from, std::size_t count) {
    static_assert(sizeof(Word) == sizeof(std::uint32_t));
    std::size_t at = words_.size();
    words_.resize(at + count);
    if (count > 0) std::memcpy(words_.data() + at, from, count * sizeof(Word));
  }
  void text(const char* from) {
    std::size_t size = std::strlen(from), at = words_.size() + 1;
    word(static_cast<std::uint32_t>(size));
    words_.resize(at + stream::words_of(size));
    std::memcpy(words_.data() + at, from, size);
  }
  // Between messages; false when nobody reads.
  bool flush_when_full() { return words_.size() < kWords || flush(); }
  bool flush() {
    const char* at = reinterpret_cast<const char*>(words_.data());
    for (std::size_t left = words_.size() * sizeof(std::uint32_t); left > 0;) {
      ssize_t written = write(STDOUT_FILENO, at, left);
      if (written < 0) return false;
      at += written;
      left -= static_cast<std::size_t>(written);
    }
    words_.clear();
    return true;
  }

 private:
  static constexpr std::size_t kWords = 1 << 14;
  std::vector<std::uint32_t> words_;
};

class Observer {
 public:
  Writer out;

  static bool on_rule(bool choice, const clingo_atom_t* head, std::size_t head_size, const clingo_literal_t* body,
                      std::size_t body_size, void* data) {
    Writer& out = static_cast<Observer*>(data)->out;
    if (choice || head_size != 1) {
      out.word(stream::first_word(stream::kChoice));
    } else {
      out.word(stream::first_word(stream::kRule, body_size));
      out.words(head, 1);
      out.words(body, body_size);
    }
    return out.flush_when_full();
  }

  static bool on_output_atom(clingo_symbol_t symbol, clingo_atom_t atom, void* data) {
    auto* self = static_cast<Observer*>(data);
    std::uint32_t term = self->term(symbol);
    self->out.word(stream::first_word(stream::kName));
    self->out.word(term);
    self->out.word(atom);
    return self->out.flush_when_full();
  }

 private:
  // The number of a term; one that is new is written, its arguments first.
  std::uint32_t term(clingo_symbol_t symbol) {
    if (auto known = terms_.find(symbol); known != terms_.end()) return known->second;
    SymbolView seen = view(symbol);
    if (seen.is_number) {
      out.word(stream::first_word(stream::kNumber));
      out.word(static_cast<std::uint32_t>(seen.number));
    } else {
      std::vector<std::uint32_t> args;
      for (Symbol arg : seen.args) args.push_back(term(arg));
      out.word(stream::first_word(stream::kFunction, args.size()));
      out.text(seen.name);
      out.words(args.data(), args.size());
    }
    return terms_.emplace(symbol, static_cast<std::uint32_t>(terms_.size())).first->second;
  }

  std::unordered_map<clingo_symbol_t, std::uint32_t> terms_;
};

void keep_message(int, const char* message, void* data) { *static_cast<std::string*>(data) += message; }

std::vector<std::string> read_parts() {
  std::string all;
  char buffer[1 << 16];
  for (ssize_t size; (size = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;)
    all.append(buffer, static_cast<std::size_t>(size));
  std::vector<std::string> parts;
  for (std::size_t at = 0, end; (end = all.find('\0', at)) != std::string::npos; at = end + 1)
    parts.push_back(all.substr(at, end - at));
  return parts;
}

// What went wrong; empty when nothing did.
std::string ground(const std::vector<std::string>& parts, Observer& observer) {
  if (auto known = check_library(); !known) return known.error().message;
  std::string messages;
  auto error = [&] {
    const char* text = clingo_error_message();
    return std::string("grounding ended: ") + (text != nullptr ? text : "") + " " + messages;
  };
  clingo_control_t* control = nullptr;
  if (!clingo_control_new(nullptr, 0, keep_message, &messages, 20, &control)) return error();
  clingo_ground_program_observer_t calls{};
  calls.rule = Observer::on_rule;
  calls.output_atom = Observer::on_output_atom;
  if (!clingo_control_register_observer(control, &calls, true, &observer)) return error();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::string name = "part" + std::to_string(i);
    clingo_part_t part{name.c_str(), nullptr, 0};
    if (!clingo_control_add(control, name.c_str(), nullptr, 0, parts[i].c_str()) ||
        !clingo_control_ground(control, &part, 1, nullptr, nullptr))
      return error();
  }
  return {};
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != std::atoi(arguments[1])) return 2;  // gone before that
  std::set_new_handler(out_of_memory);
  std::set_terminate(out_of_memory);
#ifndef PERCEPT_SANITIZED  // a sanitizer takes terabytes of addresses for itself
  rlim_t bytes = std::strtoull(arguments[2], nullptr, 10) << 20;
  rlimit memory{bytes, bytes};
  if (bytes > 0) setrlimit(RLIMIT_DATA, &memory);
#endif
  rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  Observer observer;
  observer.out.word(stream::kGreeting);
  std::string failed = ground(read_parts(), observer);
  observer.out.word(stream::first_word(failed.empty() ? stream::kDone : stream::kFailed));
  if (!failed.empty()) observer.out.text(failed.c_str());
  _exit(observer.out.flush() ? 0 : 1);
}
