// SPDX-License-Identifier: MIT
//
// Charts as SVG text that stands alone: no scripts, no fonts or styles from elsewhere, the same text for the same
// figures. Bars lie on their side, a group a category, so that long names can be read; lines have a band around them
// where there are bounds (a confidence interval), dots where there are few of them, and their names beside them.
//
//   BarChart chart{.title = …, .value_label = …, .logarithmic = true, .categories = …, .series = …};
//   write(to_svg(chart));
//
// On a logarithmic axis only values above zero can be shown; others are left out, as are those that are absent.
//
// Plain values: threads may read one together.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace percept::lab {

struct BarChart {
  struct Series {
    std::string name;
    std::vector<std::optional<double>> values;  // by category
  };

  std::string title;
  std::string subtitle;
  std::string value_label;
  bool logarithmic = false;
  std::vector<std::string> categories;
  std::vector<Series> series;
};
std::string to_svg(const BarChart& chart);

struct LineChart {
  struct Point {
    double x, y;
    double low, high;  // the band; both are y where there is none
  };
  struct Series {
    std::string name;
    std::vector<Point> points;              // in the order of x
    std::optional<std::size_t> color = {};  // by its number, the same in several charts; by its place if not given
  };

  std::string title;
  std::string subtitle;
  std::string x_label, y_label;
  bool logarithmic_x = false, logarithmic_y = false;
  std::vector<Series> series;
  bool whole_x = false;  // whole numbers on the x axis
  // A dashed line across, with a name.
  struct Limit {
    double y;
    std::string name;
  };
  std::optional<Limit> limit = {};
};
std::string to_svg(const LineChart& chart);

// A figure as people write it, with the two or three digits that count: 0.0042, 1.30, 12 377.
std::string short_figure(double value);

}  // namespace percept::lab
