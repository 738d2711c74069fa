// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <set>
#include <sstream>

#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

// Every element that SDF has, so that one that Tandem does not use can be told from a typing
// mistake.
constexpr const char* sdf_names =
    "acceleration accuracy actor air_pressure albedo_map allow_auto_disable altimeter "
    "always_on ambient ambient_occlusion_map angle angular angular_velocity animation "
    "aspect_ratio atmosphere attach_steps attenuation audio audio_sink audio_source "
    "auto_inertia_params auto_start axis axis2 background battery bias_mean bias_stddev "
    "blend bone_attachment bounce box box_type bullet c1 c2 c3 camera capsule cast_shadows "
    "category_bitmask center cfm cfm_damping child clip clouds coefficient collide_bitmask "
    "collide_without_contact collide_without_contact_bitmask collision collision_detector "
    "color color_end color_range_image color_start cols constant constraints contact "
    "contact_max_correcting_vel contact_surface_layer cubemap_uri custom_function "
    "custom_rpy cutoff_angle cx cy cylinder damping dart delay_start deletions density "
    "depth_camera detach_steps device diffuse direction dissipation distortion distribution "
    "dome_camera double_sided duration dynamic_bias_correlation_time dynamic_bias_stddev "
    "dynamic_friction dynamics effort elastic_modulus elevation ellipsoid emissive "
    "emissive_map emitting empty enable_gravity enable_metrics enable_orientation "
    "enable_wind end env_texture_size environment_map erp essid experimental:params f "
    "fade_dist falloff far far_clip fdir1 filename flesh_mass_fraction fog force "
    "force_torque format fov frame frequency friction friction2 friction_model fudge_factor "
    "fun fx fy gain gearbox_ratio gearbox_reference_body geometry glossiness glossiness_map "
    "gps granularity grasp_check grav_dir_x gravity grid gripper gripper_link gui "
    "heading_deg height heightmap horizontal horizontal_fov humidity image "
    "implicit_spring_damper imu include inertia inertial inherit_yaw inner_angle insertions "
    "intensity interpolate_x intrinsics island_threads iterations iters ixx ixy ixz iyy iyz "
    "izz joint k1 k2 k3 kd kinematic kp laser_retro latitude_deg layer length lens lidar "
    "lifetime light light_map light_on lighting limit linear linear_acceleration "
    "linear_velocity link localization logical_camera longitude_deg loop lower "
    "magnetic_field magnetometer mass material max max_angle max_contacts max_dist "
    "max_force max_frequency max_step_size max_transient_velocity max_vel max_velocity mean "
    "mean_size measure_direction mesh meta metal metalness metalness_map mimic min "
    "min_angle min_contact_count min_depth min_dist min_frequency min_height min_step_size "
    "min_velocity model model_count mu mu2 must_be_base_link must_be_loop_joint name near "
    "near_clip noise normal normal_map ode orientation_reference_frame origin_visual "
    "outer_angle output override_impact_capture_velocity "
    "override_stiction_transition_velocity p1 p2 palm_link parent particle_emitter "
    "particle_scatter_ratio particle_size patch_radius path pbr physics pitch "
    "placement_frame plane plastic_coef_restitution plastic_impact_velocity plugin point "
    "poissons_ratio polyline population pos pose position_sensing power precision "
    "precon_iters pressure projection_type projector provide_feedback quadratic radii "
    "radius range rate ray real_time real_time_factor real_time_update_rate "
    "reference_altitude render_order resolution restitution_coefficient rfid rfidtag road "
    "rolling_friction roughness roughness_map rows s samples sampling save scale scale_rate "
    "scale_to_hfov scan scene screw_thread_pitch script sdf segmentation_type self_collide "
    "sensitivity sensor shader shadows sim_time simbody size skin sky slip slip1 slip2 "
    "soft_cfm soft_contact soft_erp solver solver_type sonar sor specular specular_map "
    "speed sphere spherical_coordinates split_impulse split_impulse_penetration_threshold "
    "spot spring_reference spring_stiffness start state static static_friction stddev step "
    "stiffness submesh sunrise sunset surface surface_model surface_radius suspension "
    "temperature temperature_gradient texture thread_pitch thread_position_correction "
    "threshold time tokens topic torque torsional track_visual trajectory transceiver "
    "transparency type update_rate upper uri use_dynamic_moi_rescaling use_model_frame "
    "use_parent_model_frame use_patch_radius use_terrain_paging velocity velocity_decay "
    "velocity_sensing vertical vertical_position vertical_velocity view_controller "
    "viscous_friction visibility_flags visibility_mask visual visualize voltage wall_time "
    "waypoint width wind world world_frame_orientation wrench x xyz y z";

const std::set<std::string>& known_names() {
  static const std::set<std::string> names = [] {
    std::istringstream words(sdf_names);
    return std::set<std::string>(std::istream_iterator<std::string>(words), {});
  }();
  return names;
}

}  // namespace

std::string describe_unread_sdf(const std::string& name, const std::string& parent) {
  if (known_names().contains(name))
    return fmt::format("<{}> in <{}>: not simulated by this version", name, parent);
  return fmt::format("<{}> in <{}>: SDF has no element of this name", name, parent);
}

namespace {

// Gazebo's way to give things a class in segmented images, in all its spellings.
bool is_label_plugin(const XmlElement& plugin) {
  const std::string file = plugin.attribute("filename").text();
  return file.find("label-system") != std::string::npos;
}

std::optional<std::uint8_t> read_label(const XmlElement& plugin) {
  plugin.attribute("name").text();
  const XmlValue value = plugin.value("label");
  const double label = value.number(0);
  if (value.is_given() && label >= 1 && label <= 255 && label == std::floor(label))
    return static_cast<std::uint8_t>(label);
  plugin.error(fmt::format("<label>: expected a whole number from 1 to 255, is '{}'",
                           value.text("nothing")));
  return {};
}

}  // namespace

std::optional<std::uint8_t> read_plugins(const XmlElement& element) {
  std::optional<std::uint8_t> label;
  for (const XmlElement& plugin : element.children("plugin")) {
    if (is_label_plugin(plugin)) {
      label = read_label(plugin);
      continue;
    }
    plugin.warn(fmt::format("plugin '{}' ({}): Gazebo plugins are not run",
                            plugin.attribute("name").text(), plugin.attribute("filename").text()));
    plugin.skip();
  }
  return label;
}

std::optional<double> parse_sdf_version(std::string_view text) {
  const auto dot = text.find('.');
  const auto major = parse_numbers(text.substr(0, dot));
  const auto minor =
      dot == std::string_view::npos ? std::vector<double>{0} : parse_numbers(text.substr(dot + 1));
  if (!major || major->size() != 1 || !minor || minor->size() != 1) return {};
  return major->front() + minor->front() / 100;
}

}  // namespace tandem
