// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/labels.h"

#include <algorithm>

namespace tandem {

namespace {

// What there is no number left for.
constexpr std::uint8_t last_label = 255;

}  // namespace

std::string_view class_name(std::string_view model_name) {
  model_name = model_name.substr(0, model_name.find("::"));
  const std::size_t last = model_name.find_last_not_of("0123456789");
  if (last == std::string_view::npos) return model_name;
  std::string_view name = model_name.substr(0, last + 1);
  // a number is a counter; "emaros2" keeps its letters, "box_" does not keep its line
  while (name.size() > 1 && name.size() < model_name.size() &&
         (name.back() == '_' || name.back() == ' '))
    name.remove_suffix(1);
  return name;
}

void Labels::add(const std::vector<const Model*>& models) {
  const auto has_number = [&](std::uint8_t number) {
    return std::ranges::find(all_, number, &std::pair<std::uint8_t, std::string>::first) !=
           all_.end();
  };
  const auto take = [&](std::optional<std::uint8_t> label, std::string_view name) {
    if (label && !has_number(*label)) all_.emplace_back(*label, name);
  };
  for (const Model* model : models) {
    take(model->label, class_name(model->name));
    for (const Link& link : model->links)
      for (const Visual& visual : link.visuals) take(visual.label, visual.name);
  }

  std::uint8_t next = 1;
  for (const Model* model : models) {
    const std::string_view name = class_name(model->name);
    if (model->label ||
        std::ranges::find(all_, name, &std::pair<std::uint8_t, std::string>::second) != all_.end())
      continue;
    while (next < last_label && has_number(next)) ++next;
    if (next < last_label) all_.emplace_back(next, name);
  }
}

std::uint8_t Labels::of(const Model& model) const {
  if (model.label) return *model.label;
  const auto found = std::ranges::find(all_, class_name(model.name),
                                       &std::pair<std::uint8_t, std::string>::second);
  return found == all_.end() ? last_label : found->first;
}

}  // namespace tandem
