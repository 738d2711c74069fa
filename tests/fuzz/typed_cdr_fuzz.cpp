// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// The typed reader of CDR takes any bytes, and agrees with the dynamic one about each.
#include "fuzz_input.h"
#include "messages/action.h"
#include "messages/cdr.h"
#include "messages/diagnostic_msgs.h"
#include "messages/dynamic.h"
#include "messages/nav2_msgs_action.h"
#include "messages/nav_msgs.h"
#include "messages/rcl_interfaces.h"
#include "messages/rmw_dds_common.h"
#include "messages/sensor_msgs.h"
#include "messages/shape_msgs.h"
#include "messages/simulation_interfaces_srv.h"
#include "messages/std_msgs.h"
#include "messages/tf2_msgs.h"
#include "messages/visualization_msgs.h"

namespace tandem {

namespace {

template <Message M>
bool check(const FuzzInput& input) {
  if (input.type != M::type_name) return false;
  const Result<M> message = from_cdr<M>(input.bytes());
  const Result<MessageValue> value = decode_cdr(describe<M>(), input.bytes());
  require(static_cast<bool>(message) == static_cast<bool>(value), "both readers accept");
  if (!message) return true;
  const std::vector<std::byte> cdr = to_cdr(*message);
  require(cdr == encode_cdr(*value), "both readers read the same");
  const Result<M> again = from_cdr<M>(cdr);
  require(again && to_cdr(*again) == cdr, "what was written reads back");
  return true;
}

template <Message... M>
bool check_any(const FuzzInput& input) {
  return (check<M>(input) || ...);
}

}  // namespace

}  // namespace tandem

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tandem;
  const bool is_known =
      check_any<std_msgs::msg::Empty, std_msgs::msg::String, std_msgs::msg::Float64MultiArray,
                sensor_msgs::msg::Image, sensor_msgs::msg::PointCloud2, sensor_msgs::msg::LaserScan,
                sensor_msgs::msg::CameraInfo, sensor_msgs::msg::JointState,
                sensor_msgs::msg::MultiEchoLaserScan, sensor_msgs::msg::MultiDOFJointState,
                nav_msgs::msg::OccupancyGrid, nav_msgs::msg::Path, nav_msgs::msg::Odometry,
                tf2_msgs::msg::TFMessage, diagnostic_msgs::msg::DiagnosticArray,
                shape_msgs::msg::SolidPrimitive, visualization_msgs::msg::MarkerArray,
                visualization_msgs::msg::InteractiveMarkerInit, rcl_interfaces::msg::ParameterEvent,
                rcl_interfaces::srv::DescribeParameters::Response,
                simulation_interfaces::srv::SpawnEntities::Request,
                rmw_dds_common::msg::ParticipantEntitiesInfo,
                SendGoal<nav2_msgs::action::NavigateThroughPoses>::Request,
                GetResult<nav2_msgs::action::FollowWaypoints>::Response>(FuzzInput(data, size));
  return is_known ? 0 : -1;  // -1: not worth keeping
}
