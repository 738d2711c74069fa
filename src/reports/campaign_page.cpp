// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>

#include "reports/campaign.h"
#include "reports/html.h"
#include "reports/plots.h"
#include "reports/run_page.h"

namespace tandem::reports {

namespace {

using Runs = std::vector<const CampaignRun*>;
constexpr std::array verdicts{Verdict::passed, Verdict::failed, Verdict::timeout, Verdict::error};

std::size_t count_of(const Runs& runs, Verdict verdict) {
  return static_cast<std::size_t>(std::ranges::count(
      runs, verdict, [](const CampaignRun* run) { return run->result.verdict; }));
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string share_bar(const Runs& runs) {
  std::string html = "<div class=\"share\">";
  for (const Verdict verdict : verdicts)
    if (const std::size_t count = count_of(runs, verdict); count > 0)
      html += fmt::format("<i class=\"{}\" style=\"flex:{}\" title=\"{} {}\"></i>",
                          name_of(verdict), count, count, name_of(verdict));
  return html + "</div>";
}

std::string counts_text(const Runs& runs) {
  std::string text;
  for (const Verdict verdict : verdicts)
    if (const std::size_t count = count_of(runs, verdict); count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, name_of(verdict));
  return text;
}

std::string linked(const CampaignRun& run, const std::string& text, std::string_view css = "") {
  const std::string title = escaped(fmt::format(
      "{}{}", title_of(run.result), run.result.reason.empty() ? "" : ": " + run.result.reason));
  if (run.link.empty())
    return fmt::format("<span class=\"{}\" title=\"{}\">{}</span>", css, title, text);
  return fmt::format("<a class=\"{}\" href=\"{}\" title=\"{}\">{}</a>", css, escaped(run.link),
                     title, text);
}

std::string cells(const Runs& runs) {
  std::string html = "<div class=\"grid-of-runs\">";
  for (const CampaignRun* run : runs)
    html += linked(*run, fmt::format("{}", run->result.seed),
                   fmt::format("cell {}", name_of(run->result.verdict)));
  return html + "</div>";
}

// Values of one figure in all runs that have it.
struct Spread {
  std::string unit;
  Counted counted;
};
std::map<std::string, Spread> spreads(const Runs& runs, std::vector<Metric> RunResult::*which) {
  std::map<std::string, Spread> all;
  for (const CampaignRun* run : runs)
    for (const Metric& metric : run->result.*which) {
      Spread& spread = all[metric.name];
      spread.unit = metric.unit;
      spread.counted.values.push_back(metric.value);
      if (!run->result.is_passed()) spread.counted.bad.push_back(metric.value);
    }
  return all;
}

// Figures that read the same in all runs are said once; of the others there is a picture.
std::string spread_figures(const std::map<std::string, Spread>& all) {
  std::string html, same;
  for (const auto& [name, spread] : all) {
    std::vector<double> sorted;
    std::ranges::copy_if(spread.counted.values, std::back_inserter(sorted),
                         [](double value) { return std::isfinite(value); });
    if (sorted.empty()) continue;
    std::ranges::sort(sorted);
    if (number_text(sorted.front()) == number_text(sorted.back())) {
      same += fmt::format("{}{} {}", same.empty() ? "" : ", ", escaped(figure_text(name)),
                          escaped(value_text(sorted.front(), spread.unit)));
      continue;
    }
    const double median = sorted[(sorted.size() - 1) / 2];
    html += fmt::format(
        "<figure><figcaption><b>{}</b><br><span class=\"soft\">{} to {}, half of them up to "
        "{}</span></figcaption>{}</figure>",
        escaped(figure_text(name)), number_text(sorted.front()),
        escaped(value_text(sorted.back(), spread.unit)), number_text(median),
        histogram(spread.counted));
  }
  if (!html.empty()) html = fmt::format("<div class=\"histograms\">{}</div>\n", html);
  if (!same.empty()) html += fmt::format("<p class=\"soft\">The same in all runs: {}.</p>\n", same);
  return html;
}

// Why runs did not pass: each reason once, with its runs.
std::string failures_table(const std::vector<CampaignRun>& runs) {
  struct Group {
    std::string mission, what;
    Verdict verdict{};
    std::string example;
    std::string links;
    std::size_t count = 0;
  };
  std::map<std::pair<std::string, std::string>, Group> groups;
  for (const CampaignRun& run : runs) {
    if (run.result.is_passed()) continue;
    // runs fail by their expectations, and else by what they say themselves
    std::vector<std::string> names;
    std::string example = run.result.reason;
    for (const AssertionResult& assertion : run.result.assertions)
      if (assertion.state == AssertionResult::State::failed) {
        names.push_back(assertion.name);
        if (names.size() == 1 && !assertion.explanation.empty()) example = assertion.explanation;
      }
    const std::string what = names.empty() ? std::string(name_of(run.result.verdict))
                                           : fmt::format("{}", fmt::join(names, ", "));
    Group& group = groups[{run.result.mission, what}];
    if (group.count++ == 0) group = {run.result.mission, what, run.result.verdict, example, "", 1};
    group.links += (group.links.empty() ? "" : " ") +
                   linked(run, fmt::format("{}", run.result.seed),
                          fmt::format("cell {}", name_of(run.result.verdict)));
  }
  if (groups.empty()) return {};
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, group] : groups)
    rows.push_back(
        {fmt::format("{}", group.count), verdict_badge(group.verdict),
         fmt::format("<b>{}</b><p>{}</p><p class=\"soft\">{}</p>", escaped(group.mission),
                     escaped(group.what), escaped(group.example)),
         fmt::format("<div class=\"grid-of-runs\">{}</div>", group.links)});
  return table({"#Runs", "", "What did not hold, and the first example", "Seeds"}, rows);
}

std::string missions_part(const std::vector<CampaignRun>& runs) {
  std::string html;
  for (const auto& [key, group] : by_mission(runs)) {
    html += fmt::format("<h3>{} <span class=\"soft\">{}</span></h3>", escaped(title_of(key)),
                        counts_text(group));
    html += share_bar(group) + cells(group);
  }
  return html;
}

std::string maps_part(const std::vector<CampaignRun>& runs) {
  std::string html;
  for (const auto& [key, group] : by_mission(runs)) {
    if (group.size() < 2) continue;
    std::vector<MappedRun> mapped;
    const PictureFile* floor = nullptr;
    for (const CampaignRun* run : group) {
      mapped.push_back({&run->result, ""});
      if (!floor) floor = floor_of(run->pictures);
    }
    const std::string map = top_view(mapped, floor);
    if (!map.empty()) html += fmt::format("<h3>{}</h3>{}", escaped(title_of(key)), map);
  }
  return html;
}

std::string figures_part(const std::vector<CampaignRun>& runs,
                         std::vector<Metric> RunResult::*which) {
  std::string html;
  for (const auto& [key, group] : by_mission(runs)) {
    const std::string figures = spread_figures(spreads(group, which));
    if (!figures.empty()) html += fmt::format("<h3>{}</h3>{}", escaped(title_of(key)), figures);
  }
  return html;
}

// What was the same for all, and what was not.
std::string environments(const std::vector<CampaignRun>& runs) {
  std::map<std::string, std::set<std::string>> values;
  for (const CampaignRun& run : runs)
    for (const auto& [key, value] : run.result.environment) values[key].insert(value);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, set] : values) {
    constexpr std::size_t most = 4;
    std::string text;
    std::size_t shown = 0;
    for (const std::string& value : set)
      if (shown++ < most)
        text += fmt::format("{}<code>{}</code>", text.empty() ? "" : "<br>", escaped(value));
    if (set.size() > most) text += fmt::format("<br>and {} more", set.size() - most);
    rows.push_back({escaped(key), text});
  }
  return rows.empty() ? std::string() : table({"", ""}, rows);
}

}  // namespace

