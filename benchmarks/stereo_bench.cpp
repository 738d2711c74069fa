// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bench_list.h"
#include "measure.h"

namespace tandem {

std::vector<BenchRow> bench_stereo() {
  // all sensors of the Jackal in step: 20 pairs of 1024 by 768 pixels and 10 sweeps of 16 by 900
  // points a second, IMU, encoders, satellite navigation, battery
  constexpr double simulated_s = 10;
  const ChildRun run = run_tandem("park", "10s", "", {"--measure-all", "--renderer", "ray"});
  if (!run.is_ok) return {failed("park", "did not run")};
  const double pairs = 20 * simulated_s, sweeps = 10 * simulated_s;
  const double others = (50 + 50 + 5 + 1) * simulated_s;
  if (run.readings < pairs + sweeps + others)
    return {failed("park", fmt::format("gave {} readings instead of {}", run.readings,
                                       pairs + sweeps + others))};
  return {{.what = "park, VLP-16 and stereo 1024 x 768, in step",
           .value = simulated_s / run.wall_s,
           .unit = "x real time",
           .target = 0.7,
           .is_smaller_better = false,
           .note = fmt::format("goal 1.0; peers 1.00 with two GPUs, 0.62; {:.2f} CPU s/s",
                               run.cpu_s / simulated_s)},
          {.what = "the same, peak memory",
           .value = run.peak_memory_mb,
           .unit = "MB",
           .target = 400,
           .note = "peers 785, 1598"}};
}

}  // namespace tandem
