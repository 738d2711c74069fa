// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "geometry/pose2.h"

namespace tandem {

// What is known of one run of a mission after it: all that a report shows. As a file it is JSON
// with the same names (docs/mission-results.md). Times are simulated seconds since the run began;
// values are in the unit that stands beside them.

enum class Verdict {
  passed,
  failed,   // something that was expected is not true
  error,    // it could not be judged: a file is wrong, or a program has died
  timeout,  // its time was over before all was decided
};

// One thing that a mission expects, and what became of it.
struct AssertionResult {
  enum class State { undecided, passed, failed };

  std::string name;
  std::string kind;  // "reach", "within", "eventually", "always", "never", "stays" or "ordered"
  std::string text;  // what is expected, for people
  int line = 0;      // of the mission's file
  State state = State::undecided;
  std::optional<double> decided_s;               // when that was known
  std::string explanation;                       // why, with the value: a sentence
  std::optional<double> value;                   // that decided it
  std::optional<double> low, high;               // what was allowed; nothing: no limit
  bool is_low_out = false, is_high_out = false;  // the limit itself was not
  std::string unit;
  std::string series;  // the name of the one that shows the value; empty: none does
};

struct TimelineEntry {
  enum class Kind { event, world, goal, program, verdict };  // event: something the mission did

  double time_s = 0;
  Kind kind = Kind::world;
  std::string text;
  std::string robot;  // whose it is; empty: none's
  bool is_bad = false;
};

struct Metric {
  std::string name;  // "path_length", of robots with their name before it: "emaros.path_length"
  double value = 0;
  std::string unit;  // empty: a count or a share
};

// Where something was.
struct RecordedPath {
  enum class Kind { robot, odometry, thing };  // odometry: where a robot believes to be
  struct Point {
    double time_s = 0;
    double x = 0, y = 0, z = 0, yaw = 0;  // of the world
    friend bool operator==(const Point&, const Point&) = default;
  };

  std::string name;  // of the robot or thing
  Kind kind = Kind::robot;
  std::vector<Point> points;  // ten a second, and the last
};

// A value over time, because something was expected of it or the mission watches it.
struct Series {
  std::string name;  // "speed of emaros"
  std::string unit;
  std::vector<double> times_s;
  std::vector<double> values;
  std::optional<double> low, high;  // what was allowed
};

// What stands where, seen from above, as the run began or as it came.
struct Outline {
  enum class Kind { fixed, movable, zone, line };  // line: painted on the floor

  std::string name;
  Kind kind = Kind::fixed;
  std::vector<Vec2> points;  // around it; of a line, along it
  double came_s = 0;         // later than the start: somebody put it there
  std::optional<double> gone_s{};
};

// A JPEG file.
struct Picture {
  enum class Kind {
    moment,
    film,   // one of many of the last seconds, in their order
    floor,  // the world straight from above, to lie under trajectories
  };
  // The part of the world that a floor shows, at the height of the ground, in metres.
  struct Area {
    double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
    friend bool operator==(const Area&, const Area&) = default;
  };

  double time_s = 0;
  std::string caption;
  std::string file;  // relative to the file of the result
  Kind kind = Kind::moment;
  std::optional<Area> area{};
};

struct RunResult {
  static constexpr int format = 1;  // grows when readers have to change

  std::string mission;  // its name
  std::string mission_file;
  std::string description;
  std::string scenario;
  std::string mode;  // "virtual" or "twin"
  std::uint64_t seed = 1;
  std::vector<std::string> settings;  // beside those of the mission: "robots.emaros.pose.x=1"
  std::vector<std::string> drawn;     // what the seed drew of the mission's `vary`, in the same way

  Verdict verdict = Verdict::error;
  std::string reason;                   // of any verdict but passed, as a sentence
  std::vector<std::string> last_words;  // of what has died
  double simulated_s = 0;
  double step_s = 0;
  std::string state_hash;   // of the last state; the same mission and seed give the same
  std::string course_hash;  // of all states on the way

  std::vector<AssertionResult> assertions;
  std::vector<TimelineEntry> timeline;
  std::uint64_t timeline_left_out = 0;  // entries that had no room; verdicts always have
  std::vector<Metric> metrics;
  std::vector<RecordedPath> trajectories;
  std::vector<Series> series;
  std::vector<Outline> outlines;
  std::vector<Picture> pictures;
  std::string recording;  // relative to the file of the result; empty: none was kept

  // What another run of the same mission may have otherwise: time, processor, memory, versions.
  std::vector<Metric> costs;
  std::map<std::string, std::string> environment;

  bool is_passed() const { return verdict == Verdict::passed; }
};

// "passed", ...; and back.
std::string_view name_of(Verdict verdict);
std::string_view name_of(AssertionResult::State state);
std::string_view name_of(TimelineEntry::Kind kind);
std::string_view name_of(RecordedPath::Kind kind);
std::string_view name_of(Outline::Kind kind);
std::string_view name_of(Picture::Kind kind);

// One line for each run in lists: "drive_to_goal, twin, seed 3".
std::string title_of(const RunResult& result);

enum class ResultParts {
  all,
  repeatable,  // only what is the same for the same mission and seed
};
std::string to_json(const RunResult& result, ResultParts parts = ResultParts::all);
// Nothing in the text is trusted.
Result<RunResult> parse_run_result(std::string_view json);

// Nothing when it could be written.
std::optional<Error> write_result(const RunResult& result, const std::filesystem::path& file);
Result<RunResult> read_result(const std::filesystem::path& file);

}  // namespace tandem
