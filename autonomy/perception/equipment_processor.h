// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// Tools that a robot can take, by their color.
class EquipmentProcessor : public Processor {
 public:
  explicit EquipmentProcessor(EquipmentSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  EquipmentSettings settings_;
};

}  // namespace tandem
