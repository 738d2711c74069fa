// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "recording/mcap_reader.h"

namespace tandem {

// The files of a scenario on their way through a recording: as attachments whose names keep what
// lies beside what. "files/0/worlds/room.sdf" is below the first folder in which scenarios are
// looked for, "files/elsewhere/home/me/lab.yaml" below none. A file that was another when it was
// read again has a version behind it: "files/0/worlds/room.sdf;2".
std::string attachment_name(const std::filesystem::path& file,
                            const std::vector<std::filesystem::path>& folders);
// A folder as recordings say it: absolute, without a slash at its end.
std::string folder_name(const std::filesystem::path& folder);

// Where the files of a recording were.
struct FileOrigins {
  std::vector<std::filesystem::path> folders;  // files/0/, files/1/ ...
  std::filesystem::path working_folder;
};

// A folder of our own with the files of a recording, which goes with it.
class UnpackedFiles {
 public:
  // Those of the names that are there.
  static Result<UnpackedFiles> unpack(const McapReader& reader,
                                      const std::vector<std::string>& attachments,
                                      FileOrigins origins = {});
  ~UnpackedFiles();
  UnpackedFiles(UnpackedFiles&& other) noexcept;
  UnpackedFiles& operator=(UnpackedFiles&&) = delete;

  // Where the file of an attachment lies now.
  std::filesystem::path path_of(const std::string& attachment) const;
  // Where the file lies now that had this path when it was recorded, or that the unpacked files
  // mean by it; the path itself when it is not among them.
  std::filesystem::path find(const std::filesystem::path& path) const;
  // What set_scenario_path() has to be told, so that names mean these files and not others of
  // today.
  std::string search_path() const;

 private:
  UnpackedFiles(std::filesystem::path folder, FileOrigins origins)
      : folder_(std::move(folder)), origins_(std::move(origins)) {}
  std::filesystem::path original_of(const std::filesystem::path& path) const;

  std::filesystem::path folder_;  // empty when it is somebody else's by now
  FileOrigins origins_;
};

}  // namespace tandem
