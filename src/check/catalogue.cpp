// SPDX-License-Identifier: MIT
//
// The catalogue itself, in the order of the codes. Each example is a complete rule sheet, as small as the finding
// allows: a robot that waits, or presses the switch of a lamp. Where no one would print a real example (an endless
// name), the wrong one is a sketch, and the tests generate the real thing.
#include "check/catalogue.h"

namespace percept::check {
namespace {

using gdl::Code;

// Raw strings start with a line break, so that all lines of an example stand below each other; it is taken off here.
constexpr Explanation entry(Code code, std::string_view text, std::string_view bad, std::string_view good) {
  return {code, text.substr(1), bad.substr(1), good.substr(1)};
}

// What many wrong examples are meant to be: the smallest game there is, and the smallest in which something happens.
constexpr std::string_view kWaiting = R"(
(role robot)
(legal robot wait)
terminal
(goal robot 100)
)";

constexpr std::string_view kLamp = R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= terminal (true (light on)))
(goal robot 100)
)";

constexpr Explanation kCatalogue[] = {

    // Reading

    entry(Code::kStrayClose, R"(
A closing parenthesis stands where nothing is open. Either there is one too many here, or an earlier one closed a rule
too soon, so that its last literals now stand outside it. Percept skips the parenthesis and reads on. Remove it, and
see whether the statement before it ends where you meant it to.
)",
          R"(
(role robot)
(legal robot wait))
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kUnterminated, R"(
A form is opened and the text ends, or the next rule starts, before it is closed. In infix notation the same is said
of a quoted name without its second quote and of a comment without its end sign. What belongs to an open form is a
guess, so Percept leaves it out and goes on with the next form that starts a line. Add what is missing; an editor that
marks matching parentheses shows where.
)",
          R"(
(role robot
(legal robot wait)
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kEmptyForm, R"(
A pair of parentheses with nothing in it is neither a term nor a sentence. It is usually what is left after something
was deleted, or an attempt to write an empty body. Remove the parentheses, or write what was meant. Something that
always holds is a fact and stands alone.
)",
          R"(
(role robot)
(legal robot wait)
(<= terminal ())
(goal robot 100)
)",
          kWaiting),

    entry(Code::kNoName, R"(
The first thing inside parentheses is the name of a relation, a function or an operator. Here it is another form or a
variable: a doubled parenthesis, or a pattern such as (?p ?x), which GDL does not have because variables stand for
terms, never for names. A question mark alone is not a variable either. Remove the parentheses that are too many, or
write one rule for each name that the variable was meant to stand for.
)",
          R"(
(role robot)
((legal robot wait))
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kOperatorArguments, R"(
An operator has too few or too many parts: `not` takes one, `=>` and `<=>` take two, `and` and `or` at least one, and
a rule at least a head. With another number of parts it has no meaning. To negate two literals write `not` twice,
which says that neither holds; to deny that both hold together, define a relation for both and negate that.
)",
          R"(
(role robot)
(init (light red on))
(init (light blue on))
(legal robot wait)
(<= terminal (not (true (light red on)) (true (light blue on))))
(goal robot 100)
)",
          R"(
(role robot)
(init (light red on))
(init (light blue on))
(legal robot wait)
(<= terminal (not (true (light red on))) (not (true (light blue on))))
(goal robot 100)
)"),

    entry(Code::kNotASentence, R"(
Statements, heads and literals are sentences: a relation with its arguments, such as (true (light on)). Here stands
something else, for example a variable alone, or a head with `not`, `and` or `or`. A head is always one atom. Rules
say only when something holds, and what no rule derives does not hold, so instead of a rule for (not terminal) write
rules for all cases in which terminal does hold.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= (not terminal) (true (light off)))
(goal robot 100)
)",
          kLamp),

    entry(Code::kControlByte, R"(
The text has a control byte in it, which most editors do not show and no name may contain. A rule sheet is plain text
in ASCII or UTF-8. The file may be something else, such as text in UTF-16 or an archive, or it was damaged on its way.
Save it again as plain text, or remove the byte.
)",
          R"(
(role robot<byte 0x00>)
)",
          kWaiting),

    entry(Code::kSymbolTooLong, R"(
A name has more than 1000 bytes. No name in a rule sheet written for people comes near that, so the file is probably
not a rule sheet, or its line breaks and blanks were lost. The limit also keeps a hostile file from using up memory.
Check the file, or give the thing a shorter name.
)",
          R"(
