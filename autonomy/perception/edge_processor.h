// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/perception/processors.h"

namespace tandem {

// The edge of a field, wherever and however it runs: for who drives up to it.
class EdgeProcessor : public Processor {
 public:
  explicit EdgeProcessor(FieldSettings settings) : settings_(std::move(settings)) {}
  tandem_msgs::msg::Sight look(const Shot& shot, Annotation* annotation) const override;

 private:
  FieldSettings settings_;
};

}  // namespace tandem
