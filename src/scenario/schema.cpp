// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/schema.h"

#include "scenario/faults_file.h"
#include "scenario/overhead_file.h"
#include "scenario/programs_file.h"

namespace tandem {

namespace schema {

const Section scenario{
    "scenario",
    {"name",     "description", "world",  "robots",     "real",     "rules",           "catalog",
     "spawn",    "paint",       "origin", "projection", "tracking", "overhead_camera", "observe",
     "programs", "faults",      "tf",     "ros",        "map",      "clock",           "seed",
     "step",     "physics"}};
const Section robot_file{"robot file",
                         {"description", "model", "twin", "guard", "drive", "odometry", "sensors",
                          "mounts", "cmd_vel_type", "odom_rate_hz", "topics"}};
const Section robot{"robot",
                    {"name", "description", "model", "mode", "twin", "guard", "pose", "drive",
                     "odometry", "sensors", "mounts", "commands", "namespace", "frame_prefix",
                     "cmd_vel_type", "localization", "odom_rate_hz", "topics"}};
const Section pose{"pose", {"x", "y", "z", "roll_deg", "pitch_deg", "yaw_deg"}};
const Section area{"area", {"x", "y", "yaw_deg", "size_x_m", "size_y_m"}};
const Section drive{
    "drive",
    {"type", "left_joints", "right_joints", "wheel_radius_m", "track_m", "track_multiplier",
     "max_speed_mps", "max_yaw_rate_radps", "max_acceleration_mps2", "max_yaw_acceleration_radps2",
     "max_force_n", "max_power_w", "command_timeout"}};
const Section odometry{"odometry",
                       {"left_radius_error", "right_radius_error", "track_error", "noise"}};
const Section command{"command", {"at", "for", "linear_mps", "angular_radps"}};
const Section sensor{
    "sensor",
    {"type", "link", "pose", "rate_hz", "trigger", "topic", "frame_id", "reality", "mix"}};
const Section mix{"mix",
                  {"real_topic", "topic", "stale_after", "stamps", "latency", "real_yaw_deg",
                   "without_real", "contact_type"}};
const Section guard{"guard",
                    {"scan_topic", "lidar", "radius_m", "side_m", "braking_mps2", "reaction",
                     "margin_m", "free_m", "turn_radps", "scan_timeout"}};
const Section rule{"rule", {"type"}};
const Section mount{"mount", {"link", "pose"}};
const Section spawn{"spawn",
                    {"count", "area", "object", "objects", "arrangement", "spacing_m", "layers",
                     "height_m", "yaw", "tilt", "keep_clear_m"}};
const Section spawned_object{
    "object",
    {"shape", "size_m", "radius_m", "length_m", "model", "mass_kg", "color", "friction",
     "restitution", "rolling_friction_m", "linear_drag", "angular_drag"}};
const Section physics{"physics", {"iterations", "freezes"}};
const Section paint{"paint", {"surface", "area", "pixel_m", "image", "strokes"}};
const Section stroke{"stroke", {"points", "width_m", "color"}};
const Section origin{"origin", {"latitude_deg", "longitude_deg", "elevation_m", "heading_deg"}};
const Section projection{"projection", {"area", "width_px", "height_px"}};
const Section tracking{"tracking",
                       {"topic", "area", "marker_height_m", "timeout", "calibration_file"}};
const Section overhead_camera{
    "overhead_camera",
    {"calibration_file", "width_px", "height_px", "rate_hz", "exposure", "gain", "latency", "noise",
     "blur_px", "vignetting", "flicker", "marker_size_m", "markers", "topic", "mixed_topic",
     "lighting", "projection", "occlusions", "occlude_every"}};
const Section light_change{"lighting", {"at", "for", "level"}};
const Section projected_light{
    "projected light", {"image", "live", "area", "brightness", "height_m", "halos", "spots"}};
const Section occlusion{"occlusion", {"type", "at", "for", "robot", "size_m"}};
const Section twin{"twin",
                   {"topic",
                    "imu_topic",
                    "frame",
                    "units",
                    "calibration_file",
                    "marker",
                    "marker_height_m",
                    "origin",
                    "room",
                    "scale",
                    "area",
                    "ground",
                    "body",
                    "sync",
                    "trigger",
                    "stamps",
                    "latency",
                    "timeout",
                    "max_prediction",
                    "smoothing",
                    "snap_distance_m",
                    "max_speed_mps",
                    "max_yaw_rate_radps",
                    "holonomic",
                    "position_noise_m",
                    "yaw_noise_deg",
                    "command_delay",
                    "command_lag"}};
const Section sync{
    "sync",
    {"distance_m", "angle_deg", "gain_per_s", "damping", "max_speed_mps", "max_yaw_rate_radps"}};
const Section calibration{
    "calibration file",
    {"image_width", "image_height", "camera_name", "camera_matrix", "distortion_model",
     "distortion_coefficients", "rectification_matrix", "projection_matrix", "room_from_camera",
     "homography", "homography_height_m"}};
const Section matrix{"matrix", {"rows", "cols", "data"}};
const Section program{"program", {"program", "robot", "name", "parameters", "remap"}};
const Section fault{"fault", {"kind", "name", "robot", "sensor", "process", "at", "for", "seed"}};
const Section observe{"observe",
                      {"topic", "type", "field", "pattern", "label", "unit", "robot", "mode",
                       "error_below", "warn_below", "warn_above", "error_above"}};
const Section ros{"ros", {"clock_rate_hz", "stats_rate_hz", "topics"}};
const Section topic{"topic", {"publish", "rate_hz", "reliability", "durability", "depth"}};
const Section map{"map", {"height_m", "resolution_m", "area"}};
const Section world{"world", {"generate"}};
const Section arena{"arena", {"generate", "size_x_m", "size_y_m", "wall_height_m", "friction"}};
const Section park{"park", {"generate", "seed", "hill_height_m", "trees", "benches", "lamps"}};
const Section lunar{"lunar", {"generate", "seed", "rocks", "craters", "cache"}};

}  // namespace schema

std::vector<Section> all_sections() {
  return {schema::scenario,
          schema::robot_file,
          schema::robot,
          schema::pose,
          schema::area,
          schema::drive,
          schema::odometry,
          schema::command,
          schema::sensor,
          schema::mix,
          schema::guard,
          schema::rule,
          schema::mount,
          schema::spawn,
          schema::spawned_object,
          schema::physics,
          schema::paint,
          schema::stroke,
          schema::origin,
          schema::projection,
          schema::tracking,
          schema::overhead_camera,
          schema::light_change,
          schema::projected_light,
          schema::occlusion,
          schema::twin,
          schema::sync,
          schema::calibration,
          schema::matrix,
          schema::observe,
          schema::program,
          schema::fault,
          schema::ros,
          schema::topic,
          schema::map,
          schema::world,
          schema::arena,
          schema::park,
          schema::lunar};
}

}  // namespace tandem