(role robotrobotrobot...)    ; and so on, for more than 1000 bytes
)",
          kWaiting),

    entry(Code::kTooDeep, R"(
A statement is nested more than 200 levels deep, or its parentheses more than 1000. Real rules stay below 20, and the
limit keeps a hostile file from exhausting the memory of whatever works on its terms. Numbers are a common reason:
write them as constants that a successor relation connects, not as nested terms.
)",
          R"(
(init (step (s (s (s ... zero)))))    ; and so on, more than 200 deep
)",
          R"(
(role robot)
(init (step 200))
(legal robot wait)
(<= terminal (true (step 200)))
(goal robot 100)
)"),

    entry(Code::kTooManyMistakes, R"(
Reading found 500 mistakes and stopped; the rest of the file was not looked at. So many mistakes mean that the file is
not a rule sheet, that it is in another language, or that an early mistake makes everything after it look wrong. Mend
the first few and check again.
)",
          R"(
) ) ) ) ) ...    ; and so on, more than 500 mistakes
)",
          kWaiting),

    entry(Code::kUnexpected, R"(
In infix notation something stands where the grammar does not allow it. Most often a comma between arguments, a
closing parenthesis or the full stop of the statement before is missing. Names with special characters such as + need
quotes: '+'. Percept leaves the statement out and reads on after the next full stop or with the next line that is not
indented.
)",
          R"(
role(robot).
legal(robot wait).
terminal.
goal(robot, 100).
)",
          R"(
role(robot).
legal(robot, wait).
terminal.
goal(robot, 100).
)"),

    entry(Code::kBadQuote, R"(
Quotes in infix notation make a name of what would otherwise not be one, such as '+' or 'King'. But every name must
also be writable in KIF, the notation that game managers send, and there it cannot have blanks, parentheses or
semicolons, start with a question mark, or be empty. Choose another name, for example with an underscore instead of
the blank.
)",
          R"(
role(robot).
legal(robot, 'turn left').
terminal.
goal(robot, 100).
)",
          R"(
role(robot).
legal(robot, turn_left).
terminal.
goal(robot, 100).
)"),

    entry(Code::kBadQuantifier, R"(
`forall` and `exists` take one or several variables and then one sentence. Here the variables are missing, something
else stands in their place, or there is not exactly one sentence. Write (exists ?x sentence) or (exists (?x ?y)
sentence), in infix notation EX:(sentence). Quantifiers belong to the sentences of incomplete descriptions (IGDL);
rules have none.
)",
          R"(
(role robot)
(exists (legal robot ?move))
)",
          R"(
(role robot)
(exists ?move (legal robot ?move))
)"),

    entry(Code::kOperation, R"(
Some dialects of logic programming have operations that change the state: `action :: condition ==> effect`. GDL has
none. A GDL description says for each fluent when it holds in the next position, and a fluent for which no rule says
so is gone, so what stays as it is needs a rule, too. Write a rule for `next` for each effect.
)",
          R"(
role(robot).
init(light(off)).
legal(robot, press).
press :: true(light(off)) ==> light(on).
terminal :- true(light(on)).
goal(robot, 100).
)",
          R"(
role(robot).
init(light(off)).
legal(robot, press).
next(light(on)) :- does(robot, press), true(light(off)).
terminal :- true(light(on)).
goal(robot, 100).
)"),

    // Form and keywords

    entry(Code::kKeywordInHead, R"(
What is true in a position and what each role does comes from the match, and `distinct` belongs to the language. So no
rule can define `true`, `does` or `distinct`. To say what holds after a move, write a rule for `next`; what holds at
the start is said by `init`, what a role may do by `legal`. For something that follows from the position define a
relation of your own.
)",
          R"(
(role robot)
(legal robot press)
(<= (true pressed) (does robot press))
terminal
(goal robot 100)
)",
          R"(
(role robot)
(legal robot press)
(<= (next pressed) (does robot press))
terminal
(goal robot 100)
)"),

    entry(Code::kKeywordInBody, R"(
`init`, `next` and `sees` tell the game manager something; the specification lets them stand in heads only. Percept
reads them in a body as any other relation: the literal holds when a rule derives it. Other systems may refuse the
rule sheet. Define a relation of your own for what both rules need and derive the keyword from it.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= (sees robot ?x) (next (light ?x)))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (becomes on) (does robot press))
(<= (next (light ?x)) (becomes ?x))
(<= (sees robot ?x) (becomes ?x))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    entry(Code::kHeadArity, R"(
Each keyword has a fixed number of arguments: (role r), (init f), (next f), (legal r m), (sees r p), (goal r v), and
terminal without any. A rule that gives one another number defines something that no player and no game manager looks
at, so it cannot mean what it was written for. Often the role is missing, or the parentheses around an argument.
)",
          R"(
