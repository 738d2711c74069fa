// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenario/model.h"
#include "scenario/model_files.h"
#include "scenario/sdf_frames.h"
#include "scenario/xml_file.h"

namespace tandem {

// A model with what others may refer to in it.
struct ResolvedModel {
  std::shared_ptr<Model> model;
  Pose pose;                  // <pose> in its file, for who does not place it otherwise
  std::string pose_relative;  // what that is relative to; empty: the usual
  std::string placement_frame;
  NamedPlaces names;
  std::vector<Light> lights;  // on links; world_from_light is seen from the model
  std::vector<Place> light_places;
  bool is_light = false;  // nothing but the one light in its file
};

// Reads SDF files with what they include. One object reads one file; a model that is included
// many times is read once.
class SdfReader {
 public:
  // A text that is given stands for the file of its name.
  SdfReader(const ModelSearchPath& search, Findings& findings, SourceFile given = {});

  std::optional<WorldDescription> world(const std::filesystem::path& file);
  std::shared_ptr<const ResolvedModel> model(const std::filesystem::path& file);

 private:
  // What a piece of a file needs to know about its surroundings.
  struct Scope {
    std::filesystem::path file;
    double version = 1.09;  // see parse_sdf_version
    bool is_static = false;
  };
  // A model on its way into another model or into the world.
  struct Placed {
    std::string name;
    Place place;
    std::shared_ptr<const ResolvedModel> resolved;
    WrittenPose pose;
    bool is_merged = false;
  };
  struct OpenedSdf {
    std::unique_ptr<XmlFile> xml;
    XmlElement root;
    Scope scope;
  };

  std::optional<OpenedSdf> open(const std::filesystem::path& file);
  std::shared_ptr<const ResolvedModel> read_model_file(const std::filesystem::path& file,
                                                       std::optional<bool> is_static,
                                                       const Place& user);

  std::shared_ptr<const ResolvedModel> read_opened_model(const std::filesystem::path& file,
                                                         std::optional<bool> is_static);
  std::shared_ptr<const ResolvedModel> read_lone_light(const XmlElement& element);
  std::shared_ptr<ResolvedModel> read_model(const XmlElement& element, const Scope& scope,
                                            std::optional<bool> is_static);
  std::optional<Placed> read_include(const XmlElement& include, const Scope& scope);
  std::optional<Placed> read_nested(const XmlElement& element, const Scope& scope);
  void add_placed(FrameGraph& graph, const Placed& placed);
  void flatten(const Placed& placed, FrameGraph& graph, ResolvedModel& outer);

  void read_link(const XmlElement& element, const Scope& scope, FrameGraph& graph,
                 ResolvedModel& outer);
  std::optional<Joint> read_joint(const XmlElement& element, const Scope& scope, FrameGraph& graph);
  std::optional<Joint> try_read_joint(const XmlElement& element, const Scope& scope,
                                      FrameGraph& graph);
  std::optional<Visual> read_visual(const XmlElement& element, const Scope& scope);
  std::optional<Collision> read_collision(const XmlElement& element, const Scope& scope);

  void read_world_element(const XmlElement& element, const Scope& scope, WorldDescription& world);
  void place_models(const std::vector<Placed>& models, FrameGraph& graph, WorldDescription& world);

  const ModelSearchPath& search_;
  Findings& findings_;
  SourceFile given_;
  std::vector<std::filesystem::path> being_read_;  // to find includes that include themselves
  std::map<std::pair<std::string, int>, std::shared_ptr<const ResolvedModel>> models_by_file_;
};

// What to say of an element that nobody read.
std::string describe_unread_sdf(const std::string& name, const std::string& parent);

// The class that a label plugin of Gazebo gives; warns of other plugins by name.
std::optional<std::uint8_t> read_plugins(const XmlElement& element);

// As parse_sdf_version writes them.
inline constexpr double oldest_sdf_version = 1.03, newest_sdf_version = 1.11;

// 1.09 for "1.9" and 1.10 for "1.10", so that versions compare; nothing for other text.
std::optional<double> parse_sdf_version(std::string_view text);

// The pieces below stand alone.
std::optional<Light> read_light(const XmlElement& element);
std::optional<Shape> read_sdf_shape(const XmlElement& geometry, const std::filesystem::path& file,
                                    const ModelSearchPath& search, Pose& frame_from_shape,
                                    Findings& findings);
std::optional<Material> read_sdf_material(const XmlElement& material,
                                          const std::filesystem::path& file,
                                          const ModelSearchPath& search);
Surface read_sdf_surface(const XmlElement& surface);
MassProperties read_sdf_mass(const XmlElement& link, bool is_static);

}  // namespace tandem
