// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "scenario/model_files.h"
#include "scenario/xml_file.h"

namespace tandem {

// Files and folders that a file names by URI: model://, package://, file://, or a path that is
// relative to the naming file.
struct ResourceLookup {
  std::filesystem::path found;  // empty: nothing was found
  std::string problem;          // then why
};
ResourceLookup find_resource(const std::string& uri, const std::filesystem::path& naming_file,
                             const ModelSearchPath& search);

// A texture that a value names, as an absolute path; empty after a warning when it is missing.
std::string find_texture(const XmlValue& value, const std::filesystem::path& naming_file,
                         const ModelSearchPath& search);

// The file that a model folder's model.config names, the newest SDF we read; empty after an error.
std::filesystem::path find_model_file(const std::filesystem::path& folder, const Place& user,
                                      Findings& findings);

}  // namespace tandem