(role robot)
(legal robot press)
(<= (sees click) (does robot press))
terminal
(goal robot 100)
)",
          R"(
(role robot)
(legal robot press)
(<= (sees robot click) (does robot press))
terminal
(goal robot 100)
)"),

    entry(Code::kBodyArity, R"(
A keyword stands in a body with a number of arguments that it never has. Nothing can make such a literal hold, and
Percept reads it that way: a rule that needs it never fires, and negated it holds always. In most cases the
parentheses around a fluent or a move are missing: write (true (light on)), not (true light on).
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= terminal (true light on))
(goal robot 100)
)",
          kLamp),

    entry(Code::kRelationArities, R"(
A relation has one number of arguments in the whole rule sheet; here the same name occurs with several. Percept takes
them for different relations that share a name and have nothing to do with each other. If that was meant, give them
different names, which other systems and human readers need as well. If not, an argument is missing or too many at one
of the places.
)",
          R"(
(role robot)
(move wait)
(move turn left)
(<= (legal robot ?m) (move ?m))
(<= (legal robot (turn ?d)) (move turn ?d))
terminal
(goal robot 100)
)",
          R"(
(role robot)
(move wait)
(direction left)
(<= (legal robot ?m) (move ?m))
(<= (legal robot (turn ?d)) (direction ?d))
terminal
(goal robot 100)
)"),

    entry(Code::kFunctionArities, R"(
A function, such as a fluent or a move with arguments, has one number of arguments in the whole rule sheet; here the
same name occurs with several. Terms with different numbers of arguments are never equal, so Percept takes them for
two functions: making one true does not touch the other. Give them different names, or add the argument that is
missing.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light kitchen on)) (does robot press))
(<= terminal (true (light kitchen on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light kitchen off))
(legal robot press)
(<= (next (light kitchen on)) (does robot press))
(<= terminal (true (light kitchen on)))
(goal robot 100)
)"),

    entry(Code::kParenthesisedAtom, R"(
Something without arguments stands in parentheses of its own, as in (wait) for wait, or wait() in infix notation.
Percept reads both as the same thing. Other systems may tell them apart, and then a move or fluent written one way in
one rule and the other way in another never matches. Leave the parentheses out.
)",
          R"(
(role robot)
(legal robot (wait))
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kEmptyBody, R"(
A rule has a head and nothing that it depends on. Percept reads it as a fact: the head always holds. If that is meant,
write the head alone. If a condition was lost when the rule was edited, put it back, because the rule is now stronger
than it was.
)",
          R"(
(role robot)
(<= (legal robot wait))
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kOperatorAsName, R"(
An operator such as `not`, `and` or `or` stands where a relation is expected, usually because the parentheses that
should enclose it and its part are missing. In (<= p not (q ?x)) the body has two literals: an atom called `not`, and
(q ?x) without a negation. Percept reads it exactly like that, and since nothing makes the atom `not` true, the rule
never fires. Write (not (q ?x)).
)",
          R"(
(role robot)
(init (light off))
(legal robot wait)
(<= terminal not (true (light off)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(legal robot wait)
(<= terminal (not (true (light off))))
(goal robot 100)
)"),

    entry(Code::kConnectiveInRule, R"(
The body of a rule is built from literals with `and`, `or` and `not`. Implications, equivalences and quantifiers
belong to the sentences of incomplete descriptions (IGDL); in a rule they have no meaning that all players would agree
on. To say that something holds for all, define a relation for the exception and deny that there is one. A variable
that occurs only in the body already says "there is one", so `exists` can simply be left out.
)",
          R"(
(role robot)
(lamp red)
(lamp blue)
(init (lit red))
(legal robot wait)
(<= terminal (forall ?l (=> (lamp ?l) (true (lit ?l)))))
(goal robot 100)
)",
          R"(
