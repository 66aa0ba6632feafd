// SPDX-License-Identifier: MIT
//
// What can and cannot be known in the incomplete games of games/igdl/, as data: for whatever reasons about
// descriptions, brute force or engine, to be held against. How the sheets are read is in games/igdl/README.md.
//
// A match so far, as its role tells it, is a text: rounds with `;` between them, each what was seen (`-` for nothing,
// names with commas), and after a colon the move made: "-:a; q:b; q". A colon without a move: asked for one, so the
// game is not over. The empty text is the first round before anything was told. Any thread may read them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "support/support.h"

namespace percept::test::igdl {

struct Turn {
  std::set<std::string> sees;
  bool asked = false;
  std::string move;  // empty when none was made
};

inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> out;
  std::string part;
  for (char c : text + separator) {
    if (c == separator) {
      out.push_back(part);
      part.clear();
    } else if (c != ' ' || separator == ' ') {
      part += c;
    }
  }
  return out;
}

inline std::set<std::string> words(const std::string& text) {
  std::set<std::string> out;
  for (const std::string& word : split(text, ' '))
    if (!word.empty()) out.insert(word);
  return out;
}

// The text of a file of games/igdl.
inline std::string sheet(const std::string& name) { return read(project_root() / "games" / "igdl" / name); }

inline std::vector<Turn> turns(const std::string& match) {
  std::vector<Turn> out;
  if (match.empty()) return out;
  for (const std::string& round : split(match, ';')) {
    std::vector<std::string> parts = split(round, ':');
    Turn turn{{}, parts.size() > 1, parts.size() > 1 ? parts[1] : ""};
    if (parts[0] != "-")
      for (const std::string& name : split(parts[0], ',')) turn.sees.insert(name);
    out.push_back(std::move(turn));
  }
  return out;
}

inline constexpr int kNotAsked = -1;

// What a role knows at a moment of a match. Atoms are separated by blanks; `true(p)@1` is about round 1, without `@`
// about the present one.
struct Moment {
  std::string match;
  std::size_t rules;       // models of the rigid relations
  std::size_t positions;   // that may be the present one
  std::size_t worlds;      // pairs of both
  int lowest, highest;     // goals the present position may have
  int guaranteed;          // the best goal that is sure; of the empty match: whatever is seen first
  std::string sure;        // moves that are surely legal, with blanks
  std::string maybe = "";  // and those that may be, too
  std::string holds = "";  // known
  std::string fails = "";  // known not to be
  std::string open = "";
  int best_sum = kNotAsked;  // the highest sum of goals over the worlds that one policy reaches
};

struct Incomplete {
  std::string description;  // games/igdl/<description>
  std::string role;
  std::string complete;  // games/igdl/<complete>, what the manager plays
  bool is_model;         // is the complete game a model of the description?
  std::vector<Moment> moments;
};

