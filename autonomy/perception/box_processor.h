// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// Colored boxes that stand on the floor.
class BoxProcessor : public Processor {
 public:
  explicit BoxProcessor(BoxSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  BoxSettings settings_;
};

}  // namespace tandem
