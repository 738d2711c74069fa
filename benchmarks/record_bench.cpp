// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <thread>

#include "base/random.h"
#include "bench_list.h"
#include "laboratory/lockstep_world.h"
#include "measure.h"
#include "messages/cdr.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "middleware/type_ids.h"
#include "ports/record/recorder.h"
#include "ports/record/replay.h"
#include "ports/record/replay_tape.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

fs::path bench_file() {
  return fs::temp_directory_path() / fmt::format("tandem-bench-{}.mcap", getpid());
}

// A picture with some noise on smooth shades, as cameras have it: neither zeros nor dice.
SharedBytes picture() {
  sensor_msgs::msg::Image image{.height = 480, .width = 640, .encoding = "rgb8", .step = 1920};
  Random random(1, "picture");
  for (int row = 0; row < 480; ++row)
    for (int column = 0; column < 1920; ++column)
      image.data.push_back(
          static_cast<std::uint8_t>((row + column / 3) / 8 + random.uniform(0, 2)));
  return std::make_shared<const std::vector<std::byte>>(to_cdr(image));
}

// 100 MB a second for 4 s, as they would come.
void measure_stream(Compression compression, std::vector<BenchRow>& rows) {
  const std::string what = fmt::format("100 MB/s of pictures, {}", name_of(compression));
  const auto recorder = Recorder::create({.file = bench_file(), .compression = compression});
  if (!recorder) {
    rows.push_back(failed(what, recorder.error()));
    return;
  }
  const SharedBytes bytes = picture();
  const auto topic = std::make_shared<const Recorder::Topic>(
      Recorder::Topic{"/camera/image", type_id<sensor_msgs::msg::Image>(), {}});
  const auto count = static_cast<int>(4 * 100e6 / static_cast<double>(bytes->size()));
  const double start_s = wall_seconds();
  const double cpu_before_s = cpu_seconds();
  for (int i = 0; i < count; ++i) {
    const Duration time = 4'000'000'000ns * i / count;
    const double ahead_s = seconds(time) - (wall_seconds() - start_s);
    if (ahead_s > 0) std::this_thread::sleep_for(std::chrono::duration<double>(ahead_s));
    (*recorder)->record(topic, bytes, time, time);
  }
  const RecorderReport report = (*recorder)->close();
  const double taken_s = wall_seconds() - start_s;
  const double cpu_s = cpu_seconds() - cpu_before_s;
  const double written_mb =
      static_cast<double>(report.messages) * static_cast<double>(bytes->size()) / 1e6;
  rows.push_back(
      {.what = what,
       .value = static_cast<double>(report.dropped_messages),
       .unit = "dropped",
       .target = 0,
       .note = fmt::format("of {}; on disk after {:.1f} s, {:.2f} of the bytes", count, taken_s,
                           static_cast<double>(report.bytes) / 1e6 / written_mb)});
  // whatever else this machine does at the same time
  rows.push_back({.what = fmt::format("a core alone, {}", name_of(compression)),
                  .value = written_mb / cpu_s,
                  .unit = "MB/s",
                  .target = 100,
                  .is_smaller_better = false,
                  .note = fmt::format("{:.2f} ms of a core for a MB", 1000 * cpu_s / written_mb)});
  fs::remove(bench_file());
}

