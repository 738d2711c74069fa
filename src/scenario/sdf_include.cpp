// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "scenario/resource.h"
#include "scenario/sdf_reader.h"
#include "scenario/urdf_model.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t max_include_depth = 32;

double read_version(const XmlElement& root) {
  const XmlValue value = root.attribute("version");
  if (value.text().empty()) {
    root.error("<sdf> needs the attribute 'version'");
    return newest_sdf_version;
  }
  const auto version = parse_sdf_version(value.text());
  if (!version) {
    value.error(fmt::format("expected a version such as 1.9, is '{}'", value.text()));
    return newest_sdf_version;
  }
  if (*version < oldest_sdf_version)
    value.error(fmt::format("SDF {} is too old: 1.3 to 1.11 are understood", value.text()));
  else if (*version > newest_sdf_version)
    value.warn(fmt::format("SDF {} is newer than 1.11, the newest understood", value.text()));
  return *version;
}

// Where two paths are the same file although written differently.
fs::path identity(const fs::path& file) {
  std::error_code failed;
  fs::path canonical = fs::canonical(file, failed);
  return failed ? file : canonical;
}

std::shared_ptr<const ResolvedModel> resolve_urdf(const XmlFile& xml, const ModelSearchPath& search,
                                                  std::optional<bool> is_static) {
  auto resolved = std::make_shared<ResolvedModel>();
  resolved->model = read_urdf(xml, search);
  if (!resolved->model || resolved->model->links.empty()) return nullptr;
  resolved->model->is_static = is_static.value_or(false);
  resolved->names[""] = {Pose{}, resolved->model->links.front().name};
  for (const Joint& joint : resolved->model->joints)
    resolved->names[joint.name] = {joint.model_from_joint, joint.child};
  for (const Link& link : resolved->model->links)
    resolved->names[link.name] = {link.model_from_link, link.name};
  return resolved;
}

}  // namespace

SdfReader::SdfReader(const ModelSearchPath& search, Findings& findings, SourceFile given)
    : search_(search), findings_(findings), given_(std::move(given)) {}

std::optional<SdfReader::OpenedSdf> SdfReader::open(const fs::path& file) {
  OpenedSdf opened;
  const bool is_given = given_.text && file == given_.path;
  opened.xml = XmlFile::open(is_given ? given_ : SourceFile(file), findings_);
  if (!opened.xml) return {};
  opened.root = opened.xml->root();
  opened.scope.file = file;
  if (opened.root.name() == "gazebo") {
    opened.root.error("this is the format before SDF 1.3, which is too old");
    return {};
  }
  // a robot may be included too
  if (opened.root.name() == "robot") return opened;
  if (opened.root.name() != "sdf") {
    opened.root.error(fmt::format("expected <sdf>, is <{}>", opened.root.name()));
    return {};
  }
  opened.scope.version = read_version(opened.root);
  return opened;
}

std::shared_ptr<const ResolvedModel> SdfReader::model(const fs::path& file) {
  return read_model_file(file, {}, {file.string(), 0});
}

std::shared_ptr<const ResolvedModel> SdfReader::read_model_file(const fs::path& file,
                                                                std::optional<bool> is_static,
                                                                const Place& user) {
  const fs::path self = identity(file);
  const auto key = std::pair{self.string(), is_static ? static_cast<int>(*is_static) : -1};
  if (const auto known = models_by_file_.find(key); known != models_by_file_.end())
    return known->second;

  if (std::find(being_read_.begin(), being_read_.end(), self) != being_read_.end()) {
    findings_.error(user, fmt::format("'{}' includes itself{}", file.string(),
                                      being_read_.back() == self ? "" : " through others"));
    return nullptr;
  }
  if (being_read_.size() >= max_include_depth) {
    findings_.error(user, fmt::format("includes are nested deeper than {}", max_include_depth));
    return nullptr;
  }
  being_read_.push_back(self);

  const auto resolved = read_opened_model(file, is_static);
  being_read_.pop_back();
  models_by_file_[key] = resolved;
  return resolved;
}

