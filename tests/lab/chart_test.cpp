// SPDX-License-Identifier: MIT
//
// Charts are well-formed XML, show every value that can be shown, and nothing comes from elsewhere.
#include "lab/chart.h"

#include <cmath>
#include <limits>

#include "lab/well_formed.h"
#include "support/support.h"

using namespace percept::lab;
using percept::test::elements;
using percept::test::has;

namespace {

BarChart small_chart() {
  return {
      "A <title> & more", "below", "seconds", true, {"one", "two \"quoted\""}, {{"a", {0.01, 120}}, {"b", {{}, 3}}}};
}

}  // namespace

TEST_CASE("a bar for each value, a name for each category and series") {
  std::string svg = to_svg(small_chart());
  auto found = elements(svg);
  REQUIRE(found);
  CHECK(found->at("svg") == 1);
  CHECK(found->at("rect") == 1 + 2 + 3);  // background, legend, bars
  CHECK(has(svg, "A &lt;title&gt; &amp; more"));
  for (const std::string text :
       {"below", "seconds", ">one<", "two &quot;quoted&quot;", ">a<", ">b<", ">120<", ">0.010<"})
    CHECK_MESSAGE(has(svg, text), text);
}

TEST_CASE("a logarithmic axis has powers of ten, and a longer bar for ten times as much") {
  std::string svg = to_svg(small_chart());
  for (const std::string tick : {">0.001<", ">0.1<", ">1<", ">10<", ">1000<"}) CHECK_MESSAGE(has(svg, tick), tick);
  BarChart even{"t", "", "v", true, {"a", "b", "c"}, {{"s", {1, 10, 100}}}};
  std::vector<double> widths;
  std::string text = to_svg(even);
  for (std::size_t at = text.find("height=\"8.0\""); at != std::string::npos; at = text.find("height=\"8.0\"", at + 1))
    widths.push_back(std::stod(text.substr(text.rfind("width=\"", at) + 7)));
  REQUIRE(widths.size() == 3);
  CHECK(widths[1] - widths[0] == doctest::Approx(widths[2] - widths[1]).epsilon(0.01));
  CHECK(widths[0] > 0);
}

TEST_CASE("values that cannot be shown are left out") {
  double infinity = std::numeric_limits<double>::infinity();
  BarChart odd{"t", "", "v", true, {"a", "b", "c", "d"}, {{"s", {0.0, -1.0, infinity, std::nan("")}}}};
  auto found = elements(to_svg(odd));
  REQUIRE(found);
  CHECK(found->at("rect") == 2);
  CHECK(elements(to_svg(BarChart{})));
  CHECK(elements(to_svg(LineChart{})));
  CHECK_FALSE(has(to_svg(odd), "nan"));
  CHECK_FALSE(has(to_svg(odd), "inf"));
}

TEST_CASE("lines have a band around them") {
  LineChart chart{"t",
                  "",
                  "rounds",
                  "error",
                  false,
                  true,
                  {{"one", {{1, 0.1, 0.05, 0.2}, {2, 0.2, 0.1, 0.4}}}, {"two", {{1, 10, 10, 10}}}, {"none", {}}}};
  std::string svg = to_svg(chart);
  auto found = elements(svg);
  REQUIRE(found);
  CHECK(found->at("polyline") == 2);
  CHECK(found->at("polygon") == 2);
  for (const std::string text : {"rounds", "error", ">one<", ">two<", ">0.01<", ">10<"})
    CHECK_MESSAGE(has(svg, text), text);
}

TEST_CASE("charts stand alone and are the same for the same figures") {
  std::string svg = to_svg(small_chart());
  CHECK(svg == to_svg(small_chart()));
  for (const std::string part : {"<script", "href", "@import", "url("}) CHECK_FALSE_MESSAGE(has(svg, part), part);
}

TEST_CASE("figures as people write them") {
  CHECK(short_figure(0) == "0");
  CHECK(short_figure(0.0042) == "0.0042");
  CHECK(short_figure(0.42) == "0.42");
  CHECK(short_figure(1.3) == "1.30");
  CHECK(short_figure(97.5) == "97.5");
  CHECK(short_figure(930.04) == "930");
  CHECK(short_figure(12376.75) == "12 377");
  CHECK(short_figure(1234567) == "1 234 567");
  CHECK(short_figure(-2.5) == "-2.50");
}

TEST_CASE("text that is not well-formed would be noticed") {
  CHECK(elements("<a><b x=\"1\"/></a>"));
  CHECK_FALSE(elements("<a><b></a>"));
  CHECK_FALSE(elements("<a>"));
  CHECK_FALSE(elements("<a>&nothing;</a>"));
  CHECK_FALSE(elements("<a b=1/>"));
}

TEST_CASE("a limit is a dashed line with a name, and whole numbers have whole ticks") {
  LineChart chart{
      "t", "", "round", "s", false, true, {{"one", {{1, 0.1, -0.05, 0.2}, {2, 0.2, 0.1, 4}, {3, 1, 1, 1}}}}};
  chart.whole_x = true;
  chart.limit = {2, "budget"};
  std::string svg = to_svg(chart);
  auto found = elements(svg);
  REQUIRE(found);
  CHECK(found->at("polygon") == 1);
  CHECK(found->at("circle") == 3);
  for (const std::string text : {"stroke-dasharray", ">budget<", ">1<", ">2<", ">3<"})
    CHECK_MESSAGE(has(svg, text), text);
  CHECK_FALSE(has(svg, ">1.5<"));
  CHECK_FALSE(has(svg, ">0<"));
  CHECK_FALSE(has(svg, "nan"));
}
