// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench.h"

namespace tandem {

// The rows of the bench `ros` about a whole run: what do its topics cost, and how fast do worlds
// change?
std::vector<BenchRow> measure_ros_port(int domain);

// The parts that its other processes play; nothing for a part of others.
void play_ros_port_part(const std::string& part, int domain);

}  // namespace tandem
