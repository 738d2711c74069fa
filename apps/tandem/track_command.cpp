// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "base/log.h"
#include "commands.h"
#include "companion_options.h"
#include "counted.h"
#include "filmed_room.h"
#include "loading.h"
#include "middleware/dds_context.h"
#include "ports/tracking/plane_node.h"
#include "ports/tracking/tracking_node.h"
#include "source_options.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct TrackArguments {
  std::string file;
  SourceChoice source;
  bool repeats = false;
  bool is_plane = false;
  CompanionArguments stand_ins;  // where a scenario takes the place of the file
};

void choose_source(const TrackArguments& arguments, PictureSource& source) {
  source = chosen_source(arguments.source, source);
  if (arguments.repeats && source.folder.empty() && source.film.empty())
    reject_command("--repeat is about a film or a folder");
}

// A file as `read` reads it, with the source that was chosen.
template <typename Read>
auto setup_of_file(const TrackArguments& arguments, const Read& read) {
  Findings findings;
  auto setup = read(arguments.file, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!setup) throw CLI::RuntimeError(1);
  choose_source(arguments, setup->source);
  return *std::move(setup);
}

TrackingSetup setup_of(const TrackArguments& arguments) {
  if (arguments.file.empty() == arguments.stand_ins.scenario.empty())
    reject_command("tandem track needs a tracking file, or a scenario with --scenario");
  if (!arguments.file.empty()) return setup_of_file(arguments, read_tracking_file);
  // what the stand-ins of the scenario look like from above
  const ChosenRobots robots = chosen_robots(arguments.stand_ins);
  TrackingSetup setup = tracking_below(filmed_room(arguments.stand_ins, robots), robots);
  choose_source(arguments, setup.source);
  return setup;
}

// From the last picture of a film or folder that is shown again to its first.
Duration gap_of(const PictureSource& source) {
  constexpr double film_rate_hz = 30;
  const double rate_hz = source.folder.empty() ? film_rate_hz : source.rate_hz;
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / rate_hz));
}

void pause(Duration time, std::stop_token stop) {
  std::mutex mutex;
  std::condition_variable_any bell;
  std::unique_lock lock(mutex);
  bell.wait_for(lock, stop, time, [] { return false; });
}

// Shows pictures that do not come by a topic.
template <typename Node>
void show(const PictureSource& source, bool repeats, Node& node, std::stop_token stop) {
  std::uint64_t used = 0, left_out = 0;
  for (bool goes_on = true; goes_on;) {
    bool has_any = false;
    const std::unique_ptr<PictureStream> pictures = open_source(source);
    while (const auto picture = pictures->next(stop)) {
      if (!*picture) node.refuse(picture->error());
      has_any = has_any || *picture;
      if (*picture && node.look((*picture)->image, (*picture)->stamp, "camera"))
        ++used;
      else
        ++left_out;
    }
    // what none of can be read will not be better the next time
    goes_on = repeats && has_any && !stop.stop_requested();
    if (goes_on && source.pace == FilmPace::stamps) pause(gap_of(source), stop);
  }
  const std::string others =
      left_out == 0 ? "" : fmt::format("; {} could not be used", counted(left_out, "picture"));
  log(LogLevel::info, fmt::format("looked at {}{}", counted(used, "picture"), others));
  if (used > 0 || stop.stop_requested()) return;
  log(LogLevel::error, fmt::format("{} has no picture that could be used", describe(source)));
  throw CLI::RuntimeError(1);
}

template <typename Node>
void look_on(const TrackArguments& arguments, const PictureSource& source, Node& node,
             std::stop_token stop) {
  log(LogLevel::info, fmt::format("pictures from {}", describe(source)));
  if (!source.topic.empty()) return wait_for_stop(stop);
  show(source, arguments.repeats, node, stop);
}

void run_plane(const TrackArguments& arguments) {
  if (arguments.file.empty()) reject_command("tandem track --plane needs a plane file");
  const PlaneSetup setup = setup_of_file(arguments, read_plane_file);
  StopSignals signals;
  PlaneNode node(setup, {.context = program_context(), .arguments = ros_arguments()});
  log(LogLevel::info,
      fmt::format("{}: by a plane of {:g} x {:g} m, is told of on {}{}", setup.robot,
                  setup.tracker.target.width_m, setup.tracker.target.height_m, setup.topic,
                  setup.odometry_topic.empty() ? std::string()
                                               : ", with the wheels of " + setup.odometry_topic));
  look_on(arguments, setup.source, node, signals.token());
}

void run_track(const TrackArguments& arguments) {
  if (arguments.is_plane) return run_plane(arguments);
  const TrackingSetup setup = setup_of(arguments);
  StopSignals signals;
  TrackingNode node(setup, {.context = program_context(), .arguments = ros_arguments()});
  for (const TrackedRobot& robot : setup.robots)
    log(LogLevel::info,
        fmt::format("{}: marker {} of {}, {:g} mm, is told of on {}", robot.name, robot.marker.id,
                    setup.dictionary->name, 1e3 * robot.marker.place.size_m, robot.topic));
  look_on(arguments, setup.source, node, signals.token());
}

}  // namespace

void add_track_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "track", "Tell where robots are from the pictures of a camera above them, by their markers");
  const auto arguments = std::make_shared<TrackArguments>();
  command->add_option("FILE", arguments->file,
                      "Camera, dictionary and robots: YAML as in docs/tracking.md");
  CLI::Option* const scenario = command->add_option(
      "--scenario", arguments->stand_ins.scenario,
      "Follow the stand-ins of this scenario, as tandem plant --camera films them");
  add_settings_option(*command, arguments->stand_ins.settings);
  command->add_flag("--no-warnings", arguments->stand_ins.leaves_out_warnings,
                    "Does not say that there are warnings about the scenario");
  command
      ->add_flag("--plane", arguments->is_plane,
                 "The robot's own camera looks at a plane whose place is known, without markers; "
                 "FILE is a plane file")
      ->excludes(scenario);
  add_source_options(*command, arguments->source);
  command->add_flag("--repeat", arguments->repeats, "Of a film or a folder: again and again");
  command->callback([arguments] { run_track(*arguments); });
}

}  // namespace tandem
