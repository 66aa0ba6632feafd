// SPDX-License-Identifier: MIT
//
// The OpenAPI 3.1 document of the service. It is written by hand; a test compares its paths with the routes there are,
// and what is replied with its schemas.
//
// Internal to service/.
#pragma once

#include <string>
#include <string_view>

#include "service/exchange.h"

namespace percept::service {

std::string_view openapi_paths();  // JSON texts
std::string_view openapi_schemas();
// What pages use, of both.
std::string_view openapi_page_paths();
std::string_view openapi_page_schemas();

Json openapi(const std::string& version);

}  // namespace percept::service
