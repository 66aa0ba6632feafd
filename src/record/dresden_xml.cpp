// SPDX-License-Identifier: MIT
#include "record/dresden_xml.h"

#include <fmt/format.h>

#include <span>

#include "base/text.h"
#include "gdl/term_text.h"
#include "record/sight.h"

namespace percept::record {
namespace {

// The character that starts at `at`, which moves behind it; nothing when it is no UTF-8.
std::optional<std::uint32_t> character(std::string_view text, std::size_t& at) {
  auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(at++);
  if (first < 0x80) return first;
  std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  if (more == 0 || at + more > text.size()) return std::nullopt;
  std::uint32_t code = first & (0x3fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return std::nullopt;
    code = code << 6 | (byte(at + i) & 0x3f);
  }
  at += more;
  return code;
}

// In ISO-8859-1, with references for what it does not have.
std::string escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    std::uint32_t code = character(text, at).value_or('?');
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (code == '&') {
      out += "&amp;";
    } else if (code == '<') {
      out += "&lt;";
    } else if (code == '>') {
      out += "&gt;";
    } else if (code == '"') {
      out += "&quot;";
    } else if (control) {
      out += code == '\n' || code == '\t' ? ' ' : '?';
    } else if (code <= 0xff) {
      out += static_cast<char>(code);
    } else {
      out += fmt::format("&#x{:X};", code);
    }
  }
  return out;
}

class Writer {
 public:
  explicit Writer(std::string head) : out_(std::move(head)) {}

  void open(std::string_view name) {
    line(fmt::format("<{}>", name));
    ++depth_;
  }
  void close(std::string_view name) {
    --depth_;
    line(fmt::format("</{}>", name));
  }
  void leaf(std::string_view name, std::string_view text) { line(fmt::format("<{0}>{1}</{0}>", name, escaped(text))); }

  // As a fact, or as an argument.
  void term(std::string_view element, std::string_view text) {
    if (!gdl::is_list(text) && element == "arg") return leaf(element, upper(text));
    auto parts = gdl::forms(gdl::is_list(text) ? gdl::inside(text) : text);
    open(element);
    leaf("prop-f", upper(parts->front()));
    for (std::string_view arg : std::span(*parts).subspan(1)) term("arg", arg);
    close(element);
  }

  std::string take() { return std::move(out_); }

 private:
  void line(const std::string& text) { out_ += std::string(2 * depth_, ' ') + text + '\n'; }

  std::string out_;
  std::size_t depth_ = 0;
};

// A record as one view of it shows it.
struct View {
  std::optional<std::size_t> role;  // none: everyone's
  std::vector<Sight> sights;        // of the role
  std::string stylesheet;
};

std::int64_t time_of(const Record& record, std::size_t rounds) {
  return rounds == 0 ? record.started : record.rounds[rounds - 1].time;
}

void write_history(Writer& out, const Record& record, const View& view, std::size_t rounds) {
  out.open("history");
  for (std::size_t i = 0; i < rounds; ++i) {
    out.open("step");
    out.leaf("step-number", std::to_string(i + 1));
    if (!view.role)
      for (const std::string& move : record.rounds[i].moves) out.leaf("move", upper(move));
    out.close("step");
  }
  out.close("history");
}

void write_scores(Writer& out, const Record& record, const View& view) {
  out.open("scores");
  for (std::size_t role = 0; role < record.roles.size(); ++role) {
    std::optional<int> goal;
    if (!view.role && role < record.goals.size()) goal = record.goals[role];
    if (view.role == role) goal = view.sights.back().goal;
    out.leaf("reward", goal ? std::to_string(*goal) : "");
  }
  out.close("scores");
}

std::string file_after(const Record& record, const View& view, std::size_t rounds, bool final) {
  std::string head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\" standalone=\"no\"?>\n";
  if (!view.stylesheet.empty())
    head += fmt::format("<?xml-stylesheet type=\"text/xsl\" href=\"{}\"?>\n", escaped(view.stylesheet));
  Writer out(head + "<!DOCTYPE match SYSTEM \"http://games.stanford.edu/gamemaster/xml/viewmatch.dtd\">\n");
  out.open("match");
  out.leaf("match-id", record.id);
  out.leaf("sight-of", view.role ? upper(record.roles[*view.role]) : "RANDOM");
  out.leaf("gdl-version", std::to_string(record.rules.gdl_version));
  for (const std::string& role : record.roles) out.leaf("role", role);
  for (const PlayerOnRecord& player : record.players) out.leaf("player", upper(player.name));
  out.leaf("timestamp", std::to_string(time_of(record, rounds)));
  out.leaf("startclock", fmt::format("{}", record.clocks.start));
  if (!final) out.leaf("playclock", fmt::format("{}", record.clocks.play));
  write_history(out, record, view, rounds);
  if (final) write_scores(out, record, view);
  out.open("state");
  const Facts& facts = view.role     ? view.sights[rounds].known
                       : rounds == 0 ? record.initial
                                     : record.rounds[rounds - 1].state;
  for (const std::string& fact : facts)
    if (auto term = gdl::term_text(fact)) out.term("fact", *term);
  out.close("state");
  out.close("match");
  return out.take();
}

}  // namespace

Result<XmlMatch> to_dresden_xml(const Record& record, const std::optional<std::string>& role,
                                const std::string& stylesheet) {
  XmlMatch out{record.id, {}};
  View view;
  if (role && lower(*role) != "random") {
    auto number = role_number(record, *role);
    if (!number) return tl::unexpected(number.error());
    if (!sees_all(record, *number)) {
      auto sights = sight_of(record, *number);
      if (!sights) return tl::unexpected(sights.error());
      view = {*number, std::move(*sights), ""};
    }
  }
  view.stylesheet = stylesheet;
  if (record.rules.gdl_version == 2) out.folder += "-" + upper(view.role ? record.roles[*view.role] : "random");
  for (std::size_t rounds = 0; rounds <= record.rounds.size(); ++rounds) {
    bool final = rounds == record.rounds.size() && record.status == Status::kCompleted;
    out.files.push_back({fmt::format("step_{}.xml", rounds + 1), file_after(record, view, rounds, final)});
    if (final) out.files.push_back({"finalstate.xml", out.files.back().text});
  }
  return out;
}

}  // namespace percept::record
