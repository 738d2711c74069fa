// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// Whether the robot is on arable land: the share of land in what is before it.
class FieldProcessor : public Processor {
 public:
  explicit FieldProcessor(FieldSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  FieldSettings settings_;
};

}  // namespace tandem
