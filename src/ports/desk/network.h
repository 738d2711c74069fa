// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "ports/board/board.h"

namespace tandem {

// What a topic that people look at says. All of it in the world's frame.
// How a camera turns directions into pixels, with the words of ROS's camera_info.
struct PictureLens {
  int width = 0, height = 0;  // of the pictures that the numbers are for
  double fx = 0, fy = 0;
  double cx = 0, cy = 0;
  std::string model = "plumb_bob";  // or "rational_polynomial", "equidistant"
  std::vector<double> distortion;

  friend bool operator==(const PictureLens&, const PictureLens&) = default;
};
struct PictureCamera {
  Pose world_from_camera;  // of the optical frame: x right, y down, z forward
  PictureLens lens;
};
struct EncodedPicture {
  bool is_png = false;  // else JPEG
  std::vector<std::uint8_t> bytes;
  std::optional<PictureCamera> camera;  // that took it
  std::string no_camera;                // why that is not known, as a sentence
};
struct PointSight {
  Pose world_from_sensor;
  std::vector<Vec3> points;  // in the sensor's frame
};
struct GridSight {
  Pose world_from_grid;  // of the corner of its first cell
  double cell_m = 0.05;
  std::uint32_t width = 0, height = 0;
  std::vector<std::int8_t> cells;  // row by row; -1 unknown, 0 free to 100 occupied
};
struct PathSight {
  std::vector<Vec3> points;
};
struct PoseSight {
  Pose pose;
};

enum class SightKind { image, points, grid, path, pose };
std::string_view name_of(SightKind kind);

// The newest message of one topic.
struct TopicSight {
  SimTime stamp{};
  std::uint64_t count = 0;  // grows with each: another one is new
  std::variant<std::monostate, EncodedPicture, PointSight, GridSight, PathSight, PoseSight> what;
  std::string problem;  // why there is nothing to see, as a sentence
};

// A topic of a kind that can be looked at.
struct ViewableTopic {
  std::string name;  // "/emaros/plan"
  SightKind kind{};
  std::string robot;  // in whose namespace it is; empty: in none's

  friend bool operator==(const ViewableTopic&, const ViewableTopic&) = default;
};

struct TopicRate {
  std::string topic;
  double hz = 0;
};

enum class NavigationState {
  none,
  no_navigator,  // nobody answers to a robot's navigate_to_pose
  asking,
  driving,
  arrived,
  failed,
  cancelled,
};
std::string_view name_of(NavigationState state);  // "no navigator"

struct Navigation {
  NavigationState state = NavigationState::none;
  std::optional<Pose2> goal;
  double distance_m = 0;  // to go, as the navigator says
  std::string text;       // why it failed, for people
};

// What a gate says about a robot.
struct GateView {
  bool is_open = false;
  std::string reason;  // why not, as a sentence
};

enum class ProgramStatus { running, stopped, succeeded, failed };
std::string_view name_of(ProgramStatus status);

// How the program of a robot is doing: a tree of states, of which one is active.
struct MissionView {
  struct State {
    std::string path;  // "work/plough"
    std::vector<std::string> outcomes;
    std::vector<std::string> next;  // for each outcome the state, or the outcome of the mission
  };

  std::string robot;
  std::string program;
  ProgramStatus status{};
  std::string active;  // the path of the state that it is in
  SimTime since{};     // by the program's clock
  std::string outcome;
  std::string message;
  std::vector<State> states;
  std::vector<std::pair<std::string, std::string>> blackboard;
  bool has_program = true;  // otherwise this is the last that was heard of it
};

// To the program of a robot.
struct MissionOrder {
  std::string robot;
  std::string command;  // "stop", "resume" or "restart"
  std::string state;    // of a restart: where it begins; empty: at the first
};

// What people see of the robots' network, and do in it. The ROS port is one. Any thread; nothing
// here waits for the network.
class Network {
 public:
  virtual ~Network() = default;

  virtual const Board& board() const = 0;

  // Topics that can be looked at now, by name.
  virtual std::vector<ViewableTopic> viewable_topics() const = 0;
  // Listens to a topic for as long as somebody holds what is returned.
  class View {
   public:
    virtual ~View() = default;
    // The newest; null before the first.
    virtual std::shared_ptr<const TopicSight> latest() const = 0;
  };
  virtual std::shared_ptr<View> view(const std::string& topic) = 0;

  // How often Tandem's own topics were published in the last seconds.
  virtual std::vector<TopicRate> rates() const = 0;

  // Tells a robot to drive, as a program on its command topic would: for twins, whose real robot
  // must hear it.
  virtual void drive(const std::string& robot, const Twist2& velocity) = 0;

  // A goal for a robot's navigator; it takes the place of one that is under way.
  virtual void navigate(const std::string& robot, const Pose2& world_from_goal) = 0;
  virtual void cancel_navigation(const std::string& robot) = 0;
  virtual Navigation navigation(const std::string& robot) const = 0;

  // Nothing where no gate was heard lately.
  virtual std::optional<GateView> gate(const std::string& robot) const = 0;

  // Whether a stand-in of a real robot is there whose wheels can be made to fail.
  virtual bool has_stand_in(const std::string& /*robot*/) const { return false; }

  // What programs of robots told last, by robot. Another list after each change.
  virtual std::shared_ptr<const std::vector<MissionView>> missions() const = 0;
  // The callback hears what the program says, once, on any thread.
  using OnMissionAnswer = std::function<void(const Result<std::string>&)>;
  virtual void control_mission(MissionOrder order, OnMissionAnswer on_answer) = 0;
};

}  // namespace tandem
