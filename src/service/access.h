// SPDX-License-Identifier: MIT
//
// Who may do what. A service bound to loopback trusts whoever reaches it, which includes every page in a local browser:
// so it answers only to names of this machine (a foreign Host is a rebound DNS name), and changes of state need a
// content type that no form can send and no foreign Origin. Bound wider, or when a token was given, changes need
// `Authorization: Bearer TOKEN`, and what is hidden in a running match is shown only to the holder of the token.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/exchange.h"

namespace percept::service {

bool is_loopback(std::string_view host);  // localhost, 127.…, ::1, with or without brackets

// 43 characters nobody can guess.
std::string new_token();
// The token in the text of a file or of the environment; an error when it is too short or cannot stand in a header.
Result<std::string> token_of(std::string_view text);

class Access {
 public:
  // `host` is what the service is bound to.
  Access(std::string_view host, std::optional<std::string> token);

  // May see what is hidden in running matches, and addresses of players.
  bool privileged(const Request& request) const;
  // Why the request is not to be answered, if so. A change needs the token unless something else opens it.
  std::optional<Reply> refused(const Request& request, bool changes_state, bool needs_token = true) const;

 private:
  std::optional<Reply> refused_change(const Request& request, bool needs_token) const;
  bool right_token(const Request& request) const;

  bool loopback_;
  std::optional<std::string> token_;
};

}  // namespace percept::service
