// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "geometry/rgba_image.h"
#include "ports/board/board.h"
#include "simulation/frame.h"

namespace tandem {

// What the cameras of robots saw last, for the planes behind them: an image of the robot that the
// scenario observes, such as that of the real camera, or else what its simulated
// camera measured.
class PlaneImages {
 public:
  // What was seen in another world than this frame's is forgotten.
  void begin_world_of(const Frame& frame);
  // Frames without pictures change nothing.
  void take(const Frame& frame);
  void take(const Frame& frame, std::span<const Observation> observed);

  // Null when there is none.
  std::shared_ptr<const RgbaImage> of(const std::string& robot) const;

 private:
  struct Seen {
    std::shared_ptr<const RgbaImage> image;
    std::uint64_t count = 0;  // of messages, or of the sensor's measurements
  };
  std::map<std::string, Seen> measured_, observed_;  // by robot
  std::uint64_t world_ = 0;
};

// Whether what was observed is of a robot: by the scenario's word, or else by the namespace.
bool is_said_of(const RobotState& robot, const Observation& observation);

// A sensor_msgs/msg/Image as it came. An error says what it is instead.
Result<RgbaImage> image_of_message(std::span<const std::byte> message);

}  // namespace tandem
