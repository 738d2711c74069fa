// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/action_msgs.h"
#include "messages/rcl_interfaces.h"
#include "messages/registry_builder.h"
#include "messages/rmw_dds_common.h"
#include "messages/service_msgs.h"
#include "messages/tandem_msgs.h"
#include "messages/tandem_msgs_faults.h"
#include "messages/tandem_msgs_recording.h"
#include "messages/tf2_msgs.h"
#include "messages/visualization_msgs.h"

namespace tandem {

void add_ros_types(RegistryBuilder& registry) {
  registry.add(action_msgs::Messages{});
  registry.add(action_msgs::Services{});
  registry.add(rcl_interfaces::Messages{});
  registry.add(rcl_interfaces::Services{});
  registry.add(rmw_dds_common::Messages{});
  registry.add(service_msgs::Messages{});
  registry.add(tandem_msgs::Messages{});
  registry.add(tandem_msgs::RecordingMessages{});
  registry.add(tandem_msgs::Services{});
  registry.add(tandem_msgs::FaultMessages{});
  registry.add(tandem_msgs::FaultServices{});
  registry.add(tandem_msgs::Actions{});
  registry.add(tf2_msgs::Messages{});
  registry.add(tf2_msgs::Services{});
  registry.add(tf2_msgs::Actions{});
  registry.add(visualization_msgs::Messages{});
  registry.add(visualization_msgs::Services{});
}

}  // namespace tandem
