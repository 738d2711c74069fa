// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mounts_file.h"

#include <fmt/format.h>

#include "scenario/fields.h"
#include "scenario/link_field.h"
#include "scenario/robot_file.h"

namespace tandem {

std::vector<MountPoint> read_mounts(const YamlNode& node, const Model& model, Findings& findings) {
  std::vector<MountPoint> mounts;
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("'mounts' expects a map from names to places, is {}",
                                           describe(node)));
    return mounts;
  }
  for (const YamlEntry& entry : node.entries) {
    if (!is_plain_name(entry.key)) {
      findings.error(entry.place,
                     "a mount's name has letters, digits and underscores, a letter first");
      continue;
    }
    const Fields fields(entry.value, schema::mount, findings);
    MountPoint mount{.name = entry.key, .link = read_link(fields, model), .link_from_load = {}};
    if (const YamlNode* pose = fields.find("pose"))
      mount.link_from_load = read_pose(*pose, findings).pose;
    mounts.push_back(std::move(mount));
  }
  return mounts;
}

}  // namespace tandem
