// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenario/heightmap.h"
#include "scenario/mesh_loader.h"
#include "scenario/resource.h"
#include "scenario/sdf_reader.h"

namespace tandem {

namespace {

double required_length(const XmlElement& element, const char* name) {
  if (element.required_text(name).empty()) return 1;
  return element.value(name).positive(1);
}

Vec3 required_lengths(const XmlElement& element, const char* name) {
  if (element.required_text(name).empty()) return {1, 1, 1};
  return element.value(name).positive_vec3({1, 1, 1});
}

Plane read_plane(const XmlElement& element) {
  Plane plane;
  const XmlValue normal = element.value("normal");
  plane.normal = normal.vec3(plane.normal);
  if (length(plane.normal) == 0) {
    normal.error("must have a direction, is 0 0 0");
    plane.normal = {0, 0, 1};
  }
  plane.normal = normalized(plane.normal);
  const XmlValue size = element.value("size");
  if (const auto written = size.numbers(2)) {
    if ((*written)[0] > 0 && (*written)[1] > 0) {
      plane.size_x_m = (*written)[0];
      plane.size_y_m = (*written)[1];
    } else {
      size.error(fmt::format("each must be positive, is '{}'", size.text()));
    }
  }
  return plane;
}

// The file that an element's <uri> names; empty after an error was reported.
std::filesystem::path find_uri(const XmlElement& element, const std::filesystem::path& file,
                               const ModelSearchPath& search) {
  const std::string uri = element.required_text("uri");
  if (uri.empty()) return {};
  const ResourceLookup lookup = find_resource(uri, file, search);
  if (lookup.found.empty()) element.value("uri").error(lookup.problem);
  return lookup.found;
}

std::optional<Shape> read_mesh(const XmlElement& element, const std::filesystem::path& file,
                               const ModelSearchPath& search, Findings& findings) {
  MeshShape shape;
  const XmlValue scale = element.value("scale");
  shape.scale = scale.vec3(shape.scale);
  if (shape.scale.x == 0 || shape.scale.y == 0 || shape.scale.z == 0)
    scale.error(fmt::format("none may be zero, is '{}'", scale.text()));

  MeshPart part;
  if (const XmlElement submesh = element.child("submesh")) {
    part.name = submesh.required_text("name");
    part.is_centered = submesh.value("center").boolean(false);
  }
  const std::filesystem::path named = find_uri(element, file, search);
  if (named.empty()) return {};
  shape.mesh = load_mesh_part(named, part, element.value("uri").place(), findings);
  if (!shape.mesh) return {};
  return shape;
}

std::optional<Shape> read_heightmap(const XmlElement& element, const std::filesystem::path& file,
                                    const ModelSearchPath& search, Pose& frame_from_shape,
                                    Findings& findings) {
  const XmlValue size = element.value("size");
  const Vec3 size_m = size.positive_vec3({1, 1, 1});
  frame_from_shape.translation = element.value("pos").vec3({});
  const std::filesystem::path named = find_uri(element, file, search);
  if (named.empty()) return {};
  HeightfieldShape shape{load_heightmap(named, size_m, element.value("uri").place(), findings)};
  if (!shape.field) return {};
  return shape;
}

}  // namespace

std::optional<Shape> read_sdf_shape(const XmlElement& geometry, const std::filesystem::path& file,
                                    const ModelSearchPath& search, Pose& frame_from_shape,
                                    Findings& findings) {
  if (const XmlElement box = geometry.child("box")) return Box{required_lengths(box, "size")};
  if (const XmlElement sphere = geometry.child("sphere"))
    return Sphere{required_length(sphere, "radius")};
  if (const XmlElement cylinder = geometry.child("cylinder"))
    return Cylinder{required_length(cylinder, "radius"), required_length(cylinder, "length")};
  if (const XmlElement capsule = geometry.child("capsule"))
    return Capsule{required_length(capsule, "radius"), required_length(capsule, "length")};
  if (const XmlElement ellipsoid = geometry.child("ellipsoid"))
    return Ellipsoid{required_lengths(ellipsoid, "radii")};
  if (const XmlElement plane = geometry.child("plane")) return read_plane(plane);
  if (const XmlElement mesh = geometry.child("mesh"))
    return read_mesh(mesh, file, search, findings);
  if (const XmlElement heightmap = geometry.child("heightmap"))
    return read_heightmap(heightmap, file, search, frame_from_shape, findings);
  if (geometry.child("empty")) return {};

  for (const char* name : {"polyline", "image"})
    if (const XmlElement shape = geometry.child(name)) {
      shape.warn(fmt::format("a <{}> is not simulated by this version; nothing is there", name));
      shape.skip();
      return {};
    }
  const auto children = geometry.children();
  if (children.empty()) {
    geometry.error(
        "<geometry> is empty: expected box, sphere, cylinder, capsule, ellipsoid, "
        "plane, mesh or heightmap");
  } else {
    children.front().error(
        fmt::format("expected box, sphere, cylinder, capsule, ellipsoid, plane, mesh or "
                    "heightmap, is <{}>",
                    children.front().name()));
    children.front().skip();
  }
  return {};
}

}  // namespace tandem
