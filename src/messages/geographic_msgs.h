// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"
#include "messages/unique_identifier_msgs.h"

// ROS 2's geographic_msgs, as in Jazzy.
namespace tandem::geographic_msgs::msg {

struct GeoPoint {
  double latitude = 0.0;
  double longitude = 0.0;
  double altitude = 0.0;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPoint", latitude, longitude, altitude)
};

struct BoundingBox {
  GeoPoint min_pt;
  GeoPoint max_pt;
  TANDEM_MESSAGE("geographic_msgs/msg/BoundingBox", min_pt, max_pt)
};

struct GeoPose {
  GeoPoint position;
  geometry_msgs::msg::Quaternion orientation;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPose", position, orientation)
};

struct GeoPoseStamped {
  std_msgs::msg::Header header;
  GeoPose pose;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPoseStamped", header, pose)
};

struct GeoPath {
  std_msgs::msg::Header header;
  std::vector<GeoPoseStamped> poses;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPath", header, poses)
};

struct GeoPointStamped {
  std_msgs::msg::Header header;
  GeoPoint position;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPointStamped", header, position)
};

struct GeoPoseWithCovariance {
  GeoPose pose;
  std::array<double, 36> covariance{};
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPoseWithCovariance", pose, covariance)
};

struct GeoPoseWithCovarianceStamped {
  std_msgs::msg::Header header;
  GeoPoseWithCovariance pose;
  TANDEM_MESSAGE("geographic_msgs/msg/GeoPoseWithCovarianceStamped", header, pose)
};

struct KeyValue {
  std::string key;
  std::string value;
  TANDEM_MESSAGE("geographic_msgs/msg/KeyValue", key, value)
};

struct MapFeature {
  unique_identifier_msgs::msg::UUID id;
  std::vector<unique_identifier_msgs::msg::UUID> components;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/MapFeature", id, components, props)
};

struct WayPoint {
  unique_identifier_msgs::msg::UUID id;
  GeoPoint position;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/WayPoint", id, position, props)
};

struct GeographicMap {
  std_msgs::msg::Header header;
  unique_identifier_msgs::msg::UUID id;
  BoundingBox bounds;
  std::vector<WayPoint> points;
  std::vector<MapFeature> features;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/GeographicMap", header, id, bounds, points, features, props)
};

struct GeographicMapChanges {
  std_msgs::msg::Header header;
  GeographicMap diffs;
  std::vector<unique_identifier_msgs::msg::UUID> deletes;
  TANDEM_MESSAGE("geographic_msgs/msg/GeographicMapChanges", header, diffs, deletes)
};

struct RouteSegment {
  unique_identifier_msgs::msg::UUID id;
  unique_identifier_msgs::msg::UUID start;
  unique_identifier_msgs::msg::UUID end;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/RouteSegment", id, start, end, props)
};

struct RouteNetwork {
  std_msgs::msg::Header header;
  unique_identifier_msgs::msg::UUID id;
  BoundingBox bounds;
  std::vector<WayPoint> points;
  std::vector<RouteSegment> segments;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/RouteNetwork", header, id, bounds, points, segments, props)
};

struct RoutePath {
  std_msgs::msg::Header header;
  unique_identifier_msgs::msg::UUID network;
  std::vector<unique_identifier_msgs::msg::UUID> segments;
  std::vector<KeyValue> props;
  TANDEM_MESSAGE("geographic_msgs/msg/RoutePath", header, network, segments, props)
};

}  // namespace tandem::geographic_msgs::msg

namespace tandem::geographic_msgs::srv {

struct GetGeoPath {
  struct Request {
    msg::GeoPoint start;
    msg::GeoPoint goal;
    TANDEM_MESSAGE("geographic_msgs/srv/GetGeoPath_Request", start, goal)
  };
  struct Response {
    bool success = false;
    std::string status;
    msg::GeoPath plan;
    unique_identifier_msgs::msg::UUID network;
    unique_identifier_msgs::msg::UUID start_seg;
    unique_identifier_msgs::msg::UUID goal_seg;
    double distance = 0.0;
    TANDEM_MESSAGE("geographic_msgs/srv/GetGeoPath_Response", success, status, plan, network,
                   start_seg, goal_seg, distance)
  };
  TANDEM_SERVICE("geographic_msgs/srv/GetGeoPath")
};

struct GetGeographicMap {
  struct Request {
    std::string url;
    msg::BoundingBox bounds;
    TANDEM_MESSAGE("geographic_msgs/srv/GetGeographicMap_Request", url, bounds)
  };
  struct Response {
    bool success = false;
    std::string status;
    msg::GeographicMap map;
    TANDEM_MESSAGE("geographic_msgs/srv/GetGeographicMap_Response", success, status, map)
  };
  TANDEM_SERVICE("geographic_msgs/srv/GetGeographicMap")
};

struct GetRoutePlan {
  struct Request {
    unique_identifier_msgs::msg::UUID network;
    unique_identifier_msgs::msg::UUID start;
    unique_identifier_msgs::msg::UUID goal;
    TANDEM_MESSAGE("geographic_msgs/srv/GetRoutePlan_Request", network, start, goal)
  };
  struct Response {
    bool success = false;
    std::string status;
    msg::RoutePath plan;
    TANDEM_MESSAGE("geographic_msgs/srv/GetRoutePlan_Response", success, status, plan)
  };
  TANDEM_SERVICE("geographic_msgs/srv/GetRoutePlan")
};

struct UpdateGeographicMap {
  struct Request {
    msg::GeographicMapChanges updates;
    TANDEM_MESSAGE("geographic_msgs/srv/UpdateGeographicMap_Request", updates)
  };
  struct Response {
    bool success = false;
    std::string status;
    TANDEM_MESSAGE("geographic_msgs/srv/UpdateGeographicMap_Response", success, status)
  };
  TANDEM_SERVICE("geographic_msgs/srv/UpdateGeographicMap")
};

}  // namespace tandem::geographic_msgs::srv

namespace tandem::geographic_msgs {

using Messages =
    TypeList<msg::BoundingBox, msg::GeoPath, msg::GeoPoint, msg::GeoPointStamped, msg::GeoPose,
             msg::GeoPoseStamped, msg::GeoPoseWithCovariance, msg::GeoPoseWithCovarianceStamped,
             msg::GeographicMap, msg::GeographicMapChanges, msg::KeyValue, msg::MapFeature,
             msg::RouteNetwork, msg::RoutePath, msg::RouteSegment, msg::WayPoint>;
using Services =
    TypeList<srv::GetGeoPath, srv::GetGeographicMap, srv::GetRoutePlan, srv::UpdateGeographicMap>;

}  // namespace tandem::geographic_msgs
