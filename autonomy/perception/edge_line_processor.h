// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// Straight edges of a field, by Hough's segments. To adjust to an edge, the longest one counts; to
// follow it, only one that leads on ahead does, so that at a corner the edge that crosses the way
// is left out.
class EdgeLineProcessor : public Processor {
 public:
  enum class Purpose { adjustment, following };

  EdgeLineProcessor(FieldSettings settings, Purpose purpose)
      : settings_(std::move(settings)), purpose_(purpose) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  FieldSettings settings_;
  Purpose purpose_;
};

}  // namespace tandem
