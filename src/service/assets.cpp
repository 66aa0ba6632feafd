// SPDX-License-Identifier: MIT
#include "service/assets.h"

#include <string_view>

// The assembler puts each file between two labels; CMake says where they are, and compiles this anew when one changes.
#define PERCEPT_ASSET(label, file)                                                                                     \
  __asm__(".section .rodata\n.global " #label "\n" #label ":\n.incbin \"" PERCEPT_PAGES "/" file "\"\n.global " #label \
          "_end\n" #label "_end:\n.previous\n");                                                                       \
  extern "C" const char label[], label##_end[]

PERCEPT_ASSET(percept_page_html, "index.html");
PERCEPT_ASSET(percept_page_js, "app.js");
PERCEPT_ASSET(percept_page_css, "app.css");
PERCEPT_ASSET(percept_page_icon, "icon.svg");

namespace percept::service {
namespace {

struct Asset {
  std::string_view type, text;
};

Reply sent(const Asset& asset) {
  Reply out;
  out.type = asset.type;
  out.body = asset.text;
  out.headers.emplace_back("Content-Security-Policy",
                           "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
                           "'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  return out;
}

}  // namespace

Reply missing_page() {
  Reply out = sent({"text/html; charset=utf-8", {percept_page_html, percept_page_html_end}});
  out.status = 404;
  return out;
}

void add_asset_routes(std::vector<Route>& routes) {
  static const Asset html{"text/html; charset=utf-8", {percept_page_html, percept_page_html_end}},
      js{"text/javascript; charset=utf-8", {percept_page_js, percept_page_js_end}},
      css{"text/css; charset=utf-8", {percept_page_css, percept_page_css_end}},
      icon{"image/svg+xml", {percept_page_icon, percept_page_icon_end}};
  auto add = [&](const char* path, const Asset& asset) {
    routes.push_back({"GET", path, [&asset](const Request&) { return sent(asset); }});
  };
  for (const char* page :
       {"/", "/play/{game}", "/matches", "/m/{id}", "/tournaments", "/t/{name}", "/rules", "/rules/{game}", "/players"})
    add(page, html);
  add("/app.js", js);
  add("/app.css", css);
  add("/icon.svg", icon);
}

}  // namespace percept::service
