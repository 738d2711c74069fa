// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/pose_topic.h"

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/quat.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/tf2_msgs.h"
#include "messages/time.h"
#include "ports/streams/attempt.h"
#include "ports/streams/sent_type.h"

namespace tandem {

namespace {

using geometry_msgs::msg::Pose2D;
using geometry_msgs::msg::PoseStamped;
using geometry_msgs::msg::PoseWithCovarianceStamped;
using nav_msgs::msg::Odometry;
using tf2_msgs::msg::TFMessage;

// Trackers send best effort or reliable; the wish for neither hears both.
const Qos qos_of_poses = qos::sensor;

double yaw_of(const geometry_msgs::msg::Quaternion& q) {
  if (!std::isfinite(q.x + q.y + q.z + q.w)) return std::numeric_limits<double>::quiet_NaN();
  // a sender that knows no heading leaves all zero
  if (q.x == 0 && q.y == 0 && q.z == 0) return 0;
  return normalized(Quat{q.w, q.x, q.y, q.z}).yaw();
}

HeardPose heard(const builtin_interfaces::msg::Time& stamp, const geometry_msgs::msg::Pose& pose) {
  return {to_time(stamp), {{pose.position.x, pose.position.y}, yaw_of(pose.orientation)}};
}

constexpr std::array<TypeName<PoseType>, 5> type_names{{
    {PoseType::pose, PoseStamped::type_name},
    {PoseType::odometry, Odometry::type_name},
    {PoseType::covariance, PoseWithCovarianceStamped::type_name},
    {PoseType::flat, Pose2D::type_name},
    {PoseType::transforms, TFMessage::type_name},
}};

}  // namespace

PoseTopic::PoseTopic(Node& node, std::string topic, std::string frame, OnPose on_pose)
    : node_(node),
      topic_(std::move(topic)),
      resolved_(node.resolve_topic(topic_)),
      frame_(std::move(frame)),
      on_pose_(std::move(on_pose)) {
  const PoseType usual = frame_.empty() ? PoseType::pose : PoseType::transforms;
  listen(sent_type<PoseType>(node.graph(), resolved_, type_names).value_or(usual));
}

template <Message M, class Read>
Subscription PoseTopic::listen_to(Read read) {
  return node_.subscribe<M>(topic_, qos_of_poses,
                            [call = on_pose_, read](const M& message) {
                              if (const std::optional<HeardPose> pose = read(message)) call(*pose);
                            },
                            {.is_immediate = true});
}

void PoseTopic::listen(PoseType type) {
  type_ = type;
  subscription_.close();  // the old one goes first: both at once cannot be
  attempt(node_, [&] {
    using Heard = std::optional<HeardPose>;
    switch (type) {
      case PoseType::pose:
        subscription_ = listen_to<PoseStamped>(
            [](const PoseStamped& m) { return Heard(heard(m.header.stamp, m.pose)); });
        break;
      case PoseType::odometry:
        subscription_ = listen_to<Odometry>(
            [](const Odometry& m) { return Heard(heard(m.header.stamp, m.pose.pose)); });
        break;
      case PoseType::covariance:
        subscription_ =
            listen_to<PoseWithCovarianceStamped>([](const PoseWithCovarianceStamped& m) {
              return Heard(heard(m.header.stamp, m.pose.pose));
            });
        break;
      case PoseType::flat:
        subscription_ = listen_to<Pose2D>([](const Pose2D& m) {
          return Heard(HeardPose{{}, {{m.x, m.y}, m.theta}});
        });
        break;
      case PoseType::transforms:
        subscription_ = listen_to<TFMessage>([frame = frame_](const TFMessage& m) {
          for (const auto& transform : m.transforms) {
            if (!frame.empty() && transform.child_frame_id != frame) continue;
            const auto& t = transform.transform;
            return Heard(HeardPose{to_time(transform.header.stamp),
                                   {{t.translation.x, t.translation.y}, yaw_of(t.rotation)}});
          }
          return Heard();
        });
        break;
    }
  });
}

void PoseTopic::follow(const GraphView& graph) {
  const std::optional<PoseType> sent = sent_type<PoseType>(graph, resolved_, type_names);
  if (sent && *sent != type_) listen(*sent);
}

}  // namespace tandem
