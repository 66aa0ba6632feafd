// SPDX-License-Identifier: MIT
//
// Whose a running match is: the process that plays it, so that whoever finds the match later can tell whether it is
// still played. A process is told by its host, its number, when it started and since when the machine is up, since
// numbers are used again.
//
// Internal to store/.
#pragma once

#include <string>

namespace percept::store {

std::string own_name();  // of this process: "host 4711 1234567 3f2c…"
// Whether the process is gone for sure. Of one on another host nobody can tell.
bool is_gone(const std::string& owner);
// "process 4711 on host", for messages.
std::string described_owner(const std::string& owner);

}  // namespace percept::store
