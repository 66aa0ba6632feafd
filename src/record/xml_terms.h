// SPDX-License-Identifier: MIT
//
// Terms in the XML of others: elements <prop-f> and <arg> (Dresden), <relation> and <argument> (ggp-base, Stanford
// 2010), or a text, in KIF or as Stanford and Dresden's first managers wrote it: move(8,2,7,3).
//
// Internal to record/.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "base/result.h"

namespace percept::record {

// The term in KIF, in lower case.
Result<std::string> xml_term(const pugi::xml_node& element);

// The document in `text`; an error names the line.
Result<void> load_xml(pugi::xml_document& document, const std::string& text, const std::string& name);

}  // namespace percept::record