std::shared_ptr<const ResolvedModel> SdfReader::read_opened_model(const fs::path& file,
                                                                  std::optional<bool> is_static) {
  auto opened = open(file);
  if (!opened) return nullptr;
  if (opened->root.name() == "robot") return resolve_urdf(*opened->xml, search_, is_static);

  std::shared_ptr<const ResolvedModel> resolved;
  if (const XmlElement element = opened->root.child("model")) {
    resolved = read_model(element, opened->scope, is_static);
  } else if (const XmlElement light = opened->root.child("light")) {
    resolved = read_lone_light(light);
  } else if (const XmlElement world = opened->root.child("world")) {
    world.skip();
    world.error("expected a <model>, this is a <world>");
  } else {
    opened->root.error("expected a <model> in <sdf>");
  }
  opened->xml->report_unread(describe_unread_sdf);
  return resolved;
}

// A light is placed and named like a model without links.
std::shared_ptr<const ResolvedModel> SdfReader::read_lone_light(const XmlElement& element) {
  auto light = read_light(element);
  if (!light) return nullptr;
  const WrittenPose pose = read_pose(element);
  auto resolved = std::make_shared<ResolvedModel>();
  resolved->model = std::make_shared<Model>();
  resolved->model->name = light->name;
  resolved->model->place = element.place();
  resolved->model->is_static = true;
  resolved->pose = pose.pose;
  resolved->pose_relative = pose.relative_to;
  resolved->names[""] = {};
  resolved->lights.push_back(std::move(*light));
  resolved->light_places.push_back(element.place());
  resolved->is_light = true;
  return resolved;
}

std::optional<SdfReader::Placed> SdfReader::read_nested(const XmlElement& element,
                                                        const Scope& scope) {
  element.mark_read();
  Placed placed;
  placed.resolved = read_model(element, scope, {});
  placed.name = placed.resolved->model->name;
  placed.place = element.place();
  placed.pose = {placed.resolved->pose, placed.resolved->pose_relative, element.place(), true};
  return placed;
}

std::optional<SdfReader::Placed> SdfReader::read_include(const XmlElement& include,
                                                         const Scope& scope) {
  include.mark_read();
  Placed placed;
  placed.place = include.place();
  placed.name = include.value("name").text();
  placed.pose = read_pose(include);
  placed.is_merged = include.attribute("merge").boolean(false);
  const std::optional<std::uint8_t> label = read_plugins(include);
  const XmlValue is_static = include.value("static");
  const XmlValue placement_frame = include.value("placement_frame");
  const XmlValue uri_value = include.value("uri");
  const std::string uri = include.required_text("uri");
  if (uri.empty()) return {};

  const ResourceLookup lookup = find_resource(uri, scope.file, search_);
  if (lookup.found.empty()) {
    uri_value.error(lookup.problem);
    include.skip();
    return {};
  }
  fs::path file = lookup.found;
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) file = find_model_file(file, placed.place, findings_);
  if (file.empty()) return {};

  std::optional<bool> static_override;
  if (is_static.is_given()) static_override = is_static.boolean(false);
  if (scope.is_static) static_override = true;
  placed.resolved = read_model_file(file, static_override, uri_value.place());
  if (!placed.resolved) return {};
  if (placed.name.empty()) placed.name = placed.resolved->model->name;
  if (!placed.pose.is_given) {
    placed.pose.pose = placed.resolved->pose;
    placed.pose.relative_to = placed.resolved->pose_relative;
  }
  if (placement_frame.is_given()) {
    auto changed = std::make_shared<ResolvedModel>(*placed.resolved);
    changed->placement_frame = placement_frame.text();
    placed.resolved = changed;
  }
  if (label) {
    auto changed = std::make_shared<ResolvedModel>(*placed.resolved);
    changed->model = std::make_shared<Model>(*changed->model);
    changed->model->label = label;
    placed.resolved = changed;
  }
  return placed;
}

}  // namespace tandem
