// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// Colored zones that lie flat on the floor, painted or projected. Their position is the middle of
// what is seen of them.
class ZoneProcessor : public Processor {
 public:
  explicit ZoneProcessor(ZoneSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  ZoneSettings settings_;
};

}  // namespace tandem
