// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "programs_bench.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <functional>

#include "benchmarks/programs/farming_trial.h"
#include "benchmarks/programs/line_trial.h"
#include "benchmarks/programs/logistics_trial.h"
#include "benchmarks/programs/navigator_trial.h"
#include "benchmarks/programs/pong_trial.h"
#include "measure.h"

namespace tandem {

namespace {

// The same trial with several seeds.
struct Series {
  std::uint64_t first_seed = 1, last_seed = 1;
  bool is_twin = false;
  bool tells = false;

  std::string mode() const { return is_twin ? "twin" : "virtual"; }
  std::string name(const std::string& what) const { return fmt::format("{}, {}", what, mode()); }
};

// How one trial went, and what it cost.
template <class T>
struct Ran {
  std::uint64_t seed = 1;
  T result;
  double cpu_s = 0;

  double speed() const { return result.simulated_s / std::max(cpu_s, 1e-9); }
};

// Runs a trial with each seed and tells of it; `sum_up` makes a few words of a result.
template <class T>
std::vector<Ran<T>> run_series(const Series& series, const std::string& what,
                               const std::function<T(const TrialOptions&)>& run,
                               const std::function<std::string(const T&)>& sum_up) {
  std::vector<Ran<T>> all;
  for (std::uint64_t seed = series.first_seed; seed <= series.last_seed; ++seed) {
    const double begin = cpu_seconds();
    all.push_back({seed, run({.seed = seed, .is_twin = series.is_twin, .tells = series.tells}), 0});
    all.back().cpu_s = cpu_seconds() - begin;
    const T& result = all.back().result;
    fmt::print(stderr, "{}, seed {}: {}; {:.0f} s in {:.1f} s CPU\n", series.name(what), seed,
               sum_up(result), result.simulated_s, all.back().cpu_s);
  }
  return all;
}

template <class T>
double least(const std::vector<Ran<T>>& all, const std::function<double(const Ran<T>&)>& of) {
  double value = of(all.front());
  for (const auto& ran : all) value = std::min(value, of(ran));
  return value;
}

template <class T>
double most(const std::vector<Ran<T>>& all, const std::function<double(const Ran<T>&)>& of) {
  return -least<T>(all, [&](const Ran<T>& ran) { return -of(ran); });
}

template <class T>
double sum(const std::vector<Ran<T>>& all, const std::function<double(const Ran<T>&)>& of) {
  double value = 0;
  for (const auto& ran : all) value += of(ran);
  return value;
}

// In how many of the trials it went well.
template <class T>
BenchRow count_row(const std::string& what, const std::vector<Ran<T>>& all,
                   const std::function<bool(const T&)>& is_well, double needed_share,
                   std::string note = {}) {
  const double count = sum<T>(all, [&](const auto& ran) { return is_well(ran.result) ? 1 : 0; });
  const auto total = static_cast<double>(all.size());
  return {.what = what,
          .value = count,
          .unit = fmt::format("of {:.0f}", total),
          .target = std::ceil(needed_share * total - 1e-9),
          .is_smaller_better = false,
          .note = std::move(note)};
}

// How much faster than real time a whole mission is, with its cameras; asked of virtual robots.
template <class T>
BenchRow speed_row(const Series& series, const std::string& what, const std::vector<Ran<T>>& all) {
  return {.what = series.name(what + ": speed in lockstep"),
          .value = least<T>(all, [](const auto& ran) { return ran.speed(); }),
          .unit = "x real",
          .target = series.is_twin ? std::nullopt : std::optional(5.0),
          .is_smaller_better = false,
          .note = "CPU time, slowest seed"};
}

std::vector<BenchRow> line_rows(const Series& series) {
  using Course = LineCourseResult;
  const auto courses =
      run_series<Course>(series, "line course", run_line_course_trial, [](const Course& result) {
        return fmt::format(
            "{}, {:.0f} % covered, lateral RMS {:.1f} cm, at most {:.1f} cm",
            result.is_completed ? "completed" : "NOT COMPLETED: " + result.last_message,
            100 * result.covered, 100 * result.lateral_rms_m, 100 * result.lateral_max_m);
      });
  using Redrawn = LineRedrawnResult;
  const auto redrawn =
      run_series<Redrawn>(series, "line erased", run_line_redrawn_trial, [](const Redrawn& result) {
        return result.is_found_again ? fmt::format("found again after {:.0f} s", result.search_s)
                                     : "NOT FOUND AGAIN: " + result.last_message;
      });
  return {count_row<Course>(
              series.name("line: course completed"), courses,
              [](const Course& result) { return result.is_completed; }, 1),
          {.what = series.name("line: lateral RMS"),
           .value = most<Course>(courses,
                                 [](const auto& ran) { return 100 * ran.result.lateral_rms_m; }),
           .unit = "cm worst",
           .target = 2,
           .note = "after alignment"},
          count_row<Redrawn>(
              series.name("line: erased, new one found"), redrawn,
              [](const Redrawn& result) { return result.is_found_again; }, 1),
          speed_row<Course>(series, "line", courses)};
}

std::vector<BenchRow> logistics_rows(const Series& series) {
  using T = LogisticsTrialResult;
  const auto is_well = [](const T& result) {
    // a mission that nobody got in the way of was not asked
    return result.outcome == "all_delivered" && result.delivered == result.boxes &&
           result.touched.empty() && result.obstacles_dropped == result.obstacles;
  };
  const auto sum_up = [](const T& result) {
    return fmt::format(
        "{} of {} delivered, {} of {} obstacles dropped, {} zones searched, touched {}; {} {}",
        result.delivered, result.boxes, result.obstacles_dropped, result.obstacles,
        result.zone_searches,
        result.touched.empty() ? "nothing" : fmt::format("{}", fmt::join(result.touched, ", ")),
        result.outcome, result.message);
  };
  const auto four = run_series<T>(
      series, "logistics",
      [](const TrialOptions& trial) { return run_logistics_trial({.trial = trial}); }, sum_up);
  const auto second = run_series<T>(
      series, "logistics, second box",
      [](const TrialOptions& trial) {
        return run_logistics_trial({.trial = trial, .boxes = {2, 0, 0, 0}, .obstacles = 0});
      },
      sum_up);
  return {count_row<T>(series.name("logistics: all delivered, no collision"), four, is_well, 0.9,
                       "four boxes, two obstacles dropped"),
          count_row<T>(
              series.name("logistics: second box, no new search"), second,
              [](const T& result) {
                return result.delivered == result.boxes && result.known_zones_searched == 0;
              },
              1),
          speed_row<T>(series, "logistics", four),
          speed_row<T>(series, "logistics, second box", second)};
}

std::vector<BenchRow> farming_rows(const Series& series) {
  using T = FarmingTrialResult;
  constexpr double wanted_share = 0.98, wanted_corner_m = 0.05;
  const auto least_share = [](const T& result) {
    return std::min({result.ploughed, result.seeded, result.harvested});
  };
  const auto all = run_series<T>(
      series, "farming", [](const TrialOptions& trial) { return run_farming_trial(trial); },
      [](const T& result) {
        return fmt::format(
            "{}corners within {:.1f} cm, {:.1f} % ploughed, {:.1f} % seeded, {:.1f} % harvested",
            result.is_finished ? "" : "NOT FINISHED: " + result.ending + "; ",
            100 * result.corner_error_m, 100 * result.ploughed, 100 * result.seeded,
            100 * result.harvested);
      });
  return {count_row<T>(
              series.name("farming: finished"), all,
              [&](const T& result) {
                return result.is_finished && least_share(result) >= wanted_share &&
                       result.corner_error_m <= wanted_corner_m;
              },
              0.9, "with 98 % of tiles by each tool and corners within 5 cm"),
          {.what = series.name("farming: tiles of the worst tool"),
           .value = least<T>(all, [&](const auto& ran) { return 100 * least_share(ran.result); }),
           .unit = "% worst",
           .target = {},
           .is_smaller_better = false},
          {.what = series.name("farming: corners"),
           .value = most<T>(all, [](const auto& ran) { return 100 * ran.result.corner_error_m; }),
           .unit = "cm worst",
           .target = {}},
          speed_row<T>(series, "farming", all)};
}

std::vector<BenchRow> pong_rows(const Series& series) {
  using T = PongTrialResult;
  const auto all = run_series<T>(
      series, "pong", [](const TrialOptions& trial) { return run_pong_trial(trial); },
      [](const T& result) {
        return fmt::format("{} returned, {} conceded, {} scored, longest rally {}", result.returned,
                           result.conceded, result.scored, result.longest_rally);
      });
  const double returned = sum<T>(all, [](const auto& ran) { return ran.result.returned; });
  const double conceded = sum<T>(all, [](const auto& ran) { return ran.result.conceded; });
  return {{.what = series.name("pong: balls returned"),
           .value = 100 * returned / std::max(1.0, returned + conceded),
           .unit = "%",
           .target = {},
           .is_smaller_better = false,
           .note = fmt::format("{:.0f} of {:.0f}", returned, returned + conceded)},
          speed_row<T>(series, "pong", all)};
}

std::vector<BenchRow> navigator_rows(const Series& series) {
  using T = NavigatorTrialResult;
  const auto all = run_series<T>(
      series, "navigator",
      [](const TrialOptions& trial) { return run_navigator_trial({.trial = trial}); },
      [](const T& result) {
        std::string text = fmt::format(
            "{} of {} reached, {} collisions, {} boxes dropped, run into {} times", result.reached,
            result.goals, result.collisions, result.boxes_dropped, result.bumps);
        for (const std::string& miss : result.misses) text += fmt::format("\n    {}", miss);
        return text;
      });
  const auto ms = [](Duration time) { return 1000 * seconds(time); };
  const double planning =
      most<T>(all, [&](const auto& ran) { return ms(ran.result.planning.max()); });
  const double control =
      most<T>(all, [&](const auto& ran) { return ms(ran.result.control.max()); });
  const double goals = sum<T>(all, [](const auto& ran) { return ran.result.goals; });
  const double reached = sum<T>(all, [](const auto& ran) { return ran.result.reached; });
  const double bumps = sum<T>(all, [](const auto& ran) { return ran.result.bumps; });
  return {{.what = series.name("navigator: goals reached"),
           .value = 100 * reached / goals,
           .unit = "%",
           .target = 98,
           .is_smaller_better = false,
           .note = fmt::format("{:.0f} of {:.0f}", reached, goals)},
          {.what = series.name("navigator: collisions"),
           .value = sum<T>(all, [](const auto& ran) { return ran.result.collisions; }),
           .unit = "in all",
           .target = 0,
           .note = fmt::format("others ran into it {:.0f} times", bumps)},
          {.what = series.name("navigator: a plan"),
           .value = most<T>(
               all, [&](const auto& ran) { return ms(ran.result.planning.quantile(0.99)); }),
           .unit = "ms CPU p99",
           .target = 20,
           .note = fmt::format("longest {:.1f} ms", planning)},
          {.what = series.name("navigator: control at 20 Hz"),
           .value =
               most<T>(all, [&](const auto& ran) { return ms(ran.result.control.quantile(0.99)); }),
           .unit = "ms CPU p99",
           .target = 5,
           .note = fmt::format("longest {:.1f} ms", control)},
          {.what = series.name("navigator: speed in lockstep"),
           .value = least<T>(all, [](const auto& ran) { return ran.speed(); }),
           .unit = "x real",
           .target = {},
           .note = "without a camera"}};
}

struct Program {
  std::string name;
  std::vector<BenchRow> (*rows)(const Series&);
};

const std::vector<Program>& programs() {
  static const std::vector<Program> all{{"line", line_rows},
                                        {"logistics", logistics_rows},
                                        {"farming", farming_rows},
                                        {"pong", pong_rows},
                                        {"navigator", navigator_rows}};
  return all;
}

}  // namespace

std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const Program& program : programs()) names.push_back(program.name);
  return names;
}

ProgramsChoice& programs_choice() {
  static ProgramsChoice choice;
  return choice;
}

std::vector<BenchRow> bench_programs() {
  const ProgramsChoice& choice = programs_choice();
  std::vector<BenchRow> rows;
  for (const Program& program : programs()) {
    if (!choice.only.empty() && !std::ranges::count(choice.only, program.name)) continue;
    for (const bool is_twin : {false, true}) {
      if (!(is_twin ? choice.is_twin : choice.is_virtual)) continue;
      const Series series{choice.first_seed, choice.last_seed, is_twin, choice.tells};
      try {
        std::ranges::copy(program.rows(series), std::back_inserter(rows));
      } catch (const std::exception& error) {
        rows.push_back(failed(series.name(program.name), error.what()));
      }
    }
  }
  return rows;
}

}  // namespace tandem