MissionKey key_of(const RunResult& result) {
  return {result.mission, std::filesystem::path(result.mission_file).filename().string(),
          result.scenario, result.mode};
}

std::string title_of(const MissionKey& key) {
  const bool says_file = std::filesystem::path(key.file).stem() != key.mission;
  return fmt::format("{}{} in {}, {}", key.mission, says_file ? fmt::format(" ({})", key.file) : "",
                     key.scenario, key.mode);
}

std::map<MissionKey, std::vector<const CampaignRun*>> by_mission(
    const std::vector<CampaignRun>& runs) {
  std::map<MissionKey, Runs> groups;
  for (const CampaignRun& run : runs) groups[key_of(run.result)].push_back(&run);
  for (auto& [key, group] : groups)
    std::ranges::stable_sort(group, {}, [](const CampaignRun* run) { return run->result.seed; });
  return groups;
}

std::string campaign_page(const std::vector<CampaignRun>& runs, const std::string& title,
                          const std::string& comparison_link) {
  Runs all;
  double simulated_s = 0;
  for (const CampaignRun& run : runs) {
    all.push_back(&run);
    simulated_s += run.result.simulated_s;
  }
  const std::size_t passed = count_of(all, Verdict::passed);
  const Verdict verdict = passed == runs.size() ? Verdict::passed : Verdict::failed;
  std::string body = fmt::format(
      "<header class=\"top {}\"><div class=\"headline\">{}<h1>{}</h1></div><p class=\"soft\">{} of "
      "{} runs of {} "
      "passed; {} simulated</p>{}<p class=\"soft\">{}</p>{}</header>\n",
      name_of(verdict), verdict_badge(verdict, true), escaped(title), passed, runs.size(),
      counted(by_mission(runs).size(), "mission"), time_text(simulated_s), share_bar(all),
      counts_text(all), link_to_comparison(comparison_link));
  body += section("failures", "What did not pass", failures_table(runs));
  body += section("missions", "Missions, with a run for each seed", missions_part(runs));
  body += section("maps", "Where they went", maps_part(runs));
  body += section("figures", "Figures of all runs", figures_part(runs, &RunResult::metrics));
  body += section("costs", "What they cost on that machine", figures_part(runs, &RunResult::costs));
  body += section("environment", "Where they ran", environments(runs));
  return page(fmt::format("{}: {} of {} passed", title, passed, runs.size()), body);
}

}  // namespace tandem::reports
