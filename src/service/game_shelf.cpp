// SPDX-License-Identifier: MIT
#include "service/game_shelf.h"

#include <algorithm>

#include "base/file.h"
#include "base/text.h"
#include "check/summary.h"
#include "gdl/reader.h"
#include "match/referee.h"

namespace percept::service {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostSheets = 2'000, kMostLook = 64 << 10;

bool is_sheet(const fs::path& file) {
  return file.extension() == ".kif" || file.extension() == ".gdl" || file.extension() == ".infix";
}

fs::path look_of(const fs::path& sheet) { return fs::path(sheet).replace_extension(".look.json"); }

// Null where there is none, or none that can be read: the sheet is drawn as one without.
Json read_look(const fs::path& sheet) {
  auto text = contents_of(look_of(sheet).string(), kMostLook, "");
  Json look = text ? Json::parse(*text, nullptr, false, true) : Json();
  return look.is_object() ? look : Json();
}

std::shared_ptr<const ShelvedGame> read_sheet(const std::string& name, const fs::path& file, game::Library& library) {
  auto sheet = std::make_shared<ShelvedGame>();
  sheet->name = name;
  sheet->title = name;
  sheet->file = file;
  sheet->look = read_look(file);
  auto text = contents_of(file.string(), gdl::kMaxFileSize, "");
  if (!text) {
    sheet->problem = text.error().message;
    return sheet;
  }
  ReadRules read = read_rules(file.filename().string(), *text, library);
  sheet->rules = std::move(read.rules);
  if (!read.game) {
    sheet->problem = read.game.error().message;
    return sheet;
  }
  std::string comment = printable_lines(check::summarise(*read.description).title);
  std::size_t line = std::min(comment.find('\n'), comment.size());
  sheet->title = line == 0 ? name : comment.substr(0, line);
  if (line < comment.size()) sheet->about = comment.substr(line + 1);
  std::ranges::replace(sheet->about, '\n', ' ');
  for (std::uint32_t role = 0; role < read.game->roles(); ++role)
    sheet->roles.push_back(read.game->text(game::RoleId{role}));
  if (auto random = match::nature_of(*read.game)) sheet->nature = read.game->text(*random);
  return sheet;
}

}  // namespace

ReadRules read_rules(const std::string& file, const std::string& text, game::Library& library) {
  std::shared_ptr<const gdl::Description> description = gdl::read_text(file, text);
  game::Game::Options options;
  options.engine = game::Game::Choice::kProver;  // at once; a match asks few questions
  auto game = library.model(description).and_then([&](std::shared_ptr<const game::Model> model) {
    return game::Game::make(std::move(model), options);
  });
  record::RulesOnRecord rules = record::rules_on_record(*description, file);
  if (game) rules.gdl_version = game->imperfect() ? 2 : 1;
  return {std::move(description), std::move(game), std::move(rules)};
}

std::vector<std::shared_ptr<const ShelvedGame>> GameShelf::list() {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder_, error), end; !error && it != end; it.increment(error)) {
    std::error_code other;
    if (is_sheet(it->path()) && it->is_regular_file(other) && files.size() < kMostSheets) files.push_back(it->path());
  }
  std::ranges::sort(files);

  std::lock_guard lock(mutex_);
  std::map<std::string, Kept> now;
  for (const fs::path& file : files) {
    std::string name = file.stem().string();
    if (now.contains(name)) continue;
    std::error_code gone;
    auto time = fs::last_write_time(file, gone);
    auto size = gone ? 0 : fs::file_size(file, gone);
    if (gone) continue;
    std::error_code plain;
    if (auto look = fs::last_write_time(look_of(file), plain); !plain) time = std::max(time, look);
    auto it = kept_.find(name);
    if (it != kept_.end() && it->second.time == time && it->second.size == size && it->second.sheet->file == file)
      now.emplace(name, it->second);
    else
      now.emplace(name, Kept{time, size, read_sheet(name, file, library_)});
  }
  kept_ = std::move(now);
  std::vector<std::shared_ptr<const ShelvedGame>> out;
  for (const auto& [name, kept] : kept_) out.push_back(kept.sheet);
  return out;
}

std::shared_ptr<const ShelvedGame> GameShelf::find(const std::string& name) {
  for (auto& sheet : list())
    if (sheet->name == name) return sheet;
  return nullptr;
}

std::vector<std::string> GameShelf::names() {
  std::vector<std::string> out;
  for (const auto& sheet : list()) out.push_back(sheet->name);
  return out;
}

}  // namespace percept::service
