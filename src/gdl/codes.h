// SPDX-License-Identifier: MIT
//
// The stable numbers of everything Percept can say about a rule sheet, one line each: number, name, severity, title.
// Numbers are never reused. GDL0xx: reading; 1xx: form and keywords; 2xx: variables; 3xx: dependencies; 4xx: the game
// as a whole; 5xx: advice to authors. `percept check --explain` shows each with an example (check/catalogue.cpp).
//
// An error is a rule without a meaning. What competed and has an evident meaning is a warning that says how Percept
// reads it.
//
// Any thread may call these.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace percept::gdl {

enum class Severity : std::uint8_t { kError, kWarning };

// clang-format off
#define PERCEPT_CODES(X)                                                                                        \
  X(  1, kStrayClose,          kError,   "closing parenthesis without an opening one")                          \
  X(  2, kUnterminated,        kError,   "something is opened and never closed")                                \
  X(  3, kEmptyForm,           kError,   "empty parentheses")                                                   \
  X(  4, kNoName,              kError,   "a form must start with a name")                                       \
  X(  5, kOperatorArguments,   kError,   "operator with the wrong number of parts")                             \
  X(  6, kNotASentence,        kError,   "something other than a sentence where one is needed")                 \
  X(  7, kControlByte,         kError,   "byte that cannot stand in a rule sheet")                              \
  X(  8, kSymbolTooLong,       kError,   "endless name")                                                        \
  X(  9, kTooDeep,             kError,   "nested too deeply")                                                   \
  X( 10, kTooManyMistakes,     kError,   "reading was given up")                                                \
  X( 11, kUnexpected,          kError,   "unexpected symbol")                                                   \
  X( 12, kBadQuote,            kError,   "quoted name that cannot be a name")                                   \
  X( 13, kBadQuantifier,       kError,   "malformed quantifier")                                                \
  X( 14, kOperation,           kError,   "operation rule of another language")                                  \
  X(101, kKeywordInHead,       kError,   "keyword that cannot be defined by a rule")                            \
  X(102, kKeywordInBody,       kWarning, "keyword in a body that belongs in heads")                             \
  X(103, kHeadArity,           kError,   "rule for a keyword with the wrong number of arguments")               \
  X(104, kBodyArity,           kWarning, "keyword with the wrong number of arguments")                          \
  X(105, kRelationArities,     kWarning, "relation used with several numbers of arguments")                     \
  X(106, kFunctionArities,     kWarning, "function used with several numbers of arguments")                     \
  X(107, kParenthesisedAtom,   kWarning, "atom without arguments in parentheses")                               \
  X(108, kEmptyBody,           kWarning, "rule with an empty body")                                             \
  X(109, kOperatorAsName,      kWarning, "operator used as a name")                                             \
  X(110, kConnectiveInRule,    kError,   "connective that rules do not have")                                   \
  X(111, kNegatedDistinct,     kWarning, "negated distinct")                                                    \
  X(112, kNegatedConstants,    kError,   "negated distinct of fixed terms")                                     \
  X(113, kNegatedGroup,        kWarning, "negation of a group")                                                 \
  X(114, kStrayLiteral,        kWarning, "fact that belongs in a body")                                         \
  X(115, kMixedDescription,    kWarning, "sentences and rules in one description")                              \
  X(116, kIgnoredDeclaration,  kWarning, "declaration that says nothing")                                       \
  X(117, kUnreadDeclaration,   kWarning, "declaration that cannot be read")                                     \
  X(201, kUnsafeHead,          kError,   "variable of a head that nothing binds")                               \
  X(202, kUnsafeDistinct,      kError,   "variable of a distinct that nothing binds")                           \
  X(203, kUnsafeRole,          kWarning, "role variable that nothing binds")                                    \
  X(204, kBoundLater,          kWarning, "variable bound only by a later literal")                              \
  X(205, kUnboundNegation,     kWarning, "variable of a negated literal that nothing binds")                    \
  X(206, kBoundByUse,          kWarning, "variable of a head that every use binds")                             \
  X(301, kUnstratified,        kError,   "negation through a cycle")                                            \
  X(302, kLocallyStratified,   kWarning, "stratified only atom by atom")                                        \
  X(303, kRecursion,           kWarning, "recursion outside the restriction")                                   \
  X(304, kGrowingRecursion,    kError,   "recursion that builds ever larger terms")                             \
  X(305, kForbiddenDependence, kError,   "keyword that depends on what it must not")                            \
  X(306, kDynamicDeclaration,  kWarning, "declaration that depends on the position")                            \
  X(307, kGrowingTerm,         kWarning, "term that grows from round to round")                                 \
  X(401, kNoRole,              kError,   "no roles")                                                            \
  X(402, kRoleByRule,          kWarning, "role defined by a rule")                                              \
  X(403, kUnknownRole,         kWarning, "role that does not exist")                                            \
  X(404, kRoleWithoutMoves,    kError,   "role that can never move")                                            \
  X(405, kNoTerminal,          kError,   "game without an end")                                                 \
  X(406, kNoGoal,              kWarning, "role without a goal value")                                           \
  X(407, kGoalRange,           kWarning, "goal value outside 0 to 100")                                         \
  X(408, kGoalNumber,          kError,   "goal value that is not a number")                                     \
  X(409, kOrdinaryRandom,      kWarning, "role random in a game without percepts")                              \
  X(410, kRandomSees,          kWarning, "percept for random")                                                  \
  X(501, kUndefined,           kWarning, "relation used and never defined")                                     \
  X(502, kUnused,              kWarning, "relation defined and never used")                                     \
  X(503, kNearConstant,        kWarning, "constant one letter from a common one")                               \
  X(504, kSingleton,           kWarning, "variable that occurs once")                                           \
  X(505, kNeverFires,          kWarning, "rule that can never fire")                                            \
  X(506, kDuplicate,           kWarning, "statement that stands twice")                                         \
  X(507, kTwoSpellings,        kWarning, "one name in two spellings")
// clang-format on

enum class Code : std::uint16_t {
#define X(number, name, severity, title) name = number,
  PERCEPT_CODES(X)
#undef X
};

struct CodeEntry {
  Code code;
  Severity severity;
  std::string_view title;
};

// All codes in the order of their numbers.
std::span<const CodeEntry> all_codes();
const CodeEntry& entry(Code code);
std::string to_string(Code code);               // "GDL001"
std::string_view to_string(Severity severity);  // "error", "warning"

}  // namespace percept::gdl
