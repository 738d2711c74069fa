// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/resource.h"

#include <fmt/format.h>

#include "scenario/file_detour.h"
#include "scenario/file_uri.h"
#include "scenario/regular_file.h"
#include "scenario/sdf_reader.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

ResourceLookup search_folders(const std::string& name, const std::string& uri,
                              const fs::path& naming_file, const ModelSearchPath& search) {
  for (const fs::path& folder : search.folders)
    if (const fs::path candidate = folder / name; is_there(candidate))
      return {candidate.lexically_normal(), {}};
  // a model or package names its own files this way too, wherever it lies
  const fs::path relative(name);
  std::error_code ignored;  // of a naming file that has no name
  for (fs::path folder = fs::absolute(naming_file, ignored).parent_path();
       folder.has_relative_path(); folder = folder.parent_path())
    if (folder.filename() == *relative.begin())
      if (const fs::path candidate = folder.parent_path() / relative; is_there(candidate))
        return {candidate.lexically_normal(), {}};

  std::string places;
  for (const fs::path& folder : search.folders)
    places += fmt::format("{}{}", places.empty() ? "" : ", ", folder.string());
  return {{},
          fmt::format("'{}' was not found; looked in {}", uri,
                      places.empty() ? "no folder: the model search path is empty" : places)};
}

}  // namespace

ResourceLookup find_resource(const std::string& uri, const fs::path& naming_file,
                             const ModelSearchPath& search) {
  if (uri.empty()) return {{}, "the name of the file is empty"};
  if (uri.find('\0') != std::string::npos || uri.size() > 4096)
    return {{}, "the name of the file is longer than a path can be"};
  const auto scheme_end = uri.find("://");
  const std::string scheme = scheme_end == std::string::npos ? "" : uri.substr(0, scheme_end);
  const std::string rest = scheme.empty() ? uri : uri.substr(scheme_end + 3);
  if (rest.empty()) return {{}, fmt::format("'{}' names nothing", uri)};

  if (scheme == "model" || scheme == "package")
    return search_folders(rest, uri, naming_file, search);
  if (!scheme.empty() && scheme != "file") {
    const bool is_network = scheme == "http" || scheme == "https" || scheme == "ftp";
    return {{},
            fmt::format("'{}': {}; expected model://, package://, file:// or a path", uri,
                        is_network ? "nothing is fetched from the network"
                                   : fmt::format("'{}://' is not known", scheme))};
  }

  const fs::path written(scheme.empty() ? rest : path_of_file_uri(uri));
  const fs::path local =
      detoured(written.is_absolute() ? written : naming_file.parent_path() / written);
  if (is_there(local)) return {local.lexically_normal(), {}};
  if (!written.is_absolute())
    for (const fs::path& folder : search.folders)
      if (is_there(folder / written)) return {(folder / written).lexically_normal(), {}};
  return {{}, fmt::format("there is no file '{}'", local.lexically_normal().string())};
}

std::string find_texture(const XmlValue& value, const fs::path& naming_file,
                         const ModelSearchPath& search) {
  const std::string uri = value.text();
  if (uri.empty()) return {};
  const ResourceLookup lookup = find_resource(uri, naming_file, search);
  if (lookup.found.empty()) {
    value.warn(fmt::format("{}; drawn without this texture", lookup.problem));
    return {};
  }
  if (const std::string reason = why_unreadable(lookup.found, image_limit_bytes); !reason.empty()) {
    value.warn(fmt::format("'{}' {}; drawn without this texture", uri, reason));
    return {};
  }
  return fs::absolute(lookup.found).lexically_normal().string();
}

fs::path find_model_file(const fs::path& folder, const Place& user, Findings& findings) {
  const fs::path config = folder / "model.config";
  if (!is_there(config)) {
    if (is_there(folder / "model.sdf")) return folder / "model.sdf";
    findings.error(user, fmt::format("the folder '{}' has no model.config", folder.string()));
    return {};
  }
  const auto xml = XmlFile::open(config, findings);
  if (!xml) return {};

  // the newest that is understood, else the oldest of those that are too new
  XmlElement best;
  double best_version = 0;
  const auto is_better = [&](double version) {
    if (!best) return true;
    const bool is_understood = version <= newest_sdf_version;
    const bool is_best_understood = best_version <= newest_sdf_version;
    if (is_understood != is_best_understood) return is_understood;
    return is_understood ? version > best_version : version < best_version;
  };
  for (const XmlElement& sdf : xml->root().children("sdf")) {
    const double version = parse_sdf_version(sdf.attribute("version").text()).value_or(0);
    if (sdf.value().text().empty() || !is_better(version)) continue;
    best_version = version;
    best = sdf;
  }
  if (!best) {
    findings.error({config.string(), 0}, "expected <sdf>, the name of a model file");
    return {};
  }
  const fs::path file = folder / best.value().text();
  if (is_there(file)) return file;
  best.error(fmt::format("there is no file '{}'", file.lexically_normal().string()));
  return {};
}

}  // namespace tandem
