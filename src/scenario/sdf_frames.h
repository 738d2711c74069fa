// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/pose.h"
#include "scenario/xml_file.h"

namespace tandem {

// A <pose> as written: relative to a frame that is named, or to the usual one.
struct WrittenPose {
  Pose pose;
  std::string relative_to;  // empty: the usual one
  Place place;
  bool is_given = false;
};

// The <pose> in an element; the identity when there is none.
WrittenPose read_pose(const XmlElement& element);

// Where something is in its model, and the link that it moves with.
struct Located {
  Pose model_from_this;
  std::string link;  // empty: none, or the world
};

// Names of one model that others may refer to, as seen from outside of it. The model's own frame
// has the empty name.
using NamedPlaces = std::map<std::string, Located, std::less<>>;

// The frames of one model or world while their poses are worked out. A frame stands relative to
// another one and is attached to another one; both may be given before they are added.
class FrameGraph {
 public:
  // `root` is what the scope itself is called inside: "__model__" or "world".
  FrameGraph(std::string root, Findings& findings);

  struct Frame {
    std::string name;
    Place place;
    Pose pose;
    std::string relative_to;
    std::string attached_to;
    bool is_link = false;
  };
  // Names must differ; a second one of a name is an error.
  void add(Frame frame);

  // The inside of a frame that is a whole model: "arm::hand" is then known.
  void add_inside(const std::string& frame, const NamedPlaces& inside);

  // The link that the scope itself is attached to.
  void set_root_link(std::string link) { root_link_ = std::move(link); }

  // In the root's frame. Nothing after an error was reported at `user`.
  std::optional<Pose> pose_of(std::string_view name, const Place& user);

  // The link that a frame moves with, empty for the world.
  std::optional<std::string> link_of(std::string_view name, const Place& user);

  bool contains(std::string_view name) const;

 private:
  struct Node {
    Frame frame;
    const NamedPlaces* inside = nullptr;
    std::optional<Pose> root_from_frame;
    bool is_broken = false;
  };
  struct Match {
    std::size_t node = 0;
    Located in_node{};
    bool is_root = false;
    bool is_inside = false;
  };
  std::optional<Match> find(std::string_view name) const;

  std::string root_;
  std::string root_link_;
  Findings& findings_;
  std::vector<Node> nodes_;
  std::map<std::string, std::size_t, std::less<>> index_by_name_;
};

// A <frame> of a model or world.
void add_sdf_frame(const XmlElement& frame, FrameGraph& graph);

}  // namespace tandem
