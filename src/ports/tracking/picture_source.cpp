// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/picture_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>

#include "messages/time.h"
#include "ports/streams/silence_watch.h"
#include "ports/tracking/image_message.h"
#include "ports/tracking/picture_folder.h"
#include "scenario/outlook.h"

namespace tandem {

namespace {

using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;

const Section source_section{"source",
                             {"topic", "compressed", "folder", "rate_hz", "film", "pace", "device",
                              "format", "width_px", "height_px"}};

SimTime unix_now() { return std::chrono::system_clock::now().time_since_epoch(); }

// Files one after the other, at a rate or as fast as they are asked for, as if they were taken now.
class FolderStream : public PictureStream {
 public:
  FolderStream(std::vector<std::filesystem::path> files, std::optional<Duration> period)
      : files_(std::move(files)), period_(period) {}

  std::optional<Result<TakenPicture>> next(std::stop_token stop) override {
    if (at_ >= files_.size()) return std::nullopt;
    if (period_) {
      std::mutex mutex;
      std::condition_variable_any bell;
      std::unique_lock lock(mutex);
      bell.wait_until(lock, stop, due_, [] { return false; });
      due_ += *period_;
    }
    if (stop.stop_requested()) return std::nullopt;
    const std::filesystem::path& file = files_[at_++];
    auto image = read_grey_picture(file);
    if (!image) return Error{image.error()};
    return TakenPicture{*std::move(image), unix_now(), file.filename().string()};
  }

 private:
  std::vector<std::filesystem::path> files_;
  std::optional<Duration> period_;
  std::size_t at_ = 0;
  std::chrono::steady_clock::time_point due_ = std::chrono::steady_clock::now();
};

// The newest picture of a topic each time. While none comes people are told why.
class TopicStream : public PictureStream {
 public:
  TopicStream(const PictureSource& source, CameraStream::Tell tell, NodeOptions options)
      : node_("picture_listener", waiting(std::move(options))),
        tell_(std::move(tell)),
        topic_(node_.resolve_topic(source.topic)),
        type_(source.is_compressed ? type_id<CompressedImage>() : type_id<Image>()) {
    if (source.is_compressed)
      pictures_ = node_.subscribe<CompressedImage>(
          source.topic, qos::image, [this](const CompressedImage& m) {
            auto grey = decoder_.decode_grey(m.data);
            if (!grey) return leave(Error{grey.error()}, m.header.stamp);
            auto [width, height, pixels] = *std::move(grey);
            leave(GreyImage{width, height, std::move(pixels)}, m.header.stamp);
          });
    else
      pictures_ = node_.subscribe<Image>(
          source.topic, qos::image, [this](const Image& m) { leave(grey_of(m), m.header.stamp); });
    node_.start();
  }
  ~TopicStream() override { pictures_.close(); }

  std::optional<Result<TakenPicture>> next(std::stop_token stop) override {
    std::unique_lock lock(mutex_);
    const auto has_one = [this] { return newest_.has_value(); };
    while (!bell_.wait_for(lock, stop, silent_after, has_one)) {
      if (stop.stop_requested()) return std::nullopt;
      tell_of_silence();
    }
    said_.clear();
    auto picture = std::move(newest_);
    newest_.reset();
    return picture;
  }

 private:
  void leave(Result<GreyImage> image, const builtin_interfaces::msg::Time& stamp) {
    const std::lock_guard lock(mutex_);
    if (image)
      newest_ =
          TakenPicture{*std::move(image), to_time(stamp), fmt::format("picture {}", ++count_)};
    else
      newest_ = Result<TakenPicture>(Error{image.error()});
    bell_.notify_one();
  }

  void tell_of_silence() {
    const GraphView graph = node_.graph();
    const auto offers = [&](const EndpointInfo& endpoint) {
      return endpoint.is_publisher && endpoint.topic == topic_;
    };
    const auto offer = std::ranges::find_if(graph.endpoints, offers);
    std::string sentence = fmt::format("nothing comes on {}: ", topic_);
    if (offer == graph.endpoints.end())
      sentence += "nobody publishes it; waiting";
    else if (offer->type.name != type_.name)
      sentence += fmt::format("it has {}, and {} is listened to{}", offer->type.name, type_.name,
                              offer->type.name == type_id<CompressedImage>().name
                                  ? "; --compressed is about such pictures"
                                  : "");
    else
      sentence += "who publishes it sends no pictures; waiting";
    if (sentence == said_) return;
    said_ = sentence;
    tell_(sentence);
  }

