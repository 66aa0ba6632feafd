// SPDX-License-Identifier: MIT
#include "lab/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/text.h"

namespace percept::lab {
namespace {

// Colours that people who see few of them can tell apart (Okabe and Ito 2008).
constexpr std::array<const char*, 7> kColors = {"#999999", "#e69f00", "#0072b2", "#009e73",
                                                "#cc79a7", "#d55e00", "#56b4e9"};

const char* color_of(std::size_t series) { return kColors[series % kColors.size()]; }

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : printable(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

// Where a value lies on an axis from 0 to 1, and where the axis has its ticks.
class Axis {
 public:
  Axis(const std::vector<double>& values, bool logarithmic, bool from_zero, bool whole = false)
      : logarithmic_(logarithmic) {
    double low = 0, high = 1;
    bool first = true;
    for (double value : values) {
      if (!shows(value)) continue;
      low = first ? value : std::min(low, value);
      high = first ? value : std::max(high, value);
      first = false;
    }
    if (logarithmic) {
      if (first) low = high = 1;
      low_ = std::floor(std::log10(low) + 1e-9);
      high_ = std::ceil(std::log10(high) - 1e-9);
      // A bar starts at the axis, so that the shortest needs some room.
      if (from_zero && std::log10(low) - low_ < 0.15) --low_;
      if (high_ <= low_) high_ = low_ + 1;
      step_ = std::max(1.0, std::ceil((high_ - low_) / 10));
      return;
    }
    if (from_zero) low = std::min(low, 0.0);
    if (high <= low) high = low + 1;
    double rough = (high - low) / 6, power = std::pow(10, std::floor(std::log10(rough)));
    step_ = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
    if (whole) {  // from the first to the last, with ticks between
      step_ = std::max(step_, 1.0);
      low_ = low;
      high_ = high;
      first_tick_ = std::ceil(low / step_ - 1e-9) * step_;
      return;
    }
    low_ = first_tick_ = std::floor(low / step_ + 1e-9) * step_;
    high_ = std::ceil(high / step_ - 1e-9) * step_;
  }

  bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  double position(double value) const {
    double at = logarithmic_ ? (value > 0 ? std::log10(value) : low_) : value;
    return std::clamp((at - low_) / (high_ - low_), 0.0, 1.0);
  }
  std::vector<double> ticks() const {
    std::vector<double> out;
    double first = logarithmic_ ? low_ : first_tick_;
    auto count = static_cast<int>(std::floor((high_ - first) / step_ + 1e-9));
    for (int i = 0; i <= count; ++i) out.push_back(logarithmic_ ? std::pow(10, first + i * step_) : first + i * step_);
    return out;
  }
  std::string text(double tick) const {
    if (logarithmic_ && (tick < 1e-4 * 0.99 || tick > 1e6 * 1.01)) return fmt::format("1e{:.0f}", std::log10(tick));
    double shown = std::abs(tick) < step_ * 1e-6 && !logarithmic_ ? 0 : tick;
    return fmt::format("{:.6g}", shown);
  }

 private:
  bool logarithmic_;
  double low_ = 0, high_ = 1, step_ = 1;  // of logarithms where it is logarithmic
  double first_tick_ = 0;
};

struct Frame {
  double left, top, width, height;  // of the plot
};

class Drawing {
 public:
  Drawing(double width, double height, const std::string& title) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} "
        "{1:.0f}\" "
        "font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"12\" fill=\"#222222\">\n<title>{2}</title>\n",
        width, height, escaped(title));
    rectangle(0, 0, width, height, "#ffffff");
  }

  void rectangle(double x, double y, double width, double height, std::string_view color) {
    text_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"/>\n", x, y,
                         width, height, color);
  }
  void line(double x1, double y1, double x2, double y2, std::string_view color, std::string_view more = {}) {
    text_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"{}/>\n", x1, y1,
                         x2, y2, color, more);
  }
  void text(double x, double y, std::string_view anchor, int size, std::string_view text, std::string_view more = {}) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\"{}>{}</text>\n", x, y,
                         anchor, size, more, escaped(text));
  }
  void raw(std::string_view element) { text_ += element; }
  std::string finished() { return text_ + "</svg>\n"; }

 private:
  std::string text_;
};