(role robot)
(lamp red)
(lamp blue)
(init (lit red))
(legal robot wait)
(<= some_dark (lamp ?l) (not (true (lit ?l))))
(<= terminal (not some_dark))
(goal robot 100)
)"),

    entry(Code::kNegatedDistinct, R"(
The specification does not let `distinct` be negated. Percept reads (not (distinct ?x ?y)), and X = Y in infix
notation, as what it evidently says: both are equal. Other systems may refuse it. An equation is never needed: use the
same variable in both places, or write the term itself.
)",
          R"(
(role robot)
(target 5)
(init (at 5))
(legal robot wait)
(<= terminal (true (at ?x)) (target ?y) (not (distinct ?x ?y)))
(goal robot 100)
)",
          R"(
(role robot)
(target 5)
(init (at 5))
(legal robot wait)
(<= terminal (true (at ?x)) (target ?x))
(goal robot 100)
)"),

    entry(Code::kNegatedConstants, R"(
A negated `distinct` would say that two terms are equal, but both of these are fixed. So it says nothing about the
game: it holds always or never, whatever happens. An author does not write that on purpose; one of the terms was
probably meant to be a variable and lost its question mark. Mend the term; or leave the literal out if the two are
equal, and the whole rule if they are not.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light on)) (not (distinct on on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light on)))
(goal robot 100)
)"),

    entry(Code::kNegatedGroup, R"(
In GDL `not` stands in front of a single atom. Here it stands in front of a group with `and`, `or` or another `not`.
Percept reads it as: the group as a whole does not hold. Other systems may refuse it. Define a relation for the group,
with one rule for each case of an `or`, and negate that relation.
)",
          R"(
(role robot)
(init (lit red))
(init (lit blue))
(legal robot wait)
(<= terminal (not (or (true (lit red)) (true (lit blue)))))
(goal robot 100)
)",
          R"(
(role robot)
(init (lit red))
(init (lit blue))
(legal robot wait)
(<= some_lit (true (lit red)))
(<= some_lit (true (lit blue)))
(<= terminal (not some_lit))
(goal robot 100)
)"),

    entry(Code::kStrayLiteral, R"(
A literal with `true`, `does` or `distinct` stands alone, as if it were a fact. No description can state what is true
or what is done, so Percept ignores it. It belongs in a body: in most cases the parenthesis that closes the rule above
it comes one literal too early, and that rule now lacks a condition. Move the parenthesis.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on))
    (does robot press))
    (true (light off))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on))
    (does robot press)
    (true (light off)))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    entry(Code::kMixedDescription, R"(
Complete descriptions (GDL, GDL-II) consist of facts and rules; incomplete ones (IGDL) of facts and sentences of
logic, with =>, <=>, `forall` and `exists`. A rule also says that nothing else makes its head true, a sentence does
not, and so they do not mix. Percept plays the rules of such a sheet and leaves its sentences out. If => was written
for <=, turn it round, with what follows first; otherwise write all rules as sentences.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(=> (true (light on)) terminal)
(<= terminal (true (light on)))
(goal robot 100)
)",
          kLamp),

    entry(Code::kIgnoredDeclaration, R"(
`base` lists the fluents that may become true, `input` the moves that may become legal; some systems build on these
declarations. This one lists nothing, because it has the wrong number of arguments or a variable that nothing binds.
Percept does not need declarations and ignores it. Write (base fluent) and (input role move), with a body that says
what the variables range over.
)",
          R"(
(role robot)
(base light off)
(init (light off))
(legal robot wait)
(<= terminal (true (light off)))
(goal robot 100)
)",
          R"(
(role robot)
(base (light off))
(init (light off))
(legal robot wait)
(<= terminal (true (light off)))
(goal robot 100)
)"),

    entry(Code::kUnreadDeclaration, R"(
A `base` or `input` statement has a mistake that keeps it from being read. Such declarations list what there may be in
the game; Percept finds that out from the rules themselves, so the game is played as if the declaration were not there.
Other systems may need it. When the sheet is laid out anew the statement becomes a comment.
)",
          R"(
(role robot)
(init (light off))
(<= (input robot (turn ?x)) (?kind ?x))
(legal robot (turn on))
(<= (next (light ?x)) (does robot (turn ?x)))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(<= (input robot (turn ?x)) (switch ?x))
(switch on)
(legal robot (turn on))
(<= (next (light ?x)) (does robot (turn ?x)))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    // Variables

    entry(Code::kUnsafeHead, R"(
Every variable of a head must occur in a positive literal of the body, or in every part of an `or` there. Without one
the rule would hold for every term that can be written, which is infinitely many. A negated literal or a `distinct`
does not help: they test values and supply none. Add a literal that says what the variable ranges over, or write the
value. A fact has no body and therefore no variables.
)",
          R"(