  static constexpr Duration silent_after = 3s;

  Node node_;
  const CameraStream::Tell tell_;
  const std::string topic_;
  const TypeId type_;
  std::string said_;  // since the last picture
  JpegDecoder decoder_;
  std::mutex mutex_;
  std::condition_variable_any bell_;
  std::optional<Result<TakenPicture>> newest_;
  int count_ = 0;
  Subscription pictures_;
};

}  // namespace

std::string describe(const PictureSource& source) {
  if (!source.topic.empty()) return source.topic;
  if (!source.folder.empty()) return fmt::format("the folder {}", source.folder.string());
  if (!source.film.empty()) return fmt::format("the film {}", source.film.string());
  return source.camera ? source.camera->device : "nowhere";
}

PictureSource read_picture_source(const YamlNode& node, const std::filesystem::path& file,
                                  Findings& findings) {
  PictureSource source;
  const Fields fields(node, source_section, findings);
  if (!fields.is_map()) return source;
  std::string folder, film;
  CaptureConfig camera;
  camera.device.clear();
  fields.read("topic", source.topic);
  check_topic(fields, "topic");
  fields.read("folder", folder);
  fields.read("film", film);
  fields.read("device", camera.device);
  const bool has_topic = !source.topic.empty(), has_folder = !folder.empty();
  const bool has_film = !film.empty(), has_device = !camera.device.empty();
  if (has_topic + has_folder + has_film + has_device != 1)
    findings.error(fields.place(), "a source is a 'topic', a 'folder', a 'film' or a 'device'");
  const auto only_of = [&](std::string_view key, bool is_written, bool is_fitting,
                           std::string_view whose) {
    if (is_written && !is_fitting)
      findings.error(fields.place_of(key), fmt::format("'{}' is about {}", key, whose));
  };
  only_of("compressed", fields.read("compressed", source.is_compressed), has_topic, "a 'topic'");
  const bool says_rate = fields.read("rate_hz", source.rate_hz, picture_rates);
  only_of("rate_hz", says_rate, has_folder || has_device, "a 'folder' or a 'device'");
  constexpr std::array<std::string_view, 2> paces{"stamps", "fastest"};
  const auto pace = fields.read_choice("pace", paces);
  if (pace) source.pace = static_cast<FilmPace>(*pace);
  only_of("pace", pace.has_value(), has_film || has_folder, "a 'film' or a 'folder'");
  constexpr std::array<std::string_view, 2> formats{"mjpeg", "yuyv"};
  const auto format = fields.read_choice("format", formats);
  if (format) camera.format = static_cast<CameraFormat>(*format);
  only_of("format", format.has_value(), has_device, "a 'device'");
  only_of("width_px", fields.read("width_px", camera.width_px, 16, 16384), has_device,
          "a 'device'");
  only_of("height_px", fields.read("height_px", camera.height_px, 16, 16384), has_device,
          "a 'device'");
  if (has_device) {
    camera.rate_hz = source.rate_hz;
    source.camera = camera;
  }
  std::error_code error;
  if (has_folder) {
    source.folder = file.parent_path() / folder;
    if (!std::filesystem::is_directory(source.folder, error))
      findings.error(fields.place_of("folder"), fmt::format("'{}' is no folder", folder));
  }
  if (has_film) {
    source.film = file.parent_path() / film;
    if (!std::filesystem::is_regular_file(source.film, error))
      findings.error(fields.place_of("film"), fmt::format("'{}' is no file", film));
  }
  return source;
}

Result<std::unique_ptr<PictureStream>> open_pictures(const PictureSource& source,
                                                     CameraStream::Tell tell,
                                                     const NodeOptions& options) {
  using Stream = std::unique_ptr<PictureStream>;
  if (!source.topic.empty())
    return Stream(std::make_unique<TopicStream>(source, std::move(tell), options));
  if (source.camera)
    return Stream(
        std::make_unique<CameraStream>(*source.camera, system_video_device(), std::move(tell)));
  if (!source.film.empty()) {
    auto reader = FilmReader::open(source.film);
    if (!reader) return Error{reader.error()};
    return Stream(std::make_unique<FilmStream>(*std::move(reader), source.pace, unix_now));
  }
  auto files = picture_files(source.folder);
  if (!files) return Error{files.error()};
  std::optional<Duration> period;
  if (source.pace == FilmPace::stamps)
    period =
        std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / source.rate_hz));
  return Stream(std::make_unique<FolderStream>(*std::move(files), period));
}

}  // namespace tandem
