// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <tuple>

#include "reports/campaign.h"
#include "reports/html.h"
#include "reports/plots.h"
#include "reports/run_page.h"

namespace tandem::reports {

namespace {

struct RunKey {
  MissionKey mission;
  std::uint64_t seed = 0;
  friend auto operator<=>(const RunKey&, const RunKey&) = default;
};

// Of several runs of one mission and seed, as with other settings, the first.
std::map<RunKey, const CampaignRun*> by_key(const std::vector<CampaignRun>& runs) {
  std::map<RunKey, const CampaignRun*> keyed;
  for (const CampaignRun& run : runs)
    keyed.emplace(RunKey{key_of(run.result), run.result.seed}, &run);
  return keyed;
}

std::size_t passed_of(const std::vector<const CampaignRun*>& runs) {
  return static_cast<std::size_t>(
      std::ranges::count_if(runs, [](const CampaignRun* run) { return run->result.is_passed(); }));
}

std::string badge_with_link(const CampaignRun& run) {
  const std::string badge = verdict_badge(run.result.verdict);
  return run.link.empty() ? badge : fmt::format("<a href=\"{}\">{}</a>", escaped(run.link), badge);
}

struct Change {
  const CampaignRun* before;
  const CampaignRun* after;
};

std::string changes_table(const std::vector<Change>& changes) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [before, after] : changes) {
    const RunResult& worse = after->result.is_passed() ? before->result : after->result;
    rows.push_back({badge_with_link(*before), badge_with_link(*after),
                    fmt::format("<b>{}</b><p class=\"soft\">{}</p>",
                                escaped(title_of(after->result)), escaped(worse.reason))});
  }
  return rows.empty() ? std::string() : table({"Before", "After", "Run"}, rows);
}

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// Ten times nothing is no change.
double measured(double value) { return std::abs(value) < nothing ? 0 : value; }

// Figures of runs that both campaigns have.
struct Moved {
  std::string unit;
  std::vector<double> before, after;
};
using MovedFigures = std::map<std::string, Moved>;

MovedFigures moved_figures(const std::vector<Change>& pairs,
                           std::vector<Metric> RunResult::*which) {
  MovedFigures figures;
  for (const auto& [before, after] : pairs)
    for (const Metric& metric : after->result.*which) {
      const auto& others = before->result.*which;
      const auto other = std::ranges::find(others, metric.name, &Metric::name);
      if (other == others.end() || !std::isfinite(metric.value) || !std::isfinite(other->value))
        continue;
      Moved& moved = figures[metric.name];
      moved.unit = metric.unit;
      moved.before.push_back(measured(other->value));
      moved.after.push_back(measured(metric.value));
    }
  return figures;
}

// "+3.1 %"; what reads as no change at all says that it is one.
std::string change_text(double before, double after) {
  if (before == 0) return "";
  const double percent = 100 * (after - before) / std::abs(before);
  if (percent == 0) return "0 %";
  if (std::abs(percent) < 0.05) return "under 0.1 %";
  return fmt::format("{:+.1f} %", percent);
}

std::string figures_table(const MovedFigures& figures, bool shows_all) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [name, moved] : figures) {
    if (!shows_all && moved.before == moved.after) continue;
    const double before = mean_of(moved.before), after = mean_of(moved.after);
    rows.push_back({escaped(figure_text(name)), escaped(value_text(before, moved.unit)),
                    escaped(value_text(after, moved.unit)), change_text(before, after),
                    strips(moved.before, moved.after)});
  }
  return rows.empty() ? std::string()
                      : table({"Figure", "#Mean before", "#Mean after", "#Change",
                               "Each run: before above, after below"},
                              rows, "figures");
}

// Everything that was said of one thing in the runs of a campaign.
using Said = std::map<std::string, std::set<std::string>>;

Said said_in(const std::vector<CampaignRun>& runs) {
  Said said;
  for (const CampaignRun& run : runs) {
    said["settings"].insert(
        run.result.settings.empty()
            ? "those of the missions"
            : fmt::format("--set {}", fmt::join(run.result.settings, " --set ")));
    for (const auto& [key, value] : run.result.environment) said[key].insert(value);
  }
  return said;
}