(role robot)
(init (light off))
(legal robot (turn on))
(<= (next (light ?x)) (does robot (turn on)))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(legal robot (turn on))
(<= (next (light ?x)) (does robot (turn ?x)))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    entry(Code::kUnsafeDistinct, R"(
`distinct` compares two terms, so both must be known by then: each of their variables must occur in a positive literal
of the body. Some term different from a given one always exists, so a comparison with "anything" would say nothing.
Add a literal that says what the variable ranges over, or compare with the term that you mean.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light ?x)) (distinct ?x ?y))
(goal robot 100)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light ?x)) (distinct ?x off))
(goal robot 100)
)"),

    entry(Code::kUnsafeRole, R"(
Nothing binds a variable that evidently stands for a role: the first argument of `legal`, `goal`, `sees` or `input`,
or a variable that the body compares with a role. Percept reads it as any role, which is what rule sheets that leave
it out mean. The specification forbids such a rule, and other systems may refuse it. Add (role ?r) to the body.
)",
          R"(
(role robot)
(legal robot wait)
terminal
(goal ?r 100)
)",
          R"(
(role robot)
(legal robot wait)
terminal
(<= (goal ?r 100) (role ?r))
)"),

    entry(Code::kBoundLater, R"(
A `distinct` or a negated literal stands to the left of the literal that binds its variable. The meaning of a rule
does not depend on the order of its literals, and Percept reads the body in any order. Systems that hand the rules to
Prolog go from left to right: they test the variable before it has a value and may get a wrong result. Put the literal
that binds it first.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (distinct ?x off) (true (light ?x)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light ?x)) (distinct ?x off))
(goal robot 100)
)"),

    entry(Code::kUnboundNegation, R"(
A variable occurs in a negated literal and in no positive one. The specification forbids it, because one reader may
take it for "there is none" and another for "there is one for which it does not hold". Percept reads the first, as
Prolog does: no value makes the literal hold. Define a relation for "there is one" and negate that, and every system
agrees.
)",
          R"(
(role robot)
(init (lit red))
(legal robot wait)
(<= terminal (not (true (lit ?l))))
(goal robot 100)
)",
          R"(
(role robot)
(init (lit red))
(legal robot wait)
(<= some_lit (true (lit ?_l)))
(<= terminal (not some_lit))
(goal robot 100)
)"),

    entry(Code::kBoundByUse, R"(
GDL asks that every variable of a head occurs in a positive literal of the body. Here one does not, but wherever the
relation is used another literal says what the variable is, as in a program that is called. Percept asks about the
relation only what its uses ask and plays the game; systems that list all that holds cannot.
)",
          R"(
(role robot)
(init (light off))
(legal robot (turn on))
(<= (same ?x ?x) (not (true (light burnt))))
(<= (next (light ?y)) (does robot (turn ?x)) (same ?x ?y))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(switch on)
(legal robot (turn on))
(<= (same ?x ?x) (switch ?x) (not (true (light burnt))))
(<= (next (light ?y)) (does robot (turn ?x)) (same ?x ?y))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    // Dependencies

    entry(Code::kUnstratified, R"(
Something depends on its own negation: it would hold because it does not hold. Such rules do not determine what holds,
and players and game manager could disagree about the state of a match. The message shows the whole cycle; Percept
looks at rules and facts, not at the positions that a match can reach. Break it: say positively, in terms of the
position, when one of the relations holds, and define the others through its negation.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= won (not lost))
(<= lost (not won))
(<= (goal robot 100) won)
(<= (goal robot 0) lost)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= won (true (light on)))
(<= lost (not won))
(<= (goal robot 100) won)
(<= (goal robot 0) lost)
)"),

    entry(Code::kLocallyStratified, R"(
A relation is defined through its own negation, which the specification forbids, but with other arguments each time:
no single atom depends on its own negation. `goal 0` if not `goal 100` is the usual case. Such rules have exactly one
meaning and Percept plays them. Other systems may refuse them; define a relation for the case that is distinguished,
and derive both from it.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= (goal robot 100) (true (light on)))
(<= (goal robot 0) (not (goal robot 100)))
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= won (true (light on)))
(<= (goal robot 100) won)
(<= (goal robot 0) (not won))
)"),

    entry(Code::kRecursion, R"(
So that everything stays finite, the specification restricts recursion: each argument of a recursive literal must be
ground, an argument of the head, or bound by a literal outside the recursion. This rule is not within that
restriction, though it may be harmless. Percept plays it as long as what follows from it is finite; other systems may
run forever. Take one step by a relation that does not depend on this one, and the rest by recursion.
)",
          R"(
