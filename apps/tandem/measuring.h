// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "command.h"
#include "network_tool.h"
#include "tools/topic_listener.h"

namespace tandem {

// Options of the commands that measure a topic until Ctrl-C.
struct MeasuringOptions {
  NetworkOptions network;
  std::string topic;
  std::size_t window = 0;
  std::optional<Duration> timeout;
};
void add_measuring_options(Command command, MeasuringOptions& options, std::size_t default_window);

// Hands over each message as it comes, and asks once a second for something to print; an empty
// text says that there is nothing to tell.
void measure(NetworkTool& tool, const MeasuringOptions& options,
             const std::function<void(const Arrival&, const TopicListener&)>& on_arrival,
             const std::function<std::string()>& report);

}  // namespace tandem
