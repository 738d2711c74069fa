// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/findings.h"
#include "base/result.h"
#include "footage/camera_stream.h"
#include "footage/film_stream.h"
#include "footage/picture_stream.h"
#include "middleware/node.h"
#include "scenario/fields.h"

namespace tandem {

constexpr NumberRange picture_rates{0, 1000, false};

// Where pictures come from: a topic, a folder, a film or a camera.
struct PictureSource {
  std::string topic;             // of raw or compressed images
  bool is_compressed = false;    // that topic
  std::filesystem::path folder;  // of picture files, taken by their names
  double rate_hz = 30;           // of a folder
  std::filesystem::path film;
  FilmPace pace = FilmPace::stamps;     // of a film or a folder
  std::optional<CaptureConfig> camera;  // of Video4Linux
};

// "the film run.mp4"
std::string describe(const PictureSource& source);

// The map `source` of a tracking file, seen from that file.
PictureSource read_picture_source(const YamlNode& node, const std::filesystem::path& file,
                                  Findings& findings);

// What has no pictures is an error at once, but a camera is waited for. `tell` gets sentences for
// people; topics are heard by a node that `options` are for.
Result<std::unique_ptr<PictureStream>> open_pictures(const PictureSource& source,
                                                     CameraStream::Tell tell,
                                                     const NodeOptions& options);

}  // namespace tandem