void draw_heading(Drawing& drawing, double left, const std::string& title, const std::string& subtitle) {
  drawing.text(left, 26, "start", 16, title, " font-weight=\"bold\"");
  if (!subtitle.empty()) drawing.text(left, 45, "start", 12, subtitle, " fill=\"#555555\"");
}

template <class Series>
void draw_legend(Drawing& drawing, double left, double top, const std::vector<Series>& series) {
  double x = left;
  for (std::size_t i = 0; i < series.size(); ++i) {
    drawing.rectangle(x, top - 10, 12, 12, color_of(i));
    drawing.text(x + 17, top, "start", 12, series[i].name);
    x += 40 + 7.2 * static_cast<double>(character_count(series[i].name));
  }
}

void draw_x_axis(Drawing& drawing, const Frame& frame, const Axis& axis, const std::string& label) {
  double bottom = frame.top + frame.height;
  for (double tick : axis.ticks()) {
    double x = frame.left + frame.width * axis.position(tick);
    drawing.line(x, frame.top, x, bottom, "#dddddd");
    drawing.text(x, bottom + 17, "middle", 11, axis.text(tick));
  }
  drawing.text(frame.left + frame.width / 2, bottom + 38, "middle", 12, label);
}

}  // namespace

std::string short_figure(double value) {
  if (value == 0) return "0";
  double size = std::abs(value);
  if (size >= 999.5) {
    std::string digits = fmt::format("{:.0f}", size);
    for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, " ");
    return (value < 0 ? "-" : "") + digits;
  }
  int before = static_cast<int>(std::floor(std::log10(size))) + 1;  // digits, negative for zeros behind the point
  return fmt::format("{:.{}f}", value, std::clamp((size < 1 ? 2 : 3) - before, 0, 9));
}

std::string to_svg(const BarChart& chart) {
  constexpr double kBar = 9, kGap = 10, kPlot = 620, kRight = 70, kTop = 90, kBottom = 55;
  std::size_t longest = 0;
  for (const std::string& category : chart.categories) longest = std::max(longest, character_count(category));
  double group = kBar * static_cast<double>(chart.series.size()) + kGap;
  Frame frame{30 + 6.8 * static_cast<double>(longest), kTop, kPlot,
              group * static_cast<double>(std::max<std::size_t>(1, chart.categories.size()))};
  Drawing drawing(frame.left + frame.width + kRight, frame.top + frame.height + kBottom, chart.title);
  draw_heading(drawing, 20, chart.title, chart.subtitle);
  draw_legend(drawing, frame.left, 72, chart.series);

  std::vector<double> values;
  for (const BarChart::Series& series : chart.series)
    for (const std::optional<double>& value : series.values)
      if (value) values.push_back(*value);
  Axis axis(values, chart.logarithmic, true);
  draw_x_axis(drawing, frame, axis, chart.value_label);
  double zero = chart.logarithmic ? 0 : axis.position(0);
  for (std::size_t c = 0; c < chart.categories.size(); ++c) {
    double top = frame.top + group * static_cast<double>(c);
    if (c > 0) drawing.line(20, top, frame.left + frame.width, top, "#eeeeee");
    drawing.text(frame.left - 8, top + group / 2 + 4, "end", 12, chart.categories[c]);
    for (std::size_t s = 0; s < chart.series.size(); ++s) {
      const auto& of_series = chart.series[s].values;
      if (c >= of_series.size() || !of_series[c] || !axis.shows(*of_series[c])) continue;
      double to = axis.position(*of_series[c]);
      double y = top + kGap / 2 + kBar * static_cast<double>(s);
      drawing.rectangle(frame.left + frame.width * std::min(zero, to), y, frame.width * std::abs(to - zero), kBar - 1,
                        color_of(s));
      drawing.text(frame.left + frame.width * std::max(zero, to) + 3, y + kBar - 1.5, "start", 8,
                   short_figure(*of_series[c]));
    }
  }
  drawing.line(frame.left + frame.width * zero, frame.top, frame.left + frame.width * zero, frame.top + frame.height,
               "#222222");
  return drawing.finished();
}

