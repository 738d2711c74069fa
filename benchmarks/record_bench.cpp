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

constexpr int steps = 2500;

// CPU seconds of so many steps of a world whose robot drives, without loading; every frame is given
// away.
double cpu_of_run(const std::shared_ptr<const Scenario>& scenario,
                  const std::function<void(Frame)>& take) {
  const Inputs inputs{.commands = {{scenario->robots.at(0).name, {0.3, 0.2}}}};
  Simulation simulation(scenario);
  take(simulation.edit({}));
  const double before_s = cpu_seconds();
  for (int i = 0; i < steps; ++i) take(simulation.step(inputs));
  return cpu_seconds() - before_s;
}

// How long a replay takes beside the run that it repeats, in time of the processor, without
// loading.
BenchRow replay_row(const std::string& scenario, const McapReader& reader, Duration step,
                    double run_s) {
  const std::string what = fmt::format("replay of {}, to the run", scenario);
  const auto replay = Replay::open(reader, {});
  if (!replay || !(*replay)->next()) return failed(what, replay ? "has no frames" : replay.error());
  const double before_s = cpu_seconds();
  while (const auto frame = (*replay)->next())
    if (!*frame) break;
  const double replay_s = cpu_seconds() - before_s;
  const bool is_same = (*replay)->frames() == steps + 1 && !(*replay)->difference();
  return {.what = what,
          .value = run_s / replay_s,
          .unit = "times",
          .target = 0.97,
          .is_smaller_better = false,
          .note = fmt::format("{:.0f} and {:.0f} times real time on one core; states {}",
                              seconds(step) * steps / run_s, seconds(step) * steps / replay_s,
                              is_same ? "are the same" : "DIFFER")};
}

// What it costs to go back, from the end to the middle: to a frame that is kept, and to one that is
// not, so that the run is made again.
void measure_jumps(const std::string& scenario, const McapReader& reader,
                   std::vector<BenchRow>& rows) {
  for (const bool is_kept : {true, false}) {
    const std::string what = fmt::format("{}, {} back", scenario, is_kept ? "kept frames" : "far");
    ReplayTape tape([&] { return Replay::open(reader, {}); }, nullptr,
                    is_kept ? std::size_t{1} << 30 : 0);
    std::shared_ptr<const Frame> last;
    for (auto frame = tape.next(); frame && *frame; frame = tape.next()) last = *frame;
    if (!last) {
      rows.push_back(failed(what, "has no frames"));
      continue;
    }
    const double before_s = cpu_seconds();
    const auto shown = tape.go({.time = last->time / 2}, [] { return false; });
    const double jump_s = cpu_seconds() - before_s;
    const bool is_there = shown && *shown && (*shown)->time <= last->time / 2;
    rows.push_back(
        {.what = what,
         .value = 1000 * jump_s,
         .unit = "ms",
         .target = {},
         .note = fmt::format("{:g} s of {:g}, {} {}", seconds(last->time) / 2, seconds(last->time),
                             tape.rewinds() > 0 ? "made again from the start, with loading"
                                                : "nothing was made again",
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
    cpu_of_run(loaded, [&](Frame frame) {
      (*recorder)->publish(std::make_shared<const Frame>(std::move(frame)));
    });
  }
  const double run_s = cpu_of_run(loaded, [](const Frame&) {});
  const auto reader = McapReader::open(bench_file());
  fs::remove(bench_file());
  if (!reader) {
    rows.push_back(failed("replay of " + scenario, reader.error()));
    return;
  }
  rows.push_back(replay_row(scenario, *reader, loaded->step, run_s));
  measure_jumps(scenario, *reader, rows);
}

}  // namespace

std::vector<BenchRow> bench_record() {
  std::vector<BenchRow> rows;
  for (const Compression compression : {Compression::zstd, Compression::lz4, Compression::none})
    measure_stream(compression, rows);
  measure_run(rows);
  for (const char* scenario : {"push", "logistics"}) measure_replays(scenario, rows);
  return rows;
}

}  // namespace tandem