(role robot)
(legal robot wait)
(door hall kitchen)
(door kitchen garden)
(<= (way ?a ?b) (door ?a ?b))
(<= (way ?a ?c) (way ?a ?b) (way ?b ?c))
(<= terminal (way hall garden))
(goal robot 100)
)",
          R"(
(role robot)
(legal robot wait)
(door hall kitchen)
(door kitchen garden)
(<= (way ?a ?b) (door ?a ?b))
(<= (way ?a ?c) (door ?a ?b) (way ?b ?c))
(<= terminal (way hall garden))
(goal robot 100)
)"),

    entry(Code::kGrowingRecursion, R"(
A rule takes a term from its own relation and puts it into a larger one. Each use allows the next, so infinitely much
follows and no program can list it. This goes beyond what the restriction on recursion in GDL tolerates. Say how far
it may go: a relation such as `succ`, stated fact by fact, binds the variable and ends the recursion.
)",
          R"(
(role robot)
(legal robot wait)
(number zero)
(<= (number (s ?n)) (number ?n))
(<= terminal (number (s zero)))
(goal robot 100)
)",
          R"(
(role robot)
(legal robot wait)
(succ 0 1)
(succ 1 2)
(number 0)
(<= (number ?n) (number ?m) (succ ?m ?n))
(<= terminal (number 1))
(goal robot 100)
)"),

    entry(Code::kForbiddenDependence, R"(
`legal`, `goal` and `terminal` must follow from the position alone, because they are asked before anyone has moved:
they may not depend on `does`, `next` or `sees`. `role`, `init`, `base` and `input` must hold before there is any
position, so `true` is forbidden for them as well. The notes show by which rules the dependence comes about. Let the
move change the position by `next`, and ask the new position.
)",
          R"(
(role robot)
(legal robot stop)
(<= terminal (does robot stop))
(goal robot 100)
)",
          R"(
(role robot)
(legal robot stop)
(<= (next stopped) (does robot stop))
(<= terminal (true stopped))
(goal robot 100)
)"),

    entry(Code::kDynamicDeclaration, R"(
`base` and `input` say what there may be in any position, so they cannot depend on what holds in one. Percept finds the
fluents and moves from the other rules and ignores the declaration. Use relations that only facts define instead.
)",
          R"(
(role robot)
(init (light off))
(<= (input robot (turn ?x)) (true (light ?x)))
(<= (legal robot (turn ?x)) (true (light ?x)))
(<= (next (light on)) (does robot (turn off)))
(<= terminal (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light off))
(switch off)
(<= (input robot (turn ?x)) (switch ?x))
(<= (legal robot (turn ?x)) (true (light ?x)))
(<= (next (light on)) (does robot (turn off)))
(<= terminal (true (light on)))
(goal robot 100)
)"),

    entry(Code::kGrowingTerm, R"(
A rule takes a term from the position or from a move and puts it into a larger one, which is in the next position, or in
a move, and may be taken again. So the rules have infinitely many instances and cannot be ground: the game is played by
the prover, which is much slower, and a match ends with an error when a position takes more than a megabyte to write.
Count with a successor relation, which says where it ends.
)",
          R"(
(role robot)
(init (count zero))
(legal robot add)
(<= (next (count (s ?n))) (true (count ?n)))
(<= terminal (true (count (s (s zero)))))
(goal robot 100)
)",
          R"(
(role robot)
(init (count 0))
(successor 0 1) (successor 1 2)
(legal robot add)
(<= (next (count ?m)) (true (count ?n)) (successor ?n ?m))
(<= terminal (true (count 2)))
(goal robot 100)
)"),

    // The game as a whole

    entry(Code::kNoRole, R"(
A game needs at least one role; without one nobody can play. Perhaps the `role` facts are in another file, or written
with another name or number of arguments. State each role as a fact. Players are assigned in the order in which the
roles are stated.
)",
          R"(
