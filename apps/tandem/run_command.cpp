// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <fstream>
#include <iterator>
#include <memory>
#include <numbers>

#include "base/log.h"
#include "command.h"
#include "commands.h"
#include "companions.h"
#include "counted.h"
#include "filmed_room.h"
#include "keyboard.h"
#include "loading.h"
#include "ports/desk/fault_watch.h"
#include "ports/plant/overhead_setup.h"
#include "ports/record/recorder.h"
#include "projector_options.h"
#include "recording_options.h"
#include "robot_programs.h"
#include "run_keys.h"
#include "run_ros.h"
#include "run_web.h"
#include "scenario/overhead_file.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"
#include "stats_file.h"
#include "stop_signals.h"

namespace tandem {

namespace {

struct RunArguments {
  std::string scenario = "logistics";  // the one that shows most
  std::optional<std::string> mode;
  bool goes_through_pixels = false;
  bool is_paused = false;
  std::string speed = "1";
  std::optional<std::string> duration;
  std::optional<std::string> step;
  std::optional<std::string> seed;
  std::string episode = "0";
  std::vector<std::string> settings;
  bool prints_hash = false;
  std::optional<std::string> stats_file;
  bool has_programs = true;
  RosChoice ros;
  WebChoice web;
  ProjectorChoice projectors;
  std::string renderer = "auto";
  bool measures_all = false;
  std::string record_file;
  std::string record_compression = "zstd";
  bool records_all = false;
};

Duration parse_duration_option(const std::string& option, const std::string& text) {
  const std::optional<Duration> duration = parse_duration(text);
  if (!duration || *duration < Duration{})
    reject(fmt::format("{} takes a time with its unit such as 30s, 8ms or 2min; not '{}'", option,
                       text));
  return *duration;
}

RendererChoice parse_renderer_option(const std::string& text) {
  const std::optional<RendererChoice> choice = parse_renderer(text);
  if (!choice) reject(fmt::format("--renderer takes auto, ray or gl; not '{}'", text));
  return *choice;
}

std::uint64_t parse_whole_number(const std::string& option, const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [used, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || used != end)
    reject(fmt::format("{} takes a whole number from 0 to 2^64 - 1; not '{}'", option, text));
  return number;
}

ScenarioOptions scenario_options(const RunArguments& arguments) {
  ScenarioOptions options;
  if (arguments.seed) options.seed = parse_whole_number("--seed", *arguments.seed);
  if (arguments.step) options.step = parse_duration_option("--step", *arguments.step);
  options.overrides = parse_settings(arguments.settings);
  return options;
}

// Faults of a scenario begin whatever runs beside it.
std::unique_ptr<FaultWatch> watch_faults(const RunHandles& handles, RosPort* ros) {
  const auto tell = [events = handles.events, &control = handles.control](const WorldEvent& event) {
    log(LogLevel::warning, event.text);
    events->add(control.status().time, event);
  };
  return std::make_unique<FaultWatch>(ros ? &ros->network() : nullptr, handles.processes, tell);
}

bool has_cameras(const Simulation& simulation) {
  return std::ranges::any_of(*simulation.sensors(), [](const auto& sensor) {
    return sensor->type == "camera" || sensor->type == "stereo";
  });
}

// Every robot in the mode that was asked for.
std::vector<std::string> settings_of_mode(const RunArguments& arguments) {
  if (!arguments.mode) return {};
  if (*arguments.mode != "twin" && *arguments.mode != "virtual")
    reject(fmt::format("--mode takes virtual or twin; not '{}'", *arguments.mode));
  ScenarioOptions options = scenario_options(arguments);
  options.overrides.emplace_back("faults", "[]");  // which are judged when the mode is known
  const auto scenario = load_or_exit(arguments.scenario, options, Warnings::left_out);
  if (scenario->robots.empty()) reject(fmt::format("--mode: {} has no robot", scenario->name));
  std::vector<std::string> settings;
  for (const RobotConfig& robot : scenario->robots) {
    settings.push_back(fmt::format("robots.{}.mode={}", robot.name, *arguments.mode));
    // the tracker is told of the camera, so the twin hears metres
    if (arguments.goes_through_pixels && robot.twin.units == PoseUnits::pixels)
      settings.push_back(fmt::format("robots.{}.twin.units=m", robot.name));
  }
  return settings;
}

// A gate and a stand-in for the real robots, guards of those that have one, and where the stand-ins
// are filmed also who looks at the pictures: each a process of its own.
void start_stand_ins(const RunArguments& arguments, const Scenario& scenario,
                     Companions& companions) {
  std::vector<std::string> commands{"gate", "plant"};
  if (arguments.goes_through_pixels) commands.emplace_back("track");
  if (std::ranges::any_of(scenario.robots,
                          [](const RobotConfig& robot) { return robot.guard.has_value(); }))
    commands.emplace_back("guard");
  for (const std::string& command : commands) {
    std::vector<std::string> words{command};
    if (command == "track") words.emplace_back("--scenario");
    words.insert(words.end(), {arguments.scenario, "--no-warnings"});
    if (command == "plant" && arguments.goes_through_pixels) words.emplace_back("--camera");
    for (const std::string& setting : arguments.settings) {
      words.push_back("--set");
      words.push_back(setting);
    }
    if (!arguments.ros.arguments.empty()) {
      words.push_back("--ros-args");
      words.insert(words.end(), arguments.ros.arguments.begin(), arguments.ros.arguments.end());
    }
    companions.start(words);
  }
}

// The area that is filmed as that which is tracked, of robots that have none. That they can be seen
// from above is better told before anything is started.
ScenarioOverrides filmed_areas(const RunArguments& arguments, const Scenario& scenario) {
  const OverheadConfig camera = load_overhead(scenario, parse_settings(arguments.settings));
  const auto room = overhead_setup(scenario, scenario.robots, camera);
  if (!room) reject(fmt::format("--through-pixels: {}", room.error()));
  const auto& [middle, size_x_m, size_y_m] = room->floor;
  ScenarioOverrides areas;
  for (const RobotConfig& robot : scenario.robots)
    if (!robot.twin.area)
      areas.emplace_back(fmt::format("robots.{}.twin.area", robot.name),
                         fmt::format("{{x: {}, y: {}, yaw_deg: {}, size_x_m: {}, size_y_m: {}}}",
                                     middle.translation.x, middle.translation.y,
                                     middle.yaw * 180 / std::numbers::pi, size_x_m, size_y_m));
  return areas;
}

constexpr std::string_view keys =
    "space pauses, . steps, + and - change the speed, 1 is real time, m as fast as possible, r "
    "resets, q quits";

void obey_key(char key, RunControl& control, Inbox& inbox, StopSignals& signals) {
  if (obey_run_key(key, control, signals)) return;
  if (key == 'r') inbox.edits.put({Reset{}});
}

// Null without --record.
std::unique_ptr<Recorder> open_recorder(const RunArguments& arguments, const Scenario& scenario,
                                        std::uint64_t episode, SimTime start) {
  if (arguments.record_file.empty()) {
    if (arguments.records_all) reject("--record-all is about a recording; --record FILE makes one");
    return nullptr;
  }
  RecorderOptions options{.file = arguments.record_file,
                          .compression = parse_compression(arguments.record_compression),
                          .about = about_this_program(),
                          .wants_all = arguments.records_all,
                          .start_time = start};
  options.about["scenario"] = scenario.name;
  options.about["seed"] = fmt::format("{}", scenario.seed);
  options.about["episode"] = fmt::format("{}", episode);
  options.about["settings"] = fmt::format("{}", fmt::join(arguments.settings, " "));
  auto recorder = Recorder::create(options);
  if (!recorder) reject(fmt::format("--record: {}", recorder.error()));
  return *std::move(recorder);
}

// Records what a run publishes. A run that keeps to no clock waits for the disk, and for the thread
// that makes messages, instead of leaving holes in its recording.
class RecordingSink final : public Sink {
 public:
  // `ros` may be null.
  RecordingSink(Recorder& recorder, RosPort* ros, const RunControl& control)
      : recorder_(recorder), ros_(ros), control_(control) {}

