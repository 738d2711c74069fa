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
#include "filmed_room.h"
#include "loading.h"
#include "middleware/dds_context.h"
#include "ports/tracking/picture_folder.h"
#include "ports/tracking/tracking_node.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct TrackArguments {
  std::string file;
  std::optional<std::string> topic;
  std::optional<bool> is_compressed;
  std::optional<std::string> folder;
  bool repeats = false;
  CompanionArguments stand_ins;  // where a scenario takes the place of the file
};

[[noreturn]] void fail_tracking(const std::string& sentence) {
  log(LogLevel::error, sentence);
  throw CLI::RuntimeError(1);
}

// What the stand-ins of a scenario look like from above.
TrackingSetup setup_of_scenario(const CompanionArguments& arguments) {
  const ChosenRobots robots = chosen_robots(arguments);
  return tracking_below(filmed_room(arguments, robots), robots);
}

TrackingSetup setup_of_file(const std::string& file) {
  Findings findings;
  auto setup = read_tracking_file(file, findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!setup) throw CLI::RuntimeError(1);
  return *std::move(setup);
}

TrackingSetup setup_of(const TrackArguments& arguments) {
  if (arguments.file.empty() == arguments.stand_ins.scenario.empty())
    reject_command("tandem track needs a tracking file, or a scenario with --scenario");
  TrackingSetup setup = arguments.file.empty() ? setup_of_scenario(arguments.stand_ins)
                                               : setup_of_file(arguments.file);
  if (arguments.topic) {
    setup.source = {.topic = *arguments.topic};
  } else if (arguments.folder) {
    setup.source = {.folder = *arguments.folder, .rate_hz = setup.source.rate_hz};
  }
  if (arguments.is_compressed) {
    if (setup.source.topic.empty()) reject_command("--compressed is about pictures of a topic");
    setup.source.is_compressed = *arguments.is_compressed;
  }
  return setup;
}

// Shows the pictures of a folder at their rate, as if they were taken now.
void show_folder(const PictureSource& source, bool repeats, TrackingNode& node,
                 std::stop_token stop) {
  const auto files = picture_files(source.folder);
  if (!files) fail_tracking(files.error());
  const auto period =
      std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / source.rate_hz));
  std::mutex mutex;
  std::condition_variable_any bell;
  auto due = std::chrono::steady_clock::now();
  do {
    for (const std::filesystem::path& file : *files) {
      std::unique_lock lock(mutex);
      bell.wait_until(lock, stop, due, [] { return false; });
      if (stop.stop_requested()) return;
      due += period;
      const auto image = read_grey_picture(file);
      if (!image) {
        log(LogLevel::warning, image.error());
        continue;
      }
      node.look(*image, std::chrono::system_clock::now().time_since_epoch(), "camera");
    }
  } while (repeats);
  log(LogLevel::info, fmt::format("that were {} pictures", files->size()));
}

void run_track(const TrackArguments& arguments) {
  const TrackingSetup setup = setup_of(arguments);
  StopSignals signals;
  TrackingNode node(setup, {.context = program_context(), .arguments = ros_arguments()});
  for (const TrackedRobot& robot : setup.robots)
    log(LogLevel::info,
        fmt::format("{}: marker {} of {}, {:g} mm, is told of on {}", robot.name, robot.marker.id,
                    setup.dictionary->name, 1e3 * robot.marker.place.size_m, robot.topic));
  if (!setup.source.topic.empty()) {
    log(LogLevel::info, fmt::format("pictures from {}", setup.source.topic));
    return wait_for_stop(signals.token());
  }
  show_folder(setup.source, arguments.repeats, node, signals.token());
}

}  // namespace

void add_track_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "track", "Tell where robots are from the pictures of a camera above them, by their markers");
  const auto arguments = std::make_shared<TrackArguments>();
  command->add_option("FILE", arguments->file,
                      "Camera, dictionary and robots: YAML as in docs/tracking.md");
  command->add_option("--scenario", arguments->stand_ins.scenario,
                      "Follow the stand-ins of this scenario, as tandem plant --camera films them");
  add_settings_option(*command, arguments->stand_ins.settings);
  command->add_flag("--no-warnings", arguments->stand_ins.leaves_out_warnings,
                    "Does not say that there are warnings about the scenario");
  CLI::Option* topic =
      command->add_option("--topic", arguments->topic, "Pictures from this topic instead");
  command->add_option("--folder", arguments->folder, "Pictures from this folder instead")
      ->excludes(topic);
  command->add_flag_callback(
      "--compressed", [arguments] { arguments->is_compressed = true; },
      "The topic has compressed pictures");
  command->add_flag("--repeat", arguments->repeats, "Of a folder: again and again");
  command->callback([arguments] { run_track(*arguments); });
}

}  // namespace tandem
