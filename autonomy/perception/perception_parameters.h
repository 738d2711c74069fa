// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "autonomy/perception/processors.h"
#include "middleware/node.h"

namespace tandem {

// The settings of all processors as parameters of a node: "box.min_area_px", and for each label of
// "box.labels" its range of colors, "box.red_box".
class PerceptionParameters {
 public:
  // Throws std::invalid_argument when what was given cannot be.
  PerceptionParameters(Node& node, std::function<void()> after_change);

  PerceptionSettings settings() const;

 private:
  using Colors = std::vector<ColorLabel>;
  template <class T>
  using Member = std::function<T&(PerceptionSettings&)>;

  // "box" and "labels" for box.labels.
  void declare_colors(const std::string& group, const std::string& list,
                      const Member<Colors>& member);
  template <class T>
  void declare_number(const std::string& name, const std::string& description,
                      ParameterRange<kept_as<T>> range, const Member<T>& member);
  void declare_share(const std::string& group, const Member<double>& member);
  void declare_area(const std::string& group, const Member<int>& member);

  Node& node_;
  const std::function<void()> after_change_;
  // each copies what one parameter says into settings
  std::vector<std::function<void(PerceptionSettings&)>> readers_;
};

}  // namespace tandem
