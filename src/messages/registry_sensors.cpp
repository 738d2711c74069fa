// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/geographic_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/registry_builder.h"
#include "messages/sensor_msgs.h"
#include "messages/shape_msgs.h"
#include "messages/stereo_msgs.h"
#include "messages/trajectory_msgs.h"
#include "messages/vision_msgs.h"

namespace tandem {

void add_sensor_types(RegistryBuilder& registry) {
  registry.add(geographic_msgs::Messages{});
  registry.add(geographic_msgs::Services{});
  registry.add(nav_msgs::Messages{});
  registry.add(nav_msgs::Services{});
  registry.add(sensor_msgs::Messages{});
  registry.add(sensor_msgs::Services{});
  registry.add(shape_msgs::Messages{});
  registry.add(stereo_msgs::Messages{});
  registry.add(trajectory_msgs::Messages{});
  registry.add(vision_msgs::Messages{});
}

}  // namespace tandem
