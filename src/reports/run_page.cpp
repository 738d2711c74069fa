// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "reports/html.h"
#include "reports/plots.h"

namespace tandem::reports {

namespace {

using State = AssertionResult::State;

std::string state_badge(State state) {
  return fmt::format("<span class=\"badge {0}\">{0}</span>", name_of(state));
}

std::string link_to_time(double seconds) {
  return fmt::format("<a href=\"#map\" data-goto=\"{:.3f}\">{}</a>", seconds, time_text(seconds));
}

std::string tile(const std::string& value, std::string_view what) {
  return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", value, escaped(what));
}

// People write and read angles in degrees.
struct PeoplesUnit {
  std::string name;
  double per_unit = 1;
};
PeoplesUnit peoples_unit(const std::string& unit) {
  constexpr double degrees = 180 / std::numbers::pi;
  if (unit == "rad") return {"deg", degrees};
  if (unit == "rad/s") return {"deg/s", degrees};
  return {unit};
}

// 20 deg that became radians and degrees again are 20 deg.
double for_people(double value, const std::string& unit) {
  return std::round(value * peoples_unit(unit).per_unit * 1e9) / 1e9;
}
std::string value_for_people(double value, const std::string& unit) {
  return value_text(for_people(value, unit), peoples_unit(unit).name);
}

std::string allowed_text(const AssertionResult& it) {
  if (it.low && it.high)
    return fmt::format("{} to {}", number_text(for_people(*it.low, it.unit)),
                       value_for_people(*it.high, it.unit));
  if (it.low) return (it.is_low_out ? "above " : "at least ") + value_for_people(*it.low, it.unit);
  if (it.high)
    return (it.is_high_out ? "below " : "at most ") + value_for_people(*it.high, it.unit);
  return "";
}

Series for_people(Series series) {
  const PeoplesUnit shown = peoples_unit(series.unit);
  series.unit = shown.name;
  for (double& value : series.values) value *= shown.per_unit;
  for (std::optional<double>* limit : {&series.low, &series.high})
    if (*limit) **limit *= shown.per_unit;
  return series;
}

std::string header(const RunResult& result, const PageLinks& links) {
  std::string html = fmt::format("<header class=\"top {}\">", name_of(result.verdict));
  if (!links.campaign.empty())
    html += fmt::format("<p><a href=\"{}\">← all runs</a></p>", escaped(links.campaign));
  html += link_to_comparison(links.comparison);
  html += fmt::format("<div class=\"headline\">{}<h1>{}</h1></div>",
                      verdict_badge(result.verdict, true), escaped(result.mission));
  html += fmt::format("<p class=\"soft\">in the world <b>{}</b>, robots {}, seed {}</p>",
                      escaped(result.scenario), escaped(result.mode), result.seed);
  if (!result.description.empty()) html += fmt::format("<p>{}</p>", escaped(result.description));
  if (!result.reason.empty())
    html += fmt::format("<p class=\"reason\">{}</p>", escaped(result.reason));
  if (!result.last_words.empty()) {
    std::string words;
    for (const std::string& line : result.last_words) words += escaped(line) + "\n";
    html += fmt::format("<p class=\"soft\">Its last words:</p><pre>{}</pre>", words);
  }
  const auto passed = std::ranges::count(result.assertions, State::passed, &AssertionResult::state);
  std::string tiles =
      tile(fmt::format("{} of {}", passed, result.assertions.size()), "expectations hold");
  tiles += tile(time_text(result.simulated_s), "simulated");
  // what a robot's figures say first
  constexpr std::array<std::string_view, 3> shown{"path_length", "odometry_error_max", "touched"};
  constexpr std::size_t most_tiles = 8;
  std::size_t count = 2;
  for (const std::string_view what : shown)
    for (const Metric& metric : result.metrics)
      if ((metric.name == what || metric.name.ends_with("." + std::string(what))) &&
          count++ < most_tiles)
        tiles += tile(escaped(value_text(metric.value, metric.unit)), figure_text(metric.name));
  for (const Metric& cost : result.costs)
    if (cost.name == "real_time_factor") tiles += tile(number_text(cost.value) + " ×", "real time");
  return html + fmt::format("<div class=\"tiles\">{}</div></header>\n", tiles);
}

std::string assertions_table(const RunResult& result) {
  if (result.assertions.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const AssertionResult& it : result.assertions) {
    std::string what = fmt::format("<b>{}</b>", escaped(it.name));
    if (!it.text.empty() && it.text != it.name) what += fmt::format("<p>{}</p>", escaped(it.text));
    if (!it.explanation.empty())
      what += fmt::format("<p class=\"{}\">{}</p>", it.state == State::failed ? "bad" : "soft",
                          escaped(it.explanation));
    rows.push_back(
        {state_badge(it.state), what,
         it.decided_s ? link_to_time(*it.decided_s) : "<span class=\"soft\">never</span>",
         it.value ? escaped(value_for_people(*it.value, it.unit)) : "", escaped(allowed_text(it)),
         it.line > 0 ? fmt::format("<span class=\"soft\">{}</span>", it.line) : ""});
  }
  return table({"", "Expectation", "#Decided at", "#Value", "Allowed", "#Line"}, rows);
}

std::string timeline_part(const RunResult& result) {
  if (result.timeline.empty()) return {};
  std::string html = timeline_chart(result.timeline, result.simulated_s);
  std::string rows;
  for (std::size_t i = 0; i < result.timeline.size(); ++i) {
    const TimelineEntry& entry = result.timeline[i];
    rows += fmt::format(
        "<tr id=\"e{}\"><td class=\"n\">{}</td><td><i class=\"dot {}{}\"></i>{}</td><td>{}</td><td "
        "class=\"{}\">{}</td></tr>\n",
        i, link_to_time(entry.time_s), name_of(entry.kind), entry.is_bad ? " bad" : "",
        name_of(entry.kind), escaped(entry.robot), entry.is_bad ? "bad" : "", escaped(entry.text));
  }
  const std::string list = fmt::format(
      "<div class=\"scroll\"><table><thead><tr><th "
      "class=\"n\">Time</th><th>Kind</th><th>Robot</th><th>What</th>"
      "</tr></thead><tbody>{}</tbody></table></div>\n",
      rows);
  if (result.timeline_left_out > 0)
    html += fmt::format(
        "<p class=\"bad\">{} more entries had no room here; verdicts are all here.</p>\n",
        result.timeline_left_out);
  constexpr std::size_t most_open = 40;
  if (result.timeline.size() <= most_open) return html + list;
  return html + fmt::format("<details><summary>all {} entries</summary>{}</details>\n",
                            result.timeline.size(), list);
}

std::string series_part(const RunResult& result) {
  std::string html;
  for (const Series& series : result.series) {
    std::vector<double> moments;
    for (const AssertionResult& assertion : result.assertions)
      if (assertion.series == series.name && assertion.state == State::failed &&
          assertion.decided_s)
        moments.push_back(*assertion.decided_s);
    html += series_chart(for_people(series), result.simulated_s, moments);
  }
  return html;
}

std::string image_of(const PictureFile& file, std::string_view attributes = "") {
  return fmt::format("<img alt=\"{}\" src=\"{}\"{}>", escaped(file.picture.caption),
                     data_uri("image/jpeg", file.jpeg), attributes);
}

std::string pictures_part(const std::vector<PictureFile>& pictures) {
  std::string html;
  for (const PictureFile& file : pictures) {
    if (file.picture.kind != Picture::Kind::moment) continue;
    html += fmt::format(
        "<figure>{}<figcaption>{} <span class=\"soft\">{}</span></figcaption></figure>",
        image_of(file), link_to_time(file.picture.time_s), escaped(file.picture.caption));
  }
  return html.empty() ? html : fmt::format("<div class=\"pictures\">{}</div>\n", html);
}

std::string film_part(const std::vector<PictureFile>& pictures) {
  std::string frames;
  int count = 0;
  for (const PictureFile& file : pictures) {
    if (file.picture.kind != Picture::Kind::film) continue;
    frames += image_of(file, fmt::format(" data-time=\"{:.3f}\"", file.picture.time_s));
    ++count;
  }
  if (count < 2) return {};
  return fmt::format(
      "<div class=\"film\"><div class=\"stage\">{}</div><div class=\"controls\"><button "
      "type=\"button\">Play</button>"
      "<input type=\"range\" min=\"0\" max=\"{}\" value=\"{}\" "
      "aria-label=\"moment\"><output></output></div></div>\n",
      frames, count - 1, count - 1);
}

std::string metrics_table(const std::vector<Metric>& metrics) {
  if (metrics.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const Metric& metric : metrics)
    rows.push_back(
        {escaped(figure_text(metric.name)), escaped(value_text(metric.value, metric.unit))});
  return table({"Figure", "#Value"}, rows);
}

// What maps said of cells whose truth is known, as a table for each robot that made one.
std::string map_part(const RunResult& result) {
  constexpr std::string_view first = ".map_true_positive";
  std::string html;
  for (const Metric& metric : result.metrics) {
    if (!metric.name.ends_with(first)) continue;
    const std::string robot = metric.name.substr(0, metric.name.size() - first.size());
    const auto find = [&](std::string_view what) {
      const auto found =
          std::ranges::find(result.metrics, fmt::format("{}.map_{}", robot, what), &Metric::name);
      return found == result.metrics.end() ? std::nullopt : std::optional(found->value);
    };
    const auto cells = [&](std::string_view what, std::string_view name) {
      const auto count = find(what);
      return fmt::format("{} <span class=\"soft\">{}</span>", count ? number_text(*count) : "-",
                         name);
    };
    html += fmt::format("<h3>{}</h3>\n", escaped(robot));
    html += table({"", "#said occupied", "#said free", "#not seen"},
                  {{"<b>is occupied</b>", cells("true_positive", "true positive"),
                    cells("false_negative", "false negative"), cells("unknown_occupied", "")},
                   {"<b>is free</b>", cells("false_positive", "false positive"),
                    cells("true_negative", "true negative"), cells("unknown_free", "")}});
    std::string shares;
    for (const auto& [what, text] :
         {std::pair{"precision", "of what it says to be occupied is"},
          std::pair{"recall", "of what is occupied, and was seen, it says to be"},
          std::pair{"accuracy", "of what was seen is right"},
          std::pair{"coverage", "of what can be reached was seen"}})
      if (const auto value = find(what))
        shares += fmt::format("<li><b>{:.1f} %</b> {}</li>", 100 * *value, text);
    if (!shares.empty()) html += fmt::format("<ul>{}</ul>\n", shares);
  }
  return html;
}

std::string environment_part(const RunResult& result) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](std::string_view what, const std::string& value) {
    if (!value.empty())
      rows.push_back({escaped(what), fmt::format("<code>{}</code>", escaped(value))});
  };
  add("mission file", result.mission_file);
  add("settings", fmt::format("{}", fmt::join(result.settings, " ")));
  add("drawn by the seed", fmt::format("{}", fmt::join(result.drawn, " ")));
  add("step", fmt::format("{} ms", number_text(result.step_s * 1000)));
  add("hash of the last state", result.state_hash);
  add("hash of the course", result.course_hash);
  add("recording", result.recording);
  for (const auto& [key, value] : result.environment) add(key, value);
  std::string html = table({"", ""}, rows);
  html += "<h3>To see it again</h3><pre>";
  html += fmt::format("tandem test {} --seeds {} --mode {}",
                      escaped(result.mission_file.empty() ? result.mission : result.mission_file),
                      result.seed, escaped(result.mode));
  for (const std::string& setting : result.settings)
    html += fmt::format(" --set '{}'", escaped(setting));
  html += "\n";
  if (!result.recording.empty())
    html += fmt::format("tandem replay {} --page\n", escaped(result.recording));
  return html + "</pre>\n";
}

}  // namespace

