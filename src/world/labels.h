// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/model.h"

namespace tandem {

// The classes of semantic segmentation: 0 is the background. A model or visual whose file gives it
// a label has that; others get numbers by their name without its counter ("box_12" is a "box"), in
// the order in which they first appear, and numbers that files use are left out.
class Labels {
 public:
  // The classes of all models at once, so that labels of files win over names wherever they stand.
  void add(const std::vector<const Model*>& models);

  std::uint8_t of(const Model& model) const;

  // By number; names for people.
  const std::vector<std::pair<std::uint8_t, std::string>>& all() const { return all_; }

 private:
  std::vector<std::pair<std::uint8_t, std::string>> all_;
};

// "box_12" -> "box", "tree" -> "tree", "walls::north" -> "walls"
std::string_view class_name(std::string_view model_name);

}  // namespace tandem