// What recording adds to a robot whose camera somebody watches: the same pictures are drawn and
// sent in both runs, so the difference is the recorder's, whatever else this machine does.
void measure_camera(std::vector<BenchRow>& rows) {
  constexpr Duration length = 10s;
  std::uint64_t bytes = 0, pictures = 0;
  const auto cpu_of = [&](bool is_recorded) -> Result<double> {
    std::unique_ptr<Recorder> recorder;
    if (is_recorded) {
      auto made = Recorder::create({.file = bench_file()});
      if (!made) return Error{made.error()};
      recorder = *std::move(made);
    }
    LockstepWorld world("push",
                        {.recorder = recorder.get(), .tap = recorder ? recorder->tap() : nullptr});
    Node watcher("watcher", world.node_options());
    pictures = 0;
    const Subscription seen = watcher.subscribe<sensor_msgs::msg::Image>(
        "camera_front/image_raw", qos::sensor, [&](const sensor_msgs::msg::Image&) { ++pictures; });
    watcher.start();
    const double before_s = cpu_seconds();
    world.run(length);
    if (recorder) {
      const RecorderReport report = recorder->close();
      bytes = report.bytes;
      if (report.dropped_messages > 0) return Error{"messages were dropped"};
    }
    return cpu_seconds() - before_s;
  };
  const std::string what = "one robot with its camera, real time";
  double with = 1e9, without = 1e9;
  for (int round = 0; round < 3; ++round)
    for (const bool is_recorded : {false, true}) {
      const Result<double> cpu_s = cpu_of(is_recorded);
      if (!cpu_s) {
        rows.push_back(failed(what, cpu_s.error()));
        return;
      }
      (is_recorded ? with : without) = std::min(is_recorded ? with : without, *cpu_s);
    }
  fs::remove(bench_file());
  rows.push_back({.what = what,
                  .value = 100 * (with - without) / seconds(length),
                  .unit = "% of core",
                  .target = 10,
                  .note = fmt::format(
                      "{} pictures of 640x480 and all topics in {:g} s, {:.1f} MB/s "
                      "on disk; the run itself takes {:.0f} %; least of 3",
                      pictures, seconds(length), static_cast<double>(bytes) / 1e6 / seconds(length),
                      100 * without / seconds(length))});
}

constexpr int steps = 2500;

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Seconds, without loading.
struct Cost {
  double wall_s = 1e9;
  double thread_s = 1e9;  // of the processor, for the thread that steps: the wall time on a machine
                          // that does nothing else
  double cpu_s = 1e9;     // for all threads

  // Whatever else this machine did.
  void keep_least(const Cost& other) {
    wall_s = std::min(wall_s, other.wall_s);
    thread_s = std::min(thread_s, other.thread_s);
    cpu_s = std::min(cpu_s, other.cpu_s);
  }
};
template <class Work>
Cost cost_of(const Work& work) {
  const double wall_before_s = wall_seconds(), cpu_before_s = cpu_seconds();
  const double thread_before_s = thread_seconds();
  work();
  return {wall_seconds() - wall_before_s, thread_seconds() - thread_before_s,
          cpu_seconds() - cpu_before_s};
}

// So many steps of a world whose robot drives; every frame is given away.
Cost cost_of_run(const std::shared_ptr<const Scenario>& scenario,
                 const std::function<void(Frame)>& take) {
  const Inputs inputs{.commands = {{scenario->robots.at(0).name, {0.3, 0.2}}}};
  Simulation simulation(scenario);
  take(simulation.edit({}));
  return cost_of([&] {
    for (int i = 0; i < steps; ++i) take(simulation.step(inputs));
  });
}

// As `tandem run --speed max --no-ros` is recorded.
Result<Cost> cost_of_recorded_run(const std::shared_ptr<const Scenario>& scenario) {
  const auto recorder = Recorder::create({.file = bench_file()});
  if (!recorder) return Error{recorder.error()};
  const Cost cost = cost_of_run(scenario, [&](Frame frame) {
    (*recorder)->publish(std::make_shared<const Frame>(std::move(frame)));
    (*recorder)->wait_for_room();
  });
  (*recorder)->close();
  fs::remove(bench_file());
  return cost;
}

// Of all frames but the first, which waits for the world to be loaded; an error when they are not
// all there, or not as they were recorded.
Result<Cost> cost_of_replay(const McapReader& reader, bool goes_back) {
  ReplayTape tape([&] { return Replay::open(reader, {.has_checkpoints = goes_back}); }, nullptr,
                  {.goes_back = goes_back});
  if (const auto first = tape.next(); !first || !*first)
    return Error{first ? "has no frames" : first.error()};
  const Cost cost = cost_of([&] {
    while (const auto frame = tape.next())
      if (!*frame) break;
  });
  if (tape.frames() != steps + 1 || tape.difference()) return Error{"states DIFFER"};
  return cost;
}

