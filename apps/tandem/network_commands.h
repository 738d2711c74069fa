// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Commands that look into a ROS 2 network, for machines without ROS: each adds one, with all that
// can follow it.
void add_topic_command(Command app);
void add_node_command(Command app);
void add_service_command(Command app);
void add_action_command(Command app);
void add_param_command(Command app);
void add_fault_command(Command app);
void add_record_command(Command app);
void add_bag_command(Command app);

}  // namespace tandem
