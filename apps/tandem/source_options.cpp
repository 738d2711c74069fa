// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "source_options.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/log.h"
#include "commands.h"
#include "companion_options.h"
#include "middleware/dds_context.h"

namespace tandem {

void add_source_options(CLI::App& command, SourceChoice& choice) {
  const std::vector<CLI::Option*> places{
      command.add_option("--topic", choice.topic, "Pictures from this topic"),
      command.add_option("--folder", choice.folder, "Pictures from this folder"),
      command.add_option("--film", choice.film, "Pictures from this film"),
      command.add_option("--device", choice.device, "Pictures from this camera: /dev/video0")};
  for (CLI::Option* place : places)
    for (CLI::Option* other : places)
      if (place != other) place->excludes(other);
  command.add_flag("--compressed", choice.is_compressed, "The topic has compressed pictures");
  command.add_option("--format", choice.format, "Of a camera: mjpeg or yuyv")
      ->check(CLI::IsMember({"mjpeg", "yuyv"}));
  command.add_option("--size", choice.size, "WIDTHxHEIGHT of a camera's pictures");
  command.add_option("--rate", choice.rate_hz, "Pictures a second of a camera or a folder")
      ->check(CLI::Range(0.01, 1000.0));
  command.add_flag("--fastest", choice.is_fastest,
                   "Of a film or a folder: as fast as pictures can be looked at");
}

PictureSource chosen_source(const SourceChoice& choice, const PictureSource& base) {
  PictureSource source = base;
  if (choice.topic) source = {.topic = *choice.topic};
  if (choice.folder) source = {.folder = *choice.folder, .rate_hz = base.rate_hz};
  if (choice.film) source = {.film = *choice.film};
  if (choice.device) {
    source = {.camera = base.camera ? *base.camera : CaptureConfig{}};
    source.camera->device = *choice.device;
  }
  if (choice.is_compressed) {
    if (source.topic.empty()) reject_command("--compressed is about pictures of a topic");
    source.is_compressed = true;
  }
  if ((choice.format || choice.size) && !source.camera)
    reject_command("--format and --size are about a camera");
  if (choice.format)
    source.camera->format = *choice.format == "yuyv" ? CameraFormat::yuyv : CameraFormat::mjpeg;
  if (choice.size) {
    int width = 0, height = 0;
    char rest = 0;
    if (std::sscanf(choice.size->c_str(), "%dx%d%c", &width, &height, &rest) != 2 || width < 16 ||
        height < 16 || width > 16384 || height > 16384)
      reject_command(fmt::format("--size takes pixels such as 1920x1080; not '{}'", *choice.size));
    source.camera->width_px = width, source.camera->height_px = height;
  }
  if (choice.rate_hz) {
    if (source.folder.empty() && !source.camera)
      reject_command("--rate is about a camera or a folder");
    source.rate_hz = *choice.rate_hz;
    if (source.camera) source.camera->rate_hz = *choice.rate_hz;
  }
  if (choice.is_fastest) {
    if (source.folder.empty() && source.film.empty())
      reject_command("--fastest is about a film or a folder");
    source.pace = FilmPace::fastest;
  }
  return source;
}

std::unique_ptr<PictureStream> open_source(const PictureSource& source) {
  auto stream =
      open_pictures(source, [](const std::string& sentence) { log(LogLevel::info, sentence); },
                    {.context = source.topic.empty() ? nullptr : program_context(),
                     .arguments = ros_arguments()});
  if (!stream) {
    log(LogLevel::error, stream.error());
    throw CLI::RuntimeError(1);
  }
  return *std::move(stream);
}

}  // namespace tandem
