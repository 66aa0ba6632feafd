// SPDX-License-Identifier: MIT
//
// What players answer, read by a manager and written by our player. Players in the field answer in many ways; all that
// were met are read. What cannot be read is an error that says what came.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept::wire {

// A move: a ground term, in lower case. Old players' extras are left out: `((move M) (explanation "…") (taunt "…"))`,
// the same without the outer parentheses, and `M (explanation "…")` are M; mark(1,1) of infix is
// (mark 1 1). `nil` and `busy` are no moves.
Result<std::string> read_move(std::string_view text);

struct InfoReply {
  std::string name = {};  // empty where the player does not say it, as below
  std::string status = "available";
  std::string species = {};
  int gdl = 1;  // 2: it asks for percepts, an extension of ours

  bool available() const;  // available or ready
  friend bool operator==(const InfoReply&, const InfoReply&) = default;
};
// Pairs in parentheses or in brackets, other pairs left out; a bare word is the status.
Result<InfoReply> read_info_reply(std::string_view text);
std::string write_info_reply(const InfoReply& reply, bool infix = false);

// Answers to START and PREVIEW, STOP, ABORT; `done` of a player that was told to abort means the same as `aborted`.
enum class Word : std::uint8_t { kReady, kBusy, kDone, kAborted };
std::string_view name_of(Word word);  // "ready", "busy", "done", "aborted"
Result<Word> read_word(std::string_view text);

}  // namespace percept::wire