inline const std::vector<Incomplete>& incomplete_games() {
  static const std::vector<Incomplete> games = {
      {"buttons_and_lights_complete.robot.igdl",
       "robot",
       "buttons_and_lights.kif",
       true,
       {
           {"", 1, 1, 1, 0, 0, 100, "a b c", "", "true(1)", "true(p) true(q) true(r) terminal"},
           {"-:a; -:b; q:c; -:a; -:b; q:a; q", 1, 1, 1, 100, 100, 100, "a b c", "", "terminal goal(robot,100)", ""},
           // q is off, and stays off: seeing it has no model.
           {"q", 0, 0, 0, 0, 0, kNotAsked, ""},
       }},
      {"buttons_and_lights_open.robot.igdl",
       "robot",
       "buttons_and_lights.kif",
       true,
       {
           {"", 1, 8, 8, 0, 100, 0, "a b c", "", "true(1)", "terminal", "true(p) true(q) true(r) goal(robot,100)"},
           {"-", 1, 4, 4, 0, 0, 0, "a b c", "", "", "true(q) sees(robot,q) goal(robot,100)", "true(p) true(r)", 300},
           {"q", 1, 4, 4, 0, 100, 100, "a b c", "", "true(q)", "", "true(p) true(r) goal(robot,100)", 400},
           {"-:b; q", 1, 2, 2, 0, 0, 100, "a b c", "", "true(p)@1", "true(q)@1 true(p)", "true(r)@1 true(r)"},
           {"-:c; -", 1, 2, 2, 0, 0, 0, "a b c", "", "", "true(r)@1 true(r)", "true(p)@1 true(p)", 100},
       }},
      {"buttons_and_lights.robot.igdl",
       "robot",
       "buttons_and_lights.kif",
       true,
       {
           {"", 1, 4, 4, 0, 100, 100, "a b c", "", "", "", "true(p) true(q) true(r)"},
           {"-", 1, 2, 2, 0, 0, 100, "a b c", "", "", "true(p) true(q)", "true(r)", 200},
           {"q", 1, 2, 2, 0, 100, 100, "a b c", "", "true(p) true(q)", "", "true(r)"},
           {"-:a; -", 1, 2, 2, 0, 0, 100, "a b c", "", "true(p)", "true(q)", "true(r)"},
           {"-:a; -:b; q", 1, 2, 2, 0, 0, 100, "a b c", "", "true(q)", "true(p)", "true(r)"},
           {"-:a; -:b; q:c; -", 1, 1, 1, 0, 0, 100, "a b c", "", "true(r)", "true(r)@1 true(p) true(q)"},
           {"-:a; -:b; q:c; q", 1, 1, 1, 0, 0, 100, "a b c", "", "true(r)@1 true(q) true(r)", "true(p)"},
       }},
      {"lost_in_the_ring.robot.igdl",
       "robot",
       "lost_in_the_ring.kif",
       true,
       {
           {"", 1, 4, 4, 0, 100, 0, "back forward stay", "", "", "true(2)", "true(r1) true(r2) true(r3) true(r4)"},
           {"lamp", 1, 1, 1, 0, 0, 100, "back forward stay", "", "true(r1)", "true(r2)"},
           {"-", 1, 3, 3, 0, 100, 0, "back forward stay", "", "", "true(r1)", "true(r2) true(r3) true(r4)", 200},
           // The lamp at step 2 tells where the robot was at step 1.
           {"-:forward; lamp", 1, 1, 1, 0, 0, 100, "back forward stay", "", "true(r4)@1", "true(r2)@1"},
           {"-:forward; -", 1, 2, 2, 0, 100, 0, "back forward stay", "", "", "true(r4)@1", "true(r2)@1 true(r3)@1",
            100},
       }},
      {"odd_button.robot.igdl",
       "robot",
       "odd_button.kif",
       true,
       {
           {"", 2, 1, 2, 0, 0, 100, "a b wait", "", "true(1)", "true(p) true(q)", "effect(swap) effect(toggle)"},
           {"-:wait; -", 2, 1, 2, 0, 0, 0, "a b wait", "", "", "", "effect(swap)", 100},
           {"-:b; q", 1, 1, 1, 100, 100, 100, "a b wait", "", "effect(toggle) true(q)", "effect(swap)"},
           {"-:b; -", 1, 1, 1, 0, 0, 100, "a b wait", "", "effect(swap)", "effect(toggle) true(q)"},
           {"-:a; p:b; p,q", 1, 1, 1, 0, 0, 100, "a b wait", "", "effect(toggle)", "effect(swap)"},
       }},
      {"wiring.robot.igdl",
       "robot",
       "wiring.kif",
       true,
       {
           {"l1", 6, 1, 6, 0, 0, 100, "b1 b2 b3 wait", "", "true(l1)", "true(l2)", "wire(b1,l1) wire(b3,l2)", 600},
           {"l1:wait; l1", 6, 1, 6, 0, 0, 0, "b1 b2 b3 wait", "", "", "", "wire(b1,l1)", 200},
           {"l1:b1; -", 2, 1, 2, 0, 0, 100, "b1 b2 b3 wait", "", "wire(b1,l1)", "wire(b2,l1)", "wire(b2,l2)"},
           {"l1:b1; l1,l2", 2, 1, 2, 0, 0, 100, "b1 b2 b3 wait", "", "wire(b1,l2)", "wire(b3,l2)", "wire(b3,l1)"},
           // The third button was never pressed.
           {"l1:b1; l1,l2:b2; l1,l2,l3", 1, 1, 1, 100, 100, 100, "b1 b2 b3 wait", "", "wire(b3,l1)", "wire(b3,l2)"},
           {"l1:b1; l1,l2,l3", 0, 0, 0, 0, 0, kNotAsked, ""},
       }},
      {"stuck_doors.robot.igdl",
       "robot",
       "stuck_doors.kif",
       true,
       {
           {"", 3, 1, 3, 0, 0, 50, "wait", "a b c", "", "", "stuck(a) stuck(b) stuck(c) legal(robot,a)"},
           {"-", 1, 1, 1, 0, 0, 100, "a b wait", "", "stuck(c) legal(robot,a)", "stuck(a) legal(robot,c)"},
           {"lamp", 2, 1, 2, 0, 0, 50, "c wait", "a b", "legal(robot,c)", "stuck(c)", "stuck(a) legal(robot,b)", 100},
           {"lamp:c; c,lamp", 2, 1, 2, 50, 50, 50, "wait", "a b", "true(c)", "legal(robot,c)", "stuck(a)"},
           // A move that was made was legal.
           {"lamp:a; a,lamp", 1, 1, 1, 50, 50, 100, "c wait", "", "stuck(b) legal(robot,a)@1", "stuck(a)"},
       }},
      {"secret_room.robot.igdl",
       "robot",
       "secret_room.kif",
       true,
       {
           {"", 3, 1, 3, 0, 100, 100, "x y z", "", "true(x)", "", "wanted(x) wanted(y) wanted(z) goal(robot,0)"},
           {"chime", 1, 1, 1, 100, 100, 100, "x y z", "", "wanted(x)", "wanted(y)"},
           {"-", 2, 1, 2, 0, 0, 100, "x y z", "", "goal(robot,0)", "wanted(x)", "wanted(y) wanted(z)"},
           {"-:x; -", 2, 1, 2, 0, 0, 0, "x y z", "", "", "wanted(x)", "wanted(y) wanted(z)", 100},
           {"-:y; -", 1, 1, 1, 0, 0, 100, "x y z", "", "wanted(z)", "wanted(y)"},
           {"-:y; chime", 1, 1, 1, 100, 100, 100, "x y z", "", "wanted(y)", "wanted(z)"},
       }},
      {"last_bell.robot.igdl",
       "robot",
       "last_bell.kif",
       true,
       {
           {"-", 2, 1, 2, 0, 0, 100, "press wait", "", "legal(robot,press)", "terminal", "last(3) last(5)", 200},
           {"-:press; lamp", 2, 1, 2, 100, 100, 0, "wait", "", "", "legal(robot,press) terminal", "last(3)", 100},
           {"-:wait; -:press; lamp", 2, 1, 2, 100, 100, 100, "wait", "", "true(lamp)", "", "terminal last(3)"},
           // Asked for a move, it knows that the game is not over.
           {"-:wait; -:press; lamp:", 1, 1, 1, 100, 100, 100, "wait", "", "last(5)", "terminal last(3)"},
           {"-:wait; -:press; lamp:wait; -:press; lamp", 1, 1, 1, 100, 100, 100, "wait", "", "terminal", "last(3)"},
       }},
      {"flicker.robot.igdl",
       "robot",
       "flicker.kif",
       true,
       {
           {"", 1, 2, 2, 50, 50, 50, "claim wait", "", "", "true(q)", "true(p)"},
           {"-:wait; q", 1, 1, 1, 50, 50, 100, "claim wait", "", "true(p)@1 true(q)", "true(p)"},
           {"-:wait; -", 1, 2, 2, 50, 50, 50, "claim wait", "", "", "true(p)@1 true(q)", "true(p)"},
           {"-:wait; -:wait; q", 1, 1, 1, 50, 50, 100, "claim wait", "", "true(p)@2", "true(p)@1 true(p)"},
           {"-:claim; -", 1, 2, 2, 100, 100, 100, "wait", "", "true(right)", "true(p)@1 true(wrong)", "true(p)"},
           {"-:claim; q", 1, 1, 1, 0, 0, 0, "wait", "", "true(wrong) true(p)@1", "true(p)"},
           // By the law the echo is never there twice running.
           {"-:wait; q:wait; q", 0, 0, 0, 0, 0, kNotAsked, ""},
       }},
      {"cups.left.igdl",
       "left",
       "cups.kif",
       true,
       {
           {"-", 2, 1, 2, 0, 0, 50, "wait", "", "legal(right,x)", "legal(left,x)", "shows(x) shows(y)"},
           {"-:wait; lamp", 2, 2, 2, 0, 0, 50, "x y", "", "", "", "shows(x) true(x) true(y) does(right,x)@1"},
           {"-:wait; lamp:x; first", 1, 1, 1, 50, 50, 100, "wait", "", "shows(x) true(x)@2 does(right,x)@1",
            "shows(y)"},
           {"-:wait; lamp:x; -", 1, 1, 1, 0, 0, 50, "wait", "", "shows(y) true(y)@2 does(right,y)@1", "shows(x)"},
           {"-:wait; -:x; first", 1, 1, 1, 50, 50, 100, "wait", "", "shows(y) true(x)@2", "shows(x)"},
           {"-:wait; lamp:x; -:wait; lamp", 1, 1, 1, 0, 0, 50, "x y", "", "true(y) does(right,y)@3", "true(x)"},
       }},
      {"cups.right.igdl",
       "right",
       "cups.kif",
       true,
       {
           {"-", 2, 1, 2, 0, 100, 0, "x y", "", "shows(x)", "shows(y)", "pays(find) pays(miss) goal(right,100)"},
           {"-:x; -", 2, 1, 2, 0, 100, 0, "wait", "", "true(x) sees(left,lamp)", "true(y)", "pays(find)"},
           {"-:x; -:wait; -", 2, 2, 4, 0, 100, 0, "x y", "", "", "true(x)", "does(left,x)@2 true(first) pays(find)"},
       }},
      {"false_belief.robot.igdl",
       "robot",
       "false_belief.kif",
       false,
       {
           {"-", 1, 1, 1, 0, 0, 100, "a b wait", "", "true(1)", "true(p) true(q)"},
           {"-:a; p", 1, 1, 1, 0, 0, 100, "a b wait", "", "true(p)", "true(q)"},
           {"-:wait; -", 1, 1, 1, 0, 0, 100, "a b wait"},
           // What the game shows after each button.
           {"-:a; q", 0, 0, 0, 0, 0, kNotAsked, ""},
           {"-:b; p", 0, 0, 0, 0, 0, kNotAsked, ""},
       }},
      {"minefield.robot.igdl",
       "robot",
       "minefield.kif",
       true,
       {
           {"", 364, 1, 364, 50, 50, 50, "c11 c12 c21", "", "true(c11)", "mine(c11) mine(c44)", "mine(c12) mine(c33)"},
           {"0", 165, 1, 165, 50, 50, 50, "c11 c12 c21", "", "", "mine(c12) mine(c21) mine(c22)", "mine(c13)"},
           {"1", 165, 1, 165, 50, 50, 50, "c11 c12 c21", "", "", "", "mine(c12) mine(c21) mine(c22) mine(c13)"},
           {"2", 33, 1, 33, 50, 50, 50, "c11 c12 c21", "", "", "", "mine(c12) mine(c21) mine(c22) mine(c43)"},
           {"3", 1, 1, 1, 50, 50, 50, "c11 c12 c21", "", "mine(c12) mine(c21) mine(c22)", "mine(c13)"},
           {"0:c12; 1", 72, 1, 72, 50, 50, 50, "c11 c12 c13 c22", "", "", "mine(c22)", "mine(c13) mine(c23) mine(c31)"},
           {"0:c12; 1:c22; 1", 30, 1, 30, 50, 50, 50, "c12 c21 c22 c23 c32", "", "", "mine(c31) mine(c32) mine(c33)",
            "mine(c13) mine(c23) mine(c14)"},
           // c23 or c13 is mined; either way c34 is safe, and so is the way home.
           {"0:c12; 1:c22; 1:c32; 2:c33; 1", 3, 1, 3, 50, 50, 100, "c23 c32 c33 c34 c43", "", "mine(c41)", "mine(c34)",
            "mine(c13) mine(c23) mine(c43)"},
       }},
  };
  return games;
}

}  // namespace percept::test::igdl
