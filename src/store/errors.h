// SPDX-License-Identifier: MIT
//
// What SQLite says went wrong, as an error that names the file, what it means for the records in it, and what to do.
//
// Internal to store/.
#pragma once

#include <SQLiteCpp/Exception.h>

#include <string>

#include "base/result.h"

namespace percept::store {

// `doing` as in "open", "write", "read".
Error store_error(const SQLite::Exception& exception, const std::string& path, const std::string& doing);

}  // namespace percept::store
