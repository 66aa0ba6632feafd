// SPDX-License-Identifier: MIT
#include "service/page.h"

#include <fmt/format.h>

#include "service/access.h"

namespace percept::service {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Percept</title>
<link rel="icon" href="data:,">
)";

constexpr std::string_view kStyle = R"(
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: #555; }
th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #ddd; vertical-align: top; }
td.number, th.number { text-align: right; } code { background: #f3f3f3; padding: 0 .2rem; }
pre { background: #f3f3f3; padding: .6rem; overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; } code, pre { background: #282828; } a { color: #8ab4f8; }
  th, td { border-color: #444; } caption { color: #aaa; }
}
)";

constexpr std::string_view kBody = R"(</head>
<body>
<h1>Percept: a game manager</h1>
<p>Plays matches of general games between players of ours and players anywhere, and keeps their records. Programs use
<a href="/api"><code>/api</code></a>; <a href="/openapi.json"><code>/openapi.json</code></a> describes it. See the
<a href="/api/games">games</a> and <a href="/api/players">players</a>.</p>
<h2>Start a match</h2>
<pre id="example"></pre>
<h2>Matches</h2>
<table>
<caption id="state" aria-live="polite">loading …</caption>
<thead><tr><th>match</th><th>game</th><th>players</th><th class="number">rounds</th><th class="number">faults</th><th>status</th></tr></thead>
<tbody id="matches"></tbody>
</table>
<noscript><p>The list needs JavaScript; <a href="/api/matches">/api/matches</a> has it as JSON.</p></noscript>
)";

// Texts from players go into the page as text only.
constexpr std::string_view kScript = R"(
"use strict";
const rows = new Map();
const table = document.getElementById("matches"), state = document.getElementById("state");
document.getElementById("example").textContent =
  `curl ${location.origin}/api/matches -H 'Content-Type: application/json' -d '{\n` +
  `  "game": "noughts_and_crosses", "players": {"crosses": "random", "noughts": "legal"}}'`;

function row(id) {
  let cells = rows.get(id);
  if (cells) return cells;
  const line = table.insertRow(0);
  cells = ["match", "game", "players", "rounds", "faults", "status"].map(() => line.insertCell());
  cells[3].className = cells[4].className = "number";
  const link = document.createElement("a");
  link.href = "/api/matches/" + encodeURIComponent(id);
  link.textContent = id;
  cells[0].append(link);
  rows.set(id, cells);
  while (table.rows.length > 200) table.deleteRow(-1);
  return cells;
}
function show(match) {
  const cells = row(match.id);
  cells[1].textContent = match.game;
  cells[2].textContent = match.players.map(player => `${player.role}: ${player.name}`).join(", ");
  cells[3].textContent = match.roundsPlayed;
  cells[4].textContent = match.faults;
  cells[5].textContent = match.status + (match.goals ? " " + Object.values(match.goals).map(goal => goal ?? "–").join(" : ") : "");
}
async function list() {
  const reply = await fetch("/api/matches?limit=100");
  const { matches } = await reply.json();
  for (const match of matches.reverse()) show(match);
  state.textContent = matches.length ? "newest first, live" : "none yet";
}
function watch() {
  const events = new EventSource("/api/events?since=now");
  const on = (name, handle) => events.addEventListener(name, event => handle(JSON.parse(event.data)));
  on("start", data => { show({ ...data, roundsPlayed: 0, faults: 0, status: "running" }); state.textContent = "newest first, live"; });
  on("round", data => { row(data.match)[3].textContent = data.round; });
  on("fault", data => { const cell = row(data.match)[4]; cell.textContent = Number(cell.textContent || 0) + 1; });
  on("end", data => { row(data.match)[5].textContent = data.status + (data.goals ? " " + Object.values(data.goals).map(goal => goal ?? "–").join(" : ") : ""); });
  events.onerror = () => { state.textContent = "connection lost, trying again …"; };
  events.onopen = () => { list(); };
}
watch();
)";

}  // namespace

Reply page() {
  std::string nonce = new_token();
  Reply out;
  out.type = "text/html; charset=utf-8";
  out.body =
      fmt::format("{0}<style nonce=\"{4}\">{1}</style>\n{2}<script nonce=\"{4}\">{3}</script>\n</body>\n</html>\n",
                  kHead, kStyle, kBody, kScript, nonce);
  out.headers = {{"Content-Security-Policy",
                  fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src 'self'; "
                              "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                              nonce)}};
  return out;
}

}  // namespace percept::service