(legal robot wait)
terminal
(goal robot 100)
)",
          kWaiting),

    entry(Code::kRoleByRule, R"(
The specification lets roles be stated as facts only, since everybody must know them, and their order, before anything
is computed. Percept evaluates the rule before the game and takes what it yields. Other systems may look only for
facts and find no roles, or find them in another order. State each role as a fact.
)",
          R"(
(player red)
(player blue)
(<= (role ?p) (player ?p))
(<= (legal ?p wait) (player ?p))
terminal
(<= (goal ?p 50) (player ?p))
)",
          R"(
(role red)
(role blue)
(<= (legal ?p wait) (role ?p))
terminal
(<= (goal ?p 50) (role ?p))
)"),

    entry(Code::kUnknownRole, R"(
A rule names a role that is not one. Nobody plays it, so Percept reads the atom as never true: the rule has no effect,
or never fires. Either the name is misspelt, or the `role` fact is missing, or the rule was copied from a game with
other players.
)",
          R"(
(role robot)
(legal robot press)
(<= (sees player click) (does robot press))
terminal
(goal robot 100)
)",
          R"(
(role robot)
(legal robot press)
(<= (sees robot click) (does robot press))
terminal
(goal robot 100)
)"),

    entry(Code::kRoleWithoutMoves, R"(
All roles move at the same time in every round, so each of them needs a legal move in every position until the game
ends. No rule for `legal` can ever apply to this one, and the game could not go beyond its first position. In games
where players take turns, give the others a move that does nothing, often called `noop`.
)",
          R"(
(role robot)
(role human)
(legal robot press)
terminal
(goal robot 100)
(goal human 100)
)",
          R"(
(role robot)
(role human)
(legal robot press)
(legal human noop)
terminal
(goal robot 100)
(goal human 100)
)"),

    entry(Code::kNoTerminal, R"(
No rule says when the game is over, so no match would ever end. The specification demands that every match ends after
finitely many rounds. Add rules for `terminal`. If nothing in the game forces an end, count the rounds with a fluent
and stop at a limit.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(goal robot 100)
)",
          kLamp),

    entry(Code::kNoGoal, R"(
No rule can give this role a goal value. The specification demands one at the end of every match, since a player
without goal values has nothing to aim for. Percept plays the game and leaves the role without a value. Add rules for
`goal`, also for losing: (goal robot 0). Only `random`, which aims for nothing, needs none.
)",
          R"(
(role robot)
(role human)
(legal robot wait)
(legal human wait)
terminal
(goal robot 100)
)",
          R"(
(role robot)
(role human)
(legal robot wait)
(legal human wait)
terminal
(goal robot 100)
(goal human 0)
)"),

    entry(Code::kGoalRange, R"(
Goal values are whole numbers from 0 (worst) to 100 (best), so that players can judge a value without knowing the
game. This one lies outside. Percept keeps it as it is, but tournaments and many players rely on the range. Scale the
values: if the best possible result is 150, let it be 100.
)",
          R"(
(role robot)
(legal robot wait)
terminal
(goal robot 150)
)",
          kWaiting),

    entry(Code::kGoalNumber, R"(
The second argument of `goal` must be a whole number, for players maximise it and compare it with others. A word or a
term with arguments has no size. Write 100 for the best result, 0 for the worst, and something between for the rest. A
variable is fine when the body binds it to numbers.
)",
          R"(
(role robot)
(legal robot wait)
terminal
(goal robot win)
)",
          kWaiting),

    entry(Code::kOrdinaryRandom, R"(
In GDL-II the role `random` is nature: it picks each of its legal moves with the same probability. GDL knows no
chance, and a description without a single rule for `sees` is GDL. Percept therefore reads `random` as a role like any
other, for which a player is needed. If it is meant to be nature, say what the others perceive, for even a game in
which everything is seen needs rules for `sees`. If not, use another name.
)",
          R"(
(role robot)
(role random)
(legal robot wait)
(legal random heads)
(legal random tails)
terminal
(goal robot 100)
(goal random 0)
)",
          R"(
(role robot)
(role random)
(legal robot wait)
(legal random heads)
(legal random tails)
(<= (sees robot ?coin) (does random ?coin))
terminal
(goal robot 100)
(goal random 0)
)"),

    entry(Code::kRandomSees, R"(
`random` is nature and picks its moves blindly, so what it perceives has no effect, in Percept as in any other system.
The rule is superfluous, or the percept was meant for a player. Remove it, or name the role that should see it.
)",
          R"(
