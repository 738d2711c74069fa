// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/object_catalog.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenario/fields.h"
#include "scenario/robot_file.h"
#include "scenario/spawn_object.h"

namespace tandem {

namespace {

// `description` is for people, the rest is the object.
YamlNode without_description(YamlNode node) {
  std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "description"; });
  return node;
}

std::string read_description(const YamlNode& node, Findings& findings) {
  const YamlNode* description = node.find("description");
  if (!description) return {};
  return to_text(*description, "description", findings).value_or("");
}

// Under the name of its type, so that it is found by it.
std::shared_ptr<const Model> named(const std::shared_ptr<const Model>& model,
                                   const std::string& name) {
  if (!model || model->name == name) return model;
  auto renamed = std::make_shared<Model>(*model);
  renamed->name = name;
  return renamed;
}

}  // namespace

std::vector<ObjectType> read_catalog(const YamlNode& node, LoadContext& context) {
  std::vector<ObjectType> catalog;
  Findings& findings = context.findings();
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("'catalog' expects a map from names to objects, is {}",
                                           describe(node)));
    return catalog;
  }
  for (const YamlEntry& entry : node.entries) {
    if (!is_plain_name(entry.key)) {
      findings.error(entry.place,
                     "a type's name has letters, digits and underscores, a letter first");
      continue;
    }
    const auto model = read_spawned_object(without_description(entry.value), entry.key, context);
    if (!model) continue;
    catalog.push_back(
        {entry.key, read_description(entry.value, findings), named(model, entry.key)});
  }
  return catalog;
}

std::shared_ptr<const Model> find_object_type(const std::string& type, const Place& place,
                                              const Scenario& scenario, LoadContext& context) {
  const auto known = std::ranges::find(scenario.catalog, type, &ObjectType::name);
  if (known != scenario.catalog.end()) return known->model;
  const auto file = context.find(NamedFile::robot, type, place);
  return file ? named(context.model(*file), type) : nullptr;
}

}  // namespace tandem
