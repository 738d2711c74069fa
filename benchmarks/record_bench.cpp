// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "base/random.h"
#include "bench_list.h"
#include "measure.h"
#include "messages/cdr.h"
#include "messages/sensor_msgs.h"
#include "middleware/type_ids.h"
#include "ports/record/recorder.h"
#include "ports/record/replay.h"
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
       .value = written_mb / taken_s,
       .unit = "MB/s",
       .target = 95,
       .is_smaller_better = false,
       .note = fmt::format("{} dropped, {:.2f} of the bytes on disk", report.dropped_messages,
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

// What recording adds to a run whose sensors measure anyway.
void measure_run(std::vector<BenchRow>& rows) {
  const std::string what = "logistics, camera and lidar, real time";
  ChildOptions options{
      .ros_domain = 97, .speed = {"--speed", "1"}, .more_arguments = {"--measure-all"}};
  const ChildRun without = run_tandem("logistics", "10s", options);
  options.more_arguments.insert(options.more_arguments.end(),
                                {"--record", bench_file().string(), "--record-all"});
  const ChildRun with = run_tandem("logistics", "10s", options);
  std::error_code ignored;
  const double file_mb = static_cast<double>(fs::file_size(bench_file(), ignored)) / 1e6;
  fs::remove(bench_file(), ignored);
  if (!without.is_ok || !with.is_ok) {
    rows.push_back(failed(what, "did not run"));
    return;
  }
  rows.push_back({.what = what,
                  .value = 100 * (with.cpu_s - without.cpu_s) / 10,
                  .unit = "% of core",
                  .target = 10,
                  .note = fmt::format("{:.1f} MB/s on disk; the run itself takes {:.0f} %",
                                      file_mb / 10, 100 * without.cpu_s / 10)});
}

// How long a replay takes beside the run that it repeats, in time of the processor, without
// loading.
void measure_replay(const std::string& scenario, std::vector<BenchRow>& rows) {
  const std::string what = fmt::format("replay of {}, to the run", scenario);
  const auto loaded = load_shipped(scenario);
  if (!loaded) {
    rows.push_back(failed(what, "cannot be loaded"));
    return;
  }
  constexpr int steps = 2500;
  const Inputs inputs{.commands = {{loaded->robots.at(0).name, {0.3, 0.2}}}};
  const auto run = [&](const std::function<void(Frame)>& take) {
    Simulation simulation(loaded);
    take(simulation.edit({}));
    const double before_s = cpu_seconds();
    for (int i = 0; i < steps; ++i) take(simulation.step(inputs));
    return cpu_seconds() - before_s;
  };
  {
    const auto recorder = Recorder::create({.file = bench_file()});
    if (!recorder) {
      rows.push_back(failed(what, recorder.error()));
      return;
    }
    run([&](Frame frame) {
      (*recorder)->publish(std::make_shared<const Frame>(std::move(frame)));
    });
  }
  const double run_s = run([](const Frame&) {});
  const auto reader = McapReader::open(bench_file());
  const auto replay = reader ? Replay::open(*reader, {}) : Error{reader.error()};
  fs::remove(bench_file());
  if (!replay || !(*replay)->next()) {
    rows.push_back(failed(what, replay ? "has no frames" : replay.error()));
    return;
  }
  const double before_s = cpu_seconds();
  while (const auto frame = (*replay)->next())
    if (!*frame) break;
  const double replay_s = cpu_seconds() - before_s;
  const bool is_same = (*replay)->frames() == steps + 1 && !(*replay)->difference();
  rows.push_back({.what = what,
                  .value = run_s / replay_s,
                  .unit = "times",
                  .target = 0.97,
                  .is_smaller_better = false,
                  .note = fmt::format("{:.0f} and {:.0f} times real time on one core; states {}",
                                      seconds(loaded->step) * steps / run_s,
                                      seconds(loaded->step) * steps / replay_s,
                                      is_same ? "are the same" : "DIFFER")});
}

}  // namespace

std::vector<BenchRow> bench_record() {
  std::vector<BenchRow> rows;
  for (const Compression compression : {Compression::zstd, Compression::lz4, Compression::none})
    measure_stream(compression, rows);
  measure_run(rows);
  for (const char* scenario : {"push", "logistics"}) measure_replay(scenario, rows);
  return rows;
}

}  // namespace tandem
