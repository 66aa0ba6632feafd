// SPDX-License-Identifier: MIT
//
// The XML of the Dresden GameController: a folder for a match, in it a file for each state, step_1.xml from the initial
// one on, and finalstate.xml once more for the last of a completed match. ISO-8859-1, terms in upper case, roles in
// lower.
//
// A view is a role's, or everyone's (sight-of RANDOM). Dresden's default rules show the whole state to every role; here
// a role's view has exactly the facts it knows (sight.h), no moves of others, and its own reward where it knows it.
//
// Any thread may call these.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "record/record.h"

namespace percept::record {

struct XmlFile {
  std::string name;  // step_1.xml
  std::string text;
};
struct XmlMatch {
  std::string folder;  // the match's id, and in GDL-II the role in upper case
  std::vector<XmlFile> files;
};

// Everyone's view when no role is given. `stylesheet` is the address of one, for browsers.
Result<XmlMatch> to_dresden_xml(const Record& record, const std::optional<std::string>& role = {},
                                const std::string& stylesheet = {});

// Files of everyone's view, or of any view of a GDL-I game, in any order: one, which tells all moves before it, is
// enough. States that are missing are computed. Of a role's view, which has no moves, all states are needed, and whole,
// as GameController writes them: the moves are those that lead from one to the next. `name` is for messages.
Result<Record> read_dresden_xml(const std::vector<XmlFile>& files, const std::string& name, const RulesOnRecord& rules);

}  // namespace percept::record