std::string verdict_badge(Verdict verdict, bool is_large) {
  return fmt::format("<span class=\"badge {} {}\">{}</span>", name_of(verdict),
                     is_large ? "large" : "", name_of(verdict));
}

std::string link_to_comparison(const std::string& link) {
  if (link.empty()) return {};
  return fmt::format("<p><a href=\"{}\">compared with the campaign before →</a></p>",
                     escaped(link));
}

const PictureFile* floor_of(const std::vector<PictureFile>& pictures) {
  const auto found = std::ranges::find_if(pictures, [](const PictureFile& file) {
    return file.picture.kind == Picture::Kind::floor && file.picture.area;
  });
  return found == pictures.end() ? nullptr : &*found;
}

std::string run_page(const RunResult& result, const std::vector<PictureFile>& pictures,
                     const PageLinks& links) {
  std::string body = header(result, links);
  body += section("expectations", "What was expected", assertions_table(result));
  body += section("film", "The last seconds", film_part(pictures));
  const std::string map = top_view({{&result, ""}}, floor_of(pictures));
  body += section("map", "Where it went", map);
  body += section("timeline", "What happened", timeline_part(result));
  body += section("pictures", "Pictures", pictures_part(pictures));
  body += section("series", "Values over time", series_part(result));
  body += section("confusion", "Its map against the truth, in cells", map_part(result));
  body += section("metrics", "Figures", metrics_table(result.metrics));
  body += section("costs", "What it cost on that machine", metrics_table(result.costs));
  body += section("environment", "Where and how it ran", environment_part(result));
  if (!map.empty())
    body += fmt::format(
        "<div class=\"player\" hidden><button type=\"button\">Play</button><input type=\"range\" "
        "min=\"0\" max=\"{0:.3f}\" "
        "step=\"0.01\" value=\"{0:.3f}\" aria-label=\"time\"><output>{1}</output></div>\n",
        std::max(result.simulated_s, 1e-3), time_text(result.simulated_s));
  return page(fmt::format("{}: {}", name_of(result.verdict), title_of(result)), body);
}

}  // namespace tandem::reports