  void publish(std::shared_ptr<const Frame> frame) override {
    recorder_.publish(std::move(frame));
    if (control_.status().speed != Pacer::as_fast_as_possible) return;
    if (ros_) ros_->wait_for_room();
    recorder_.wait_for_room();
  }

  // To be called when no frame will come any more, as long as the port is there.
  void finish() const {
    if (!ros_) return;
    ros_->wait_for_frames();
    if (const std::uint64_t dropped = ros_->dropped_frames(); dropped > 0)
      log(LogLevel::warning,
          fmt::format("this machine is too slow for all messages of this run: those of {} are "
                      "neither in the network nor in the recording; its replay has all of it",
                      counted(dropped, "frame")));
  }

 private:
  Recorder& recorder_;
  RosPort* const ros_;
  const RunControl& control_;
};

void run_scenario(RunArguments arguments) {
  const std::vector<std::string> of_mode = settings_of_mode(arguments);
  arguments.settings.insert(arguments.settings.end(), of_mode.begin(), of_mode.end());
  if (arguments.mode == "twin" && arguments.ros.is_off)
    reject("--mode twin needs ROS 2 to speak with the stand-in; it does not go with --no-ros");
  if (arguments.goes_through_pixels && arguments.mode != "twin")
    reject("--through-pixels films the stand-ins that --mode twin starts");
  RunOptions options{.speed = parse_speed(arguments.speed), .duration = {}};
  if (arguments.duration)
    options.duration = parse_duration_option("--duration", *arguments.duration);
  const std::uint64_t episode = parse_whole_number("--episode", arguments.episode);
  auto scenario = load_or_exit(arguments.scenario, scenario_options(arguments));
  if (scenario->clock == ClockType::wall && options.speed != 1)
    reject("this scenario has 'clock: wall', which runs at speed 1 only");
  if (arguments.goes_through_pixels) {
    ScenarioOptions with_areas = scenario_options(arguments);
    std::ranges::move(filmed_areas(arguments, *scenario), std::back_inserter(with_areas.overrides));
    scenario = load_or_exit(arguments.scenario, with_areas, Warnings::left_out);
  }
  const RendererChoice renderer_choice = parse_renderer_option(arguments.renderer);
  const std::optional<WebOptions> page = web_options(arguments.web);
  const std::optional<ProjectorOptions> floors = projector_options(arguments.projectors, *scenario);
  std::ofstream stats;
  if (arguments.stats_file) {
    stats.open(*arguments.stats_file);
    if (!stats) reject(fmt::format("--stats: cannot write '{}'", *arguments.stats_file));
  }

  Companions companions;
  if (arguments.mode == "twin") start_stand_ins(arguments, *scenario, companions);
  StopSignals signals;
  companions.watch();
  const auto interest = std::make_shared<SensorInterest>();
  SensorInterest::Claim everything;
  if (arguments.measures_all) everything = interest->want_all();
  SimulationOptions simulation_options{.interest = interest, .renderer = renderer_choice};
  WorldLoader loader(simulation_options);
  simulation_options.start_time = start_time(*scenario);
  simulation_options.episode = episode;
  auto simulation = std::make_unique<Simulation>(scenario, simulation_options);
  if (has_cameras(*simulation)) {
    const Result<std::string> renderer = simulation->renderer_name();
    if (!renderer) reject(fmt::format("--renderer: {}", renderer.error()));
  }
  log(LogLevel::info,
      fmt::format("running {}: {}, {}, step {} ms", scenario->name,
                  counted(scenario->world.models.size(), "object"),
                  counted(scenario->robots.size(), "robot"), seconds(scenario->step) * 1000));
  Inbox inbox;
  RunControl control;
  if (arguments.is_paused) control.pause();
  control.set_speed(options.speed);
  options.loader = &loader;
  RunReport report;
  const std::unique_ptr<Recorder> recorder =
      open_recorder(arguments, *scenario, episode, simulation_options.start_time);
  {
    const RunHandles handles{inbox,
                             control,
                             loader,
                             interest,
                             std::make_shared<EventLog>(),
                             std::make_shared<Processes>()};
    companions.tell_names(handles.processes);
    const std::unique_ptr<RosPort> ros = join_ros(arguments.ros, handles, recorder.get());
    EventRecorder events(handles.events);  // which the network does too
    // the page last: its link is for a run that has begun
    const auto cameras = claim_cameras(arguments.projectors, *simulation->sensors(), *interest);
    const std::unique_ptr<ProjectorPort> projectors =
        open_projectors(floors, ros ? &ros->board() : nullptr, control);
    const std::unique_ptr<WebPort> web =
        open_web(arguments.web, page, handles, ros ? &ros->network() : nullptr);
    // first, as long as the processes are there that others kill
    const std::unique_ptr<FaultWatch> fault_watch = watch_faults(handles, ros.get());
    std::vector<Sink*> sinks{fault_watch.get(), &companions};
    std::optional<RecordingSink> recording;
    if (recorder) sinks.push_back(&recording.emplace(*recorder, ros.get(), control));
    if (projectors) sinks.push_back(projectors.get());
    if (ros)
      sinks.push_back(ros.get());
    else
      sinks.push_back(&events);
    if (web) sinks.push_back(web.get());
    std::unique_ptr<MixedCamera> mixed;
    if (ros)
      mixed = open_mixed_camera(*scenario, arguments.settings, arguments.goes_through_pixels);
    if (mixed) sinks.push_back(mixed.get());
    std::unique_ptr<FloorLight> light;
    if (ros) light = open_floor_light(*scenario, arguments.settings, ros->board());
    if (light) sinks.push_back(light.get());
    // last, so that they end first: what they do to the robot at their end arrives
    std::optional<RobotPrograms> programs;
    if (ros && arguments.has_programs)
      sinks.push_back(&programs.emplace(arguments.ros.arguments, handles.processes));
    options.speed = control.status().speed;  // which may be given behind --ros-args too
    const Keyboard keyboard([&](char key) { obey_key(key, control, inbox, signals); });
    if (keyboard.is_active()) log(LogLevel::info, keys);
    const std::jthread status = show_status(control);
    report = run(simulation, inbox, sinks, control, options, signals.token());
    if (recording) recording->finish();
    if (projectors) report_on(*projectors);
  }

  if (recorder) report_on(recorder->close(), arguments.record_file);
  if (report.slipped > Duration{})
    log(LogLevel::warning,
        fmt::format("this machine is too slow for that speed: {:.3f} s were lost",
                    seconds(report.slipped)));
  if (report.dropped_pictures > 0)
    log(LogLevel::warning,
        fmt::format("{} not drawn: this machine is too slow for its cameras in real time",
                    counted(report.dropped_pictures, "picture")));
  log(LogLevel::info,
      fmt::format("{:.3f} s simulated in {:.3f} s: {:.1f} times real time, step mean {:.3f} ms, "
                  "p99 {:.3f} ms",
                  seconds(report.simulated), seconds(report.wall),
                  seconds(report.simulated) / std::max(1e-9, seconds(report.wall)),
                  seconds(simulation->times().whole.mean()) * 1000,
                  seconds(simulation->times().whole.quantile(0.99)) * 1000));
  if (stats.is_open()) {
    write_stats(stats, *simulation, report);
    stats.close();
    if (!stats) {
      log(LogLevel::error, fmt::format("--stats: writing '{}' failed", *arguments.stats_file));
      throw CLI::RuntimeError(1);
    }
  }
  if (arguments.prints_hash) fmt::print("{:016x}\n", report.state_hash);
}

}  // namespace

void add_run_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("run", "Run a scenario");
  const auto arguments = std::make_shared<RunArguments>();
  command
      ->add_option("SCENARIO", arguments->scenario,
                   "Name of a scenario that came with Tandem, or a yaml, sdf, world or urdf file")
      ->capture_default_str();
  command->add_flag("--headless", arguments->projectors.is_headless,
                    "Open no window, as --projector would; the page is served all the same");
  command->add_option("--speed", arguments->speed, "1 is real time; N times that; or max")
      ->capture_default_str();
  command->add_option("--duration", arguments->duration,
                      "Stop after this much simulated time, such as 30s");
  command->add_option("--step", arguments->step, "Time step, such as 8ms, instead of the file's");
  command->add_option("--seed", arguments->seed, "Seed instead of the file's");
  command
      ->add_option("--episode", arguments->episode,
                   "Which episode to begin with: each draws what is random anew")
      ->capture_default_str();
  command->add_option("--mode", arguments->mode,
                      "virtual: all robots are simulated; twin: all are twins of a stand-in that "
                      "is started too, behind a gate");
  command->add_flag("--through-pixels", arguments->goes_through_pixels,
                    "With --mode twin: a camera films the stand-ins, and a tracker finds them in "
                    "its pictures");
  add_settings_option(*command, arguments->settings);
  command
      ->add_option("--renderer", arguments->renderer,
                   "Who draws pictures: ray (processor), gl (GPU), or auto")
      ->capture_default_str();
  command->add_flag("--measure-all", arguments->measures_all,
                    "Let every sensor measure, also those that nobody listens to");
  command->add_flag("--paused", arguments->is_paused,
                    "Wait for the space key before the first step");
  command->add_flag("--hash", arguments->prints_hash, "Print the final state hash");
  command->add_option("--stats", arguments->stats_file, "Write how the run went to this JSON file");
  command->add_option("--record", arguments->record_file,
                      "Record the run into this MCAP file: topics, inputs and hashes, for tandem "
                      "replay, Foxglove and rosbag2");
  command->add_flag("--record-all", arguments->records_all,
                    "Record pictures and point clouds too, even if nobody else looks at them");
  command->add_option("--record-compression", arguments->record_compression, "zstd, lz4 or none")
      ->capture_default_str();
  add_web_options(*command, arguments->web);
  add_projector_options(*command, arguments->projectors);
  command->add_flag("!--no-program", arguments->has_programs,
                    "Run the world alone, without the robot programs of the scenario");
  command->add_flag("--no-ros", arguments->ros.is_off, "Take no part in a ROS 2 network");
  command->add_flag("--try-ros", arguments->ros.may_fail,
                    "Go on without ROS 2 if its network cannot be joined");
  command->footer(
      "Behind all of these, --ros-args -r a:=b -r __ns:=/lab -p speed:=2 and so on are understood "
      "as by any ROS 2 node.");
  Command(*command).on_run([arguments] {
    arguments->ros.arguments = ros_arguments();
    run_scenario(*arguments);
  });
}

}  // namespace tandem
