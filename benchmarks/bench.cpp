// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include "bench_list.h"
#include "missions_bench.h"
#include "programs_bench.h"

namespace tandem {

const std::vector<Bench>& benches() {
  static const std::vector<Bench> all{
      {"crowd", "milliseconds a step with thousands of objects", bench_crowd},
      {"start", "seconds from the command line to the end of the first step", bench_start},
      {"speed", "how many times faster than real time the push scenario runs", bench_speed},
      {"robots", "CPU seconds per simulated second with 1 to 100 robots", bench_robots},
      {"record", "how fast recordings are written, and what they cost beside a run", bench_record},
      {"memory", "peak memory of small worlds without cameras", bench_memory},
      {"camera", "CPU milliseconds for a picture of 640 x 480", bench_camera},
      {"perception", "CPU milliseconds to look at a picture of 640 x 480", bench_perception},
      {"tracking", "CPU milliseconds a picture of 1920 x 1200, and accuracy", bench_tracking},
      {"lidar", "milliseconds for a scan", bench_lidar},
      {"paint", "milliseconds to paint the floor", bench_paint},
      {"ros", "how fast and how surely messages get to other processes", bench_ros},
      {"loop", "milliseconds from a pose to a picture, a cloud and a collision check", bench_loop},
      {"stereo", "how a robot with stereo camera and 3D lidar keeps up with real time",
       bench_stereo},
      {"latency", "how long from a pose to the picture of a projector and of a page",
       bench_latency},
      {"twin", "how late twins are, what many cost, and how soon the gate closes", bench_twin},
      {"swarm", "how fast 100 robots with lidars run", bench_swarm},
      {"scenarios",
       "milliseconds a step of the worlds with rules, virtual and as twins, no cameras",
       bench_scenarios},
      {"web", "what pages cost, and how soon they are back after a restart", bench_web},
      {"missions", "what judging a run costs, and how long a hundred short missions take",
       bench_missions},
      {"programs", "how surely robot programs do what they are for", bench_programs},
  };
  return all;
}

}  // namespace tandem