// How fast a replay is beside the run that was recorded, as that was: with the thread of its
// recorder, which has a core of its own here. What counts is the time that people wait; least of
// some rounds.
void measure_replay(const std::string& name, const std::shared_ptr<const Scenario>& scenario,
                    const McapReader& reader, std::vector<BenchRow>& rows) {
  const std::string what = fmt::format("replay of {}, to the recorded run", name);
  constexpr int rounds = 15;
  Cost run, bare, check, watched;
  for (int round = 0; round < rounds; ++round) {
    bare.keep_least(cost_of_run(scenario, [](const Frame&) {}));
    for (const auto& [of, made] : {std::pair(&run, cost_of_recorded_run(scenario)),
                                   std::pair(&check, cost_of_replay(reader, false)),
                                   std::pair(&watched, cost_of_replay(reader, true))}) {
      if (!made) return rows.push_back(failed(what, made.error()));
      of->keep_least(*made);
    }
  }
  const double simulated_s = seconds(scenario->step) * steps;
  const auto add = [&](const std::string& way, double Cost::*which, const Cost& taken,
                       std::optional<double> target) {
    rows.push_back(
        {.what = what + way,
         .value = run.*which / (taken.*which),
         .unit = "times",
         .target = target,
         .is_smaller_better = false,
         .note = fmt::format("{:.0f} times real time, the recorded run {:.0f}, a run that nobody "
                             "records {:.0f}; states are the same",
                             simulated_s / (taken.*which), simulated_s / (run.*which),
                             simulated_s / (bare.*which))});
  };
  add(", wall time", &Cost::wall_s, check, 1);
  add(", the thread that steps", &Cost::thread_s, check, {});
  add(", processor, all threads", &Cost::cpu_s, check, {});
  add(", wall time, with a way back", &Cost::wall_s, watched, {});
  add(", processor, all threads, with a way back", &Cost::cpu_s, watched, {});
}

// What it costs to go back, from the end to the middle: to a frame that is kept, and to one that is
// not, so that the run is made again from the checkpoint before it.
void measure_jumps(const std::string& scenario, const McapReader& reader,
                   std::vector<BenchRow>& rows) {
  for (const bool is_kept : {true, false}) {
    const std::string what = fmt::format("{}, {} back", scenario, is_kept ? "kept frames" : "far");
    ReplayTape tape([&] { return Replay::open(reader, {.has_checkpoints = true}); }, nullptr,
                    {.frame_bytes = is_kept ? std::size_t{1} << 30 : 0});
    std::shared_ptr<const Frame> last;
    const double begin_s = cpu_seconds();
    for (auto frame = tape.next(); frame && *frame; frame = tape.next()) last = *frame;
    const double all_s = cpu_seconds() - begin_s;
    if (!last) {
      rows.push_back(failed(what, "has no frames"));
      continue;
    }
    const std::uint64_t made = tape.made();
    const double before_s = cpu_seconds();
    const auto shown = tape.go({.time = last->time / 2}, [] { return false; });
    const double jump_s = cpu_seconds() - before_s;
    const bool is_there = shown && *shown && (*shown)->time <= last->time / 2;
    rows.push_back(
        {.what = what,
         .value = 1000 * jump_s,
         .unit = "ms",
         .target = {},
         .note = fmt::format(
             "{:g} s of {:g}, which took {:.0f} ms; {} of {} frames were made again, "
             "{} checkpoints take {:.1f} MB{}",
             seconds(last->time) / 2, seconds(last->time), 1000 * all_s, tape.made() - made, made,
             tape.checkpoints(), static_cast<double>(tape.checkpoint_bytes()) / 1e6,
             is_there ? "" : "; WENT ELSEWHERE")});
  }
}

void measure_replays(const std::string& scenario, std::vector<BenchRow>& rows) {
  const auto loaded = load_shipped(scenario);
  if (!loaded) {
    rows.push_back(failed("replay of " + scenario, "cannot be loaded"));
    return;
  }
  {
    const auto recorder = Recorder::create({.file = bench_file()});
    if (!recorder) {
      rows.push_back(failed("replay of " + scenario, recorder.error()));
      return;
    }
    cost_of_run(loaded, [&](Frame frame) {
      (*recorder)->publish(std::make_shared<const Frame>(std::move(frame)));
    });
  }
  const auto reader = McapReader::open(bench_file());
  fs::remove(bench_file());
  if (!reader) {
    rows.push_back(failed("replay of " + scenario, reader.error()));
    return;
  }
  measure_replay(scenario, loaded, *reader, rows);
  measure_jumps(scenario, *reader, rows);
}

}  // namespace

std::vector<BenchRow> bench_record() {
  std::vector<BenchRow> rows;
  for (const Compression compression : {Compression::zstd, Compression::lz4, Compression::none})
    measure_stream(compression, rows);
  measure_camera(rows);
  for (const char* scenario : {"push", "logistics"}) measure_replays(scenario, rows);
  return rows;
}

}  // namespace tandem