(role robot)
(role random)
(legal robot guess)
(legal random heads)
(legal random tails)
(<= (sees robot ?coin) (does random ?coin))
(<= (sees random ?move) (does robot ?move))
terminal
(goal robot 100)
)",
          R"(
(role robot)
(role random)
(legal robot guess)
(legal random heads)
(legal random tails)
(<= (sees robot ?coin) (does random ?coin))
terminal
(goal robot 100)
)"),

    // Advice to authors

    entry(Code::kUndefined, R"(
A body uses a relation that no fact and no rule defines. What nothing derives does not hold, and Percept reads it that
way: a rule that needs it never fires, and negated it holds always. The name may be misspelt, the number of arguments
may differ from that of the definition, or a fluent lacks its `true`: in a position fluents are asked by (true (light
on)).
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= terminal (light on))
(goal robot 100)
)",
          kLamp),

    entry(Code::kUnused, R"(
A relation is defined, but nothing that decides the game depends on it: no rule for a keyword uses it, directly or
through others. It has no effect in any match. Often it is a leftover, sometimes the other half of a misspelling, and
sometimes a rule that should use it was forgotten. Remove it, or use it.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= won (true (light on)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
terminal
(<= won (true (light on)))
(<= (goal robot 100) won)
)"),

    entry(Code::kNearConstant, R"(
A constant occurs only once and differs in a single letter from one that occurs often in the same place. GDL declares
no constants, so a misspelt one is simply another constant that equals nothing, and the game goes wrong without a
word. Percept reads it as it stands. Mend it if it is a slip; if both are meant, choose names that differ more, or in
digits only.
)",
          R"(
(role robot)
(init (light kitchen off))
(legal robot press)
(<= (next (light kitchen on)) (does robot press))
(<= terminal (not (true (light kitchn off))))
(<= (goal robot 100) (true (light kitchen on)))
)",
          R"(
(role robot)
(init (light kitchen off))
(legal robot press)
(<= (next (light kitchen on)) (does robot press))
(<= terminal (not (true (light kitchen off))))
(<= (goal robot 100) (true (light kitchen on)))
)"),

    entry(Code::kSingleton, R"(
A variable occurs once in its rule, so its value is never used: it stands for anything. That may be meant, but it is
also what a misspelt variable looks like, and then the rule says far more than it should. Write a leading underscore,
as in ?_x, to say that anything will do; or use the name that was meant. In infix notation an underscore alone will
do.
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light ?x)))
(goal robot 100)
)",
          R"(
(role robot)
(init (light on))
(legal robot wait)
(<= terminal (true (light ?_x)))
(goal robot 100)
)"),

    entry(Code::kNeverFires, R"(
The body of this rule can never hold: no `init` or `next` makes the fluent true, no `legal` allows the move, no rule
derives the atom, or a `distinct` compares a term with itself. The rule is harmless but says nothing, and its author
surely wanted something. Look for a misspelling, a swapped argument, or a rule for `next` or `legal` that is missing.
)",
          R"(
(role robot)
(init (light off))
(legal robot press)
(<= (next (light on)) (does robot press))
(<= terminal (true (light green)))
(goal robot 100)
)",
          kLamp),

    entry(Code::kDuplicate, R"(
The same fact, rule or sentence stands twice. To say something again changes nothing, and Percept reads it once. But
rules are often written by copying one and changing it, so the second may still be waiting for its change. Remove one
of the two, or mend what was meant to differ.
)",
          R"(
(role robot)
(legal robot wait)
(legal robot wait)
terminal
(goal robot 100)
)",
          R"(
(role robot)
(legal robot wait)
(legal robot press)
terminal
(goal robot 100)
)"),

    entry(Code::kTwoSpellings, R"(
GDL does not tell upper from lower case, so two spellings that differ in nothing else are one name. In infix notation,
where Prolog and logic textbooks do tell them apart, the author may have meant two. Percept reads them as one, as in
KIF. Spell both alike, or choose another name if two things are meant.
)",
          R"(
role(robot).
init(light(off)).
legal(robot, pressSwitch).
next(light(on)) :- does(robot, pressswitch).
terminal :- true(light(on)).
goal(robot, 100).
)",
          R"(
role(robot).
init(light(off)).
legal(robot, pressSwitch).
next(light(on)) :- does(robot, pressSwitch).
terminal :- true(light(on)).
goal(robot, 100).
)"),
};

}  // namespace

std::span<const Explanation> catalogue() { return kCatalogue; }

}  // namespace percept::check
