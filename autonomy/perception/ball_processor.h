// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// A ball that rolls on the floor, or one of light that is shown on it.
class BallProcessor : public Processor {
 public:
  explicit BallProcessor(BallSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  BallSettings settings_;
};

}  // namespace tandem
