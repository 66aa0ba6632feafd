// SPDX-License-Identifier: MIT
//
// The pages: the files that web/ makes (web/dist), part of the program, so that it needs nothing beside it. They load
// nothing from anywhere else, and a content-security policy keeps them from it.
//
// Any thread may ask.
//
// Internal to service/.
#pragma once

#include "service/routes.h"

namespace percept::service {

// The pages, which are one file that shows what its address says, and what they load.
void add_asset_routes(std::vector<Route>& routes);
// For an address that leads nowhere: the page that says so.
Reply missing_page();

}  // namespace percept::service