std::string to_svg(const LineChart& chart) {
  constexpr double kBottom = 55, kBetween = 16;
  constexpr std::size_t kMostDots = 40;
  std::size_t longest = 0;
  for (const LineChart::Series& series : chart.series) longest = std::max(longest, character_count(series.name));
  Frame frame{80, 66, 640, 360};
  double legend = frame.left + frame.width + kBetween;
  Drawing drawing(legend + 44 + 7 * static_cast<double>(longest), frame.top + frame.height + kBottom, chart.title);
  draw_heading(drawing, 20, chart.title, chart.subtitle);

  std::vector<double> xs, ys;
  for (const LineChart::Series& series : chart.series)
    for (const LineChart::Point& point : series.points) {
      xs.push_back(point.x);
      ys.push_back(point.y);
      // A band that comes near zero would stretch a logarithmic axis for ever: it is cut at the axis.
      for (double bound : {point.low, point.high})
        if (!chart.logarithmic_y || (bound > point.y / 3 && bound < point.y * 3)) ys.push_back(bound);
    }
  if (chart.limit) ys.push_back(chart.limit->y);
  Axis x_axis(xs, chart.logarithmic_x, false, chart.whole_x), y_axis(ys, chart.logarithmic_y, false);
  double bottom = frame.top + frame.height;
  auto x_of = [&](double x) { return frame.left + frame.width * x_axis.position(x); };
  auto y_of = [&](double y) { return bottom - frame.height * y_axis.position(y); };
  for (double tick : y_axis.ticks()) {
    double y = y_of(tick);
    drawing.line(frame.left, y, frame.left + frame.width, y, "#dddddd");
    drawing.text(frame.left - 8, y + 4, "end", 11, y_axis.text(tick));
  }
  draw_x_axis(drawing, frame, x_axis, chart.x_label);
  double middle = frame.top + frame.height / 2;
  drawing.text(20, middle, "middle", 12, chart.y_label, fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));

  auto color = [&](std::size_t s) { return color_of(chart.series[s].color.value_or(s)); };
  auto shown = [&](const LineChart::Point& point) { return x_axis.shows(point.x) && y_axis.shows(point.y); };
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    std::string band, back;
    for (const LineChart::Point& point : chart.series[s].points) {
      if (!shown(point)) continue;
      band += fmt::format("{:.1f},{:.1f} ", x_of(point.x), y_of(point.high));
      back = fmt::format("{:.1f},{:.1f} ", x_of(point.x), y_of(point.low)) + back;
    }
    if (band.empty()) continue;
    drawing.raw(fmt::format("<polygon points=\"{}{}\" fill=\"{}\" fill-opacity=\"0.15\"/>\n", band, back, color(s)));
  }
  if (chart.limit && y_axis.shows(chart.limit->y)) {
    double y = y_of(chart.limit->y);
    drawing.line(frame.left, y, frame.left + frame.width, y, "#555555", " stroke-dasharray=\"5 4\"");
    drawing.text(frame.left + frame.width - 4, y - 5, "end", 11, chart.limit->name, " fill=\"#555555\"");
  }
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    const LineChart::Series& series = chart.series[s];
    std::string line, dots;
    for (const LineChart::Point& point : series.points) {
      if (!shown(point)) continue;
      line += fmt::format("{:.1f},{:.1f} ", x_of(point.x), y_of(point.y));
      if (series.points.size() <= kMostDots)
        dots += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\" fill=\"{}\"/>\n", x_of(point.x),
                            y_of(point.y), color(s));
    }
    if (line.empty()) continue;
    drawing.raw(
        fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\" "
                    "stroke-linejoin=\"round\"/>\n",
                    line, color(s)));
    drawing.raw(dots);
  }
  drawing.line(frame.left, bottom, frame.left + frame.width, bottom, "#222222");
  drawing.line(frame.left, frame.top, frame.left, bottom, "#222222");
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    double y = frame.top + 12 + 20 * static_cast<double>(s);
    bool empty = std::ranges::none_of(chart.series[s].points, shown);
    drawing.line(legend, y - 4, legend + 22, y - 4, empty ? "#ffffff" : color(s), " stroke-width=\"3\"");
    drawing.text(legend + 29, y, "start", 12, chart.series[s].name, empty ? " fill=\"#aaaaaa\"" : "");
  }
  return drawing.finished();
}

}  // namespace percept::lab
