// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench.h"

namespace tandem {

// How long does a step take with thousands of objects: settled, dropped, all awake?
std::vector<BenchRow> bench_crowd();
// How long from the command line to the first step?
std::vector<BenchRow> bench_start();
// How much faster than real time does the push scenario run?
std::vector<BenchRow> bench_speed();
// What do 1 to 100 driving robots cost?
std::vector<BenchRow> bench_robots();
// How much memory do worlds take?
std::vector<BenchRow> bench_memory();
// How long do 100 strokes on the painted floor take?
std::vector<BenchRow> bench_paint();
// How fast and how surely do messages get to other processes?
std::vector<BenchRow> bench_ros();
// What does a picture of 640 by 480 pixels cost?
std::vector<BenchRow> bench_camera();
// What does a robot's program need to look at a picture?
std::vector<BenchRow> bench_perception();
// What does it cost to follow markers in pictures of 1920 by 1200, and how exact is it?
std::vector<BenchRow> bench_tracking();
// What does a scan cost in a room, outdoors and in a crowd?
std::vector<BenchRow> bench_lidar();
// How long from a pose to a picture, a cloud and a collision check?
std::vector<BenchRow> bench_loop();
// Does a robot with a stereo camera and a 3D lidar keep up with real time?
std::vector<BenchRow> bench_stereo();
// How fast do 100 robots with lidars run?
std::vector<BenchRow> bench_swarm();
// What do pages cost, and how soon is one back after a restart of the server?
std::vector<BenchRow> bench_web();

// How fast does a recorder write, and what does it cost beside a run?
std::vector<BenchRow> bench_record();

// How long from a pose to the picture of a projector, and to that of a page in a browser?
std::vector<BenchRow> bench_latency();

// How late are twins, what do many cost, and how soon does the gate stop a robot?
std::vector<BenchRow> bench_twin();

// What does a step of each world with rules cost, with what it publishes, and how much memory?
std::vector<BenchRow> bench_scenarios();

}  // namespace tandem
