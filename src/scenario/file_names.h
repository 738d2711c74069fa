// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

// What a name in a scenario can stand for; each kind has its subfolders and file endings.
enum class NamedFile { scenario, world, robot };

// What TANDEM_PATH would say, of the whole process; nothing: what it says. Any thread may look for
// files meanwhile, which it may not while the environment changes.
void set_scenario_path(std::optional<std::string> path);

// The file that a name means, seen from the folder of the file that names it. A name with an
// ending is that file; one without is looked for with each ending of its kind.
std::optional<std::filesystem::path> find_named_file(NamedFile kind, const std::string& name,
                                                     const std::filesystem::path& naming_folder);

// Every name of a file that would be found, sorted.
std::vector<std::string> known_names(NamedFile kind, const std::filesystem::path& naming_folder);
// The names of models that have a folder of their own, sorted.
std::vector<std::string> known_models();

}  // namespace tandem
