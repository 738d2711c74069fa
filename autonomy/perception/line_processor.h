// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// A line that somebody drew on the floor before the robot.
class LineProcessor : public Processor {
 public:
  explicit LineProcessor(LineSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  LineSettings settings_;
};

}  // namespace tandem