// What both ran with: settings always, all else where it differs.
std::string conditions_table(const std::vector<CampaignRun>& before,
                             const std::vector<CampaignRun>& after) {
  Said old_said = said_in(before), new_said = said_in(after);
  std::set<std::string> keys;
  for (const Said* said : {&old_said, &new_said})
    for (const auto& [key, values] : *said)
      if (key != "settings" && old_said[key] != new_said[key]) keys.insert(key);
  const auto cell = [](const std::set<std::string>& values) {
    std::string html;
    for (const std::string& value : values)
      html += fmt::format("{}<code>{}</code>", html.empty() ? "" : "<br>", escaped(value));
    return html;
  };
  std::vector<std::vector<std::string>> rows{
      {"settings", cell(old_said["settings"]), cell(new_said["settings"])}};
  for (const std::string& key : keys)
    rows.push_back({escaped(key), cell(old_said[key]), cell(new_said[key])});
  return table({"", "Before", "After"}, rows);
}

}  // namespace

std::string comparison_page(const std::vector<CampaignRun>& before,
                            const std::vector<CampaignRun>& after, const std::string& before_title,
                            const std::string& after_title) {
  const auto old_runs = by_key(before), new_runs = by_key(after);
  std::map<MissionKey, std::vector<Change>> pairs;
  std::vector<Change> broken, mended;
  std::size_t both = 0, same_course = 0, only_after = 0;
  for (const auto& [key, run] : new_runs) {
    const auto old_run = old_runs.find(key);
    if (old_run == old_runs.end()) {
      ++only_after;
      continue;
    }
    const Change change{old_run->second, run};
    pairs[key.mission].push_back(change);
    ++both;
    same_course += !run->result.course_hash.empty() &&
                   run->result.course_hash == change.before->result.course_hash;
    const bool was_passed = change.before->result.is_passed();
    if (was_passed && !run->result.is_passed()) broken.push_back(change);
    if (!was_passed && run->result.is_passed()) mended.push_back(change);
  }
  const std::size_t only_before = old_runs.size() - both;
  const std::size_t repeated = before.size() - old_runs.size() + after.size() - new_runs.size();

  const Verdict verdict = broken.empty() ? Verdict::passed : Verdict::failed;
  std::string body = fmt::format(
      "<header class=\"top {}\"><p><a href=\"index.html\">← the runs after</a></p><h1>{} → "
      "{}</h1><p class=\"soft\">{} runs are in both{}{}{}</p><div "
      "class=\"tiles\">"
      "<div class=\"tile\"><b class=\"{}\">{}</b><span>passed before and do not now</span></div>"
      "<div class=\"tile\"><b class=\"{}\">{}</b><span>pass now and did not before</span></div>"
      "<div class=\"tile\"><b>{}</b><span>went the same way, bit for "
      "bit</span></div></div></header>\n",
      name_of(verdict), escaped(before_title), escaped(after_title), both,
      only_before > 0 ? fmt::format(", {} only before", only_before) : "",
      only_after > 0 ? fmt::format(", {} only after", only_after) : "",
      repeated > 0
          ? fmt::format("; {} left out, as there is another of the same mission and seed", repeated)
          : "",
      broken.empty() ? "" : "bad", broken.size(), mended.empty() ? "" : "good", mended.size(),
      same_course);
  body += section("conditions", "What they ran with", conditions_table(before, after));
  body += section("broken", "Broken", changes_table(broken));
  body += section("mended", "Mended", changes_table(mended));

  const auto old_missions = by_mission(before), new_missions = by_mission(after);
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, runs] : new_missions) {
    const auto old_mission = old_missions.find(key);
    const std::string was =
        old_mission == old_missions.end()
            ? "<span class=\"soft\">was not there</span>"
            : fmt::format("{} of {}", passed_of(old_mission->second), old_mission->second.size());
    rows.push_back(
        {escaped(title_of(key)), was, fmt::format("{} of {}", passed_of(runs), runs.size())});
  }
  for (const auto& [key, runs] : old_missions)
    if (!new_missions.contains(key))
      rows.push_back({escaped(title_of(key)), fmt::format("{} of {}", passed_of(runs), runs.size()),
                      "<span class=\"soft\">is not there</span>"});
  body += section("missions", "Runs that passed", table({"Mission", "#Before", "#After"}, rows));

  std::string figures, costs;
  for (const auto& [key, changes] : pairs) {
    const std::string moved = figures_table(moved_figures(changes, &RunResult::metrics), false);
    if (!moved.empty()) figures += fmt::format("<h3>{}</h3>{}", escaped(title_of(key)), moved);
    const std::string cost = figures_table(moved_figures(changes, &RunResult::costs), true);
    if (!cost.empty()) costs += fmt::format("<h3>{}</h3>{}", escaped(title_of(key)), cost);
  }
  if (figures.empty()) figures = "<p class=\"soft\">All figures are what they were.</p>\n";
  body += section("figures", "Figures that moved", figures);
  body += section("costs", "What they cost", costs);
  return page(fmt::format("{} → {}", before_title, after_title), body);
}

}  // namespace tandem::reports
