// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "calibration/projector_calibration.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"
#include "ports/board/board.h"
#include "simulation/frame.h"

namespace tandem {

struct FloorLightConfig {
  std::string topic;
  ProjectorCalibration calibration;  // one that pixels_from_floor accepts
  Duration period = 100ms;           // at least, from one picture to the next
};

// Tells what a projector would show on the floor, as pictures in grey: for the stand-ins of real
// robots, on whom its light falls. Draws on a thread of its own, what has changed, while somebody
// listens.
class FloorLight final : public Sink {
 public:
  // The board, for billboards, may be missing; else it outlives this.
  FloorLight(FloorLightConfig config, const Board* board, NodeOptions options);
  ~FloorLight() override;

  void publish(std::shared_ptr<const Frame> frame) override;

 private:
  void work(const std::stop_token& stop);
  std::shared_ptr<const Frame> next_frame(const std::stop_token& stop);

  const FloorLightConfig config_;
  const Board* const board_;
  Node node_;
  Publisher<sensor_msgs::msg::Image> pictures_;
  std::mutex mutex_;
  std::condition_variable_any bell_;
  std::shared_ptr<const Frame> newest_;  // that was not drawn yet
  std::jthread thread_;
};

// A calibration whose picture covers all of an area and nothing else, about as large as that.
ProjectorCalibration whole_picture_of(const Area& area, int width_px);

}  // namespace tandem
